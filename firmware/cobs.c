#include "cobs.h"

uint16_t cobs_close(uint8_t *bytes, uint8_t count) {
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

enum cobs_step cobs_take(struct cobs *cobs, uint8_t byte) {
    if (cobs->left > 0) {
        cobs->left--;
        return COBS_BYTE;
    }
    // A new block: the one before stood for a 00 at its end, unless it was full.
    enum cobs_step step = cobs->code == 0 || cobs->code == 0xFF ? COBS_NOTHING : COBS_ZERO;
    cobs->code = byte;
    cobs->left = byte - 1;
    return step;
}

bool cobs_complete(const struct cobs *cobs) {
    return cobs->code != 0 && cobs->left == 0;
}
