/* Commands: a line of words each, answered by one JSON object in a line. */
#include "harness.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 1 << 17, WORDS = 4, MATRIX_DIGITS = (SENSORS + 3) / 4 };

static enum sensors sensors;
static bool paced;
static const char *link_path;
static char *words[WORDS];
static int word_count;
static cycles_t saved_at;

static bool is(const char *word, const char *wanted) { return strcmp(word, wanted) == 0; }

static int digit(char c)
{
    const char *digits = "0123456789abcdef";
    const char *found = c ? strchr(digits, c | 0x20) : NULL;
    return found && (c < 'G' || c > 'Z') ? (int)(found - digits) : -1;
}

static bool number(int word, unsigned long long most, unsigned long long *value)
{
    char *end;
    if (word >= word_count || words[word][0] < '0' || words[word][0] > '9')
        return false;
    errno = 0;
    *value = strtoull(words[word], &end, 10);
    return !*end && errno == 0 && *value <= most;
}

static bool direction(int word, enum direction *way)
{
    if (word >= word_count || !(is(words[word], "in") || is(words[word], "out")))
        return false;
    *way = is(words[word], "in") ? TO_BOARD : FROM_BOARD;
    return true;
}

/* A bitboard in hexadecimal, bit n being sensor n, as a word for each row. */
static bool matrix(int word, uint16_t rows[ROWS])
{
    size_t length = word < word_count ? strlen(words[word]) : 0;
    if (length == 0 || length > MATRIX_DIGITS)
        return false;
    memset(rows, 0, sizeof(uint16_t[ROWS]));
    for (unsigned bit = 0; bit < length * 4; bit++) {
        int value = digit(words[word][length - 1 - bit / 4]);
        if (value < 0 || (bit >= SENSORS && value >> bit % 4 & 1))
            return false;
        if (value >> bit % 4 & 1)
            rows[bit / COLUMNS] |= 1u << bit % COLUMNS;
    }
    return true;
}

static bool bytes_of(int word, uint8_t *bytes, size_t room, size_t *count)
{
    const char *text = word < word_count ? words[word] : "";
    *count = strlen(text) / 2;
    if (strlen(text) % 2 || *count > room)
        return false;
    for (size_t i = 0; i < *count; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* Commands -------------------------------------------------------------------------------- */

static bool do_occupancy(void)
{
    uint16_t rows[ROWS];
    if (sensors != REEDS || !matrix(1, rows))
        return false;
    reeds_set(rows);
    return true;
}

static bool do_diodes(void)
{
    uint16_t rows[ROWS];
    if (sensors != REEDS || !matrix(1, rows))
        return false;
    reeds_lack_diodes(rows);
    return true;
}

static bool do_levels(void)
{
    uint8_t bytes[2 * SENSORS];
    uint16_t levels[SENSORS];
    size_t count;
    if (sensors != HALLS || !bytes_of(1, bytes, sizeof bytes, &count) || count != sizeof bytes)
        return false;
    for (unsigned i = 0; i < SENSORS; i++)
        levels[i] = (uint16_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
    halls_set(levels);
    return true;
}

static bool do_noise(void)
{
    unsigned long long amplitude, seed;
    if (sensors != HALLS || !number(1, 5000, &amplitude) || !number(2, ~0ull, &seed))
        return false;
    halls_noise((unsigned)amplitude, seed);
    return true;
}

static bool do_run(void)
{
    static uint8_t bytes[LONGEST / 2];
    unsigned long long cycles;
    size_t count;
    if (paced || !number(1, 1ull << 48, &cycles) || !bytes_of(2, bytes, sizeof bytes, &count))
        return false;
    line_host_sends(bytes, count);
    chip_run_until(chip_now() + cycles);
    fputs("\"bytes\":\"", stdout);
    while ((count = line_take(bytes, sizeof bytes)) > 0)
        for (size_t i = 0; i < count; i++)
            fprintf(stdout, "%02x", bytes[i]);
    fputs("\",", stdout);
    return true;
}

static bool do_baud(void)
{
    unsigned long long baud;
    if (paced || !number(1, 4000000, &baud))
        return false;
    line_set_host_baud((unsigned)baud);
    return true;
}

static bool do_flip(void)
{
    enum direction way;
    unsigned long long one_in;
    if (!direction(1, &way) || !number(2, 1u << 30, &one_in))
        return false;
    line_flip(way, (unsigned)one_in);
    return true;
}

static bool do_drop(void)
{
    enum direction way;
    unsigned long long one_in;
    if (!direction(1, &way) || !number(2, 1u << 30, &one_in))
        return false;
    line_drop(way, (unsigned)one_in);
    return true;
}

static bool do_cut(void)
{
    enum direction way;
    unsigned long long after, ms;
    if (!direction(1, &way) || !number(2, 1u << 30, &after) || !number(3, 3600000, &ms))
        return false;
    line_cut(way, (unsigned)after, ms * 1000 * MHZ);
    return true;
}

static bool do_stall(void)
{
    unsigned long long ms;
    if (!number(1, 3600000, &ms))
        return false;
    line_stall(ms * 1000 * MHZ);
    return true;
}

static bool do_reset(void)
{
    static const char *const causes[] = {
        [RESET_POWER] = "power", [RESET_EXTERNAL] = "external", [RESET_BROWN_OUT] = "brownout",
    };
    for (int cause = RESET_POWER; word_count == 2 && cause <= RESET_BROWN_OUT; cause++)
        if (is(words[1], causes[cause])) {
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
    if (word_count > 2 || (word_count == 2 && !is(words[1], "power")))
        return false;
    if (word_count == 2)
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
    strip_print_frame(stdout);
    fputc(',', stdout);
    return true;
}

static bool do_stats(void)
{
    fputs("\"sensors\":{", stdout);
    (sensors == REEDS ? reeds_print : halls_print)(stdout);
    fputs("},\"strip\":{", stdout);
    strip_print(stdout);
    fputs("},\"line\":{", stdout);
    line_print(stdout);
    printf(",\"baud\":%u,\"overruns\":%u},", uart_baud(), uart_overruns());
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
    printf("\"done\":%s,\"cycle\":%llu,\"resets\":%u,\"crashed\":%s,\"pty\":\"%s\"}\n",
           done ? "true" : "false", (unsigned long long)chip_now(), chip_resets(),
           chip_crashed() ? "true" : "false", pty_name());
    fflush(stdout);
}

static void serve(char *line)
{
    bool done = false;
    char *rest = line;
    for (word_count = 0; word_count < WORDS; word_count++)
        if (!(words[word_count] = strtok_r(rest, " ", &rest)))
            break;
    fputc('{', stdout);
    for (size_t i = 0; word_count && i < sizeof commands / sizeof *commands; i++)
        if (is(words[0], commands[i].name))
            done = commands[i].run();
    print_rest(done);
    if (chip_now() - saved_at > 1000000ull * MHZ) {
        chip_save_eeprom();
        saved_at = chip_now();
    }
}

void control_begin(enum sensors on_the_board, bool in_real_time, const char *link)
{
    sensors = on_the_board;
    paced = in_real_time;
    link_path = link;
    fputc('{', stdout);
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
