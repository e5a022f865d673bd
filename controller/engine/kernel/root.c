#include "root.h"
#include <string.h>

// Whether the attackers are to move, and win by coming back to what stood twice before. A search
// that looks at few replies may not see it.
static bool wins_by_repetition(struct game *game) {
    const struct ruleset *rules = &game->now.rules->is;
    bool may = rules->repeating_defenders_lose && game->now.to_move == ATTACKERS &&
               game->quiet >= 4 * (rules->repetition_count - 1u) - 1;
    move moves[MOST_MOVES];
    int count = may ? moves_all(&game->now, moves) : 0;
    bool wins = false;
    for (int i = 0; i < count && !wins; i++) {
        wins = game_standing(game, game_play(game, moves[i])) == WON_BY_ATTACKERS;
        game_undo(game);
    }
    return wins;
}

// What a first move is worth that ends the game: also by repetition, or leaving no move.
static struct first first_of(struct searcher *searcher, move move) {
    struct game *game = &searcher->game;
    enum side side = game->now.to_move;
    struct first first = {.move = move, .decided = NO_SCORE};
    enum standing standing = game_standing(game, game_play(game, move));
    if (standing == GOES_ON) {
        first.gives_away = winning_move(&game->now) != NO_MOVE;
        first.decided = wins_by_repetition(game) ? 2 - WON : NO_SCORE;
    } else if (standing == DRAWN) {
        first.decided = 0;
    } else {
        bool won = (standing == WON_BY_ATTACKERS) == (side == ATTACKERS);
        first.decided = won ? WON - 1 : 1 - WON;
    }
    game_undo(game);
    return first;
}

static int first_moves(const struct position *now, const struct limits *limits, move *moves) {
    if (!limits->firsts) {
        return moves_all(now, moves);
    }
    int count = 0;
    for (uint32_t i = 0; i < limits->firsts && i < MOST_MOVES; i++) {
        moves[count] = limits->first[i];
        count += move_is_legal(now, moves[count]);
    }
    return count;
}

// Whether the worth of one first move is clear before anything is looked at.
static bool comes_before(const struct first *one, const struct first *other) {
    int score = one->decided == NO_SCORE ? -one->gives_away : one->decided;
    int than = other->decided == NO_SCORE ? -other->gives_away : other->decided;
    return score > than;
}

void root_begin(struct searcher *searcher, const struct limits *limits, struct root *root) {
    move moves[MOST_MOVES];
    struct ordered ordered;
    root->count = first_moves(&searcher->game.now, limits, moves);
    struct known known = {.move = NO_MOVE};
    table_find(&searcher->search->table, searcher->game.now.key, &known);
    order_moves(searcher, known.move, moves, root->count, &ordered);
    for (int i = 0; i < root->count; i++) {
        struct first first = first_of(searcher, order_next(&ordered, i, root->count));
        int place = i;
        for (; place > 0 && comes_before(&first, &root->firsts[place - 1]); place--) {
            root->firsts[place] = root->firsts[place - 1];
        }
        root->firsts[place] = first;
    }
}

void root_bring_to_front(struct root *root, move move) {
    int i = 0;
    while (i < root->count - 1 && root->firsts[i].move != move) {
        i++;
    }
    struct first found = root->firsts[i];
    memmove(root->firsts + 1, root->firsts, (size_t)i * sizeof *root->firsts);
    root->firsts[0] = found;
}
