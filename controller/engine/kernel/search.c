#include "searcher.h"

enum {
    PASS_DEPTH = 3,   // from this depth on a side that may pass and is well off needs no move
    PASS_SAVES = 3,   // plies less than for a move
    MARGIN_DEPTH = 4, // up to this depth a score far beyond the limits stays beyond
    MARGIN_A_PLY = 90,
    FEW_DEPTH = 4,       // up to this depth only the first quiet moves are looked at
    LEAST_MOBILITY = 12, // who has fewer moves may be glad to pass
};

int score_of_ending(const struct searcher *searcher, enum ending ending) {
    return ending == NO_ENDING ? NO_SCORE : WON - searcher_ply(searcher);
}

// How often the position has stood in the game, this time too.
static uint32_t times_stood(const struct searcher *searcher) {
    const struct game *game = &searcher->game;
    uint32_t times = 1, here = (uint32_t)searcher_ply(searcher);
    for (uint32_t back = 4; back <= game->quiet && back <= game->plies; back += 2) {
        if (game->past[game->plies - back].key == game->now.key) {
            // Who comes back once on the way that is looked at can do so again.
            times += back <= here ? game->now.rules->is.repetition_count : 1;
        }
    }
    return times;
}

static int score_of_repetition(const struct position *now) {
    if (!now->rules->is.repeating_defenders_lose) {
        return 0;
    }
    return now->to_move == ATTACKERS ? REPEATED : -REPEATED;
}

// The number of plies that a quiet move is looked at less, by depth and by how many came before.
static int reduction(int depth, int number) {
    int shift = 0;
    while (number >> (shift + 2)) {
        shift++; // 4 to 7: one, 8 to 15: two ...
    }
    int reduced = shift * (depth < 6 ? 2 : 3) / 4;
    return reduced < depth - 1 ? reduced : depth - 1;
}

static bool may_be_skipped(int depth, int number, int best) {
    return depth <= FEW_DEPTH && number > 6 + 5 * depth * depth && best > -SURELY_WON;
}

// Scores in the table count from the position, those of a search from its beginning.
static int16_t to_table(int score, int ply) {
    int moved = score > SURELY_WON ? score + ply : (score < -SURELY_WON ? score - ply : score);
    return (int16_t)moved;
}

static int from_table(int score, int ply) {
    return score > SURELY_WON ? score - ply : (score < -SURELY_WON ? score + ply : score);
}

static bool answers(const struct known *known, int score, int depth, int alpha, int beta) {
    if (known->depth < depth) {
        return false;
    }
    return known->bound == EXACT || (known->bound == AT_LEAST && score >= beta) ||
           (known->bound == AT_MOST && score <= alpha);
}

static bool is_well_off_passing(struct searcher *searcher, int depth, int beta) {
    const struct position *now = &searcher->game.now;
    if (men_mobility(now, now->to_move) < LEAST_MOBILITY) {
        return false;
    }
    game_pass(&searcher->game);
    int score = -look_ahead(searcher, depth - 1 - PASS_SAVES, -beta, 1 - beta, false);
    game_unpass(&searcher->game);
    return !searcher->stopped && score >= beta;
}

struct node {
    int depth, alpha, beta;
    int best;
    move move; // the best
    bool in_danger;
    // Which moves repeat what stood on the way here is not in the table, nor may it come there.
    bool stood_before;
    int number; // moves looked at
};

// Looks at a move of a node that was just made.
static int score_of(struct searcher *searcher, const struct node *node, bool captures) {
    int depth = node->depth - 1, alpha = node->alpha, beta = node->beta;
    if (node->number == 0) {
        return -look_ahead(searcher, depth, -beta, -alpha, true);
    }
    int less = captures || node->in_danger ? 0 : reduction(node->depth, node->number);
    int score = -look_ahead(searcher, depth - less, -alpha - 1, -alpha, true);
    if (score > alpha && less) {
        score = -look_ahead(searcher, depth, -alpha - 1, -alpha, true);
    }
    if (score > alpha && score < beta) {
        score = -look_ahead(searcher, depth, -beta, -alpha, true);
    }
    return score;
}

static void try_moves(struct searcher *searcher, struct node *node, struct ordered *ordered,
                      int count) {
    struct game *game = &searcher->game;
    move tried[MOST_MOVES];
    int quiet = 0;
    bool narrow = node->beta - node->alpha == 1;
    for (int i = 0; i < count; i++) {
        move move = order_next(ordered, i, count);
        if (narrow && !node->in_danger && order_worth(ordered, i) < KILLING &&
            may_be_skipped(node->depth, i, node->best)) {
            return; // and all that follow
        }
        enum ending ending = game_play(game, move);
        bool captures = bits_any(game->past[game->plies - 1].captured);
        int score = score_of_ending(searcher, ending);
        if (score == NO_SCORE) {
            score = score_of(searcher, node, captures);
        }
        game_undo(game);
        if (searcher->stopped) {
            return;
        }
        node->number++;
        if (!captures) {
            tried[quiet++] = move;
        }
        if (score > node->best) {
            node->best = score;
            if (score > node->alpha) {
                node->move = move;
                node->alpha = score;
                searcher_keep_line(searcher, move);
            }
            if (score >= node->beta) {
                if (!captures) {
                    order_learn(searcher, move, tried, quiet, node->depth);
                }
                return;
            }
        }
    }
}

// Whether the side to move loses with the other's next move, were that one's turn.
static bool is_threatened(struct position *position) {
    position->to_move ^= 1;
    bool threatened = winning_move(position) != NO_MOVE;
    position->to_move ^= 1;
    return threatened;
}

static int moves_worth_trying(const struct position *now, move *moves, bool *lost) {
    struct bits stops = NO_BITS;
    *lost = now->to_move == ATTACKERS && !squares_that_stop(now, &stops);
    return bits_any(stops) ? moves_onto(now, stops, moves) : moves_all(now, moves);
}

static int stuck(const struct searcher *searcher) {
    bool loses = searcher->game.now.rules->is.stuck_loses;
    return loses ? searcher_ply(searcher) - WON : 0;
}

static int search_node(struct searcher *searcher, struct node *node, const struct known *known,
                       int evaluation) {
    const struct position *now = &searcher->game.now;
    int ply = searcher_ply(searcher), first_alpha = node->alpha;
    move moves[MOST_MOVES];
    bool lost;
    int count = moves_worth_trying(now, moves, &lost);
    if (lost) {
        return ply + 2 - WON;
    }
    if (!count) {
        return node->in_danger && has_move(now) ? ply + 2 - WON : stuck(searcher);
    }
    struct ordered ordered;
    order_moves(searcher, known->move, moves, count, &ordered);
    try_moves(searcher, node, &ordered, count);
    if (searcher->stopped) {
        return 0;
    }
    if (node->stood_before) {
        return node->best;
    }
    uint8_t bound =
        node->best >= node->beta ? AT_LEAST : (node->best > first_alpha ? EXACT : AT_MOST);
    struct known learned = {.move = node->move,
                            .score = to_table(node->best, ply),
                            .evaluation = (int16_t)evaluation,
                            .depth = (int8_t)node->depth,
                            .bound = bound};
    table_keep(&searcher->search->table, now->key, learned);
    return node->best;
}

int look_ahead(struct searcher *searcher, int depth, int alpha, int beta, bool may_pass) {
    struct position *now = &searcher->game.now;
    int ply = searcher_ply(searcher);
    if (depth <= 0 || ply >= DEEPEST) {
        return quiesce(searcher, alpha, beta, 0);
    }
    table_fetch(&searcher->search->table, now->key);
    searcher->frames[ply].length = 0;
    searcher->frames[ply + 1].killers[0] = searcher->frames[ply + 1].killers[1] = NO_MOVE;
    if (searcher_counts(searcher)) {
        return 0;
    }
    uint32_t times = times_stood(searcher);
    if (times >= now->rules->is.repetition_count) {
        return score_of_repetition(now);
    }
    move win = winning_move(now);
    if (win != NO_MOVE) {
        searcher->frames[ply + 1].length = 0;
        searcher_keep_line(searcher, win);
        return WON - ply - 1;
    }
    bool stood_before = times > 1, narrow = beta - alpha == 1 && !stood_before;
    struct known known = {.move = NO_MOVE};
    bool found = table_find(&searcher->search->table, now->key, &known);
    if (found && narrow) {
        int score = from_table(known.score, ply);
        if (answers(&known, score, depth, alpha, beta)) {
            return score;
        }
    }
    bool in_danger = is_threatened(now);
    int evaluation = found ? known.evaluation : searcher_evaluate(searcher);
    if (narrow && !in_danger) {
        if (depth <= MARGIN_DEPTH && evaluation - MARGIN_A_PLY * depth >= beta &&
            evaluation < KNOWN) {
            return evaluation;
        }
        if (may_pass && depth >= PASS_DEPTH && evaluation >= beta &&
            is_well_off_passing(searcher, depth, beta)) {
            return beta;
        }
        if (searcher->stopped) {
            return 0;
        }
    }
    bool extends = in_danger && ply < 2 * searcher->depth;
    struct node node = {.depth = depth + extends,
                        .alpha = alpha,
                        .beta = beta,
                        .best = -WON,
                        .in_danger = in_danger,
                        .stood_before = stood_before};
    return search_node(searcher, &node, &known, evaluation);
}
