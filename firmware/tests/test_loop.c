// What reeds and Hall sensors share: time, reports, answers, light.
#include "../board.h"
#include "../link.h"
#include "../loop.h"
#include "../message.h"
#include "../port/host.h"
#include "../scans.h"
#include "../sensors.h"
#include "../timebase.h"
#include "line.h"
#include "test.h"
#include "vectors.h"

static uint32_t u32(const uint8_t *bytes) {
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static uint8_t own_report(void) {
    return sensors.kind == REEDS ? OCCUPANCY : LEVELS;
}

static void send_light(uint8_t number) {
    const struct vector *v = NULL;
    for (size_t i = 0; i < sizeof to_board / sizeof *to_board && v == NULL; i++) {
        if (to_board[i].type == TYPE_LIGHT && to_board[i].numbers[0] == number) {
            v = &to_board[i];
        }
    }
    HOLDS(v != NULL);
    host_receive(v->frame, v->frame_length);
}

TEST(hello_is_answered_by_identity) {
    const bool reeds = sensors.kind == REEDS;
    const uint8_t capabilities = reeds ? 17 : 31;
    const uint16_t scale = reeds ? 0 : 5000;
    const uint8_t expected[] = {
        IDENTITY,
        1, // the protocol that a controller must know at least
        sensors.kind,
        11, // rows
        11, // columns
        VERSION_MAJOR,
        VERSION_MINOR,
        VERSION_PATCH,
        capabilities,
        121, // pixels
        0,
        scale & 0xFF,
        scale >> 8,
        8, // cause
        7, // starts
        2, // protocol version
        1, // build
        2,
        3,
        4,
        0, // bytes of the name
    };
    line_begin();
    host.cause = 8;
    host.starts = 7;
    SEND(0x41, 0x01);
    host_run(20000);
    struct board_message message = line_next_of_type(IDENTITY);
    EQUAL(message.length, sizeof expected);
    SAME(message.bytes, expected, sizeof expected, "identity");
}

TEST(identity_is_sent_first_and_once) {
    host_reset();
    loop_begin();
    host_run(300);
    EQUAL(host.sent[0], 0);
    EQUAL(host.sent[2], IDENTITY);
    line_begin(); // this discards it
    host_run(500000);
    EQUAL(line_next_of_type(IDENTITY).type, 0);
}

TEST(the_time_base_wraps_and_never_drifts) {
    timebase_begin(65000);
    uint16_t ticks = 65000;
    uint64_t total = 0;
    for (unsigned i = 0; i < 100000; i++) {
        uint16_t step = (uint16_t)(test_random() % 60000);
        ticks += step;
        total += step;
        timebase_advance(ticks);
        EQUAL(timebase_ms(), (uint32_t)(total / 250));
    }
}

TEST(a_refresh_costs_the_time_base_nothing) {
    line_begin();
    for (unsigned i = 0; i < 100; i++) {
        send_light(0);
        host_run(20000);
    }
    EQUAL(host.refreshes, 100);
    HOLDS(host.us / 1000 - timebase_ms() <= 1);
}

static unsigned count_reports(uint32_t us) {
    unsigned count = 0;
    line_discard();
    host_run(us);
    while (line_next_of_type(own_report()).type != 0) {
        count++;
    }
    return count;
}

TEST(reports_come_as_often_as_configured) {
    line_begin();
    unsigned usual = sensors.kind == REEDS ? 100 : 50;
    HOLDS(abs((int)count_reports(1000000) - (int)usual) <= 1);
    SEND(0x43, 100, 0);
    host_run(1000);
    HOLDS(abs((int)count_reports(1000000) - 10) <= 1);
    SEND(0x43, 255, 0);
    host_run(1000);
    HOLDS(abs((int)count_reports(10200000) - 40) <= 1);
    SEND(0x43, 0, 0);
    host_run(1000);
    HOLDS(abs((int)count_reports(1000000) - 100) <= 1);
}

TEST(reports_are_numbered_and_carry_the_time_of_their_scan) {
    line_begin();
    host_run(5000000);
    struct board_message last = line_next_of_type(own_report());
    struct board_message next;
    while ((next = line_next_of_type(own_report())).type != 0) {
        EQUAL(next.bytes[1], (uint8_t)(last.bytes[1] + 1));
        HOLDS(u32(next.bytes + 2) > u32(last.bytes + 2));
        last = next;
    }
    HOLDS(timebase_ms() - u32(last.bytes + 2) < 25);
}

TEST(a_slow_line_carries_fewer_reports_but_fresh_ones) {
    line_begin();
    host.us_per_byte = 500;
    SEND(0x43, 10, 0);
    host_run(200000);
    line_discard();
    for (unsigned i = 0; i < 20; i++) {
        size_t before = host.sent_count;
        while (host.sent_count == before) {
            host_run(50);
        }
        struct board_message message = line_next_message();
        if (message.type == own_report()) {
            // Made when the line was free, from the last scan, not when it was due.
            HOLDS(timebase_ms() - u32(message.bytes + 2) <= 5);
        }
    }
}

TEST(scans_go_on_while_the_line_is_stuck) {
    line_begin();
    host_run(20000);
    host.us_per_byte = 10000000; // the next frame never ends
    host_run(100000);
    size_t sent = host.sent_count;
    uint32_t scans = statistics.scans;
    host_run(1000000);
    EQUAL(host.sent_count, sent);
    HOLDS(statistics.scans - scans >= 199);
    host.us_per_byte = 20;
    host.sending_until_us = host.us; // it goes on; missed reports are not sent
    HOLDS(count_reports(200000) <= 21);
}

TEST(light_is_shown_and_answered) {
    line_begin();
    send_light(0);
    host_run(5000);
    EQUAL(host.refreshes, 1);
    struct board_message message = line_next_of_type(SHOWN);
    EQUAL(message.length, 2);
    EQUAL(message.bytes[1], 0);
    host_run(1000000);
    EQUAL(line_next_of_type(SHOWN).type, 0); // one Light, one Shown
    send_light(255);
    host_run(15000);
    EQUAL(line_next_of_type(SHOWN).bytes[1], 255);
    EQUAL(host.refreshes, 2);
    EQUAL(statistics.shown, 2);
}

TEST(shown_goes_before_a_report_that_is_due) {
    line_begin();
    host.us_per_byte = 500;
    SEND(0x43, 10, 0);
    host_run(400000);
    line_discard();
    send_light(1);
    host_run(250000);
    // At most one frame, already on its way, comes first.
    struct board_message first = line_next_message();
    HOLDS(first.type == SHOWN || line_next_message().type == SHOWN);
}

TEST(statistics_come_once_a_second_and_on_request) {
    line_begin();
    host_run(3500000);
    unsigned count = 0;
    struct board_message counted;
    while ((counted = line_next_of_type(STATISTICS)).type != 0) {
        EQUAL(counted.length, 28);
        count++;
    }
    EQUAL(count, 3);
    SEND(0x44, 1);
    host_run(30000);
    struct board_message message = line_next_of_type(STATISTICS);
    HOLDS(u32(message.bytes + 1) > 600 && u32(message.bytes + 5) > 150);
    EQUAL(message.bytes[19], 1);
    EQUAL(message.bytes[20], 1);
}

TEST(the_watchdog_never_waits_long) {
    line_begin();
    host.fed_at_us = host.us;
    host.longest_unfed_us = 0;
    for (unsigned i = 0; i < 50; i++) {
        send_light(0);
        if (sensors.kind == HALL_SENSORS && i == 3) {
            SEND(0x45);
        }
        host_run(20000);
    }
    HOLDS(host.longest_unfed_us < 20000);
}

TEST(scans_that_were_missed_are_not_repeated) {
    line_begin();
    uint32_t scans = statistics.scans;
    host.us += 100000; // nothing ran
    host_run(1000);
    HOLDS(statistics.scans - scans <= 2);
}
