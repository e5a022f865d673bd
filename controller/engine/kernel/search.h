// Looking ahead: the best lines of play from a position, within limits of time, nodes and depth.
#pragma once
#include "evaluate.h"
#include "game.h"
#include "table.h"

enum {
    WON = 30000, // a win after n plies is worth WON - n
    SURELY_WON = WON - 1000,
    REPEATED = 25000, // a repetition that loses, on the way that is looked at
    DEEPEST = 100,
    MOST_LINES = 32,
    LONGEST_LINE = 24,
    MOST_THREADS = 16,
};

struct limits {
    uint64_t nodes; // 0 for no limit, here and below
    uint32_t milliseconds;
    uint32_t depth;
    uint32_t lines;   // how many first moves are wanted, each with its own score; 0 for one
    uint32_t threads; // 0 for one
    uint32_t firsts;  // how many first moves are looked at; 0 for all
    move first[MOST_MOVES];
};

struct line {
    int32_t score; // for the side to move
    uint32_t length;
    move moves[LONGEST_LINE];
};

struct found {
    uint64_t nodes;
    uint32_t depth; // that was searched to its end
    uint32_t lines;
    uint32_t milliseconds;
    struct line line[MOST_LINES]; // best first
};

struct search {
    const struct evaluator *evaluator;
    struct table table;
    _Atomic int stop; // not 0: end at once; whoever starts a search sets it to 0
    _Atomic int done; // not 0: the thread whose answer counts has ended
};

// Searches the position of a game; the game is left as it was. False where there is no memory.
bool search_run(struct search *search, const struct game *game, const struct limits *limits,
                struct found *found);
