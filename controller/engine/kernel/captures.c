// What a move captures, as controller/rules/captures.py has it.
#include "position.h"

static bool stands_in(const struct position *position, enum side against, int square) {
    switch (position->rules->hostile_to[against][square]) {
    case HOSTILE:
        return true;
    case HOSTILE_WHILE_EMPTY:
        return position->at[square] == NOBODY;
    default:
        return false;
    }
}

// Which pieces of the moving side take part in a capture, as bits by enum piece.
static unsigned partners_of(const struct position *position, enum piece mover) {
    if (mover == ATTACKER) {
        return 1u << ATTACKER;
    }
    bool with_king = mover == KING || position->rules->is.king_captures == KING_CAPTURES;
    return 1u << DEFENDER | (with_king ? 1u << KING : 0);
}

static struct bits custodial(const struct position *position, int target, unsigned partners,
                             enum piece victim) {
    struct bits taken = NO_BITS;
    for (int i = 0; i < board.step_count[target]; i++) {
        struct step step = board.steps[target][i];
        if (position->at[step.beside] != victim) {
            continue;
        }
        bool is_partner = partners >> position->at[step.behind] & 1;
        if (is_partner || stands_in(position, side_of(victim), step.behind)) {
            taken = bits_or(taken, bits_of(step.beside));
        }
    }
    return taken;
}

// What a row along an edge loses that begins beside `target`: `along` leads from square to square
// of the row, `inward` from it to the squares in front.
static struct bits shieldwall(const struct position *position, int target, int along, int inward,
                              struct bits edge, unsigned partners) {
    bool attackers_move = position->at[target] == ATTACKER;
    unsigned row = attackers_move ? 1u << DEFENDER | 1u << KING : 1u << ATTACKER;
    struct bits taken = NO_BITS;
    int length = 0, square = target + along;
    while (square >= 0 && square < SQUARES && bits_have(edge, square) &&
           row >> position->at[square] & 1) {
        if (!(partners >> position->at[square + inward] & 1)) {
            return NO_BITS;
        }
        if (position->at[square] != KING) {
            taken = bits_or(taken, bits_of(square));
        }
        length++;
        square += along;
    }
    bool brackets = square >= 0 && square < SQUARES && bits_have(edge, square) &&
                    (partners >> position->at[square] & 1 || bits_have(CORNERS, square));
    return length >= 2 && brackets ? taken : NO_BITS;
}

static struct bits shieldwalls(const struct position *position, int target, unsigned partners) {
    static const struct bits bottom = {(1 << SIZE) - 1, 0};
    static const struct bits top = {0, UINT64_C(0x7ff) << (SQUARES - SIZE - 64)};
    const struct bits edges[] = {bottom, top, FILE_A, FILE_K};
    static const int along[] = {1, 1, SIZE, SIZE}, inward[] = {SIZE, -SIZE, 1, -1};
    struct bits taken = NO_BITS;
    for (int i = 0; i < 4; i++) {
        if (bits_have(edges[i], target)) {
            for (int sign = -1; sign <= 1; sign += 2) {
                taken = bits_or(taken, shieldwall(position, target, sign * along[i], inward[i],
                                                  edges[i], partners));
            }
        }
    }
    return taken;
}

struct bits captures_at(const struct position *position, int target) {
    enum piece mover = position->at[target];
    if (mover == KING && position->rules->is.king_captures == KING_NEVER_CAPTURES) {
        return NO_BITS;
    }
    unsigned partners = partners_of(position, mover);
    struct bits taken =
        custodial(position, target, partners, mover == ATTACKER ? DEFENDER : ATTACKER);
    if (position->rules->is.shieldwall && bits_have(EDGE, target)) {
        taken = bits_or(taken, shieldwalls(position, target, partners));
    }
    return taken;
}
