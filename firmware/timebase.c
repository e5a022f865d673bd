#include "timebase.h"
#include "port.h"

#define TICKS_PER_MS (1000 / PORT_TICK_US)

static uint32_t milliseconds;
static uint16_t counted_ticks; // up to the end of the last whole millisecond

void timebase_begin(uint16_t ticks) {
    milliseconds = 0;
    counted_ticks = ticks;
}

void timebase_advance(uint16_t ticks) {
    while ((uint16_t)(ticks - counted_ticks) >= TICKS_PER_MS) {
        counted_ticks += TICKS_PER_MS;
        milliseconds++;
    }
}

uint32_t timebase_ms(void) {
    return milliseconds;
}
