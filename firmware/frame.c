#include "frame.h"
#include "crc.h"

void receiver_begin(struct receiver *receiver) {
    receiver->decoded_bytes = 0;
    receiver->frame_bytes = 0;
    receiver->crc = CRC_BEGIN;
    receiver->cobs = (struct cobs_decoder){0};
}

static void append_byte(struct receiver *receiver, uint8_t byte) {
    receiver->message[receiver->decoded_bytes++] = byte;
    receiver->crc = crc_add(receiver->crc, byte);
}

static enum received end_frame(struct receiver *receiver) {
    enum received received = RECEIVED_DAMAGED;
    if (receiver->frame_bytes == 0) {
        received = RECEIVED_NOTHING;
    } else if (receiver->frame_bytes <= LONGEST_FRAME && cobs_block_complete(&receiver->cobs) &&
               receiver->decoded_bytes >= CRC_BYTES && receiver->crc == 0) {
        receiver->length = receiver->decoded_bytes - CRC_BYTES;
        received = RECEIVED_MESSAGE;
    }
    receiver_begin(receiver);
    return received;
}

enum received receiver_add_byte(struct receiver *receiver, uint8_t byte) {
    if (byte == 0) {
        return end_frame(receiver);
    }
    if (receiver->frame_bytes > LONGEST_FRAME) {
        return RECEIVED_NOTHING; // too long already: only its end matters
    }
    if (++receiver->frame_bytes > LONGEST_FRAME) {
        return RECEIVED_NOTHING;
    }
    enum cobs_output output = cobs_decode_byte(&receiver->cobs, byte);
    if (output != COBS_NOTHING) {
        append_byte(receiver, output == COBS_ZERO ? 0 : byte);
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
    return cobs_encode_in_place(bytes, length + CRC_BYTES);
}
