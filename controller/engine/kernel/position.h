// A position that moves are made on and taken back from, kept in every form that is looked at:
// sets for what concerns the whole board, lines for slides, squares for neighbours.
#pragma once
#include "board.h"
#include "rules.h"

typedef uint16_t move; // origin << 7 | target; 0 is no move

enum { NO_MOVE = 0 };

static inline move move_of(int origin, int target) {
    return (move)(origin << 7 | target);
}

static inline int move_origin(move move) {
    return move >> 7;
}

static inline int move_target(move move) {
    return move & 127;
}

// What a piece is worth by its square, for the attackers; by enum piece.
typedef int16_t square_values[4][SQUARES];

struct position {
    const struct rules *rules;
    const square_values *values;
    struct bits men[2];                // by side, without the king
    uint16_t ranks[SIZE], files[SIZE]; // what is occupied, a bit a square of the line
    uint8_t at[SQUARES];               // enum piece
    uint8_t king, to_move;
    uint8_t count[2]; // men by side
    uint64_t key;
    int32_t placed; // the sum of the pieces' values
};

// The pieces are put up by hand; values may be NULL.
void position_set(struct position *position, const struct rules *rules, const square_values *values,
                  const struct bits men[2], int king, int to_move);

// The squares of all pieces.
static inline struct bits position_occupied(const struct position *position) {
    struct bits men = bits_or(position->men[ATTACKERS], position->men[DEFENDERS]);
    return bits_or(men, bits_of(position->king));
}

static inline enum side side_of(enum piece piece) {
    return piece == ATTACKER ? ATTACKERS : DEFENDERS;
}

static inline void position_flip(struct position *position, enum piece piece, int square) {
    int rank = board.rank[square], file = board.file[square];
    position->ranks[rank] ^= (uint16_t)(1 << file);
    position->files[file] ^= (uint16_t)(1 << rank);
    position->key ^= board.keys[piece][square];
    if (piece != KING) {
        enum side side = side_of(piece);
        position->men[side] = bits_xor(position->men[side], bits_of(square));
    }
}

static inline void position_put(struct position *position, enum piece piece, int square) {
    position_flip(position, piece, square);
    position->at[square] = (uint8_t)piece;
    position->placed += (*position->values)[piece][square];
    if (piece == KING) {
        position->king = (uint8_t)square;
    } else {
        position->count[side_of(piece)]++;
    }
}

static inline void position_take(struct position *position, int square) {
    enum piece piece = position->at[square];
    position_flip(position, piece, square);
    position->at[square] = NOBODY;
    position->placed -= (*position->values)[piece][square];
    if (piece != KING) {
        position->count[side_of(piece)]--;
    }
}

static inline void position_pass(struct position *position) {
    position->to_move ^= 1;
    position->key ^= board.turn_key;
}

// What a piece of the side to move captures that has just come to `target`.
struct bits captures_at(const struct position *position, int target);

enum ending { NO_ENDING, KING_CAPTURED, ENCIRCLED, KING_ESCAPED, EXIT_FORT };

// How the move to `target` ended the game, by what stands; the other side is to move by now.
enum ending ending_at(const struct position *position, int target);

// Whether the king stands in a fort that no attackers' moves can break (fort.c).
bool has_exit_fort(const struct position *position);
