// Milliseconds since the start, counted from the chip's free-running ticks.
#pragma once
#include <stdint.h>

void timebase_begin(uint16_t ticks);
// Call it at least every 262 ms; then no time is lost, not even during a refresh.
void timebase_advance(uint16_t ticks);
uint32_t timebase_ms(void);
