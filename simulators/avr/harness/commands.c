#include "commands.h"
#include "chip.h"
#include "cycles.h"
#include "eeprom.h"
#include "faults.h"
#include "halls.h"
#include "lamp.h"
#include "line.h"
#include "pty.h"
#include "reeds.h"
#include "strip.h"
#include "uart.h"
#include "watchdog.h"
#include "words.h"

enum {
    LONGEST_SEND = 1 << 16,
    LONGEST_MS = 3600000,
};

static enum sensor_kind sensors;
static bool paced;
static const char *link_path;

void commands_begin(enum sensor_kind kind, bool in_real_time, const char *link) {
    sensors = kind;
    paced = in_real_time;
    link_path = link;
}

// --- sensors ------------------------------------------------------------------------------------

static bool set_occupancy(FILE *answers) {
    (void)answers;
    uint16_t rows[ROWS];
    if (sensors != REEDS || !word_matrix(1, rows)) {
        return false;
    }
    reeds_set(rows);
    return true;
}

static bool set_missing_diodes(FILE *answers) {
    (void)answers;
    uint16_t rows[ROWS];
    if (sensors != REEDS || !word_matrix(1, rows)) {
        return false;
    }
    reeds_set_missing_diodes(rows);
    return true;
}

static bool set_levels(FILE *answers) {
    (void)answers;
    uint8_t bytes[2 * SENSORS];
    uint16_t levels[SENSORS];
    size_t count;
    if (sensors != HALLS || !word_bytes(1, bytes, sizeof bytes, &count) || count != sizeof bytes) {
        return false;
    }
    for (size_t i = 0; i < SENSORS; i++) {
        levels[i] = (uint16_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
    }
    halls_set(levels);
    return true;
}

static bool set_noise(FILE *answers) {
    (void)answers;
    unsigned long long amplitude, seed;
    if (sensors != HALLS || !word_number(1, 5000, &amplitude) || !word_number(2, ~0ull, &seed)) {
        return false;
    }
    halls_set_noise((unsigned)amplitude, seed);
    return true;
}

static bool break_chain(FILE *answers) {
    (void)answers;
    enum fault fault;
    if (!word_fault(1, &fault)) {
        return false;
    }
    (sensors == REEDS ? reeds_break : halls_break)(fault);
    return true;
}

// --- time and line ------------------------------------------------------------------------------

static bool run(FILE *answers) {
    static uint8_t bytes[LONGEST_SEND];
    unsigned long long cycles;
    size_t count;
    if (paced || !word_number(1, 1ull << 48, &cycles)) {
        return false;
    }
    if (!word_bytes(2, bytes, sizeof bytes, &count)) {
        return false;
    }
    line_host_sends(bytes, count);
    chip_run_until(chip_now() + cycles);
    fputs("\"bytes\":\"", answers);
    while ((count = line_host_receives(bytes, sizeof bytes)) > 0) {
        for (size_t i = 0; i < count; i++) {
            fprintf(answers, "%02x", bytes[i]);
        }
    }
    fputs("\",", answers);
    return true;
}

static bool set_baud(FILE *answers) {
    (void)answers;
    unsigned long long baud;
    if (paced || !word_number(1, 4000000, &baud)) {
        return false;
    }
    line_set_host_baud((unsigned)baud);
    return true;
}

static bool flip_bits(FILE *answers) {
    (void)answers;
    enum direction direction;
    unsigned long long one_in;
    if (!word_direction(1, &direction) || !word_number(2, 1u << 30, &one_in)) {
        return false;
    }
    line_flip(direction, (unsigned)one_in);
    return true;
}

static bool drop_bytes(FILE *answers) {
    (void)answers;
    enum direction direction;
    unsigned long long one_in;
    if (!word_direction(1, &direction) || !word_number(2, 1u << 30, &one_in)) {
        return false;
    }
    line_drop(direction, (unsigned)one_in);
    return true;
}

static bool cut_line(FILE *answers) {
    (void)answers;
    enum direction direction;
    unsigned long long after, ms;
    if (!word_direction(1, &direction) || !word_number(2, 1u << 30, &after) ||
        !word_number(3, LONGEST_MS, &ms)) {
        return false;
    }
    line_cut(direction, (unsigned)after, ms * CYCLES_PER_MS);
    return true;
}

static bool stall_line(FILE *answers) {
    (void)answers;
    unsigned long long ms;
    if (!word_number(1, LONGEST_MS, &ms)) {
        return false;
    }
    line_stall(ms * CYCLES_PER_MS);
    return true;
}

// --- chip and cable -----------------------------------------------------------------------------

static bool reset_chip(FILE *answers) {
    (void)answers;
    static const char *const names[] = {
        [RESET_POWER] = "power",
        [RESET_EXTERNAL] = "external",
        [RESET_BROWN_OUT] = "brownout",
    };
    for (enum reset_cause cause = RESET_POWER; cause <= RESET_BROWN_OUT; cause++) {
        if (words_count() == 2 && word_is(1, names[cause])) {
            chip_reset(cause);
            return true;
        }
    }
    return false;
}

static bool hang_chip(FILE *answers) {
    (void)answers;
    bool off = word_is(1, "interrupts-off");
    if (words_count() != (off ? 2 : 1)) {
        return false;
    }
    chip_hang(!off);
    return true;
}

static bool unplug(FILE *answers) {
    (void)answers;
    bool power = word_is(1, "power");
    if (words_count() != (power ? 2 : 1)) {
        return false;
    }
    if (power) {
        chip_power(false);
    }
    line_plug(false);
    pty_close();
    return true;
}

static bool replug(FILE *answers) {
    (void)answers;
    if (line_is_plugged()) {
        return false;
    }
    chip_power(true);
    line_plug(true);
    return !paced || pty_open(link_path);
}

// --- results ------------------------------------------------------------------------------------

static bool print_frame(FILE *answers) {
    strip_print_frame(answers);
    fputc(',', answers);
    return true;
}

static bool print_stats(FILE *answers) {
    fputs("\"sensors\":{", answers);
    (sensors == REEDS ? reeds_print : halls_print)(answers);
    fputs("},\"strip\":{", answers);
    strip_print(answers);
    fputs("},\"lamp_us\":", answers);
    lamp_print(answers);
    fputs(",\"eeprom_us\":", answers);
    eeprom_print(answers);
    fputs(",\"line\":{", answers);
    line_print(answers);
    fprintf(answers, ",\"baud\":%u,\"overruns\":%u},\"bites\":%u,", uart_baud(), uart_overruns(),
            watchdog_bites());
    watchdog_print_passes(answers);
    fputc(',', answers);
    return true;
}

static bool save_eeprom(FILE *answers) {
    (void)answers;
    chip_save_eeprom();
    return true;
}

static const struct {
    const char *name;
    bool (*run)(FILE *answers);
} commands[] = {
    {"occupancy", set_occupancy}, {"diodes", set_missing_diodes},
    {"levels", set_levels},       {"noise", set_noise},
    {"chain", break_chain},       {"run", run},
    {"baud", set_baud},           {"flip", flip_bits},
    {"drop", drop_bytes},         {"cut", cut_line},
    {"stall", stall_line},        {"reset", reset_chip},
    {"hang", hang_chip},          {"unplug", unplug},
    {"replug", replug},           {"frame", print_frame},
    {"stats", print_stats},       {"save", save_eeprom},
};

bool commands_run(FILE *answers) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (word_is(0, commands[i].name)) {
            return commands[i].run(answers);
        }
    }
    return false;
}
