// Reed switches in a matrix: rows driven by two 74HC595, columns read by two 74HC165. A diode at
// every reed keeps a closed one from lending its row to others, so that no ghosts are seen.
#include "integrator.h"
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

static struct integrator integrator;
static uint8_t taken; // scans, up to as many as an integrator needs

void sensors_begin(void) {
    integrator = (struct integrator){0};
    taken = 0;
    port_reeds_begin();
    port_shift_out(0);
    scans_reset();
}

// The near chip comes first, from its eighth column down to its first.
static uint16_t read_columns(void) {
    uint16_t bits = port_shift_in();
    return (uint16_t)(bits << 8 | bits >> 8) & ((1 << COLUMNS) - 1);
}

static void scan(uint8_t *closed) {
    uint32_t bits = 0; // read, but not yet in a whole byte
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
    scan(closed);
    integrator_take(&integrator, closed);
    scans_done();
    if (taken < INTEGRATOR_TOP) {
        taken++;
    }
}

// An integrator begins at 0: before it could come to its top, a report would tell of an empty board.
bool sensors_whole(void) {
    return taken == INTEGRATOR_TOP;
}

uint8_t sensors_report(uint8_t *message, struct report report) {
    return message_occupancy(message, report, integrator.closed);
}

void sensors_interrupted(void) {} // a scan is never cut

bool sensors_configure(uint8_t mode) {
    (void)mode;
    return true;
}

bool sensors_calibrate(void) {
    return false;
}

bool sensors_keep_empty_levels(void) {
    return false;
}

uint8_t sensors_empty_levels(uint8_t *message) {
    (void)message;
    return 0;
}
