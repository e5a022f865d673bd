// The shared vectors, read and written by the firmware's code.
#include "../frame.h"
#include "../link.h"
#include "../loop.h"
#include "../message.h"
#include "../port/host.h"
#include "../sensors.h"
#include "line.h"
#include "test.h"
#include "vectors.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static uint8_t write_identity(uint8_t *bytes, const uint32_t *n) {
    static uint8_t name[24];
    for (uint32_t i = 0; i < n[10]; i++) {
        name[i] = (uint8_t)n[11 + i];
    }
    struct identity identity = {
        .sensors = (uint8_t)n[0],
        .version = {(uint8_t)n[1], (uint8_t)n[2], (uint8_t)n[3]},
        .capabilities = (uint8_t)n[4],
        .pixels = (uint16_t)n[5],
        .full_scale_mv = (uint16_t)n[6],
        .cause = (uint8_t)n[7],
        .starts = (uint8_t)n[8],
        .build = n[9],
        .name_length = (uint8_t)n[10],
        .name = name,
    };
    return message_identity(bytes, &identity);
}

static uint8_t write_statistics(uint8_t *bytes, const uint32_t *n) {
    struct statistics counted = {
        .scans = n[0],
        .reports = n[1],
        .dropped = (uint16_t)n[2],
        .lost = (uint16_t)n[3],
        .skipped = (uint16_t)n[4],
        .shown = (uint16_t)n[5],
        .longest_scan_us = (uint16_t)n[6],
        .longest_pass_us = (uint16_t)n[12],
        .disbelieved = (uint16_t)n[13],
    };
    struct condition condition = {
        .cause = (uint8_t)n[7],
        .starts = (uint8_t)n[8],
        .chain = (uint8_t)n[9],
        .chain_where = (uint8_t)n[10],
        .flags = (uint8_t)n[11],
    };
    return message_statistics(bytes, &counted, &condition);
}

static uint8_t write_message(uint8_t *bytes, const struct vector *v) {
    const uint32_t *n = v->numbers;
    struct report report = {(uint8_t)n[0], n[1]};
    struct states states;
    memcpy(&states, v->bitboards, sizeof states);
    switch (v->type) {
    case TYPE_IDENTITY:
        return write_identity(bytes, n);
    case TYPE_OCCUPANCY:
        return message_occupancy(bytes, report, v->bitboards[0]);
    case TYPE_LEVELS:
        return message_levels(bytes, report, v->levels);
    case TYPE_STATES:
        return message_states(bytes, report, &states);
    case TYPE_SHOWN:
        return message_shown(bytes, (uint8_t)n[0]);
    case TYPE_STATISTICS:
        return write_statistics(bytes, n);
    case TYPE_EMPTY_LEVELS:
        return message_baseline(bytes, (uint8_t)n[0], v->levels);
    default:
        return 0;
    }
}

TEST(messages_of_the_board_are_written_byte_by_byte) {
    for (size_t i = 0; i < COUNT(from_board); i++) {
        const struct vector *v = &from_board[i];
        uint8_t bytes[1 + LONGEST_MESSAGE + CRC_BYTES + 1];
        memset(bytes, 0xA5, sizeof bytes);
        uint8_t length = write_message(bytes + 1, v);
        EQUAL(length, v->length);
        SAME(bytes + 1, v->bytes, length, v->name);
        EQUAL(frame_close(bytes, length), v->frame_length);
        SAME(bytes, v->frame, v->frame_length, v->name);
    }
}

static void expect_read(const struct vector *v) {
    static struct receiver receiver;
    receiver_begin(&receiver);
    for (size_t i = 0; i + 1 < v->frame_length; i++) {
        EQUAL(receiver_add_byte(&receiver, v->frame[i]), RECEIVED_NOTHING);
    }
    EQUAL(receiver_add_byte(&receiver, v->frame[v->frame_length - 1]), RECEIVED_MESSAGE);
    EQUAL(receiver.length, v->length);
    SAME(receiver.message, v->bytes, v->length, v->name);
}

TEST(frames_of_both_sides_are_read_byte_by_byte) {
    for (size_t i = 0; i < COUNT(from_board); i++) {
        expect_read(&from_board[i]);
    }
    for (size_t i = 0; i < COUNT(from_old_board); i++) {
        expect_read(&from_old_board[i]);
    }
    for (size_t i = 0; i < COUNT(to_board); i++) {
        expect_read(&to_board[i]);
    }
    for (size_t i = 0; i < COUNT(longer); i++) {
        expect_read(&longer[i]);
    }
}

TEST(damaged_streams_deliver_what_the_vectors_say) {
    static struct receiver receiver;
    for (size_t i = 0; i < COUNT(damaged); i++) {
        const struct damage *d = &damaged[i];
        unsigned whole = 0, dropped = 0;
        size_t delivered = 0;
        receiver_begin(&receiver);
        for (size_t at = 0; at < d->length; at++) {
            enum received received = receiver_add_byte(&receiver, d->stream[at]);
            dropped += received == RECEIVED_DAMAGED;
            if (received != RECEIVED_MESSAGE) {
                continue;
            }
            whole++;
            const struct octets *next = &d->delivered[delivered];
            if (delivered < d->delivered_count && next->length == receiver.length &&
                memcmp(next->bytes, receiver.message, next->length) == 0) {
                delivered++;
            }
        }
        if (dropped != d->dropped || delivered != d->delivered_count ||
            whole - delivered != d->skipped) {
            FAIL("%s: dropped %u, delivered %zu of %u", d->name, dropped, delivered, whole);
        }
    }
}

TEST(the_loop_counts_damage_and_what_it_skips) {
    for (size_t i = 0; i < COUNT(damaged); i++) {
        const struct damage *d = &damaged[i];
        if (!d->to_board) {
            continue;
        }
        host_reset();
        loop_begin();
        host_receive(d->stream, d->length);
        host_run(60000);
        if (statistics.dropped != d->dropped || statistics.skipped != d->skipped) {
            FAIL("%s: expected %u dropped, %u skipped, found %u, %u", d->name, d->dropped,
                 d->skipped, statistics.dropped, statistics.skipped);
        }
    }
}

TEST(light_frames_reach_the_strip_unchanged) {
    for (size_t i = 0; i < COUNT(to_board); i++) {
        const struct vector *v = &to_board[i];
        if (v->type != TYPE_LIGHT) {
            continue;
        }
        host_reset();
        loop_begin();
        line_allow_any_light();
        host_receive(v->frame, v->frame_length);
        host_run(10000);
        EQUAL(host.refreshes, 1);
        EQUAL(host.strip_length, sizeof v->pixels);
        SAME(host.strip, v->pixels, sizeof v->pixels, v->name);
        EQUAL(statistics.shown, 1);
    }
}

TEST(only_commands_that_these_sensors_cannot_do_are_skipped) {
    for (size_t i = 0; i < COUNT(to_board) + COUNT(longer); i++) {
        const struct vector *v = i < COUNT(to_board) ? &to_board[i] : &longer[i - COUNT(to_board)];
        bool of_hall = v->type == TYPE_CALIBRATE || (v->type == TYPE_ASK && v->numbers[0] == 2);
        bool known = v->bytes[0] >= HELLO && (sensors.kind == HALL_SENSORS || !of_hall);
        host_reset();
        loop_begin();
        host_receive(v->frame, v->frame_length);
        host_run(1000);
        if (statistics.skipped != !known) {
            FAIL("%s: expected %d skipped, found %u", v->name, !known, statistics.skipped);
        }
    }
}
