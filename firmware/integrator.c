#include "integrator.h"

_Static_assert(INTEGRATOR_TOP == 4, "bit 2 alone is the top");

static void take_eight(struct integrator *in, uint8_t i, uint8_t scan) {
    uint8_t ones = in->ones[i], twos = in->twos[i], fours = in->fours[i];

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

    in->ones[i] = ones;
    in->twos[i] = twos;
    in->fours[i] = fours;
    in->closed[i] = (in->closed[i] | fours) & (ones | twos | fours);
}

void integrator_take(struct integrator *integrator, const uint8_t *scan) {
    for (uint8_t i = 0; i < BITBOARD_BYTES; i++) {
        take_eight(integrator, i, scan[i]);
    }
}
