// Proofs by looking at every move: no evaluation, no table, nothing skipped.
#pragma once
#include "game.h"

// Whether the side to move can force a win within that number of plies, which is odd. Counts
// the positions it looks at in `nodes`, and gives up with false once they are more than `most`.
// There must be room for the plies.
bool proves_win(struct game *game, int plies, uint64_t *nodes, uint64_t most);
