// How good a position is for the side to move, without looking ahead.
#pragma once
#include "network.h"
#include "terms.h"

// A score of a hundred is about one man; beyond KNOWN a side has won, or nearly so.
#define KNOWN 20000

struct weights {
    square_values squares; // what pieces are worth by their squares, for the attackers
    int16_t terms[TERMS];
};

struct evaluator {
    struct weights weights;
    struct counted counted;
    bool has_network; // its score is added
    struct network network;
};

void evaluator_weigh(struct evaluator *evaluator, const struct weights *weights);

// The position is of a game; `seen` are `plies` + 1 of the network, see network.h.
int evaluate(const struct evaluator *evaluator, const struct game *game, struct seen *seen,
             uint32_t plies);
