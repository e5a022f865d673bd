#include "../message.h"
#include "../port/host.h"
#include "../statistics.h"
#include "line.h"
#include "test.h"

static struct board_message newest_report(void) {
    line_discard();
    host_run(25000);
    struct board_message report = line_next_of_type(OCCUPANCY), last = report;
    while ((report = line_next_of_type(OCCUPANCY)).type != 0) {
        last = report;
    }
    EQUAL(last.length, 22);
    return last;
}

static void expect_report(const bool closed[121]) {
    uint8_t expected[16] = {0};
    for (unsigned n = 0; n < 121; n++) {
        expected[n / 8] |= (uint8_t)(closed[n] << n % 8);
    }
    SAME(newest_report().bytes + 6, expected, 16, "occupancy");
}

TEST(every_reed_is_its_own_bit) {
    line_begin();
    for (unsigned n = 0; n < 121; n++) {
        bool closed[121] = {false};
        memset(host.closed, 0, sizeof host.closed);
        closed[n] = host.closed[n / 11][n % 11] = true;
        expect_report(closed);
    }
}

TEST(any_set_of_reeds_is_read_as_it_is) {
    line_begin();
    for (unsigned round = 0; round < 100; round++) {
        bool closed[121];
        for (unsigned n = 0; n < 121; n++) {
            closed[n] = host.closed[n / 11][n % 11] = test_random() >> 7 & 1;
        }
        expect_report(closed);
    }
}

TEST(a_change_does_not_wait_for_a_long_period) {
    line_begin();
    SEND(0x43, 200, 0);
    host_run(50000);
    line_discard();
    host_run(100000);
    EQUAL(line_next_of_type(OCCUPANCY).type, 0);
    host.closed[3][4] = true;
    host_run(12000); // four scans, and the line
    struct board_message report = line_next_of_type(OCCUPANCY);
    EQUAL(report.bytes[6 + 37 / 8], 1 << 37 % 8);
    // The next one has its period again.
    host_run(180000);
    EQUAL(line_next_of_type(OCCUPANCY).type, 0);
    host_run(30000);
    EQUAL(line_next_of_type(OCCUPANCY).type, OCCUPANCY);
}

TEST(reeds_that_chatter_are_reported_no_more_often_than_every_10_ms) {
    line_begin();
    SEND(0x43, 200, 0);
    host_run(50000);
    line_discard();
    unsigned count = 0;
    for (unsigned n = 0; n < 100; n++) {
        host.closed[5][5] = !host.closed[5][5];
        host_run(10000);
    }
    while (line_next_of_type(OCCUPANCY).type != 0) {
        count++;
    }
    HOLDS(count >= 90 && count <= 101);
}

TEST(no_row_is_left_high_and_all_are_read_alike) {
    line_begin();
    host_run(100000);
    EQUAL(host.high_rows, 0);
    for (unsigned row = 0; row < 11; row++) {
        EQUAL(host.row_scans[row], statistics.scans);
    }
}

TEST(scans_are_two_milliseconds_apart) {
    line_begin();
    uint32_t before = statistics.scans;
    host_run(1000000);
    HOLDS(abs((int)(statistics.scans - before) - 500) <= 1);
    HOLDS(statistics.longest_scan_us > 200 && statistics.longest_scan_us < 500);
}

// The board may start in the middle of a game: no report may show it empty.
TEST(the_first_report_is_true) {
    host_reset();
    memset(host.closed, true, sizeof host.closed);
    line_start();
    host_run(50000);
    struct board_message first = line_next_of_type(OCCUPANCY);
    EQUAL(first.bytes[1], 0);
    EQUAL(first.bytes[6], 0xFF);
    EQUAL(first.bytes[21], 0x01);
}

TEST(a_closure_shorter_than_four_scans_is_not_seen) {
    line_begin();
    for (unsigned round = 0; round < 50; round++) {
        host.closed[5][5] = true;
        host_run(5900); // three scans at most
        host.closed[5][5] = false;
        EQUAL(newest_report().bytes[6 + 60 / 8], 0);
    }
}

TEST(reeds_have_no_baseline) {
    line_begin();
    SEND(0x44, 2);
    SEND(0x45);
    SEND(0x43, 10, 77); // the mode does not matter to them
    host_run(10000);
    EQUAL(statistics.skipped, 2);
}
