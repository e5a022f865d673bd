// Legal moves, all of them or some that a search asks for first.
#pragma once
#include "position.h"

// No square is come to from more than four sides.
#define MOST_MOVES (4 * SQUARES)

// Each writes moves of the side to move and returns how many.
int moves_all(const struct position *position, move *moves);
int moves_onto(const struct position *position, struct bits targets, move *moves);
int moves_of_king(const struct position *position, move *moves);

bool move_is_legal(const struct position *position, move move);
bool has_move(const struct position *position);

// The squares where a piece of the side to move that comes there captures something between it
// and another; a shieldwall is not looked for, nor whether any piece gets there.
struct bits capturing_targets(const struct position *position);

// The squares that the king escapes to with his next move, were it his.
struct bits king_escapes(const struct position *position);

// The squares that the king reaches with his next move and escapes from with the one after, were
// both his, in another direction than he came.
struct bits king_threats(const struct position *position);

// How many squares the king reaches, and all men of a side together.
int king_mobility(const struct position *position);
int men_mobility(const struct position *position, enum side side);

// The squares that each capture the king once an attacker comes there, were it their move.
struct bits king_captures(const struct position *position);

// A move by which the king escapes or is captured, NO_MOVE if there is none.
move winning_move(const struct position *position);

// The squares between two of one line, both left out.
struct bits squares_between(int one, int other);
