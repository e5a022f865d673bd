#include "frame.h"
#include "crc.h"

void receiver_begin(struct receiver *receiver) {
    receiver->decoded = 0;
    receiver->taken = 0;
    receiver->crc = CRC_BEGIN;
    receiver->cobs = (struct cobs){0};
}

static void put(struct receiver *receiver, uint8_t byte) {
    receiver->message[receiver->decoded++] = byte;
    receiver->crc = crc_add(receiver->crc, byte);
}

static enum received end(struct receiver *receiver) {
    enum received received = RECEIVED_DAMAGED;
    if (receiver->taken == 0) {
        received = RECEIVED_NOTHING;
    } else if (receiver->taken <= LONGEST_FRAME && cobs_complete(&receiver->cobs) &&
               receiver->decoded >= CRC_BYTES && receiver->crc == 0) {
        receiver->length = receiver->decoded - CRC_BYTES;
        received = RECEIVED_MESSAGE;
    }
    receiver_begin(receiver);
    return received;
}

enum received receiver_take(struct receiver *receiver, uint8_t byte) {
    if (byte == 0) {
        return end(receiver);
    }
    if (receiver->taken > LONGEST_FRAME) {
        return RECEIVED_NOTHING; // too long already: only its end matters
    }
    if (++receiver->taken > LONGEST_FRAME) {
        return RECEIVED_NOTHING;
    }
    enum cobs_step step = cobs_take(&receiver->cobs, byte);
    if (step != COBS_NOTHING) {
        put(receiver, step == COBS_ZERO ? 0 : byte);
    }
    return RECEIVED_NOTHING;
}

uint16_t frame_close(uint8_t *bytes, uint8_t length) {
    uint16_t crc = CRC_BEGIN;
    for (uint8_t i = 1; i <= length; i++) {
        crc = crc_add(crc, bytes[i]);
    }
    bytes[length + 1] = (uint8_t)(crc >> 8);
    bytes[length + 2] = (uint8_t)crc;
    return cobs_close(bytes, length + CRC_BYTES);
}
