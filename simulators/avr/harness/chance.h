// Random numbers that a seed decides. Needs no other part.
#pragma once
#include <stdbool.h>
#include <stdint.h>

uint64_t chance_next(uint64_t *state);
// True for one number in `one_in`; never if that is 0.
bool chance_one_in(uint64_t *state, unsigned one_in);
