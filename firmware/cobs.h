// Consistent Overhead Byte Stuffing. Knows neither CRC nor messages.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// More would need a second block, and could not be stuffed where it stands.
#define COBS_MOST_IN_PLACE 254

// Stuffs bytes[1..count] where they stand and ends the frame; returns its length, count + 2.
uint16_t cobs_close(uint8_t *bytes, uint8_t count);

struct cobs {
    uint8_t code; // of the block that is being read; 0 before the first
    uint8_t left; // bytes to come in it
};

enum cobs_step { COBS_NOTHING, COBS_ZERO, COBS_BYTE };

// Takes a byte that is not 00; tells whether a 00 or the byte itself comes out.
enum cobs_step cobs_take(struct cobs *cobs, uint8_t byte);
// Whether a frame may end here.
bool cobs_complete(const struct cobs *cobs);
