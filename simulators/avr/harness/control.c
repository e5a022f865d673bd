/* Commands: a line of words each, answered by one JSON object in a line. */
#include "harness.h"
#include "words.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 1 << 17 };

static FILE *answers;
static enum sensors sensors;
static bool paced;
static const char *link_path;
static cycles_t saved_at;

/* Commands -------------------------------------------------------------------------------- */

static bool do_occupancy(void)
{
    uint16_t rows[ROWS];
    if (sensors != REEDS || !word_matrix(1, rows))
        return false;
    reeds_set(rows);
    return true;
}

static bool do_diodes(void)
{
    uint16_t rows[ROWS];
    if (sensors != REEDS || !word_matrix(1, rows))
        return false;
    reeds_lack_diodes(rows);
    return true;
}

static bool do_levels(void)
{
    uint8_t bytes[2 * SENSORS];
    uint16_t levels[SENSORS];
    size_t count;
    if (sensors != HALLS || !word_bytes(1, bytes, sizeof bytes, &count) || count != sizeof bytes)
        return false;
    for (unsigned i = 0; i < SENSORS; i++)
        levels[i] = (uint16_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
    halls_set(levels);
    return true;
}

static bool do_noise(void)
{
    unsigned long long amplitude, seed;
    if (sensors != HALLS || !word_number(1, 5000, &amplitude) || !word_number(2, ~0ull, &seed))
        return false;
    halls_noise((unsigned)amplitude, seed);
    return true;
}

static bool do_run(void)
{
    static uint8_t bytes[LONGEST / 2];
    unsigned long long cycles;
    size_t count;
    if (paced || !word_number(1, 1ull << 48, &cycles) || !word_bytes(2, bytes, sizeof bytes, &count))
        return false;
    line_host_sends(bytes, count);
    chip_run_until(chip_now() + cycles);
    fputs("\"bytes\":\"", answers);
    while ((count = line_take(bytes, sizeof bytes)) > 0)
        for (size_t i = 0; i < count; i++)
            fprintf(answers, "%02x", bytes[i]);
    fputs("\",", answers);
    return true;
}

static bool do_baud(void)
{
    unsigned long long baud;
    if (paced || !word_number(1, 4000000, &baud))
        return false;
    line_set_host_baud((unsigned)baud);
    return true;
}

static bool do_flip(void)
{
    enum direction way;
    unsigned long long one_in;
    if (!word_direction(1, &way) || !word_number(2, 1u << 30, &one_in))
        return false;
    line_flip(way, (unsigned)one_in);
    return true;
}

static bool do_drop(void)
{
    enum direction way;
    unsigned long long one_in;
    if (!word_direction(1, &way) || !word_number(2, 1u << 30, &one_in))
        return false;
    line_drop(way, (unsigned)one_in);
    return true;
}

static bool do_cut(void)
{
    enum direction way;
    unsigned long long after, ms;
    if (!word_direction(1, &way) || !word_number(2, 1u << 30, &after) || !word_number(3, 3600000, &ms))
        return false;
    line_cut(way, (unsigned)after, ms * 1000 * MHZ);
    return true;
}

static bool do_stall(void)
{
    unsigned long long ms;
    if (!word_number(1, 3600000, &ms))
        return false;
    line_stall(ms * 1000 * MHZ);
    return true;
}

static bool do_reset(void)
{
    static const char *const causes[] = {
        [RESET_POWER] = "power", [RESET_EXTERNAL] = "external", [RESET_BROWN_OUT] = "brownout",
    };
    for (int cause = RESET_POWER; words_count() == 2 && cause <= RESET_BROWN_OUT; cause++)
        if (word_is(1, causes[cause])) {
            chip_reset(cause);
            return true;
        }
    return false;
}

static bool do_hang(void)
{
    chip_hang();
    return true;
}

static bool do_unplug(void)
{
    bool power = word_is(1, "power");
    if (words_count() != (power ? 2 : 1))
        return false;
    if (power)
        chip_power(false);
    line_plug(false);
    pty_close();
    return true;
}

static bool do_replug(void)
{
    if (line_plugged())
        return false;
    chip_power(true);
    line_plug(true);
    return !paced || pty_open(link_path);
}

static bool do_frame(void)
{
    strip_print_frame(answers);
    fputc(',', answers);
    return true;
}

static bool do_stats(void)
{
    fputs("\"sensors\":{", answers);
    (sensors == REEDS ? reeds_print : halls_print)(answers);
    fputs("},\"strip\":{", answers);
    strip_print(answers);
    fputs("},\"line\":{", answers);
    line_print(answers);
    fprintf(answers, ",\"baud\":%u,\"overruns\":%u},", uart_baud(), uart_overruns());
    return true;
}

static bool do_save(void)
{
    chip_save_eeprom();
    return true;
}

/* ----------------------------------------------------------------------------------------- */

static const struct { const char *name; bool (*run)(void); } commands[] = {
    {"occupancy", do_occupancy}, {"diodes", do_diodes}, {"levels", do_levels},
    {"noise", do_noise},         {"run", do_run},       {"baud", do_baud},
    {"flip", do_flip},           {"drop", do_drop},     {"cut", do_cut},
    {"stall", do_stall},         {"reset", do_reset},   {"hang", do_hang},
    {"unplug", do_unplug},       {"replug", do_replug}, {"frame", do_frame},
    {"stats", do_stats},         {"save", do_save},
};

static void print_rest(bool done)
{
    fprintf(answers, "\"done\":%s,\"cycle\":%llu,\"resets\":%u,\"crashed\":%s,\"pty\":\"%s\"}\n",
           done ? "true" : "false", (unsigned long long)chip_now(), chip_resets(),
           chip_crashed() ? "true" : "false", pty_name());
    fflush(answers);
}

static void serve(char *line)
{
    bool done = false;
    words_split(line);
    fputc('{', answers);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (word_is(0, commands[i].name))
            done = commands[i].run();
    print_rest(done);
    if (chip_now() - saved_at > 1000000ull * MHZ) {
        chip_save_eeprom();
        saved_at = chip_now();
    }
}

/* Standard output is for answers alone; what simavr prints goes where errors go. */
bool control_take_stdout(void)
{
    int kept = dup(STDOUT_FILENO);
    answers = kept >= 0 ? fdopen(kept, "w") : NULL;
    return answers && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
}

void control_begin(enum sensors on_the_board, bool in_real_time, const char *link)
{
    sensors = on_the_board;
    paced = in_real_time;
    link_path = link;
    fputc('{', answers);
    print_rest(true);
}

bool control_serve(bool wait)
{
    static char text[LONGEST];
    static size_t length;
    do {
        ssize_t count = read(STDIN_FILENO, text + length, sizeof text - 1 - length);
        if (count <= 0)
            return count < 0 && errno == EINTR;
        length += (size_t)count;
        text[length] = 0;
        char *line = text, *end;
        while ((end = memchr(line, '\n', (size_t)(text + length - line)))) {
            *end = 0;
            serve(line);
            line = end + 1;
        }
        length -= (size_t)(line - text);
        memmove(text, line, length);
        if (length == sizeof text - 1)
            length = 0;     /* no command is that long */
    } while (wait);
    return true;
}
