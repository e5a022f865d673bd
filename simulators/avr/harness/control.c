#include "control.h"
#include "chip.h"
#include "commands.h"
#include "cycles.h"
#include "pty.h"
#include "words.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_LINE = 1 << 17 };

static FILE *answers;
static cycles_t eeprom_saved_at;

bool control_take_stdout(void) {
    int copy = dup(STDOUT_FILENO);
    answers = copy >= 0 ? fdopen(copy, "w") : NULL;
    return answers && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
}

static void end_answer(bool done) {
    fprintf(answers, "\"done\":%s,\"cycle\":%llu,\"resets\":%u,\"crashed\":%s,\"pty\":\"%s\"}\n",
            done ? "true" : "false", (unsigned long long)chip_now(), chip_resets(),
            chip_crashed() ? "true" : "false", pty_name());
    fflush(answers);
}

void control_begin(void) {
    fputc('{', answers);
    end_answer(true);
}

static void serve_line(char *line) {
    words_split(line);
    fputc('{', answers);
    end_answer(commands_run(answers));
    if (chip_now() - eeprom_saved_at > CYCLES_PER_S) {
        chip_save_eeprom();
        eeprom_saved_at = chip_now();
    }
}

// Serves whole lines at the start of `text`; returns how many bytes they had.
static size_t serve_lines(char *text, size_t length) {
    char *line = text, *end;
    while ((end = memchr(line, '\n', (size_t)(text + length - line)))) {
        *end = 0;
        serve_line(line);
        line = end + 1;
    }
    return (size_t)(line - text);
}

bool control_serve(bool wait) {
    static char text[LONGEST_LINE];
    static size_t length;
    do {
        ssize_t count = read(STDIN_FILENO, text + length, sizeof text - length);
        if (count <= 0) {
            return count < 0 && errno == EINTR;
        }
        length += (size_t)count;
        size_t served = serve_lines(text, length);
        length -= served;
        memmove(text, text + served, length);
        if (length == sizeof text) {
            length = 0; // no command is that long
        }
    } while (wait);
    return true;
}
