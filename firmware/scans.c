#include "scans.h"
#include "port.h"
#include "statistics.h"
#include "timebase.h"

static uint16_t due_ms; // the low bits of the time base are enough
static uint16_t began_ticks;
static uint32_t last_ms;

void scans_reset(void) {
    due_ms = (uint16_t)timebase_ms();
    last_ms = 0;
}

bool scans_due(uint8_t period_ms) {
    uint16_t now_ms = (uint16_t)timebase_ms();
    if ((int16_t)(now_ms - due_ms) < 0) {
        return false;
    }
    due_ms += period_ms;
    if ((int16_t)(now_ms - due_ms) >= 0) {
        due_ms = now_ms + period_ms; // a refresh delayed it; missed scans are not repeated
    }
    began_ticks = port_ticks();
    return true;
}

void scans_done(void) {
    uint32_t us = (uint32_t)(uint16_t)(port_ticks() - began_ticks) * PORT_TICK_US;
    if (us > UINT16_MAX) {
        us = UINT16_MAX;
    }
    if (us > statistics.longest_scan_us) {
        statistics.longest_scan_us = (uint16_t)us;
    }
    count32(&statistics.scans);
    last_ms = timebase_ms();
}

uint32_t scans_last_ms(void) {
    return last_ms;
}
