// The chip's watchdog: how often it bites, how long the passes of the firmware's loop are, and what
// simavr 1.6 lacks: if its interrupt cannot run before the next time-out, the chip is reset (data
// sheet, WDIE in 11.9.2). Needs cycles.h and range.h.
#pragma once
#include <simavr/avr_watchdog.h>
#include <simavr/sim_avr.h>
#include <stdio.h>

// `on_bite` is called when the watchdog's interrupt runs.
void watchdog_attach(avr_t *chip, avr_watchdog_t *module, void (*on_bite)(void));
void watchdog_reset(void);
// How often the interrupt ran, which is no reset.
unsigned watchdog_bites(void);
// Prints how many passes of its loop the firmware made since the last call, and how many cycles
// they took, as members of an object.
void watchdog_print_passes(FILE *out);
