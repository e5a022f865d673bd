#include "debounce.h"

_Static_assert(DEBOUNCE_TOP == 4, "bit 2 alone is the top");

static void update_eight(struct debounce *debounce, uint8_t i, uint8_t scan) {
    uint8_t ones = debounce->ones[i], twos = debounce->twos[i], fours = debounce->fours[i];

    uint8_t up = scan & (uint8_t)~fours;
    uint8_t carry = ones & up;
    fours ^= twos & carry;
    twos ^= carry;
    ones ^= up;

    uint8_t down = (uint8_t)~scan & (ones | twos | fours);
    uint8_t borrow = (uint8_t)~ones & down;
    fours ^= (uint8_t)~twos & borrow;
    twos ^= borrow;
    ones ^= down;

    debounce->ones[i] = ones;
    debounce->twos[i] = twos;
    debounce->fours[i] = fours;
    debounce->closed[i] = (debounce->closed[i] | fours) & (ones | twos | fours);
}

void debounce_update(struct debounce *debounce, const uint8_t *scan) {
    for (uint8_t i = 0; i < BITBOARD_BYTES; i++) {
        update_eight(debounce, i, scan[i]);
    }
}
