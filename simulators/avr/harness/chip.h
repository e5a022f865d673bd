// The microcontroller: loads a firmware, runs, resets and hangs it, and keeps its EEPROM in a file.
// Needs chance.h for what memory holds at power-on, and watchdog.h. Knows none of the parts around
// the chip: they register themselves with chip_on_reset().
#pragma once
#include "cycles.h"
#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdio.h>

enum reset_cause { RESET_POWER, RESET_EXTERNAL, RESET_BROWN_OUT };

// Returns NULL if a file is no firmware. `bootloader` and `eeprom_file` may be NULL.
avr_t *chip_start(const char *firmware, const char *bootloader, const char *eeprom_file);
// Calls the listener now, as the chip has just started, and after every later reset, when simavr
// has forgotten all timers. Listeners are called in the order in which they were registered.
void chip_on_reset(void (*listener)(void));
void chip_run_until(cycles_t cycle);
cycles_t chip_now(void);
unsigned chip_resets(void);
void chip_reset(enum reset_cause cause);
void chip_power(bool on);
bool chip_crashed(void);
// Lets the main program spin, with interrupts on or off, until something starts it again.
void chip_hang(bool interrupts);
// Writes the EEPROM to its file if it has changed.
void chip_save_eeprom(void);
void chip_wait_for_gdb(int port);
// Returns simavr's module of a kind, such as "uart"; `name` 0 takes the first one.
avr_io_t *chip_module(const char *kind, char name);
