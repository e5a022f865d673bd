// Time, counted in cycles of the chip; it goes on over resets.
#pragma once
#include <stdint.h>

typedef uint64_t cycles_t;

enum { CYCLES_PER_US = 16 };
#define CYCLES_PER_MS ((cycles_t)1000 * CYCLES_PER_US)
#define CYCLES_PER_S ((cycles_t)1000 * CYCLES_PER_MS)
