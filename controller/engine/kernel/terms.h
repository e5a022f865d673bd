// What an evaluation by hand looks at, counted; each count is multiplied by a weight. All of it is
// the same in the eight symmetries of the board.
#pragma once
#include "moves.h"

enum {
    KING_TARGETS = 6, // how far the king may go: 0, 1-2, 3-5, 6-9, 10-14, more
    KING_THREATS = 5, // squares that he escapes from after his next move: 0, 1, 2, 3, more
    KING_HELD = 4,    // captors and squares that stand in for one beside him: 0, 1, 2, more
    GUARDS = 4,       // corners by the number of attackers on the diagonal before them: 0 to 3
    CORNERS_OPEN = 5, // corners that the defenders get to by steps past attackers: 0 to 4
    EDGE_OPEN = 6,    // edge squares that they get to so: 0, 1-4, 5-10, 11-18, 19-26, more
};

enum term {
    TURN,            // the attackers are to move
    KING_IN_LINE,    // the king escapes with his next move unless somebody stops him
    KING_THREATENED, // the attackers capture him with theirs
    FEW_ATTACKERS,   // below sixteen, each
    FEW_DEFENDERS,   // below seven, each
    ATTACKERS_MOVES, // how far all of a side may go, in tens
    DEFENDERS_MOVES,
    REGION,        // squares that the defenders get to by steps past attackers, in tens
    CLOSED_REGION, // the same in fours, where no corner is among them
    CLOSED_MOVES,  // squares that the king may go to then
    FIRST_KING_TARGETS,
    FIRST_KING_THREATS = FIRST_KING_TARGETS + KING_TARGETS,
    FIRST_KING_HELD = FIRST_KING_THREATS + KING_THREATS,
    FIRST_GUARDS = FIRST_KING_HELD + KING_HELD,
    FIRST_CORNERS_OPEN = FIRST_GUARDS + GUARDS,
    FIRST_EDGE_OPEN = FIRST_CORNERS_OPEN + CORNERS_OPEN,
    TERMS = FIRST_EDGE_OPEN + EDGE_OPEN,
};

// Which terms are worth the time to count them.
struct counted {
    bool moves, cordon, guards;
};

// Fills `counts`, TERMS of them; those that are not counted are 0.
void terms_count(const struct position *position, struct counted counted, int16_t *counts);
