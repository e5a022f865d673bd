// Debounces reeds: each has a counter from 0 to 4 that goes up while the reed reads closed and
// down while it reads open. A reed changes when its counter reaches either end. The counters are
// bit-sliced: 121 of them take 48 bytes, and eight are counted at once.
#pragma once
#include "board.h"
#include <stdint.h>

#define DEBOUNCE_TOP 4

struct debounce {
    uint8_t ones[BITBOARD_BYTES]; // the counters, one bit of each
    uint8_t twos[BITBOARD_BYTES];
    uint8_t fours[BITBOARD_BYTES];
    uint8_t closed[BITBOARD_BYTES];
};

void debounce_update(struct debounce *debounce, const uint8_t *scan);
