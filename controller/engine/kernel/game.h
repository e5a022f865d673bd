// A game: the position now, and the plies that led to it, for taking back and for repetition.
#pragma once
#include "moves.h"

struct past {
    struct bits captured;
    uint64_t key;   // of the position before the ply
    uint32_t quiet; // before the ply: how many plies had captured nothing
    move move;
    uint8_t piece; // enum piece, that moved
};

struct game {
    struct position now;
    struct past *past;
    uint32_t plies, room;
    uint32_t quiet;
};

// Makes room for `more` plies from here on; false where there is no memory.
bool game_reserve(struct game *game, uint32_t more);
void game_free(struct game *game);

// A copy with its own past; false where there is no memory.
bool game_copy(struct game *to, const struct game *from);

// Makes a legal move; there must be room for it.
enum ending game_play(struct game *game, move move);
void game_undo(struct game *game);

// Passes the turn, and takes that back.
void game_pass(struct game *game);
void game_unpass(struct game *game);

// How often the position now has come since the last capture, this time included.
uint32_t game_times_seen(const struct game *game);

// How a game stands after a ply, judged in the order in which the rules ask.
enum standing { GOES_ON, WON_BY_ATTACKERS, WON_BY_DEFENDERS, DRAWN };

enum standing game_standing(const struct game *game, enum ending ending);

// The number of sequences of legal moves; nothing follows a win.
uint64_t game_perft(struct game *game, int depth);
