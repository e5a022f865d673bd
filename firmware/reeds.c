// Reed switches in a matrix: two 74HC595 drive the rows, two 74HC165 read the columns. A diode at
// every reed keeps current from flowing back through closed reeds, which would close ghosts.
#include "debounce.h"
#include "port.h"
#include "scans.h"
#include "sensors.h"

#define SCAN_MS 2

const struct sensors sensors = {
    .kind = REEDS,
    .capabilities = PIXELS > 0 ? DRIVES_PIXELS : 0,
    .full_scale_mv = 0,
    .report_ms = 10,
};

static struct debounce debounce;
static uint8_t scans_taken; // stops at DEBOUNCE_TOP

void sensors_begin(void) {
    debounce = (struct debounce){0};
    scans_taken = 0;
    port_reeds_begin();
    port_shift_out(0);
    scans_reset();
}

// The near chip's byte comes first, its column 7 leading.
static uint16_t read_columns(void) {
    uint16_t bits = port_shift_in();
    return (uint16_t)(bits << 8 | bits >> 8) & ((1 << COLUMNS) - 1);
}

static void scan_matrix(uint8_t *closed) {
    uint32_t bits = 0; // that do not fill a byte yet
    uint8_t count = 0, byte = 0;
    for (uint8_t row = 0; row < ROWS; row++) {
        port_shift_out((uint16_t)1 << row);
        port_settle();
        bits |= (uint32_t)read_columns() << count;
        for (count += COLUMNS; count >= 8; count -= 8) {
            closed[byte++] = (uint8_t)bits;
            bits >>= 8;
        }
    }
    port_shift_out(0);
    while (byte < BITBOARD_BYTES) {
        closed[byte++] = (uint8_t)bits;
        bits = 0;
    }
}

void sensors_pass(void) {
    if (!scans_due(SCAN_MS)) {
        return;
    }
    uint8_t closed[BITBOARD_BYTES];
    scan_matrix(closed);
    debounce_update(&debounce, closed);
    scans_done();
    if (scans_taken < DEBOUNCE_TOP) {
        scans_taken++;
    }
}

// Counters begin at 0: until one can reach the top, a report would show an empty board.
bool sensors_can_report(void) {
    return scans_taken == DEBOUNCE_TOP;
}

uint8_t sensors_report(uint8_t *message, struct report report) {
    return message_occupancy(message, report, debounce.closed);
}

void sensors_interrupted(void) {} // a scan is never cut in two

bool sensors_configure(uint8_t new_mode) {
    (void)new_mode;
    return true;
}

bool sensors_calibrate(void) {
    return false;
}

bool sensors_have_baseline(void) {
    return false;
}

uint8_t sensors_baseline(uint8_t *message) {
    (void)message;
    return 0;
}
