// Frames: a message, its CRC, COBS and 00. Knows no message.
#pragma once
#include "board.h"
#include "cobs.h"
#include <stdint.h>

#define CRC_BYTES 2

struct receiver {
    uint8_t message[LONGEST_FRAME]; // with the CRC at its end
    uint16_t length;                // of the message, once it is whole
    uint16_t decoded_bytes;
    uint16_t frame_bytes; // since the last frame end; stops above LONGEST_FRAME
    uint16_t crc;
    struct cobs_decoder cobs;
};

enum received { RECEIVED_NOTHING, RECEIVED_MESSAGE, RECEIVED_DAMAGED };

void receiver_begin(struct receiver *receiver);
// Adds a byte of the line. After RECEIVED_MESSAGE the message is valid until the next byte.
enum received receiver_add_byte(struct receiver *receiver, uint8_t byte);

// Makes a frame of the message at bytes[1], in place: four bytes longer than the message.
uint16_t frame_close(uint8_t *bytes, uint8_t length);
