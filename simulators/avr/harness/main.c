/* Runs a firmware as if it were on the board: chips around it, a line to a host, commands. */
#include "harness.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const usage =
    "usage: harness [--paced] [--link PATH] [--eeprom FILE] [--seed N] [--resets-on-open]\n"
    "               [--gdb PORT] reed|hall FIRMWARE.elf\n";

int main(int count, char **arguments)
{
    static const struct option options[] = {
        {"paced", no_argument, NULL, 'p'},
        {"link", required_argument, NULL, 'l'},
        {"eeprom", required_argument, NULL, 'e'},
        {"seed", required_argument, NULL, 's'},
        {"resets-on-open", no_argument, NULL, 'o'},
        {"gdb", required_argument, NULL, 'g'},
        {0},
    };
    const char *link = NULL, *eeprom = NULL;
    bool paced = false;
    uint64_t seed = 0;
    int gdb_port = 0;
    for (int option; (option = getopt_long(count, arguments, "", options, NULL)) != -1;) {
        switch (option) {
        case 'p': paced = true; break;
        case 'l': link = optarg; break;
        case 'e': eeprom = optarg; break;
        case 's': seed = strtoull(optarg, NULL, 10); break;
        case 'g': gdb_port = atoi(optarg); break;
        case 'o': pty_resets_on_open(true); break;
        default: fputs(usage, stderr); return 2;
        }
    }
    bool reeds = optind < count && strcmp(arguments[optind], "reed") == 0;
    bool halls = optind < count && strcmp(arguments[optind], "hall") == 0;
    if (optind + 2 != count || !(reeds || halls)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!control_take_stdout())
        return 2;
    const char *firmware = arguments[optind + 1];
    struct avr_t *avr = access(firmware, R_OK) == 0 ? chip_start(firmware, eeprom) : NULL;
    if (!avr) {
        fprintf(stderr, "harness: %s: expected a firmware for the ATmega328P\n", firmware);
        return 2;
    }
    line_seed(seed);
    (reeds ? reeds_attach : halls_attach)(avr);
    if (gdb_port)
        chip_wait_for_gdb(gdb_port);
    if (paced && !pty_open(link)) {
        fprintf(stderr, "harness: no terminal can be made%s%s\n", link ? " with a link at " : "",
                link ? link : "");
        return 2;
    }
    control_begin(reeds ? REEDS : HALLS, paced, link);
    if (paced)
        pace_run();
    else
        control_serve(true);
    pty_close();
    chip_save_eeprom();
    return 0;
}
