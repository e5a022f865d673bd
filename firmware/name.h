// The board's own name, as its builder gave it: up to 24 bytes of UTF-8, kept in the EEPROM.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define LONGEST_NAME 24

// Reads the name. There is none if the EEPROM holds none or a damaged one.
void name_begin(void);
void name_set(const uint8_t *bytes, uint8_t length);
// Stores a byte at most, so that nothing waits for the EEPROM.
void name_pass(void);
bool name_is_stored(void);
uint8_t name_length(void);
const uint8_t *name_bytes(void);
