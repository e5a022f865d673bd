// What the second version of the protocol brought: limits and silence, names, fair turns.
#include "../light.h"
#include "../message.h"
#include "../port/host.h"
#include "../sensors.h"
#include "../statistics.h"
#include "line.h"
#include "test.h"
#include "vectors.h"

#define LIGHT_US 20000

static uint8_t own_report(void) {
    return sensors.kind == REEDS ? OCCUPANCY : LEVELS;
}

static void send_light(const char *name) {
    for (size_t i = 0; i < sizeof to_board / sizeof *to_board; i++) {
        if (strcmp(to_board[i].name, name) == 0) {
            host_receive(to_board[i].frame, to_board[i].frame_length);
            host_run(LIGHT_US);
            return;
        }
    }
    FAIL("no vector is called %s", name);
}

static uint32_t shown_sum(void) {
    uint32_t sum = 0;
    for (size_t i = 0; i < host.strip_length; i++) {
        sum += host.strip[i];
    }
    return sum;
}

// Ten milliseconds, levels; silence in tenths of a second, a ceiling in microamperes.
static void configure(uint8_t silence, uint32_t ceiling_ua) {
    SEND(0x43, 10, 0, 10, 0, silence, (uint8_t)ceiling_ua, (uint8_t)(ceiling_ua >> 8),
         (uint8_t)(ceiling_ua >> 16), (uint8_t)(ceiling_ua >> 24), 0x20, 0x4E, 0x20, 0x4E, 0x20,
         0x4E, 0, 0, 0, 0, 0, 0, 0, 0);
    host_run(2000);
}

TEST(no_frame_draws_more_than_850_milliamperes_until_another_ceiling_is_set) {
    line_begin();
    send_light("light, all white");
    // 20 mA for a byte at 255, and 1 mA for each pixel.
    HOLDS(shown_sum() * 20 / 255 + 121 <= 850);
    HOLDS(shown_sum() * 20 / 255 + 121 > 750);
    for (size_t i = 1; i < host.strip_length; i++) {
        EQUAL(host.strip[i], host.strip[0]);
    }
    configure(0, 4000000);
    send_light("light, all white");
    HOLDS(shown_sum() * 20 / 255 <= 4000 && shown_sum() * 20 / 255 > 3950);
    configure(0, 0);
    send_light("light, all white");
    EQUAL(shown_sum(), 0);
}

TEST(a_frame_below_the_ceiling_is_shown_as_it_came) {
    line_begin();
    send_light("light, no 00 but one");
    EQUAL(shown_sum(), 3 * 121 - 1);
}

TEST(pixels_go_dark_in_silence_and_the_board_says_so_when_somebody_speaks_again) {
    line_begin();
    configure(20, 4000000);
    send_light("light, noise");
    HOLDS(shown_sum() > 0);
    host_run(1900000);
    HOLDS(shown_sum() > 0);
    host_run(200000);
    EQUAL(shown_sum(), 0);
    EQUAL(host.refreshes, 2);
    host_run(5000000);
    EQUAL(host.refreshes, 2); // once is enough
    line_discard();
    SEND(0x7E); // whatever it is, somebody spoke
    host_run(30000);
    struct board_message counted = line_next_of_type(STATISTICS);
    EQUAL(counted.bytes[23], FLAG_WENT_DARK);
    send_light("light, noise");
    SEND(0x44, 1);
    host_run(30000);
    while (counted.bytes[23] != 0) {
        counted = line_next_of_type(STATISTICS);
        EQUAL(counted.type, STATISTICS);
    }
}

TEST(messages_keep_the_light_on) {
    line_begin();
    configure(10, 4000000);
    send_light("light, noise");
    for (unsigned i = 0; i < 20; i++) {
        host_run(900000);
        configure(10, 4000000);
    }
    EQUAL(host.refreshes, 1);
}

TEST(a_controller_of_the_first_version_may_be_silent) {
    line_begin();
    SEND(0x43, 10, 0);
    host_run(1000);
    send_light("light, no 00 but one");
    host_run(60000000);
    EQUAL(host.refreshes, 1);
}

TEST(a_board_that_nobody_speaks_to_after_its_start_goes_dark) {
    host_reset();
    line_start();
    memset(host.strip, 0x55, sizeof host.strip);
    host_run(2900000);
    EQUAL(host.refreshes, 0);
    host_run(200000);
    EQUAL(host.refreshes, 1);
    EQUAL(shown_sum(), 0);
}

TEST(a_name_is_stored_and_survives_a_restart) {
    line_begin();
    SEND(0x46, 'H', 'a', 'l', 'l', ' ', '7');
    line_discard();
    host_run(200000);
    struct board_message identity = line_next_of_type(IDENTITY);
    EQUAL(identity.length, 27);
    SAME(identity.bytes + 20, "\6Hall 7", 7, "name");
    line_restart();
    line_discard();
    host_run(20000);
    SAME(line_next_of_type(IDENTITY).bytes + 20, "\6Hall 7", 7, "name after a restart");
    host.eeprom[515] ^= 1;
    line_restart();
    line_discard();
    host_run(20000);
    EQUAL(line_next_of_type(IDENTITY).bytes[20], 0); // a damaged name is none
    SEND(0x46, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
         24, 25);
    host_run(1000);
    EQUAL(statistics.skipped, 1);
}

TEST(whoever_asks_without_end_gets_no_more_than_every_other_frame) {
    line_begin();
    SEND(0x43, 10, 0);
    host_run(20000);
    line_discard();
    unsigned reports = 0;
    for (unsigned ms = 0; ms < 1000; ms++) {
        SEND(0x41, 0x02);
        SEND(0x44, 0x01);
        host_run(1000);
    }
    struct board_message message;
    while ((message = line_next_message()).type != 0) {
        reports += message.type == own_report();
    }
    HOLDS(reports >= 50); // half of what is asked for, at least
}

TEST(reports_may_be_a_minute_apart) {
    line_begin();
    SEND(0x43, 255, 0, 0x60, 0xEA, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    host_run(20000);
    uint32_t before = statistics.reports;
    host_run(50000000);
    EQUAL(statistics.reports - before, 0);
    host_run(11000000);
    EQUAL(statistics.reports - before, 1);
}

TEST(the_same_settings_again_delay_no_report) {
    line_begin();
    SEND(0x43, 100, 0);
    host_run(1000);
    uint32_t before = statistics.reports;
    for (unsigned i = 0; i < 100; i++) {
        SEND(0x43, 100, 0);
        host_run(10000);
    }
    uint32_t reports = statistics.reports - before;
    HOLDS(reports >= 9 && reports <= 11);
}
