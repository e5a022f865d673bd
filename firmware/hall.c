// Linear Hall sensors behind eight 16-channel multiplexers, one for each input of the ADC. A scan
// goes a few channels at a time, so that what comes over the line is served in between.
#include "empty_levels.h"
#include "port.h"
#include "scans.h"
#include "sensors.h"
#include "thresholds.h"
#include <string.h>

#define SCAN_MS 5
#define CHANNELS 16
#define CHANNELS_IN_A_PASS 4
#define MULTIPLEXERS ((SENSOR_COUNT + CHANNELS - 1) / CHANNELS)
#define CALIBRATION_SCANS 64
// From the ADC's ten bits to the twelve of a level.
#define LEVEL_SHIFT 2
#define NO_CHANNEL CHANNELS

enum mode { MODE_LEVELS, MODE_STATES };

const struct sensors sensors = {
    .kind = HALL_SENSORS,
    .capabilities = (PIXELS > 0 ? DRIVES_PIXELS : 0) | SENDS_LEVELS | SENDS_STATES | KEEPS_EMPTY_LEVELS,
    .full_scale_mv = FULL_SCALE_MV,
    .report_ms = 20,
};

static uint16_t levels[SENSOR_COUNT];
// While calibrating, the sums of the scans' counts: 64 times 1023 just fit.
static uint16_t empty[SENSOR_COUNT];
static struct states states;
static uint8_t mode;
static uint8_t channel; // to be converted next; NO_CHANNEL between scans
static bool whole;      // `levels` holds one scan
static bool calibrated;
static bool keeping;         // the EEPROM is being written
static uint8_t to_calibrate; // scans still to be added up

void sensors_begin(void) {
    mode = MODE_LEVELS;
    states = (struct states){0};
    channel = NO_CHANNEL;
    whole = keeping = false;
    to_calibrate = 0;
    empty_levels_stop();
    calibrated = empty_levels_load(empty);
    port_hall_begin();
    scans_reset();
}

static void convert_channel(void) {
    port_select(channel);
    port_settle();
    for (uint8_t multiplexer = 0; multiplexer < MULTIPLEXERS; multiplexer++) {
        uint8_t sensor = multiplexer * CHANNELS + channel;
        uint16_t count = port_convert(multiplexer);
        if (sensor < SENSOR_COUNT) {
            levels[sensor] = count << LEVEL_SHIFT;
        }
    }
}

static void add_up(void) {
    for (uint8_t n = 0; n < SENSOR_COUNT; n++) {
        empty[n] += levels[n] >> LEVEL_SHIFT;
    }
    if (--to_calibrate > 0) {
        return;
    }
    // From a sum of 64 counts of ten bits to a level of twelve: a sixteenth, rounded.
    for (uint8_t n = 0; n < SENSOR_COUNT; n++) {
        empty[n] = (uint16_t)(((uint32_t)empty[n] + 8) >> 4);
    }
    calibrated = true;
    keeping = true;
    empty_levels_keep();
}

static void feel(void) {
    for (uint8_t n = 0; n < SENSOR_COUNT; n++) {
        thresholds_feel(&states, n, (int16_t)(levels[n] - empty[n]));
    }
}

static void scan_done(void) {
    scans_done();
    whole = true;
    if (to_calibrate > 0) {
        add_up();
    } else if (mode == MODE_STATES) {
        feel();
    }
}

void sensors_pass(void) {
    if (keeping && empty_levels_pass(empty)) {
        keeping = false;
    }
    if (channel == NO_CHANNEL) {
        if (!scans_due(SCAN_MS)) {
            return;
        }
        channel = 0;
        whole = false;
    }
    for (uint8_t i = 0; i < CHANNELS_IN_A_PASS; i++) {
        convert_channel();
        channel++;
    }
    if (channel == NO_CHANNEL) {
        scan_done();
    }
}

// States are not known while the empty levels are being taken.
bool sensors_whole(void) {
    return whole && (mode == MODE_LEVELS || to_calibrate == 0);
}

uint8_t sensors_report(uint8_t *message, struct report report) {
    return mode == MODE_LEVELS ? message_levels(message, report, levels)
                               : message_states(message, report, &states);
}

// Half a scan from before the refresh and half from after it would be no scan: it begins anew.
void sensors_interrupted(void) {
    if (channel != NO_CHANNEL) {
        channel = NO_CHANNEL;
        scans_reset();
    }
}

bool sensors_configure(uint8_t new_mode) {
    if (new_mode > MODE_STATES) {
        return false;
    }
    if (new_mode != mode) {
        mode = new_mode;
        whole = false; // what was scanned was not felt
    }
    return true;
}

bool sensors_calibrate(void) {
    empty_levels_stop();
    keeping = false;
    memset(empty, 0, sizeof empty);
    to_calibrate = CALIBRATION_SCANS;
    sensors_interrupted(); // a scan that began before does not count
    return true;
}

bool sensors_keep_empty_levels(void) {
    return true;
}

uint8_t sensors_empty_levels(uint8_t *message) {
    if (to_calibrate > 0 || keeping) {
        return 0;
    }
    return message_empty_levels(message, calibrated, empty);
}
