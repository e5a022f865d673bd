#include "light.h"
#include "board.h"
#include "port.h"
#include "sensors.h"
#include "timebase.h"
#include <string.h>

#define TENTH_MS 100
// 850 mA, and 1 mA for each pixel even when it is dark.
#define USUAL_CEILING_UA ((850 - PIXELS) * 1000UL)
#define USUAL_SILENCE_TENTHS 30

static struct light_limits limits;
static uint8_t silence_tenths;
static uint32_t heard_ms;
static bool is_lit; // for all that is known: at a start, pixels still show what they did
static bool went_dark;

void light_begin(void) {
    limits = (struct light_limits){USUAL_CEILING_UA, {20000, 20000, 20000}};
    silence_tenths = USUAL_SILENCE_TENTHS;
    heard_ms = timebase_ms();
    is_lit = PIXELS > 0;
    went_dark = false;
}

void light_limit(const struct light_limits *new_limits) {
    limits = *new_limits;
}

void light_dark_after(uint8_t tenths_of_a_second) {
    silence_tenths = tenths_of_a_second;
}

void light_heard(void) {
    heard_ms = timebase_ms();
}

// In microamperes; 126 pixels of three bytes at 65.5 mA stay far below 2^32.
static uint32_t drawn_ua(const uint8_t *bytes) {
    uint16_t sums[3] = {0, 0, 0};
    for (const uint8_t *at = bytes; at < bytes + 3 * PIXELS; at += 3) {
        sums[0] += at[0];
        sums[1] += at[1];
        sums[2] += at[2];
    }
    uint32_t drawn = 0;
    for (uint8_t i = 0; i < 3; i++) {
        drawn += (uint32_t)sums[i] * limits.byte_ua[i] / 255;
    }
    return drawn;
}

static void dim(uint8_t *bytes) {
    uint32_t drawn = drawn_ua(bytes);
    if (drawn <= limits.ceiling_ua) {
        return;
    }
    // Rounded down everywhere: never above the ceiling, and at most a step off the hue.
    uint8_t factor = (uint8_t)((limits.ceiling_ua / 1000 << 8) / (drawn / 1000 + 1));
    for (uint16_t i = 0; i < 3 * PIXELS; i++) {
        bytes[i] = (uint8_t)((uint16_t)bytes[i] * factor >> 8);
    }
}

static void refresh(const uint8_t *bytes) {
    port_refresh(bytes, 3 * PIXELS);
    sensors_interrupted();
}

void light_show(uint8_t *bytes) {
    dim(bytes);
    refresh(bytes);
    is_lit = true;
    went_dark = false;
}

bool light_must_go_dark(void) {
    return is_lit && silence_tenths > 0 &&
           timebase_ms() - heard_ms >= (uint32_t)silence_tenths * TENTH_MS;
}

bool light_went_dark(void) {
    return went_dark;
}

void light_go_dark(uint8_t *spare) {
    memset(spare, 0, 3 * PIXELS);
    refresh(spare);
    is_lit = false;
    went_dark = true;
}
