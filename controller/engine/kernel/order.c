#include "searcher.h"
#include <string.h>

enum { MOST_LEARNED = 16000, LAST_PLACE = PLACES - 1 };

void order_moves(const struct searcher *searcher, move best, const move *moves, int count,
                 struct ordered *ordered) {
    const struct position *now = &searcher->game.now;
    const struct frame *frame = &searcher->frames[searcher_ply(searcher)];
    struct bits capturing = capturing_targets(now);
    for (int i = 0; i < count; i++) {
        move move = moves[i];
        int origin = move_origin(move), target = move_target(move);
        int32_t worth = ORDINARY + searcher->history[now->to_move][origin][target];
        if (move == best) {
            worth = FIRST;
        } else if (bits_have(capturing, target)) {
            worth += CAPTURING;
        } else if (move == frame->killers[0] || move == frame->killers[1]) {
            worth += KILLING;
        }
        ordered->moves[i] = move;
        ordered->ranks[i] = worth * PLACES + LAST_PLACE - i;
    }
}

move order_next(struct ordered *ordered, int from, int count) {
    int32_t first = ordered->ranks[from], best = first;
    for (int i = from + 1; i < count; i++) {
        best = ordered->ranks[i] > best ? ordered->ranks[i] : best;
    }
    int place = LAST_PLACE - best % PLACES;
    move found = ordered->moves[place];
    ordered->moves[place] = ordered->moves[from];
    ordered->moves[from] = found;
    ordered->ranks[place] = first + from - place;
    ordered->ranks[from] = best + place - from;
    return found;
}

static void learn(int16_t *learned, int by) {
    // The nearer to its limit, the less is learned; so it never goes beyond.
    int size = by < 0 ? -by : by;
    *learned = (int16_t)(*learned + by - *learned * size / MOST_LEARNED);
}

void order_learn(struct searcher *searcher, move best, const move *tried, int count, int depth) {
    struct frame *frame = searcher_frame(searcher);
    if (frame->killers[0] != best) {
        frame->killers[1] = frame->killers[0];
        frame->killers[0] = best;
    }
    int by = depth * depth * 16 < 2000 ? depth * depth * 16 : 2000;
    int16_t(*history)[SQUARES] = searcher->history[searcher->game.now.to_move];
    learn(&history[move_origin(best)][move_target(best)], by);
    for (int i = 0; i < count; i++) {
        if (tried[i] != best) {
            learn(&history[move_origin(tried[i])][move_target(tried[i])], -by);
        }
    }
}
