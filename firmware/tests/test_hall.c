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
    return (uint16_t)(n % 2 ? pair[1] >> 4 | pair[2] << 4 : pair[0] | (pair[1] & 0xF) << 8);
}

static struct board_message wait_for(uint8_t type, uint32_t us) {
    line_discard();
    host_run(us);
    return line_next_of_type(type);
}

static struct board_message calibrate(void) {
    SEND(0x45);
    struct board_message message = wait_for(BASELINE, CALIBRATION_US);
    EQUAL(message.length, 184);
    EQUAL(message.bytes[1], 1);
    return message;
}

// Sensors give about the middle, each a little different.
static void set_offsets(void) {
    for (unsigned n = 0; n < 121; n++) {
        host.count[n] = (uint16_t)(490 + n % 41);
    }
}

TEST(every_level_is_that_of_its_sensor) {
    line_begin();
    for (unsigned n = 0; n < 121; n++) {
        host.count[n] = (uint16_t)(n * 8 + 3);
    }
    host_run(20000);
    struct board_message message = wait_for(LEVELS, 50000);
    EQUAL(message.length, 188);
    for (unsigned n = 0; n < 121; n++) {
        EQUAL(level(message.bytes + 6, n), (n * 8 + 3) << 2);
    }
    EQUAL(message.bytes[187] >> 4, 0);
}

TEST(a_report_never_mixes_two_scans) {
    const struct vector *light = to_board;
    while (light->type != TYPE_LIGHT) {
        light++;
    }
    line_begin();
    host.numbers_scans = true;
    SEND(0x43, 10, 0);
    host_run(20000);
    line_discard();
    unsigned count = 0;
    for (unsigned round = 0; round < 400; round++) {
        host.us_per_byte = 10 + test_random() % 100;
        host_run(test_random() % 12000);
        if (round % 4 == 0) {
            host_receive(light->frame, light->frame_length);
        }
        struct board_message message;
        while ((message = line_next_of_type(LEVELS)).type != 0) {
            count++;
            for (unsigned n = 1; n < 121; n++) {
                EQUAL(level(message.bytes + 6, n), level(message.bytes + 6, 0));
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

TEST(a_scan_that_a_refresh_cuts_starts_again) {
    line_begin();
    uint32_t before = host.conversions, scans = statistics.scans;
    host_run(1000); // in the middle of a scan, or before it
    sensors_interrupted();
    host_run(9000);
    EQUAL(statistics.scans - scans >= 1, true);
    HOLDS(host.conversions - before >= 128);
    HOLDS(statistics.longest_scan_us < 5000);
}

TEST(without_calibration_the_baseline_is_the_middle) {
    line_begin();
    SEND(0x44, 2);
    struct board_message message = wait_for(BASELINE, 50000);
    EQUAL(message.bytes[1], 0);
    for (unsigned n = 0; n < 121; n++) {
        EQUAL(level(message.bytes + 2, n), MIDDLE);
    }
}

TEST(a_calibration_survives_a_restart) {
    line_begin();
    set_offsets();
    calibrate();
    line_restart();
    host_run(10000);
    SEND(0x44, 2);
    struct board_message message = wait_for(BASELINE, 50000);
    EQUAL(message.bytes[1], 1);
    for (unsigned n = 0; n < 121; n++) {
        EQUAL(level(message.bytes + 2, n), host.count[n] * 4);
    }
}

TEST(calibration_takes_the_mean_even_at_the_ends_of_the_scale) {
    line_begin();
    for (unsigned n = 0; n < 121; n++) {
        host.count[n] = n % 2 ? 1023 : 0;
    }
    struct board_message message = calibrate();
    EQUAL(level(message.bytes + 2, 0), 0);
    EQUAL(level(message.bytes + 2, 1), 4092);
    // Eight of 64 scans one count higher: an eighth of a count, half a level, rounded up.
    for (unsigned n = 0; n < 121; n++) {
        host.count[n] = 500;
    }
    SEND(0x45);
    uint32_t scans = statistics.scans;
    while (statistics.scans - scans < 56) {
        host_run(50);
    }
    for (unsigned n = 0; n < 121; n++) {
        host.count[n] = 501;
    }
    message = wait_for(BASELINE, CALIBRATION_US);
    EQUAL(level(message.bytes + 2, 7), 2001);
}

TEST(only_bytes_that_changed_are_written) {
    line_begin();
    set_offsets();
    calibrate();
    uint32_t writes = host.eeprom_writes;
    HOLDS(writes <= 187); // and that a signature was seen
    calibrate();
    EQUAL(host.eeprom_writes, writes);
    host.count[3]++;
    calibrate();
    HOLDS(host.eeprom_writes - writes <= 3); // the level and the CRC
}

TEST(reports_go_on_while_calibrating) {
    line_begin();
    SEND(0x45);
    line_discard();
    host_run(1000000);
    unsigned count = 0;
    while (line_next_of_type(LEVELS).type != 0) {
        count++;
    }
    HOLDS(count >= 45);
}

TEST(there_are_no_states_while_the_baseline_is_being_measured) {
    line_begin();
    set_offsets();
    calibrate();
    SEND(0x43, 10, 1);
    host_run(50000);
    SEND(0x45);
    host_run(20000);
    HOLDS(wait_for(STATES, 200000).type == 0);
    struct board_message message = wait_for(STATES, CALIBRATION_US);
    EQUAL(message.length, 70);
    for (unsigned i = 6; i < 70; i++) {
        EQUAL(message.bytes[i], 0);
    }
}

TEST(the_first_states_after_a_calibration_are_made_from_its_baseline) {
    line_begin();
    host.count[60] += 262; // a magnet stands there
    SEND(0x43, 10, 1);
    host_run(50000);
    EQUAL(wait_for(STATES, 50000).bytes[6 + 60 / 8], 1 << 60 % 8);
    SEND(0x45); // it belongs to the baseline now
    host_run(20000);
    line_discard();
    host_run(CALIBRATION_US);
    EQUAL(line_next_of_type(STATES).bytes[6 + 60 / 8], 0);
}

TEST(damage_anywhere_in_the_eeprom_is_noticed) {
    line_begin();
    set_offsets();
    calibrate();
    for (unsigned at = 0; at < 186; at++) {
        host.eeprom[at] ^= 1 << at % 8;
        line_restart();
        SEND(0x44, 2);
        struct board_message message = wait_for(BASELINE, 30000);
        EQUAL(message.bytes[1], 0);
        EQUAL(level(message.bytes + 2, 60), MIDDLE);
        host.eeprom[at] ^= 1 << at % 8;
    }
    for (unsigned blank = 0; blank < 256; blank += 255) {
        memset(host.eeprom, (int)blank, sizeof host.eeprom);
        line_restart();
        SEND(0x44, 2);
        EQUAL(wait_for(BASELINE, 30000).bytes[1], 0);
    }
}

TEST(the_eeprom_of_another_firmware_is_not_used) {
    line_begin();
    calibrate();
    host.eeprom[1]++; // another number of sensors, with a correct CRC
    uint16_t crc = CRC_BEGIN;
    for (unsigned at = 0; at < 184; at++) {
        crc = crc_add(crc, host.eeprom[at]);
    }
    host.eeprom[184] = (uint8_t)(crc >> 8);
    host.eeprom[185] = (uint8_t)crc;
    line_restart();
    SEND(0x44, 2);
    EQUAL(wait_for(BASELINE, 30000).bytes[1], 0);
}

TEST(power_lost_while_writing_leaves_no_half_baseline) {
    uint8_t before[sizeof host.eeprom];
    line_begin();
    set_offsets();
    calibrate();
    memcpy(before, host.eeprom, sizeof before);
    for (unsigned round = 0; round < 40; round++) {
        for (unsigned n = 0; n < 121; n++) {
            host.count[n] ^= 0x155;
        }
        SEND(0x45);
        host_run(320000 + round * 20000);
        bool unchanged = memcmp(before, host.eeprom, sizeof before) == 0;
        line_restart(); // power is back
        SEND(0x44, 2);
        struct board_message message = wait_for(BASELINE, 30000);
        uint16_t found = level(message.bytes + 2, 5);
        bool whole = message.bytes[1] == 1 && found == host.count[5] * 4;
        bool none = message.bytes[1] == 0 && found == MIDDLE;
        HOLDS(unchanged || whole || none);
        calibrate();
        memcpy(before, host.eeprom, sizeof before);
    }
}

TEST(two_calibrations_in_a_row_get_one_answer_from_the_last) {
    line_begin();
    SEND(0x45);
    host_run(400000); // the EEPROM is being written
    set_offsets();
    SEND(0x45);
    host_run(CALIBRATION_US);
    struct board_message message = line_next_of_type(BASELINE);
    EQUAL(level(message.bytes + 2, 5), 495 * 4);
    EQUAL(line_next_of_type(BASELINE).type, 0);
}

TEST(states_are_made_from_the_calibrated_baseline) {
    line_begin();
    set_offsets();
    calibrate();
    host.count[0] += 164;   // 800 mV: south
    host.count[60] += 262;  // 1280 mV: strong
    host.count[120] -= 164; // north
    host.count[10] += 200;  // 977 mV: not certain
    host.count[11] += 20;   // 98 mV: nothing
    SEND(0x43, 10, 1);
    host_run(20000);
    struct board_message message = wait_for(STATES, 50000);
    uint8_t expected[64] = {0};
    expected[0] = expected[16] = 0x01;
    expected[1] = 0x04;
    expected[7] = expected[48 + 7] = 0x10;
    expected[15] = expected[32 + 15] = 0x01;
    SAME(message.bytes + 6, expected, 64, "states");
    EQUAL(wait_for(LEVELS, 100000).type, 0);
}

TEST(a_configure_with_an_unknown_mode_is_skipped_whole) {
    line_begin();
    SEND(0x43, 100, 2);
    host_run(20000);
    EQUAL(statistics.skipped, 1);
    unsigned count = 0;
    line_discard();
    host_run(1000000);
    while (line_next_of_type(LEVELS).type != 0) {
        count++;
    }
    HOLDS(count >= 49);
}
