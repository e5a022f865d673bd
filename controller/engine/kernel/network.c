#include "network.h"
#include <string.h>

// Where a square comes to lie in one of the eight symmetries.
static int image_of(int square, int symmetry) {
    int rank = square / SIZE, file = square % SIZE;
    if (symmetry & 1) {
        rank = SIZE - 1 - rank;
    }
    if (symmetry & 2) {
        file = SIZE - 1 - file;
    }
    return symmetry & 4 ? SIZE * file + rank : SIZE * rank + file;
}

static void spread_out(int16_t *hidden, const int16_t *filters) {
    for (int image = 0; image < IMAGES; image++) {
        memcpy(hidden + image * FILTERS, filters, FILTERS * sizeof *filters);
    }
}

void network_make(struct network *network, const struct filters *filters) {
    memset(network, 0, sizeof *network);
    for (int piece = 0; piece < 3; piece++) {
        for (int square = 0; square < SQUARES; square++) {
            for (int image = 0; image < IMAGES; image++) {
                memcpy(network->in[piece + 1][square] + image * FILTERS,
                       filters->in[piece][image_of(square, image)], FILTERS * sizeof(int16_t));
            }
        }
    }
    spread_out(network->bias, filters->bias);
    for (int side = 0; side < 2; side++) {
        for (int stage = 0; stage < STAGES; stage++) {
            spread_out(network->out[side][stage], filters->out[side][stage]);
            network->out_bias[side][stage] = filters->out_bias[side][stage];
        }
    }
}

static void add(int16_t *restrict sums, const int16_t *restrict more) {
    for (int i = 0; i < HIDDEN; i++) {
        sums[i] = (int16_t)(sums[i] + more[i]);
    }
}

static void subtract(int16_t *restrict sums, const int16_t *restrict less) {
    for (int i = 0; i < HIDDEN; i++) {
        sums[i] = (int16_t)(sums[i] - less[i]);
    }
}

static void move_on(int16_t *restrict to, const int16_t *restrict from,
                    const int16_t *restrict more, const int16_t *restrict less) {
    for (int i = 0; i < HIDDEN; i++) {
        to[i] = (int16_t)(from[i] + more[i] - less[i]);
    }
}

static void see_all(const struct network *network, const struct position *position, int16_t *sums) {
    memcpy(sums, network->bias, sizeof network->bias);
    struct bits rest = position_occupied(position);
    while (bits_any(rest)) {
        int square = bits_pop(&rest);
        add(sums, network->in[position->at[square]][square]);
    }
}

static void see_ply(const struct network *network, const struct past *past,
                    const struct seen *before, struct seen *after) {
    if (past->move == NO_MOVE) {
        memcpy(after->sums, before->sums, sizeof after->sums);
        return;
    }
    const int16_t(*weights)[HIDDEN] = network->in[past->piece];
    move_on(after->sums, before->sums, weights[move_target(past->move)],
            weights[move_origin(past->move)]);
    enum piece victim = past->piece == ATTACKER ? DEFENDER : ATTACKER;
    struct bits captured = past->captured;
    while (bits_any(captured)) {
        subtract(after->sums, network->in[victim][bits_pop(&captured)]);
    }
}

static int output(const int16_t *restrict sums, const int16_t *restrict weights) {
    int total = 0;
    for (int i = 0; i < HIDDEN; i++) {
        int16_t seen = sums[i] < 0 ? 0 : (sums[i] > FULL ? FULL : sums[i]);
        total += seen * weights[i];
    }
    return total;
}

int network_score(const struct network *network, const struct game *game, struct seen *seen,
                  uint32_t plies) {
    const struct past *past = game->past + (game->plies - plies);
    uint32_t known = plies;
    while (known > 0 && seen[known].key != (known == plies ? game->now.key : past[known].key)) {
        known--;
    }
    if (known == 0) {
        uint64_t first = plies ? past[0].key : game->now.key;
        if (seen[0].key != first) {
            known = plies;
            see_all(network, &game->now, seen[plies].sums);
            seen[plies].key = game->now.key;
        }
    }
    for (; known < plies; known++) {
        see_ply(network, &past[known], &seen[known], &seen[known + 1]);
        seen[known + 1].key = known + 1 == plies ? game->now.key : past[known + 1].key;
    }
    int side = game->now.to_move, men = game->now.count[ATTACKERS] + game->now.count[DEFENDERS];
    int stage = men / MEN_A_STAGE - 1;
    stage = stage < 0 ? 0 : (stage >= STAGES ? STAGES - 1 : stage);
    return output(seen[plies].sums, network->out[side][stage]) / (FULL * OUT_PARTS) +
           network->out_bias[side][stage];
}
