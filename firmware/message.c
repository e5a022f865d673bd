#include "message.h"
#include <string.h>

static uint8_t *append_u16(uint8_t *to, uint16_t number) {
    *to++ = (uint8_t)number;
    *to++ = (uint8_t)(number >> 8);
    return to;
}

static uint8_t *append_u32(uint8_t *to, uint32_t number) {
    return append_u16(append_u16(to, (uint16_t)number), (uint16_t)(number >> 16));
}

static uint8_t *append_report_header(uint8_t *to, uint8_t type, struct report report) {
    *to++ = type;
    *to++ = report.number;
    return append_u32(to, report.time_ms);
}

static uint8_t *append_bitboard(uint8_t *to, const uint8_t *bitboard) {
    memcpy(to, bitboard, BITBOARD_BYTES);
    return to + BITBOARD_BYTES;
}

// Two levels in three bytes; the last level has two bytes of its own.
static uint8_t *append_levels(uint8_t *to, const uint16_t *levels) {
    for (uint8_t n = 0; n < SENSOR_COUNT; n += 2) {
        uint16_t second = n + 1 < SENSOR_COUNT ? levels[n + 1] : 0;
        *to++ = (uint8_t)levels[n];
        *to++ = (uint8_t)(levels[n] >> 8 | second << 4);
        if (n + 1 < SENSOR_COUNT) {
            *to++ = (uint8_t)(second >> 4);
        }
    }
    return to;
}

uint8_t message_identity(uint8_t *bytes, const struct identity *identity) {
    uint8_t *to = bytes;
    *to++ = IDENTITY;
    *to++ = LEAST_PROTOCOL;
    *to++ = identity->sensors;
    *to++ = ROWS;
    *to++ = COLUMNS;
    memcpy(to, identity->version, 3);
    to += 3;
    *to++ = identity->capabilities;
    to = append_u16(to, identity->pixels);
    to = append_u16(to, identity->full_scale_mv);
    *to++ = identity->cause;
    *to++ = identity->starts;
    *to++ = PROTOCOL_VERSION;
    to = append_u32(to, identity->build);
    *to++ = identity->name_length;
    memcpy(to, identity->name, identity->name_length);
    to += identity->name_length;
    return (uint8_t)(to - bytes);
}

uint8_t message_occupancy(uint8_t *bytes, struct report report, const uint8_t *closed) {
    uint8_t *to = append_report_header(bytes, OCCUPANCY, report);
    return (uint8_t)(append_bitboard(to, closed) - bytes);
}

uint8_t message_levels(uint8_t *bytes, struct report report, const uint16_t *levels) {
    uint8_t *to = append_report_header(bytes, LEVELS, report);
    return (uint8_t)(append_levels(to, levels) - bytes);
}

uint8_t message_states(uint8_t *bytes, struct report report, const struct states *states) {
    uint8_t *to = append_report_header(bytes, STATES, report);
    to = append_bitboard(to, states->felt);
    to = append_bitboard(to, states->south);
    to = append_bitboard(to, states->north);
    to = append_bitboard(to, states->strong);
    return (uint8_t)(to - bytes);
}

uint8_t message_shown(uint8_t *bytes, uint8_t number) {
    bytes[0] = SHOWN;
    bytes[1] = number;
    return 2;
}

uint8_t message_statistics(uint8_t *bytes, const struct statistics *s,
                           const struct condition *condition) {
    uint8_t *to = bytes;
    *to++ = STATISTICS;
    to = append_u32(to, s->scans);
    to = append_u32(to, s->reports);
    to = append_u16(to, s->dropped);
    to = append_u16(to, s->lost);
    to = append_u16(to, s->skipped);
    to = append_u16(to, s->shown);
    to = append_u16(to, s->longest_scan_us);
    *to++ = condition->cause;
    *to++ = condition->starts;
    *to++ = condition->chain;
    *to++ = condition->chain_where;
    *to++ = condition->flags;
    to = append_u16(to, s->longest_pass_us);
    to = append_u16(to, s->disbelieved);
    return (uint8_t)(to - bytes);
}

uint8_t message_baseline(uint8_t *bytes, uint8_t calibrated, const uint16_t *levels) {
    bytes[0] = BASELINE;
    bytes[1] = calibrated;
    return (uint8_t)(append_levels(bytes + 2, levels) - bytes);
}
