// Runs a firmware as if it were on the board: puts the chips around it and a line to a host.
#include "board.h"
#include "chip.h"
#include "commands.h"
#include "control.h"
#include "eeprom.h"
#include "halls.h"
#include "lamp.h"
#include "line.h"
#include "pace.h"
#include "pty.h"
#include "reeds.h"
#include "strip.h"
#include "uart.h"
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const usage =
    "usage: harness [--paced] [--link PATH] [--eeprom FILE] [--seed N] [--resets-on-open]\n"
    "               [--bootloader FILE.hex] [--gdb PORT] reed|hall FIRMWARE.elf\n";

struct options {
    bool paced;
    const char *link, *eeprom, *bootloader;
    uint64_t seed;
    int gdb_port;
    enum sensor_kind sensors;
    const char *firmware;
};

static bool read_operands(struct options *options, int count, char **arguments) {
    if (count != 2) {
        return false;
    }
    options->sensors = strcmp(arguments[0], "hall") == 0 ? HALLS : REEDS;
    options->firmware = arguments[1];
    return options->sensors == HALLS || strcmp(arguments[0], "reed") == 0;
}

static bool read_options(struct options *options, int count, char **arguments) {
    static const struct option known[] = {
        {"paced", no_argument, NULL, 'p'},          {"link", required_argument, NULL, 'l'},
        {"eeprom", required_argument, NULL, 'e'},   {"seed", required_argument, NULL, 's'},
        {"resets-on-open", no_argument, NULL, 'o'}, {"bootloader", required_argument, NULL, 'b'},
        {"gdb", required_argument, NULL, 'g'},      {0},
    };
    for (int option; (option = getopt_long(count, arguments, "", known, NULL)) != -1;) {
        switch (option) {
        case 'p':
            options->paced = true;
            break;
        case 'l':
            options->link = optarg;
            break;
        case 'e':
            options->eeprom = optarg;
            break;
        case 's':
            options->seed = strtoull(optarg, NULL, 10);
            break;
        case 'b':
            options->bootloader = optarg;
            break;
        case 'g':
            options->gdb_port = atoi(optarg);
            break;
        case 'o':
            pty_reset_on_open(true);
            break;
        default:
            return false;
        }
    }
    return read_operands(options, count - optind, arguments + optind);
}

// The one place that knows which part hears which.
static void connect_parts(avr_t *avr, const struct options *options) {
    eeprom_attach(avr);
    uart_attach(avr, line_board_sends);
    line_attach(avr, (struct line_end){.baud = uart_baud, .receive = uart_receive});
    strip_attach(avr);
    lamp_attach(avr);
    chip_on_reset(eeprom_reset);
    chip_on_reset(uart_reset);
    chip_on_reset(line_restart);
    chip_on_reset(strip_reset);
    line_seed(options->seed);
    (options->sensors == REEDS ? reeds_attach : halls_attach)(avr);
}

int main(int count, char **arguments) {
    struct options options = {0};
    if (!read_options(&options, count, arguments)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!control_take_stdout()) {
        return 2;
    }
    bool readable = access(options.firmware, R_OK) == 0;
    avr_t *avr = readable ? chip_start(options.firmware, options.bootloader, options.eeprom) : NULL;
    if (!avr) {
        fprintf(stderr, "harness: %s: expected a firmware for the ATmega328P\n", options.firmware);
        return 2;
    }
    connect_parts(avr, &options);
    if (options.gdb_port) {
        chip_wait_for_gdb(options.gdb_port);
    }
    if (options.paced && !pty_open(options.link)) {
        fprintf(stderr, "harness: no terminal can be made%s%s\n",
                options.link ? " with a link at " : "", options.link ? options.link : "");
        return 2;
    }
    commands_begin(options.sensors, options.paced, options.link);
    control_begin();
    if (options.paced) {
        pace_run();
    } else {
        control_serve(true);
    }
    pty_close();
    chip_save_eeprom();
    return 0;
}
