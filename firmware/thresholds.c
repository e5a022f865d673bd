#include "thresholds.h"

// An AVR shifts by a variable in a loop.
static const uint8_t bits[8] = {1, 2, 4, 8, 16, 32, 64, 128};

void thresholds_update(struct states *states, uint8_t sensor, int16_t height) {
    uint8_t i = sensor >> 3, bit = bits[sensor & 7], others = (uint8_t)~bit;
    int16_t force = height < 0 ? -height : height;
    bool was_felt = states->felt[i] & bit, was_strong = states->strong[i] & bit;

    states->felt[i] &= others;
    states->south[i] &= others;
    states->north[i] &= others;
    states->strong[i] &= others;
    if (force < (was_felt ? RELEASE : OPERATE)) {
        return;
    }
    states->felt[i] |= bit;
    if (force >= (was_strong ? PLAIN : STRONG)) {
        states->strong[i] |= bit;
    } else if (force < PLAIN) { // between PLAIN and STRONG the kind of magnet is not certain
        (height > 0 ? states->south : states->north)[i] |= bit;
    }
}
