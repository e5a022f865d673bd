#include "../debounce.h"
#include "test.h"

static bool closed_after(const char *scans) {
    struct debounce debounce = {0};
    for (; *scans; scans++) {
        uint8_t scan[BITBOARD_BYTES] = {0};
        scan[15] = *scans == '1' ? 0x01 : 0; // sensor 120
        debounce_update(&debounce, scan);
    }
    return debounce.closed[15] == 0x01;
}

TEST(four_scans_in_a_row_close_a_reed) {
    EQUAL(closed_after("111"), false);
    EQUAL(closed_after("1111"), true);
    EQUAL(closed_after("11101"), false);
    EQUAL(closed_after("111011"), true);
    EQUAL(closed_after("10101010101010"), false);
}

TEST(four_scans_in_a_row_open_it) {
    EQUAL(closed_after("111111111000"), true);
    EQUAL(closed_after("1111111110000"), false);
    EQUAL(closed_after("111100010"), true);
    EQUAL(closed_after("1111000100"), false);
    EQUAL(closed_after("1111010101010101"), true);
}

// Against the obvious way: one number for each sensor.
TEST(all_sensors_count_for_themselves) {
    struct debounce debounce = {0};
    uint8_t counts[SENSOR_COUNT] = {0};
    uint8_t closed[BITBOARD_BYTES] = {0}, scan[BITBOARD_BYTES];
    for (unsigned round = 0; round < 5000; round++) {
        for (unsigned i = 0; i < BITBOARD_BYTES; i++) {
            // Some rounds mostly closed, some mostly open, so that counters reach both ends.
            uint8_t one = (uint8_t)test_random(), two = (uint8_t)test_random();
            scan[i] = round / 8 & 1 ? one | two : one & two;
        }
        scan[15] &= 1;
        for (unsigned n = 0; n < SENSOR_COUNT; n++) {
            uint8_t bit = (uint8_t)(1 << n % 8);
            if (scan[n / 8] & bit) {
                counts[n] += counts[n] < DEBOUNCE_TOP;
            } else {
                counts[n] -= counts[n] > 0;
            }
            if (counts[n] == DEBOUNCE_TOP) {
                closed[n / 8] |= bit;
            } else if (counts[n] == 0) {
                closed[n / 8] &= (uint8_t)~bit;
            }
        }
        debounce_update(&debounce, scan);
        SAME(debounce.closed, closed, BITBOARD_BYTES, "closed");
    }
}
