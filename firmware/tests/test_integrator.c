#include "../integrator.h"
#include "test.h"

static bool after(const char *scans) {
    struct integrator integrator = {0};
    for (; *scans; scans++) {
        uint8_t scan[BITBOARD_BYTES] = {0};
        scan[15] = *scans == '1' ? 0x01 : 0; // sensor 120
        integrator_take(&integrator, scan);
    }
    return integrator.closed[15] == 0x01;
}

TEST(four_scans_in_a_row_close_a_reed) {
    EQUAL(after("111"), false);
    EQUAL(after("1111"), true);
    EQUAL(after("11101"), false);
    EQUAL(after("111011"), true);
    EQUAL(after("10101010101010"), false);
}

TEST(four_scans_in_a_row_open_it) {
    EQUAL(after("111111111000"), true);
    EQUAL(after("1111111110000"), false);
    EQUAL(after("111100010"), true);
    EQUAL(after("1111000100"), false);
    EQUAL(after("1111010101010101"), true);
}

// The same, written as anyone would write it: a number for each sensor.
TEST(all_sensors_count_for_themselves) {
    struct integrator integrator = {0};
    uint8_t counts[SENSOR_COUNT] = {0};
    uint8_t closed[BITBOARD_BYTES] = {0}, scan[BITBOARD_BYTES];
    for (unsigned round = 0; round < 5000; round++) {
        for (unsigned i = 0; i < BITBOARD_BYTES; i++) {
            // Some rounds mostly closed, some mostly open, so that the ends are reached.
            uint8_t one = (uint8_t)test_random(), two = (uint8_t)test_random();
            scan[i] = round / 8 & 1 ? one | two : one & two;
        }
        scan[15] &= 1;
        for (unsigned n = 0; n < SENSOR_COUNT; n++) {
            uint8_t bit = (uint8_t)(1 << n % 8);
            if (scan[n / 8] & bit) {
                counts[n] += counts[n] < INTEGRATOR_TOP;
            } else {
                counts[n] -= counts[n] > 0;
            }
            if (counts[n] == INTEGRATOR_TOP) {
                closed[n / 8] |= bit;
            } else if (counts[n] == 0) {
                closed[n / 8] &= (uint8_t)~bit;
            }
        }
        integrator_take(&integrator, scan);
        SAME(integrator.closed, closed, BITBOARD_BYTES, "closed");
    }
}
