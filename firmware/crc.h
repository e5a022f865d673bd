// The CRC-16 of the protocol: polynomial 0x1021, not reflected.
#pragma once
#include <stdint.h>

#define CRC_BEGIN 0xFFFF

// Adds a byte. A message followed by its own CRC gives 0.
uint16_t crc_add(uint16_t crc, uint8_t byte);
