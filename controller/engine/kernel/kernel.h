// What the library offers; controller/engine/header.py mirrors it.
#pragma once
#include "prove.h"
#include "search.h"

#define EXPORT __attribute__((visibility("default")))

// Changes with every change of what is below.
#define KERNEL_VERSION 1

struct kernel; // one ruleset, one game, one search

struct played {
    struct bits captured;
    uint8_t legal;    // 0 where the move was refused, and nothing happened
    uint8_t ending;   // enum ending
    uint8_t standing; // enum standing
};

EXPORT uint32_t hnefi_version(void);

// NULL where there is no memory.
EXPORT struct kernel *hnefi_new(const struct ruleset *ruleset, uint64_t table_bytes);
EXPORT void hnefi_free(struct kernel *kernel);

// Begins a game from a position.
EXPORT void hnefi_set(struct kernel *kernel, const struct bits men[2], int king, int to_move);
EXPORT void hnefi_get(const struct kernel *kernel, struct bits men[2], uint8_t *king,
                      uint8_t *to_move);
EXPORT void hnefi_play(struct kernel *kernel, move move, struct played *played);
EXPORT void hnefi_undo(struct kernel *kernel);

// Writes the legal moves, at most MOST_MOVES, and returns how many.
EXPORT int hnefi_moves(const struct kernel *kernel, move *moves);
EXPORT uint64_t hnefi_perft(struct kernel *kernel, int depth);

// Plays random games from the position now until `plies` were made, the longest 400 plies;
// returns a number that depends on every position.
EXPORT uint64_t hnefi_random_plies(struct kernel *kernel, uint64_t seed, uint32_t plies);

// 1 where the side to move forces a win within that number of plies (odd), by looking at every
// move; 0 where it does not; -1 where more positions than allowed would have to be looked at.
EXPORT int hnefi_proves_win(struct kernel *kernel, int plies, uint64_t most_nodes);

// Takes new weights, and a network or NULL, for all that follows hnefi_set.
EXPORT void hnefi_weigh(struct kernel *kernel, const struct weights *weights,
                        const struct filters *filters);

// The counts that weights are multiplied by, TERMS of them, and the score for the side to move.
EXPORT void hnefi_terms(const struct kernel *kernel, int16_t *counts);
EXPORT int hnefi_evaluate(const struct kernel *kernel);

// Lets a search begin; hnefi_stop, from any thread, ends it.
EXPORT void hnefi_ready(struct kernel *kernel);
EXPORT void hnefi_stop(struct kernel *kernel);

// Forgets what earlier searches have learned.
EXPORT void hnefi_forget(struct kernel *kernel);

// 0 where there was no memory for it.
EXPORT int hnefi_search(struct kernel *kernel, const struct limits *limits, struct found *found);
