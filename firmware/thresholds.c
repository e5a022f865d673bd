#include "thresholds.h"

static void put(uint8_t *byte, uint8_t bit, uint8_t set) {
    *byte = set ? *byte | bit : *byte & (uint8_t)~bit;
}

void thresholds_feel(struct states *states, uint8_t sensor, int16_t height) {
    uint8_t i = sensor >> 3, bit = (uint8_t)(1 << (sensor & 7));
    int16_t force = height < 0 ? -height : height;

    uint8_t felt = force >= (states->felt[i] & bit ? LEAVES : ARRIVES);
    uint8_t strong = felt && force >= (states->strong[i] & bit ? PLAIN : STRONG);
    // Between plain and strong it is not sure which of the two stands there.
    uint8_t plain = felt && !strong && force < PLAIN;

    put(&states->felt[i], bit, felt);
    put(&states->strong[i], bit, strong);
    put(&states->south[i], bit, plain && height > 0);
    put(&states->north[i], bit, plain && height < 0);
}
