// The time that writing the EEPROM takes. Needs chip.h, which keeps its bytes, and cycles.h.
//
// simavr 1.6 is ready for the next byte at once. Here EEPE stays set for 3.4 ms, as on the chip.
#pragma once
#include <simavr/sim_avr.h>

void eeprom_attach(avr_t *chip);
void eeprom_reset(void);
