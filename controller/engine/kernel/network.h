// A small network that has learned from self-play what a position is worth. Its filters look at
// the board in all eight symmetries, and what they see is added up, so that it is equal in all.
#pragma once
#include "game.h"

enum {
    FILTERS = 32,
    IMAGES = 8,
    HIDDEN = FILTERS * IMAGES,
    STAGES = 4, // of a game, by how many men are left
    MEN_A_STAGE = 7,
    FULL = 255,     // a filter sees no more than this, and no less than 0
    OUT_PARTS = 16, // of a score that an output weight counts
};

// As a file has it: numbers of two bytes.
struct filters {
    int16_t in[3][SQUARES][FILTERS]; // by piece: attacker, defender, king
    int16_t bias[FILTERS];
    int16_t out[2][STAGES][FILTERS]; // by the side to move
    int16_t out_bias[2][STAGES];     // in scores
};

struct network {
    int16_t in[4][SQUARES][HIDDEN]; // by enum piece
    int16_t bias[HIDDEN];
    int16_t out[2][STAGES][HIDDEN];
    int16_t out_bias[2][STAGES];
};

// What the filters see of a position, kept for the positions that follow from it.
struct seen {
    uint64_t key; // of the position
    int16_t sums[HIDDEN];
};

void network_make(struct network *network, const struct filters *filters);

// The score for the attackers. `seen` holds what was seen from the first of the last `plies`
// plies of the game on, and is kept up.
int network_score(const struct network *network, const struct game *game, struct seen *seen,
                  uint32_t plies);
