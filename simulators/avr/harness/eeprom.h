// The time that writing the EEPROM takes. Needs chip.h, which keeps its bytes, cycles.h and
// range.h.
//
// simavr 1.6 is ready for the next byte at once. Here EEPE stays set for 3.4 ms, as on the chip
// (data sheet, EEPM in EECR: erase and write in one operation).
#pragma once
#include <simavr/sim_avr.h>
#include <stdio.h>

void eeprom_attach(avr_t *chip);
void eeprom_reset(void);
// Prints how many microseconds lay between the bytes written since the last call, begin to begin.
void eeprom_print(FILE *out);
