#include "cobs.h"

uint16_t cobs_encode_in_place(uint8_t *bytes, uint8_t count) {
    uint8_t code_at = 0;
    for (uint8_t i = 1; i <= count; i++) {
        if (bytes[i] == 0) {
            bytes[code_at] = i - code_at;
            code_at = i;
        }
    }
    bytes[code_at] = count + 1 - code_at;
    bytes[count + 1] = 0;
    return (uint16_t)count + 2;
}

enum cobs_output cobs_decode_byte(struct cobs_decoder *decoder, uint8_t byte) {
    if (decoder->bytes_left > 0) {
        decoder->bytes_left--;
        return COBS_BYTE;
    }
    // A new block begins: the end of the last one stands for a 00, unless that block was full.
    enum cobs_output output =
        decoder->code == 0 || decoder->code == 0xFF ? COBS_NOTHING : COBS_ZERO;
    decoder->code = byte;
    decoder->bytes_left = byte - 1;
    return output;
}

bool cobs_block_complete(const struct cobs_decoder *decoder) {
    return decoder->code != 0 && decoder->bytes_left == 0;
}
