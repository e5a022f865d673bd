// Milliseconds since the start, counted from the chip's free-running ticks.
#pragma once
#include <stdint.h>

void timebase_begin(uint16_t ticks);
// Must be called at least every 262 ms; what lies between is never lost, a refresh included.
void timebase_advance(uint16_t ticks);
uint32_t timebase_ms(void);
