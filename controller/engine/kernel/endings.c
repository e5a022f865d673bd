// How a move ends the game by what stands, as controller/rules/endings.py has it.
#include "position.h"

static bool holds_king(const struct position *position, int square) {
    return position->at[square] == ATTACKER ||
           position->rules->hostile_to[DEFENDERS][square] == HOSTILE ||
           (position->rules->hostile_to[DEFENDERS][square] == HOSTILE_WHILE_EMPTY &&
            position->at[square] == NOBODY);
}

static bool king_is_captured(const struct position *position, int target) {
    const struct ruleset *rules = &position->rules->is;
    int king = position->king;
    struct bits around = board.beside[king];
    if (!bits_have(around, target) || (rules->king_safe_on_edge && bits_have(EDGE, king))) {
        return false;
    }
    if (rules->king_by_two) {
        for (int i = 0; i < board.pair_count[king]; i++) {
            struct step pair = board.pairs[king][i];
            bool moved = pair.beside == target || pair.behind == target;
            if (moved && holds_king(position, pair.beside) && holds_king(position, pair.behind)) {
                return true;
            }
        }
        return false;
    }
    struct bits captors = position->men[ATTACKERS];
    if (rules->throne_stands_in && position->at[THRONE] == NOBODY) {
        captors = bits_or(captors, bits_of(THRONE));
    }
    return bits_within(around, captors);
}

// Whether the king sees the edge along a line without attackers; most often he does.
static bool king_sees_edge(const struct position *position) {
    for (int way = 0; way < 4; way++) {
        if (!bits_meet(board.rays[position->king][way], position->men[ATTACKERS])) {
            return true;
        }
    }
    return false;
}

static bool is_encircled(const struct position *position) {
    struct bits inside = bits_or(position->men[DEFENDERS], bits_of(position->king));
    if (bits_meet(inside, EDGE) || king_sees_edge(position)) {
        return false;
    }
    struct bits free = bits_not(position->men[ATTACKERS]);
    for (;;) {
        struct bits wider = bits_and(bits_or(inside, bits_spread(inside)), free);
        if (bits_meet(wider, EDGE)) {
            return false;
        }
        if (bits_same(wider, inside)) {
            return true;
        }
        inside = wider;
    }
}

enum ending ending_at(const struct position *position, int target) {
    const struct ruleset *rules = &position->rules->is;
    if (position->to_move == DEFENDERS) {
        if (king_is_captured(position, target)) {
            return KING_CAPTURED;
        }
        return rules->encirclement && is_encircled(position) ? ENCIRCLED : NO_ENDING;
    }
    if (bits_have(rules->escape, position->king)) {
        return KING_ESCAPED;
    }
    return rules->exit_fort && has_exit_fort(position) ? EXIT_FORT : NO_ENDING;
}
