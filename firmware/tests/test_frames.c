// CRC, COBS and the receiver, on anything.
#include "../crc.h"
#include "../frame.h"
#include "../loop.h"
#include "../port/host.h"
#include "../statistics.h"
#include "line.h"
#include "test.h"

TEST(the_crc_is_that_of_the_document) {
    uint16_t crc = CRC_BEGIN;
    for (const char *c = "123456789"; *c; c++) {
        crc = crc_add(crc, (uint8_t)*c);
    }
    EQUAL(crc, 0x29B1);
    EQUAL(crc_add(crc_add(crc, 0x29), 0xB1), 0);
}

TEST(any_message_survives_framing) {
    static struct receiver receiver;
    receiver_begin(&receiver);
    for (unsigned round = 0; round < 20000; round++) {
        uint8_t bytes[1 + COBS_MAX_IN_PLACE + 1], message[COBS_MAX_IN_PLACE] = {0};
        uint8_t length = (uint8_t)(test_random() % (COBS_MAX_IN_PLACE - CRC_BYTES + 1));
        unsigned zeros = test_random() % 64; // from none at all to many
        for (uint8_t i = 0; i < length; i++) {
            message[i] = test_random() % 64 < zeros ? 0 : (uint8_t)(test_random() % 255 + 1);
        }
        memcpy(bytes + 1, message, length);
        uint16_t framed = frame_close(bytes, length);
        EQUAL(framed, length + 4);
        for (uint16_t i = 0; i + 1 < framed; i++) {
            HOLDS(bytes[i] != 0);
            EQUAL(receiver_add_byte(&receiver, bytes[i]), RECEIVED_NOTHING);
        }
        EQUAL(receiver_add_byte(&receiver, bytes[framed - 1]), RECEIVED_MESSAGE);
        EQUAL(receiver.length, length);
        SAME(receiver.message, message, length, "message");
    }
}

TEST(a_frame_cut_anywhere_is_dropped) {
    static struct receiver receiver;
    uint8_t bytes[40] = {0, 0x41, 0x01, 0, 0, 7, 0, 9};
    uint16_t framed = frame_close(bytes, 7);
    for (uint16_t cut = 1; cut + 1 < framed; cut++) {
        receiver_begin(&receiver);
        for (uint16_t i = 0; i < cut; i++) {
            receiver_add_byte(&receiver, bytes[i]);
        }
        EQUAL(receiver_add_byte(&receiver, 0), RECEIVED_DAMAGED);
    }
}

static void receive_noise(unsigned count) {
    while (count-- > 0) {
        uint32_t random = test_random();
        uint8_t byte = (uint8_t)random;
        // Small bytes look like the start of a frame: COBS and length then hold more often.
        if (random >> 8 & 1) {
            byte &= 0x03;
        }
        host_receive(&byte, 1);
    }
}

TEST(a_million_bytes_of_noise_harm_nothing) {
    line_begin();
    for (unsigned round = 0; round < 1000; round++) {
        receive_noise(1000);
        host_run(1000);
        const uint8_t ends[2] = {0, 0};
        host_receive(ends, 2);
        line_discard();
        SEND(0x41, 0x01);
        host_run(8000);
        EQUAL(line_next_of_type(0x01).length, 21);
        host.sending = NULL;
    }
    HOLDS(statistics.dropped > 1000);
}

TEST(counters_stop_at_their_highest_value) {
    uint16_t small = UINT16_MAX - 1;
    uint32_t large = UINT32_MAX - 1;
    count16(&small, 1);
    EQUAL(small, UINT16_MAX);
    count16(&small, 200);
    EQUAL(small, UINT16_MAX);
    count32(&large);
    count32(&large);
    EQUAL(large, UINT32_MAX);
}

TEST(bytes_that_the_chip_lost_are_counted) {
    line_begin();
    host.lost = 3;
    host_run(100);
    host.lost = 255;
    host_run(100);
    EQUAL(statistics.lost, 258);
}
