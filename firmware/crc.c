#include "crc.h"

// All eight steps of the polynomial at once. A table would cost 512 bytes.
uint16_t crc_add(uint16_t crc, uint8_t byte) {
    uint8_t top = (uint8_t)(crc >> 8) ^ byte;
    top ^= top >> 4;
    return (uint16_t)((uint16_t)(crc << 8) ^ ((uint16_t)top << 12) ^ ((uint16_t)top << 5) ^ top);
}
