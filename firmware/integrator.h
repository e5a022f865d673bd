// Debouncing: one integrator for each sensor, 0 to 4. A sensor changes when its integrator comes
// to an end. Bit-sliced: 121 of them in 64 bytes, eight at a time.
#pragma once
#include "board.h"
#include <stdint.h>

#define INTEGRATOR_TOP 4

struct integrator {
    uint8_t ones[BITBOARD_BYTES]; // the counts, one bit of each
    uint8_t twos[BITBOARD_BYTES];
    uint8_t fours[BITBOARD_BYTES];
    uint8_t closed[BITBOARD_BYTES];
};

void integrator_take(struct integrator *integrator, const uint8_t *scan);
