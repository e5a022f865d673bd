#include "timebase.h"
#include "port.h"

#define TICKS_PER_MS (1000 / PORT_TICK_US)

static uint32_t milliseconds;
static uint16_t counted; // the tick at which the last whole millisecond ended

void timebase_begin(uint16_t ticks) {
    milliseconds = 0;
    counted = ticks;
}

void timebase_advance(uint16_t ticks) {
    while ((uint16_t)(ticks - counted) >= TICKS_PER_MS) {
        counted += TICKS_PER_MS;
        milliseconds++;
    }
}

uint32_t timebase_ms(void) {
    return milliseconds;
}
