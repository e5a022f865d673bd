// CRC-16: polynomial 0x1021, not reflected, no final exclusive or.
#pragma once
#include <stdint.h>

#ifndef __FLASH
#define __flash // only an AVR has memory of its own for constants
#endif

#define CRC_BEGIN 0xFFFF

// What each byte does to a CRC of 0: 512 bytes of flash for a third of the time.
extern const __flash uint16_t crc_table[256];

// Inline, because it runs for every byte of the line.
static inline uint16_t crc_add(uint16_t crc, uint8_t byte) {
    return (uint16_t)(crc << 8) ^ crc_table[(uint8_t)((uint8_t)(crc >> 8) ^ byte)];
}
