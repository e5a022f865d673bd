// The empty board: which squares are beside which, and how far a piece slides along a line.
#pragma once
#include "bits.h"

struct step {
    uint8_t beside, behind; // squares: one step and two steps away
};

struct board {
    uint8_t rank[SQUARES], file[SQUARES];
    struct bits beside[SQUARES];  // the neighbours of a square
    struct bits rays[SQUARES][4]; // the squares on the way to the edge
    uint8_t step_count[SQUARES];  // directions that have both a neighbour and one behind it
    struct step steps[SQUARES][4];
    uint8_t pair_count[SQUARES]; // pairs of opposite neighbours
    struct step pairs[SQUARES][2];
    // slides[occupied][at]: the squares of a line that are come to from one of them, the first
    // piece on either side included; as the occupied ones a bit each.
    uint16_t slides[1 << SIZE][SIZE];
    uint64_t keys[4][SQUARES]; // random numbers by piece and square
    uint64_t turn_key;
};

extern struct board board;

// Fills the tables; again does no harm.
void board_prepare(void);

static inline bool same_line(int one, int other) {
    return board.rank[one] == board.rank[other] || board.file[one] == board.file[other];
}
