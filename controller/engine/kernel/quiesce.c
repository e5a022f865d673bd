#include "searcher.h"

enum {
    MOST_PLIES = 8,    // captures are looked at so far
    THREATS_PLIES = 2, // and moves of the king by which he threatens to escape
    MARGIN = 300,      // more than this no single capture is worth
};

bool squares_that_stop(const struct position *position, struct bits *squares) {
    struct bits escapes = king_escapes(position);
    int rays = 0;
    *squares = NO_BITS;
    while (bits_any(escapes)) {
        int escape = bits_pop(&escapes);
        struct bits way = bits_or(squares_between(position->king, escape), bits_of(escape));
        // On one ray there may be several squares to escape to, and a man before the first of
        // them stops the king from all.
        if (rays && bits_meet(way, *squares)) {
            *squares = bits_and(way, *squares);
            continue;
        }
        rays++;
        *squares = way;
    }
    return rays < 2;
}

static int captures_or_threats(const struct position *position, int depth, move *moves) {
    int count = moves_onto(position, capturing_targets(position), moves);
    if (position->to_move == DEFENDERS && depth > -THREATS_PLIES) {
        struct bits threats = king_threats(position);
        while (bits_any(threats)) {
            moves[count++] = move_of(position->king, bits_pop(&threats));
        }
    }
    return count;
}

// The best of some moves; `best` is what the side has without them.
static int best_of(struct searcher *searcher, const move *moves, int count, int best, int alpha,
                   int beta, int depth) {
    for (int i = 0; i < count; i++) {
        enum ending ending = game_play(&searcher->game, moves[i]);
        int score = score_of_ending(searcher, ending);
        if (score == NO_SCORE) {
            score = -quiesce(searcher, -beta, -alpha, depth - 1);
        }
        game_undo(&searcher->game);
        if (searcher->stopped) {
            return 0;
        }
        if (score > best) {
            best = score;
            alpha = score > alpha ? score : alpha;
            if (score >= beta) {
                break;
            }
        }
    }
    return best;
}

int quiesce(struct searcher *searcher, int alpha, int beta, int depth) {
    const struct position *now = &searcher->game.now;
    int ply = searcher_ply(searcher);
    searcher->frames[ply].length = 0;
    if (searcher_counts(searcher)) {
        return 0;
    }
    move win = winning_move(now);
    if (win != NO_MOVE) {
        searcher->frames[ply + 1].length = 0;
        searcher_keep_line(searcher, win);
        return WON - ply - 1;
    }
    move moves[MOST_MOVES];
    if (now->to_move == ATTACKERS) {
        struct bits stops;
        if (!squares_that_stop(now, &stops)) {
            return ply + 2 - WON;
        }
        if (bits_any(stops) && ply < DEEPEST) {
            int count = moves_onto(now, stops, moves);
            return best_of(searcher, moves, count, ply + 2 - WON, alpha, beta, depth);
        }
    }
    int quiet = searcher_evaluate(searcher);
    if (quiet >= beta || depth <= -MOST_PLIES || ply >= DEEPEST) {
        return quiet;
    }
    alpha = quiet > alpha ? quiet : alpha;
    if (quiet + MARGIN <= alpha && now->to_move == ATTACKERS) {
        return quiet;
    }
    int count = captures_or_threats(now, depth, moves);
    return best_of(searcher, moves, count, quiet, alpha, beta, depth);
}
