#pragma once
#include <stdint.h>

#define CRC_BEGIN 0xFFFF

// CRC-16 of the protocol: 0x1021, not reflected. Over a message and its CRC it comes to 0.
uint16_t crc_add(uint16_t crc, uint8_t byte);
