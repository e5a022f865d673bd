// Linear Hall sensors behind eight 16-channel multiplexers, one for each input of the ADC. A pass
// converts a few channels of a scan, so that the line is served in between.
#include "baseline.h"
#include "chain.h"
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

// Channels 9 to 15 of the last multiplexer are wired high, low, high, high, low, low, high.
#define SIGNATURE 0x9A00
#define SIGNATURE_MASK 0xFE00
// High is above three quarters of the scale, low below one; a sensor is between.
#define HIGH_COUNT 768
#define LOW_COUNT 256

enum mode { MODE_LEVELS, MODE_STATES };

const struct sensors sensors = {
    .kind = HALL_SENSORS,
    .capabilities = (PIXELS > 0 ? DRIVES_PIXELS : 0) | SENDS_LEVELS | SENDS_STATES |
                    KEEPS_BASELINE | SENDS_CHANGES,
    .full_scale_mv = FULL_SCALE_MV,
    .report_ms = 20,
};

static uint16_t levels[SENSOR_COUNT];
// While calibrating, the sums of the scans' counts: 64 times 1023 just fits.
static uint16_t baseline[SENSOR_COUNT];
static struct states states;
static bool states_changed; // since they were reported
static uint8_t mode;
static uint8_t next_channel; // to convert; NO_CHANNEL between scans
static bool scan_complete;   // `levels` holds one whole scan
static bool calibrated;
static bool storing; // the baseline is being written to the EEPROM
static uint8_t calibration_scans_left;
// Of the last multiplexer, a bit for each channel; and whether any other sensor was between.
static uint16_t highs, lows;
static bool others_live;

void sensors_begin(void) {
    mode = MODE_LEVELS;
    states = (struct states){0};
    states_changed = false;
    next_channel = NO_CHANNEL;
    scan_complete = storing = false;
    calibration_scans_left = 0;
    thresholds_begin();
    baseline_stop_storing();
    calibrated = baseline_load(baseline);
    port_hall_begin();
    scans_reset();
}

static void convert_channel(uint8_t channel) {
    port_select(channel);
    port_settle();
    for (uint8_t multiplexer = 0; multiplexer < MULTIPLEXERS; multiplexer++) {
        uint8_t sensor = multiplexer * CHANNELS + channel;
        uint16_t count = port_convert(multiplexer);
        bool is_high = count >= HIGH_COUNT, is_low = count < LOW_COUNT;
        if (multiplexer == MULTIPLEXERS - 1) {
            highs = highs >> 1 | (is_high ? 0x8000 : 0);
            lows = lows >> 1 | (is_low ? 0x8000 : 0);
        } else if (!is_high && !is_low) {
            others_live = true;
        }
        if (sensor < SENSOR_COUNT) {
            levels[sensor] = count << LEVEL_SHIFT;
        }
    }
}

static bool shows(uint16_t mask, uint16_t pattern) {
    return (highs & mask) == (pattern & mask) && (lows & mask) == (mask & ~pattern);
}

// Bits 15 to 0 of `highs` and `lows` are channels 15 to 0.
static enum chain find_chain(void) {
    if (shows(SIGNATURE_MASK, SIGNATURE)) {
        return CHAIN_SOUND;
    }
    if (shows(0xFC00, (uint16_t)(SIGNATURE << 1)) || shows(0x7E00, SIGNATURE >> 1)) {
        return CHAIN_SHIFTED; // each channel reads its neighbour
    }
    // S0 to S3 in the opposite order: 11 and 13 are exchanged, 9 and 15 stay.
    if (shows(0xAA00, 0xA200) && (highs & 0x5400) == 0 && (lows & 0x5400) == 0) {
        return CHAIN_SWAPPED;
    }
    bool all_low = lows == 0xFFFF, all_high = highs == 0xFFFF;
    if ((!others_live && (all_low || all_high)) || ((highs | lows) & SIGNATURE_MASK) == 0) {
        return CHAIN_UNPLUGGED; // no supply, or inputs that nobody drives
    }
    if (all_low || all_high) {
        return all_low ? CHAIN_STUCK_LOW : CHAIN_STUCK_HIGH;
    }
    if (shows(SIGNATURE_MASK, 0)) {
        return chain_is_signed() ? CHAIN_HALF : CHAIN_UNSIGNED;
    }
    return CHAIN_GARBLED;
}

static void add_calibration_scan(void) {
    for (uint8_t n = 0; n < SENSOR_COUNT; n++) {
        baseline[n] += levels[n] >> LEVEL_SHIFT;
    }
    if (--calibration_scans_left > 0) {
        return;
    }
    // From a sum of 64 counts of ten bits to a level of twelve: a sixteenth, rounded.
    for (uint8_t n = 0; n < SENSOR_COUNT; n++) {
        baseline[n] = (uint16_t)(((uint32_t)baseline[n] + 8) >> 4);
    }
    calibrated = true;
    storing = true;
    baseline_start_storing();
}

static void update_states(void) {
    struct states before = states;
    for (uint8_t n = 0; n < SENSOR_COUNT; n++) {
        thresholds_update(&states, n, (int16_t)(levels[n] - baseline[n]));
    }
    states_changed = states_changed || memcmp(&before, &states, sizeof states) != 0;
}

static void finish_scan(void) {
    scans_done();
    enum chain found = find_chain();
    if (!chain_believes(found, found == CHAIN_SOUND ? NOWHERE : MULTIPLEXERS - 1)) {
        return;
    }
    scan_complete = true;
    if (calibration_scans_left > 0) {
        add_calibration_scan();
    }
    if (calibration_scans_left == 0 && mode == MODE_STATES) {
        update_states(); // by the last scan of a calibration too: the old states mean nothing now
    }
}

void sensors_pass(void) {
    if (storing && baseline_store_pass(baseline)) {
        storing = false;
    }
    if (next_channel == NO_CHANNEL) {
        if (!scans_due(SCAN_MS)) {
            return;
        }
        next_channel = 0;
        scan_complete = others_live = false;
    }
    for (uint8_t i = 0; i < CHANNELS_IN_A_PASS; i++) {
        convert_channel(next_channel);
        next_channel++;
    }
    if (next_channel == NO_CHANNEL) {
        finish_scan();
    }
}

// There are no states while the baseline is being measured.
bool sensors_can_report(void) {
    return scan_complete && (mode == MODE_LEVELS || calibration_scans_left == 0);
}

uint8_t sensors_report(uint8_t *message, struct report report) {
    if (mode == MODE_LEVELS) {
        return message_levels(message, report, levels);
    }
    states_changed = false;
    return message_states(message, report, &states);
}

bool sensors_have_changed(void) {
    return mode == MODE_STATES && states_changed;
}

// A scan must not mix what was before the refresh with what came after it: it starts again.
void sensors_interrupted(void) {
    if (next_channel != NO_CHANNEL) {
        next_channel = NO_CHANNEL;
        scans_reset();
    }
}

bool sensors_configure(uint8_t new_mode) {
    if (new_mode > MODE_STATES) {
        return false;
    }
    if (new_mode != mode) {
        mode = new_mode;
        scan_complete = false; // no states were made of the last scan
    }
    return true;
}

bool sensors_take_thresholds(const struct thresholds_mv *thresholds) {
    return thresholds_set(thresholds);
}

bool sensors_calibrate(void) {
    baseline_stop_storing();
    storing = false;
    memset(baseline, 0, sizeof baseline);
    calibration_scans_left = CALIBRATION_SCANS;
    sensors_interrupted(); // a scan that began earlier does not count
    return true;
}

bool sensors_have_baseline(void) {
    return true;
}

uint8_t sensors_baseline(uint8_t *message) {
    if (calibration_scans_left > 0 || storing) {
        return 0;
    }
    return message_baseline(message, calibrated, baseline);
}
