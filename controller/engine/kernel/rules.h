// A ruleset as the kernel needs it: the masks and options that the rules core has compiled.
#pragma once
#include "bits.h"

enum side { ATTACKERS, DEFENDERS };
enum piece { NOBODY, ATTACKER, DEFENDER, KING };
enum king_captures { KING_NEVER_CAPTURES, KING_CAPTURES_MOVING, KING_CAPTURES };
enum hostility { HARMLESS, HOSTILE, HOSTILE_WHILE_EMPTY };

// What comes from outside; controller/engine/kernel.py has the same fields in the same order.
struct ruleset {
    struct bits men_stop, king_stop;  // where pieces may stop
    struct bits impassable;           // what nobody passes over
    struct bits escape;               // where the king has won
    struct bits hostile_empty[2];     // by side: what stands in for a captor against it while
    struct bits hostile_taken[2];     // the throne is empty, and while it is taken
    struct bits attackers, defenders; // the start position
    uint8_t king, to_move;
    uint8_t king_captures;
    uint8_t shieldwall;
    uint8_t king_by_two; // captured like any piece
    uint8_t throne_stands_in;
    uint8_t king_safe_on_edge;
    uint8_t exit_fort;
    uint8_t encirclement;
    uint8_t stuck_loses;              // a side without a move; else it is a draw
    uint8_t repeating_defenders_lose; // else it is a draw
    uint8_t repetition_count;
};

struct rules {
    struct ruleset is;
    // The same by line, a bit a square; for men and for the king.
    uint16_t stop_on_rank[2][SIZE], stop_on_file[2][SIZE];
    uint16_t closed_on_rank[SIZE], closed_on_file[SIZE]; // impassable
    uint16_t escape_on_rank[SIZE], escape_on_file[SIZE];
    uint8_t hostile_to[2][SQUARES]; // enum hostility, by side
};

void rules_compile(struct rules *rules, const struct ruleset *ruleset);

// The bits of one rank of a set, or of one file.
uint16_t bits_on_rank(struct bits set, int rank);
uint16_t bits_on_file(struct bits set, int file);
