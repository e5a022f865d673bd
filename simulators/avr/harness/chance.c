// xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled",
// 2016).
#include "chance.h"

uint64_t chance_next(uint64_t *state) {
    uint64_t x = *state ? *state : 0x9E3779B97F4A7C15u;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return x * 0x2545F4914F6CDD1Du;
}

bool chance_one_in(uint64_t *state, unsigned one_in) {
    return one_in && (chance_next(state) >> 33) % one_in == 0;
}
