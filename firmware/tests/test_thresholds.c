#include "../thresholds.h"
#include "test.h"

static struct states states;

// The state of sensor 9 at a height, as letters: felt, south, north, strong.
static const char *state_at(int height_mv) {
    static char text[5];
    int16_t height = LEVEL_OF_MV(abs(height_mv));
    thresholds_update(&states, 9, height_mv < 0 ? -height : height);
    const uint8_t *boards[] = {states.felt, states.south, states.north, states.strong};
    char *to = text;
    for (unsigned i = 0; i < 4; i++) {
        HOLDS(boards[i][1] == 0 || boards[i][1] == 2);
        if (boards[i][1]) {
            *to++ = "fsnS"[i];
        }
    }
    *to = 0;
    return text;
}

static void expect_state(int height_mv, const char *expected) {
    const char *found = state_at(height_mv);
    if (strcmp(found, expected) != 0) {
        FAIL("at %d mV: expected '%s', found '%s'", height_mv, expected, found);
    }
}

TEST(levels_of_the_thresholds) {
    EQUAL(LEVEL_OF_MV(OPERATE_MV), 118);
    EQUAL(LEVEL_OF_MV(RELEASE_MV), 92);
    EQUAL(LEVEL_OF_MV(STRONG_MV), 839);
    EQUAL(LEVEL_OF_MV(PLAIN_MV), 760);
}

TEST(a_magnet_is_felt_from_the_operate_point_to_the_release_point) {
    states = (struct states){0};
    expect_state(0, "");
    expect_state(143, "");
    expect_state(144, "fs");
    expect_state(113, "fs");
    expect_state(111, "");
    expect_state(143, "");
    expect_state(-143, "");
    expect_state(-144, "fn");
    expect_state(-113, "fn");
    expect_state(-111, "");
}

TEST(between_plain_and_strong_the_magnet_is_not_certain) {
    states = (struct states){0};
    expect_state(926, "fs");
    expect_state(928, "f");
    expect_state(1022, "f");
    expect_state(1024, "fS");
    expect_state(929, "fS");
    expect_state(926, "fs");
    expect_state(1000, "f");
    expect_state(-1000, "f");
    expect_state(-1024, "fS");
    expect_state(-926, "fn");
}

TEST(a_magnet_that_turns_over_at_once_is_seen) {
    states = (struct states){0};
    expect_state(800, "fs");
    expect_state(-800, "fn");
    expect_state(1200, "fS");
    expect_state(-1200, "fS");
    expect_state(0, "");
}

TEST(the_ends_of_the_scale) {
    states = (struct states){0};
    thresholds_update(&states, 120, 4095);
    EQUAL(states.strong[15], 1);
    thresholds_update(&states, 120, -4095);
    EQUAL(states.strong[15], 1);
    EQUAL(states.felt[15], 1);
    thresholds_update(&states, 120, 0);
    EQUAL(states.felt[15] | states.strong[15], 0);
}

TEST(poles_never_overlap_and_lie_within_what_is_felt) {
    states = (struct states){0};
    for (unsigned round = 0; round < 200000; round++) {
        uint8_t sensor = (uint8_t)(test_random() % 121);
        thresholds_update(&states, sensor, (int16_t)(test_random() % 3000 - 1500));
        unsigned i = round % BITBOARD_BYTES;
        uint8_t s = states.south[i], n = states.north[i], k = states.strong[i];
        HOLDS(!(s & n) && !(s & k) && !(n & k));
        HOLDS(!((s | n | k) & ~states.felt[i]));
    }
}
