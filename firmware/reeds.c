// Reed switches in a matrix: two 74HC595 drive the rows, two 74HC165 read the columns. A diode at
// every reed keeps current from flowing back through closed reeds, which would close ghosts.
#include "chain.h"
#include "debounce.h"
#include "port.h"
#include "scans.h"
#include "sensors.h"
#include <string.h>

#define SCAN_MS 2

const struct sensors sensors = {
    .kind = REEDS,
    .capabilities = (PIXELS > 0 ? DRIVES_PIXELS : 0) | SENDS_CHANGES,
    .full_scale_mv = 0,
    .report_ms = 10,
};

static struct debounce debounce;
static uint8_t scans_taken; // stops at DEBOUNCE_TOP
static uint8_t reported[BITBOARD_BYTES];

void sensors_begin(void) {
    debounce = (struct debounce){0};
    scans_taken = 0;
    port_reeds_begin();
    port_shift_out(0);
    scans_reset();
}

// In the order in which the bits come: H to A of the near chip, then H to A of the far one. H to D
// of the far chip are wired high, low, high, high, low.
#define SIGNATURE 0x00B0
#define SIGNATURE_MASK 0x00F8

// What all rows of a scan have in common.
struct common {
    uint16_t highs; // bits that were high in each row
    uint16_t lows;
    uint8_t first_wrong; // row without the signature
};

static bool all_rows_show(const struct common *common, uint16_t mask, uint16_t pattern) {
    return (common->highs & mask) == pattern && (common->lows & mask) == (mask & ~pattern);
}

static enum chain find_fault(const struct common *common) {
    if (all_rows_show(common, SIGNATURE_MASK << 1, SIGNATURE << 1) ||
        all_rows_show(common, SIGNATURE_MASK >> 1, SIGNATURE >> 1)) {
        return CHAIN_SHIFTED;
    }
    // The chips exchanged, or the eight wires of the far one turned round.
    if (all_rows_show(common, 0xF800, 0xB000) || all_rows_show(common, 0x001F, 0x000D)) {
        return CHAIN_SWAPPED;
    }
    if (all_rows_show(common, 0xFFFF, 0xFFFF)) {
        return CHAIN_STUCK_HIGH;
    }
    if (all_rows_show(common, 0xFFFF, 0)) {
        return port_chain_floats() ? CHAIN_UNPLUGGED
               : chain_is_signed() ? CHAIN_STUCK_LOW
                                   : CHAIN_UNSIGNED;
    }
    if (all_rows_show(common, SIGNATURE_MASK, 0)) {
        return chain_is_signed() ? CHAIN_HALF : CHAIN_UNSIGNED;
    }
    return all_rows_show(common, SIGNATURE_MASK, SIGNATURE_MASK) ? CHAIN_HALF : CHAIN_GARBLED;
}

// The near chip's byte comes first, its column 7 leading.
static uint16_t columns_of(uint16_t bits) {
    return (uint16_t)(bits << 8 | bits >> 8) & ((1 << COLUMNS) - 1);
}

static uint16_t read_row(uint8_t row, struct common *common) {
    port_shift_out((uint16_t)1 << row);
    port_settle();
    uint16_t bits = port_shift_in();
    common->highs &= bits;
    common->lows &= ~bits;
    if ((bits & SIGNATURE_MASK) != SIGNATURE && common->first_wrong == NOWHERE) {
        common->first_wrong = row;
    }
    return columns_of(bits);
}

// Returns whether the scan may be believed.
static bool scan_matrix(uint8_t *closed) {
    struct common common = {0xFFFF, 0xFFFF, NOWHERE};
    uint32_t bits = 0; // that do not fill a byte yet
    uint8_t count = 0, byte = 0;
    for (uint8_t row = 0; row < ROWS; row++) {
        bits |= (uint32_t)read_row(row, &common) << count;
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
    bool is_sound = common.first_wrong == NOWHERE;
    return chain_believes(is_sound ? CHAIN_SOUND : find_fault(&common), common.first_wrong);
}

void sensors_pass(void) {
    if (!scans_due(SCAN_MS)) {
        return;
    }
    uint8_t closed[BITBOARD_BYTES];
    bool believed = scan_matrix(closed);
    scans_done();
    if (!believed) {
        if (chain_state() > CHAIN_UNSIGNED) {
            debounce = (struct debounce){0};
            scans_taken = 0;
        }
        return;
    }
    debounce_update(&debounce, closed);
    if (scans_taken < DEBOUNCE_TOP) {
        scans_taken++;
    }
}

// Counters begin at 0: until one can reach the top, a report would show an empty board.
bool sensors_can_report(void) {
    return scans_taken == DEBOUNCE_TOP;
}

uint8_t sensors_report(uint8_t *message, struct report report) {
    memcpy(reported, debounce.closed, sizeof reported);
    return message_occupancy(message, report, debounce.closed);
}

bool sensors_have_changed(void) {
    return memcmp(reported, debounce.closed, sizeof reported) != 0;
}

void sensors_interrupted(void) {} // a scan is never cut in two

bool sensors_configure(uint8_t new_mode) {
    (void)new_mode;
    return true;
}

bool sensors_take_thresholds(const struct thresholds_mv *thresholds) {
    (void)thresholds;
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
