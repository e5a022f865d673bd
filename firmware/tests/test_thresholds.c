#include "../thresholds.h"
#include "test.h"

static struct states states;

// What sensor 9 is after the height, as letters: felt, south, north, strong.
static const char *feels(int height_mv) {
    static char text[5];
    int16_t height = LEVEL_OF_MV(abs(height_mv));
    thresholds_feel(&states, 9, height_mv < 0 ? -height : height);
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

static void must_feel(int height_mv, const char *expected) {
    const char *found = feels(height_mv);
    if (strcmp(found, expected) != 0) {
        FAIL("at %d mV: expected '%s', found '%s'", height_mv, expected, found);
    }
}

TEST(levels_of_the_thresholds) {
    EQUAL(ARRIVES, 118);
    EQUAL(LEAVES, 92);
    EQUAL(STRONG, 839);
    EQUAL(PLAIN, 760);
}

TEST(a_magnet_arrives_later_than_it_leaves) {
    states = (struct states){0};
    must_feel(0, "");
    must_feel(143, "");
    must_feel(144, "fs");
    must_feel(113, "fs");
    must_feel(111, "");
    must_feel(143, "");
    must_feel(-143, "");
    must_feel(-144, "fn");
    must_feel(-113, "fn");
    must_feel(-111, "");
}

TEST(between_plain_and_strong_nothing_is_sure) {
    states = (struct states){0};
    must_feel(926, "fs");
    must_feel(928, "f");
    must_feel(1022, "f");
    must_feel(1024, "fS");
    must_feel(929, "fS");
    must_feel(926, "fs");
    must_feel(1000, "f");
    must_feel(-1000, "f");
    must_feel(-1024, "fS");
    must_feel(-926, "fn");
}

TEST(a_magnet_that_turns_over_at_once_is_seen) {
    states = (struct states){0};
    must_feel(800, "fs");
    must_feel(-800, "fn");
    must_feel(1200, "fS");
    must_feel(-1200, "fS");
    must_feel(0, "");
}

TEST(the_ends_of_the_scale) {
    states = (struct states){0};
    thresholds_feel(&states, 120, 4095);
    EQUAL(states.strong[15], 1);
    thresholds_feel(&states, 120, -4095);
    EQUAL(states.strong[15], 1);
    EQUAL(states.felt[15], 1);
    thresholds_feel(&states, 120, 0);
    EQUAL(states.felt[15] | states.strong[15], 0);
}

TEST(poles_never_overlap_and_lie_within_what_is_felt) {
    states = (struct states){0};
    for (unsigned round = 0; round < 200000; round++) {
        thresholds_feel(&states, (uint8_t)(test_random() % 121), (int16_t)(test_random() % 3000 - 1500));
        unsigned i = round % BITBOARD_BYTES;
        uint8_t s = states.south[i], n = states.north[i], k = states.strong[i];
        HOLDS(!(s & n) && !(s & k) && !(n & k));
        HOLDS(!((s | n | k) & ~states.felt[i]));
    }
}
