// What the signature of the reeds' chain says; the harness tries the same on the chip.
#include "../chain.h"
#include "../message.h"
#include "../port/host.h"
#include "line.h"
#include "test.h"

static uint16_t low(uint16_t bits) {
    return (void)bits, 0;
}
static uint16_t high(uint16_t bits) {
    return (void)bits, 0xFFFF;
}
static uint16_t early(uint16_t bits) {
    return (uint16_t)(bits << 1);
}
static uint16_t late(uint16_t bits) {
    return bits >> 1;
}
static uint16_t exchanged(uint16_t bits) {
    return (uint16_t)(bits << 8 | bits >> 8);
}
static uint16_t unsigned_far(uint16_t bits) {
    return bits & 0xFF07;
}

// Boards from empty to full; a fault must be named on all of them.
static void expect_state(uint16_t (*chain)(uint16_t), enum chain expected) {
    for (unsigned share = 0; share <= 8; share++) {
        line_begin();
        for (unsigned n = 0; n < 121; n++) {
            host.closed[n / 11][n % 11] = test_random() % 8 < share;
        }
        host.chain = chain;
        host_run(30000);
        if (chain_state() != expected) {
            FAIL("%u eighths closed: expected %d, found %d", share, expected, chain_state());
        }
        line_discard();
        host_run(100000);
        EQUAL(line_next_of_type(OCCUPANCY).type, 0); // nothing that is not believed is reported
        host.chain = NULL;
        host_run(100000);
        EQUAL(chain_state(), CHAIN_SOUND);
        struct board_message report = line_next_of_type(OCCUPANCY);
        for (unsigned n = 0; n < 121; n++) {
            EQUAL(report.bytes[6 + n / 8] >> n % 8 & 1, host.closed[n / 11][n % 11]);
        }
    }
}

TEST(a_chain_that_is_stuck_shifted_or_exchanged_is_named) {
    expect_state(low, CHAIN_STUCK_LOW);
    expect_state(high, CHAIN_STUCK_HIGH);
    expect_state(early, CHAIN_SHIFTED);
    expect_state(late, CHAIN_SHIFTED);
    expect_state(exchanged, CHAIN_SWAPPED);
}

TEST(a_board_without_a_signature_is_believed_until_it_has_shown_one) {
    host_reset();
    host.chain = unsigned_far;
    host.closed[0][0] = true;
    line_start();
    host_run(100000);
    EQUAL(chain_state(), CHAIN_UNSIGNED);
    EQUAL(line_next_of_type(OCCUPANCY).type, OCCUPANCY);
    host.chain = NULL;
    host_run(100000);
    EQUAL(chain_state(), CHAIN_SOUND);
    host.chain = unsigned_far;
    line_restart(); // the EEPROM remembers
    host_run(100000);
    EQUAL(chain_state(), CHAIN_HALF);
}

TEST(an_unplugged_chain_follows_the_pull) {
    line_begin();
    host.chain = low;
    host.floats = true;
    host_run(30000);
    EQUAL(chain_state(), CHAIN_UNPLUGGED);
}

TEST(a_single_bad_scan_changes_nothing) {
    line_begin();
    host.closed[5][5] = true;
    host_run(50000);
    for (unsigned round = 0; round < 20; round++) {
        line_discard();
        host.chain = round % 2 ? high : early;
        host_run(2000);
        host.chain = NULL;
        host_run(30000);
        EQUAL(chain_state(), CHAIN_SOUND);
        struct board_message report;
        while ((report = line_next_of_type(OCCUPANCY)).type != 0) {
            uint8_t expected[16] = {[7] = 1 << 4};
            SAME(report.bytes + 6, expected, 16, "occupancy");
        }
    }
}
