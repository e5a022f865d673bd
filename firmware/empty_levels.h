// The empty levels, kept in the EEPROM behind a magic and before a CRC.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Reads them; false, and the middle for all, where there are none or they are damaged.
bool empty_levels_load(uint16_t *levels);
// Begins to write them; goes on by a byte at a time, so that nothing waits for the EEPROM.
void empty_levels_keep(void);
// Returns true once, when the last byte is written.
bool empty_levels_pass(const uint16_t *levels);
void empty_levels_stop(void);
