#include "game.h"
#include <stdlib.h>
#include <string.h>

bool game_reserve(struct game *game, uint32_t more) {
    if (game->plies + more <= game->room) {
        return true;
    }
    uint32_t room = 2 * (game->plies + more);
    struct past *past = realloc(game->past, room * sizeof *past);
    if (!past) {
        return false;
    }
    game->past = past;
    game->room = room;
    return true;
}

void game_free(struct game *game) {
    free(game->past);
    game->past = NULL;
    game->plies = game->room = 0;
}

bool game_copy(struct game *to, const struct game *from) {
    to->plies = 0;
    if (!game_reserve(to, from->plies + 1)) {
        return false;
    }
    to->now = from->now;
    to->plies = from->plies;
    to->quiet = from->quiet;
    if (from->plies) {
        memcpy(to->past, from->past, from->plies * sizeof *from->past);
    }
    return true;
}

enum ending game_play(struct game *game, move move) {
    struct position *now = &game->now;
    int origin = move_origin(move), target = move_target(move);
    enum piece piece = now->at[origin];
    struct past *past = &game->past[game->plies++];
    past->key = now->key;
    past->quiet = game->quiet;
    past->move = move;
    past->piece = (uint8_t)piece;
    position_take(now, origin);
    position_put(now, piece, target);
    struct bits captured = captures_at(now, target);
    past->captured = captured;
    game->quiet = bits_any(captured) ? 0 : game->quiet + 1;
    while (bits_any(captured)) {
        position_take(now, bits_pop(&captured));
    }
    position_pass(now);
    return ending_at(now, target);
}

void game_undo(struct game *game) {
    struct position *now = &game->now;
    const struct past *past = &game->past[--game->plies];
    position_pass(now);
    enum piece victim = now->to_move == ATTACKERS ? DEFENDER : ATTACKER;
    struct bits captured = past->captured;
    while (bits_any(captured)) {
        position_put(now, victim, bits_pop(&captured));
    }
    int target = move_target(past->move);
    enum piece piece = now->at[target];
    position_take(now, target);
    position_put(now, piece, move_origin(past->move));
    game->quiet = past->quiet;
}

void game_pass(struct game *game) {
    struct past *past = &game->past[game->plies++];
    *past = (struct past){.key = game->now.key, .quiet = game->quiet};
    game->quiet = 0; // what was before cannot be repeated by way of a pass
    position_pass(&game->now);
}

void game_unpass(struct game *game) {
    game->quiet = game->past[--game->plies].quiet;
    position_pass(&game->now);
}

uint32_t game_times_seen(const struct game *game) {
    uint32_t times = 1;
    for (uint32_t back = 4; back <= game->quiet && back <= game->plies; back += 2) {
        times += game->past[game->plies - back].key == game->now.key;
    }
    return times;
}

enum standing game_standing(const struct game *game, enum ending ending) {
    const struct ruleset *rules = &game->now.rules->is;
    if (ending != NO_ENDING) {
        return ending == KING_CAPTURED || ending == ENCIRCLED ? WON_BY_ATTACKERS : WON_BY_DEFENDERS;
    }
    if (game_times_seen(game) >= rules->repetition_count) {
        return rules->repeating_defenders_lose ? WON_BY_ATTACKERS : DRAWN;
    }
    if (!has_move(&game->now)) {
        bool attackers_lose = game->now.to_move == ATTACKERS;
        return !rules->stuck_loses ? DRAWN : (attackers_lose ? WON_BY_DEFENDERS : WON_BY_ATTACKERS);
    }
    return GOES_ON;
}

uint64_t game_perft(struct game *game, int depth) {
    move moves[MOST_MOVES];
    int count = moves_all(&game->now, moves);
    if (depth <= 1) {
        return depth < 1 ? 1 : (uint64_t)count;
    }
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        if (game_play(game, moves[i]) == NO_ENDING) {
            total += game_perft(game, depth - 1);
        }
        game_undo(game);
    }
    return total;
}
