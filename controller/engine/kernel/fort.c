// The exit fort: a king at the edge whom no sequence of attackers' moves can reach any more, as
// controller/rules/fort.py has it.
#include "position.h"

static bool reaches(struct bits reach, int square) {
    return bits_have(reach, square);
}

// The squares beside the throne that are come to over it from squares in reach.
static struct bits beyond_throne(const struct position *position, struct bits reach) {
    const struct ruleset *rules = &position->rules->is;
    struct bits beyond = NO_BITS;
    if (bits_have(bits_or(rules->men_stop, rules->impassable), THRONE)) {
        return beyond;
    }
    for (int i = 0; i < board.pair_count[THRONE]; i++) {
        struct step pair = board.pairs[THRONE][i];
        if (reaches(reach, pair.beside)) {
            beyond = bits_or(beyond, bits_of(pair.behind));
        }
        if (reaches(reach, pair.behind)) {
            beyond = bits_or(beyond, bits_of(pair.beside));
        }
    }
    return beyond;
}

// Where attackers may come to stand, however many moves they are given.
static struct bits attackers_reach(const struct position *position, struct bits wall) {
    struct bits free = bits_without(position->rules->is.men_stop, wall);
    free = bits_without(free, bits_of(position->king));
    struct bits reach = bits_flood(position->men[ATTACKERS], free);
    for (;;) {
        struct bits beyond = bits_without(bits_and(beyond_throne(position, reach), free), reach);
        if (!bits_any(beyond)) {
            return reach;
        }
        reach = bits_or(reach, bits_flood(beyond, free));
    }
}

static struct bits sandwiched(const struct position *position, struct bits wall,
                              struct bits reach) {
    const struct ruleset *rules = &position->rules->is;
    bool throne_taken = bits_have(bits_or(wall, bits_of(position->king)), THRONE);
    struct bits hostile = bits_or(reach, throne_taken ? rules->hostile_taken[DEFENDERS]
                                                      : rules->hostile_empty[DEFENDERS]);
    struct bits struck = NO_BITS, rest = wall;
    while (bits_any(rest)) {
        int square = bits_pop(&rest);
        for (int i = 0; i < board.pair_count[square]; i++) {
            struct step pair = board.pairs[square][i];
            bool held = bits_have(hostile, pair.beside) && bits_have(hostile, pair.behind);
            if (held && (reaches(reach, pair.beside) || reaches(reach, pair.behind))) {
                struck = bits_or(struck, bits_of(square));
            }
        }
    }
    return struck;
}

bool has_exit_fort(const struct position *position) {
    if (!bits_have(EDGE, position->king)) {
        return false;
    }
    struct bits beside = board.beside[position->king];
    struct bits free = bits_and(beside, position->rules->is.king_stop);
    if (!bits_any(bits_without(free, position_occupied(position)))) {
        return false;
    }
    struct bits wall = position->men[DEFENDERS];
    for (;;) {
        struct bits reach = attackers_reach(position, wall);
        if (bits_meet(reach, beside)) {
            return false;
        }
        struct bits struck = sandwiched(position, wall, reach);
        if (!bits_any(struck)) {
            return true;
        }
        wall = bits_without(wall, struck);
    }
}
