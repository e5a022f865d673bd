#include "thresholds.h"

static int16_t operate, release, strong, plain; // as levels

void thresholds_begin(void) {
    thresholds_set(&(struct thresholds_mv){0, 0, 0, 0});
}

bool thresholds_set(const struct thresholds_mv *mv) {
    struct thresholds_mv new = *mv;
    if ((new.operate | new.release | new.strong | new.plain) == 0) {
        new = (struct thresholds_mv){OPERATE_MV, RELEASE_MV, STRONG_MV, PLAIN_MV};
    }
    if (new.release == 0 || new.release > new.operate || new.operate > new.plain ||
        new.plain > new.strong || new.strong > FULL_SCALE_MV) {
        return false;
    }
    operate = LEVEL_OF_MV(new.operate);
    release = LEVEL_OF_MV(new.release);
    strong = LEVEL_OF_MV(new.strong);
    plain = LEVEL_OF_MV(new.plain);
    return true;
}

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
    if (force < (was_felt ? release : operate)) {
        return;
    }
    states->felt[i] |= bit;
    if (force >= (was_strong ? plain : strong)) {
        states->strong[i] |= bit;
    } else if (force < plain) { // between plain and strong the kind of magnet is not certain
        (height > 0 ? states->south : states->north)[i] |= bit;
    }
}
