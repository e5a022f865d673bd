// The baseline, what each Hall sensor gives without a magnet, as the EEPROM holds it: behind a
// magic number and in front of a CRC.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Reads the baseline. Returns false, and sets every level to the middle of the scale, if the
// EEPROM holds none or a damaged one.
bool baseline_load(uint16_t *levels);
// Starts to write it. One byte goes at each pass, so that nothing waits for the EEPROM.
void baseline_start_storing(void);
// Returns true once, when the last byte is written.
bool baseline_store_pass(const uint16_t *levels);
void baseline_stop_storing(void);
