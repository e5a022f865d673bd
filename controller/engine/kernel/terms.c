#include "terms.h"
#include <string.h>

// In which of the classes that begin at `firsts` a number is.
static int class_of(int number, const int *firsts, int classes) {
    int found = 0;
    while (found + 1 < classes && number >= firsts[found + 1]) {
        found++;
    }
    return found;
}

static int least(int one, int other) {
    return one < other ? one : other;
}

static void count_king(const struct position *position, int16_t *counts) {
    static const int targets[KING_TARGETS] = {0, 1, 3, 6, 10, 15};
    int mobility = king_mobility(position);
    counts[FIRST_KING_TARGETS + class_of(mobility, targets, KING_TARGETS)] = 1;
    int threats = bits_count(king_threats(position));
    counts[FIRST_KING_THREATS + least(threats, KING_THREATS - 1)] = 1;
    struct bits captors = position->men[ATTACKERS];
    if (position->rules->is.throne_stands_in && position->at[THRONE] == NOBODY) {
        captors = bits_or(captors, bits_of(THRONE));
    }
    int held = bits_count(bits_and(board.beside[position->king], captors));
    counts[FIRST_KING_HELD + least(held, KING_HELD - 1)] = 1;
    counts[KING_IN_LINE] = bits_any(king_escapes(position));
    counts[KING_THREATENED] = bits_any(king_captures(position));
}

static void count_guards(const struct position *position, int16_t *counts) {
    // c1 b2 a3 and their images
    static const uint8_t guards[4][3] = {{2, 12, 22}, {8, 20, 32}, {88, 100, 112}, {98, 108, 118}};
    for (int corner = 0; corner < 4; corner++) {
        int found = 0;
        for (int i = 0; i < 3; i++) {
            found += position->at[guards[corner][i]] == ATTACKER;
        }
        counts[FIRST_GUARDS + found]++;
    }
}

static void count_cordon(const struct position *position, int16_t *counts) {
    static const int edge[EDGE_OPEN] = {0, 1, 5, 11, 19, 27};
    struct bits inside = bits_or(position->men[DEFENDERS], bits_of(position->king));
    struct bits region = bits_flood(inside, bits_not(position->men[ATTACKERS]));
    struct bits at_edge = bits_and(region, EDGE);
    counts[REGION] = (int16_t)(bits_count(region) / 10);
    if (!bits_meet(region, CORNERS)) {
        counts[CLOSED_REGION] = (int16_t)(bits_count(region) / 4);
        counts[CLOSED_MOVES] = (int16_t)king_mobility(position);
    }
    counts[FIRST_CORNERS_OPEN + bits_count(bits_and(region, CORNERS))] = 1;
    counts[FIRST_EDGE_OPEN + class_of(bits_count(at_edge), edge, EDGE_OPEN)] = 1;
}

void terms_count(const struct position *position, struct counted counted, int16_t *counts) {
    memset(counts, 0, TERMS * sizeof *counts);
    counts[TURN] = position->to_move == ATTACKERS;
    counts[FEW_ATTACKERS] = (int16_t)(16 - least(position->count[ATTACKERS], 16));
    counts[FEW_DEFENDERS] = (int16_t)(7 - least(position->count[DEFENDERS], 7));
    count_king(position, counts);
    if (counted.moves) {
        counts[ATTACKERS_MOVES] = (int16_t)(men_mobility(position, ATTACKERS) / 10);
        counts[DEFENDERS_MOVES] = (int16_t)(men_mobility(position, DEFENDERS) / 10);
    }
    if (counted.guards) {
        count_guards(position, counts);
    }
    if (counted.cordon) {
        count_cordon(position, counts);
    }
}
