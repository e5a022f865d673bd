// The first moves of a search, in the order in which they are looked at.
#pragma once
#include "searcher.h"

struct first {
    move move;
    int decided;     // its score where it ends the game, or a repetition after it, or NO_SCORE
    bool gives_away; // the other side wins with its next move
};

struct root {
    struct first firsts[MOST_MOVES];
    int count;
};

// Fills the first moves, with what is known of each before anything is looked at.
void root_begin(struct searcher *searcher, const struct limits *limits, struct root *root);

// Lets a move be looked at first; the others keep their order.
void root_bring_to_front(struct root *root, move move);
