// The board's messages as bytes (docs/protocol.md). Each function writes one and returns its
// length. Knows neither frames nor when a message is sent.
#pragma once
#include "board.h"
#include "statistics.h"
#include <stdint.h>

enum message_type {
    IDENTITY = 0x01,
    OCCUPANCY = 0x02,
    LEVELS = 0x03,
    STATES = 0x04,
    SHOWN = 0x05,
    STATISTICS = 0x06,
    BASELINE = 0x07,
    HELLO = 0x41,
    LIGHT = 0x42,
    CONFIGURE = 0x43,
    ASK = 0x44,
    CALIBRATE = 0x45,
    SET_NAME = 0x46,
};

// Of the second version, at the end of Configure.
#define CONFIGURE_LENGTH 24

enum statistics_flag { FLAG_WENT_DARK = 1 };
enum capability {
    DRIVES_PIXELS = 1,
    SENDS_LEVELS = 2,
    SENDS_STATES = 4,
    KEEPS_BASELINE = 8,
    SENDS_CHANGES = 16, // at once, whatever the period; levels change all the time, and wait
};
enum sensors_kind { REEDS = 1, HALL_SENSORS = 2 };
enum ask { ASK_STATISTICS = 1, ASK_BASELINE = 2 };

#define REPORT_HEADER 6
#define PACKED_LEVELS ((SENSOR_COUNT * 3 + 1) / 2)
#define LONGEST_MESSAGE (REPORT_HEADER + PACKED_LEVELS)

struct identity {
    uint8_t sensors;
    uint8_t version[3];
    uint8_t capabilities;
    uint16_t pixels;
    uint16_t full_scale_mv;
    uint8_t cause;
    uint8_t starts;
    uint32_t build;
    uint8_t name_length;
    const uint8_t *name;
};

// What Statistics says beside the counters.
struct condition {
    uint8_t cause;
    uint8_t starts;
    uint8_t chain;
    uint8_t chain_where;
    uint8_t flags;
};

struct report {
    uint8_t number;
    uint32_t time_ms;
};

struct states {
    uint8_t felt[BITBOARD_BYTES];
    uint8_t south[BITBOARD_BYTES];
    uint8_t north[BITBOARD_BYTES];
    uint8_t strong[BITBOARD_BYTES];
};

uint8_t message_identity(uint8_t *bytes, const struct identity *identity);
uint8_t message_occupancy(uint8_t *bytes, struct report report, const uint8_t *closed);
uint8_t message_levels(uint8_t *bytes, struct report report, const uint16_t *levels);
uint8_t message_states(uint8_t *bytes, struct report report, const struct states *states);
uint8_t message_shown(uint8_t *bytes, uint8_t number);
uint8_t message_statistics(uint8_t *bytes, const struct statistics *s,
                           const struct condition *condition);
uint8_t message_baseline(uint8_t *bytes, uint8_t calibrated, const uint16_t *levels);
