// One thread of a search; private to it.
#pragma once
#include "search.h"

// What a score was made up for that nobody has looked at.
#define NO_SCORE INT16_MIN

struct frame {
    move killers[2];
    move line[LONGEST_LINE]; // the best line from here on
    uint32_t length;
};

struct searcher {
    struct search *search;
    struct game game;
    uint32_t first_ply; // of the game, where the search begins
    uint64_t nodes, most_nodes;
    uint64_t deadline; // in microseconds of the clock, 0 for none
    bool stopped;
    int depth;                            // that is looked ahead to now
    int16_t history[2][SQUARES][SQUARES]; // how often a quiet move was the best, by side
    struct frame frames[DEEPEST + 2];
    struct seen seen[DEEPEST + 2];
};

// What moves are worth at least that come before all that only were good elsewhere. Those are worth
// ORDINARY and what their history says, which is less on either side.
enum { ORDINARY = 1 << 15, KILLING = 2 << 15, CAPTURING = 4 << 15, FIRST = 6 << 15 };

enum { PLACES = 512 };
_Static_assert(MOST_MOVES <= PLACES, "each move has a place of its own");

// Moves, and where each stands among them: its worth times PLACES, and below that its place, the
// first being the highest. One number for each, so that a processor compares several at a time.
struct ordered {
    move moves[MOST_MOVES];
    int32_t ranks[MOST_MOVES];
};

static inline int32_t order_worth(const struct ordered *ordered, int place) {
    return ordered->ranks[place] / PLACES;
}

// Microseconds since some moment.
uint64_t clock_now(void);

static inline int searcher_ply(const struct searcher *searcher) {
    return (int)(searcher->game.plies - searcher->first_ply);
}

static inline struct frame *searcher_frame(struct searcher *searcher) {
    return &searcher->frames[searcher_ply(searcher)];
}

// Counts a node and looks at the clock now and then; true once the search must end.
bool searcher_counts(struct searcher *searcher);

int searcher_evaluate(struct searcher *searcher);

// Notes that the best line from here begins with a move and goes on as after it.
void searcher_keep_line(struct searcher *searcher, move move);

// Gives each move its worth: the one known to be best, captures, killers, history.
void order_moves(const struct searcher *searcher, move best, const move *moves, int count,
                 struct ordered *ordered);

// Brings the worthiest of the rest to `from`, and returns it.
move order_next(struct ordered *ordered, int from, int count);

// Learns that a quiet move was the best, and that those tried before it were not.
void order_learn(struct searcher *searcher, move best, const move *tried, int count, int depth);

// The squares on which attackers stop the king from escaping with his next move; false if none
// stops him. Without a king who may escape, `squares` are none and the answer is true.
bool squares_that_stop(const struct position *position, struct bits *squares);

// The score of a position once captures and direct threats are played out.
int quiesce(struct searcher *searcher, int alpha, int beta, int depth);

// The score of a position, looking `depth` plies ahead.
int look_ahead(struct searcher *searcher, int depth, int alpha, int beta, bool may_pass);

// What a move that was just made is worth to its maker: by an ending, or by looking ahead.
int score_of_ending(const struct searcher *searcher, enum ending ending);
