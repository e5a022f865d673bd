// Consistent Overhead Byte Stuffing. Knows neither CRC nor messages.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// More would need a second block, which there is no room for.
#define COBS_MAX_IN_PLACE 254

// Encodes bytes[1..count] where they stand and ends the frame; returns its length, count + 2.
uint16_t cobs_encode_in_place(uint8_t *bytes, uint8_t count);

struct cobs_decoder {
    uint8_t code;       // of the current block; 0 before the first one
    uint8_t bytes_left; // of the current block
};

enum cobs_output { COBS_NOTHING, COBS_ZERO, COBS_BYTE };

// Decodes a byte that is not 00: the output is nothing, a 00, or the byte itself.
enum cobs_output cobs_decode_byte(struct cobs_decoder *decoder, uint8_t byte);
// Whether a frame may end here.
bool cobs_block_complete(const struct cobs_decoder *decoder);
