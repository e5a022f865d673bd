#include "../crc.h"
#include "../loop.h"
#include "../message.h"
#include "../port/host.h"
#include "../sensors.h"
#include "../statistics.h"
#include "../thresholds.h"
#include "line.h"
#include "test.h"
#include "vectors.h"

#define CALIBRATION_US 2000000

static uint16_t level(const uint8_t *packed, unsigned n) {
    const uint8_t *pair = packed + n / 2 * 3;
    return n % 2 ? (uint16_t)(pair[1] >> 4 | pair[2] << 4) : (uint16_t)(pair[0] | (pair[1] & 0xF) << 8);
}

static struct heard hear(uint8_t type, uint32_t us) {
    line_forget();
    host_run(us);
    return line_next_of(type);
}

static struct heard calibrate(void) {
    SAY(0x45);
    struct heard heard = hear(EMPTY_LEVELS, CALIBRATION_US);
    EQUAL(heard.length, 184);
    EQUAL(heard.bytes[1], 1);
    return heard;
}

// Sensor n gives about the middle, each a little different.
static void offsets(void) {
    for (unsigned n = 0; n < 121; n++) {
        host.count[n] = (uint16_t)(490 + n % 41);
    }
}

TEST(every_level_is_that_of_its_sensor) {
    line_begin();
    for (unsigned n = 0; n < 121; n++) {
        host.count[n] = (uint16_t)(n * 8 + 3);
    }
    host.count[121] = host.count[127] = 1023; // nothing is wired there
    host_run(20000);
    struct heard heard = hear(LEVELS, 50000);
    EQUAL(heard.length, 188);
    for (unsigned n = 0; n < 121; n++) {
        EQUAL(level(heard.bytes + 6, n), (n * 8 + 3) << 2);
    }
    EQUAL(heard.bytes[187] >> 4, 0);
}

TEST(a_report_never_mixes_two_scans) {
    const struct vector *light = to_board;
    while (light->type != TYPE_LIGHT) {
        light++;
    }
    line_begin();
    host.numbers_scans = true;
    SAY(0x43, 10, 0);
    host_run(20000);
    line_forget();
    unsigned count = 0;
    for (unsigned round = 0; round < 400; round++) {
        host.us_per_byte = 10 + test_random() % 100;
        host_run(test_random() % 12000);
        if (round % 4 == 0) {
            host_hear(light->frame, light->frame_length);
        }
        for (struct heard heard; (heard = line_next_of(LEVELS)).type != 0; count++) {
            for (unsigned n = 1; n < 121; n++) {
                EQUAL(level(heard.bytes + 6, n), level(heard.bytes + 6, 0));
            }
        }
    }
    HOLDS(count > 100);
}

TEST(scans_are_five_milliseconds_apart) {
    line_begin();
    uint32_t before = statistics.scans;
    host_run(1000000);
    HOLDS(abs((int)(statistics.scans - before) - 200) <= 1);
    HOLDS(statistics.longest_scan_us < 5000);
}

TEST(a_scan_that_a_refresh_cut_begins_anew) {
    line_begin();
    uint32_t before = host.conversions, scans = statistics.scans;
    host_run(1000); // amidst a scan, or before it
    sensors_interrupted();
    host_run(9000);
    EQUAL(statistics.scans - scans >= 1, true);
    HOLDS(host.conversions - before >= 128);
    HOLDS(statistics.longest_scan_us < 5000);
}

TEST(without_calibration_all_is_the_middle) {
    line_begin();
    SAY(0x44, 2);
    struct heard heard = hear(EMPTY_LEVELS, 50000);
    EQUAL(heard.bytes[1], 0);
    for (unsigned n = 0; n < 121; n++) {
        EQUAL(level(heard.bytes + 2, n), MIDDLE);
    }
}

TEST(calibration_is_kept_over_a_start) {
    line_begin();
    offsets();
    calibrate();
    loop_begin();
    host_run(10000);
    SAY(0x44, 2);
    struct heard heard = hear(EMPTY_LEVELS, 50000);
    EQUAL(heard.bytes[1], 1);
    for (unsigned n = 0; n < 121; n++) {
        EQUAL(level(heard.bytes + 2, n), host.count[n] * 4);
    }
}

TEST(calibration_is_the_mean_and_holds_at_the_ends) {
    line_begin();
    for (unsigned n = 0; n < 121; n++) {
        host.count[n] = n % 2 ? 1023 : 0;
    }
    struct heard heard = calibrate();
    EQUAL(level(heard.bytes + 2, 0), 0);
    EQUAL(level(heard.bytes + 2, 1), 4092);
    // Eight of the scans one count higher: an eighth of a count, half of a level, rounded up.
    for (unsigned n = 0; n < 121; n++) {
        host.count[n] = 500;
    }
    SAY(0x45);
    uint32_t scans = statistics.scans;
    while (statistics.scans - scans < 56) {
        host_run(50);
    }
    for (unsigned n = 0; n < 121; n++) {
        host.count[n] = 501;
    }
    heard = hear(EMPTY_LEVELS, CALIBRATION_US);
    EQUAL(level(heard.bytes + 2, 7), 2001);
}

TEST(only_bytes_that_changed_are_written) {
    line_begin();
    offsets();
    calibrate();
    uint32_t writes = host.eeprom_writes;
    HOLDS(writes <= 186);
    calibrate();
    EQUAL(host.eeprom_writes, writes);
    host.count[3]++;
    calibrate();
    HOLDS(host.eeprom_writes - writes <= 3); // the level and the CRC
}

TEST(reports_go_on_while_calibrating) {
    line_begin();
    SAY(0x45);
    line_forget();
    host_run(1000000);
    unsigned count = 0;
    while (line_next_of(LEVELS).type != 0) {
        count++;
    }
    HOLDS(count >= 45);
}

TEST(states_are_not_told_while_their_empty_levels_are_unknown) {
    line_begin();
    offsets();
    calibrate();
    SAY(0x43, 10, 1);
    host_run(50000);
    SAY(0x45);
    host_run(20000);
    HOLDS(hear(STATES, 200000).type == 0);
    struct heard heard = hear(STATES, CALIBRATION_US);
    EQUAL(heard.length, 70);
    for (unsigned i = 6; i < 70; i++) {
        EQUAL(heard.bytes[i], 0);
    }
}

TEST(damage_anywhere_in_the_eeprom_is_noticed) {
    line_begin();
    offsets();
    calibrate();
    for (unsigned at = 0; at < 186; at++) {
        host.eeprom[at] ^= 1 << at % 8;
        loop_begin();
        SAY(0x44, 2);
        struct heard heard = hear(EMPTY_LEVELS, 30000);
        EQUAL(heard.bytes[1], 0);
        EQUAL(level(heard.bytes + 2, 60), MIDDLE);
        host.eeprom[at] ^= 1 << at % 8;
    }
    for (unsigned blank = 0; blank < 256; blank += 255) {
        memset(host.eeprom, (int)blank, sizeof host.eeprom);
        loop_begin();
        SAY(0x44, 2);
        EQUAL(hear(EMPTY_LEVELS, 30000).bytes[1], 0);
    }
}

TEST(what_another_firmware_kept_is_not_believed) {
    line_begin();
    calibrate();
    host.eeprom[1]++; // as if for another number of sensors, and with a right CRC
    uint16_t crc = CRC_BEGIN;
    for (unsigned at = 0; at < 184; at++) {
        crc = crc_add(crc, host.eeprom[at]);
    }
    host.eeprom[184] = (uint8_t)(crc >> 8);
    host.eeprom[185] = (uint8_t)crc;
    loop_begin();
    SAY(0x44, 2);
    EQUAL(hear(EMPTY_LEVELS, 30000).bytes[1], 0);
}

TEST(power_lost_while_writing_leaves_no_half_of_it) {
    uint8_t before[sizeof host.eeprom];
    line_begin();
    offsets();
    calibrate();
    memcpy(before, host.eeprom, sizeof before);
    for (unsigned round = 0; round < 40; round++) {
        for (unsigned n = 0; n < 121; n++) {
            host.count[n] ^= 0x155;
        }
        SAY(0x45);
        host_run(320000 + round * 20000);
        bool unchanged = memcmp(before, host.eeprom, sizeof before) == 0;
        loop_begin(); // power came again
        SAY(0x44, 2);
        struct heard heard = hear(EMPTY_LEVELS, 30000);
        uint16_t found = level(heard.bytes + 2, 5);
        bool whole = heard.bytes[1] == 1 && found == host.count[5] * 4;
        bool none = heard.bytes[1] == 0 && found == MIDDLE;
        HOLDS(unchanged || whole || none);
        calibrate();
        memcpy(before, host.eeprom, sizeof before);
    }
}

TEST(calibrating_again_amidst_it_is_answered_once_by_the_last) {
    line_begin();
    SAY(0x45);
    host_run(400000); // the EEPROM is being written
    offsets();
    SAY(0x45);
    host_run(CALIBRATION_US);
    struct heard heard = line_next_of(EMPTY_LEVELS);
    EQUAL(level(heard.bytes + 2, 5), 495 * 4);
    EQUAL(line_next_of(EMPTY_LEVELS).type, 0);
}

TEST(states_are_told_from_the_calibrated_levels) {
    line_begin();
    offsets();
    calibrate();
    host.count[0] += 164;   // 800 mV: south
    host.count[60] += 262;  // 1280 mV: strong
    host.count[120] -= 164; // north
    host.count[10] += 200;  // 977 mV: not sure
    host.count[11] += 20;   // 98 mV: nothing
    SAY(0x43, 10, 1);
    host_run(20000);
    struct heard heard = hear(STATES, 50000);
    uint8_t expected[64] = {0};
    expected[0] = expected[16] = 0x01;
    expected[1] = 0x04;
    expected[7] = expected[48 + 7] = 0x10;
    expected[15] = expected[32 + 15] = 0x01;
    SAME(heard.bytes + 6, expected, 64, "states");
    EQUAL(hear(LEVELS, 100000).type, 0);
}

TEST(a_mode_that_means_nothing_is_skipped_whole) {
    line_begin();
    SAY(0x43, 100, 2);
    host_run(20000);
    EQUAL(statistics.skipped, 1);
    unsigned count = 0;
    line_forget();
    host_run(1000000);
    while (line_next_of(LEVELS).type != 0) {
        count++;
    }
    HOLDS(count >= 49);
}
