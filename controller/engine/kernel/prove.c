#include "prove.h"

static bool has_won(const struct game *game, enum ending ending, enum side side) {
    enum standing standing = game_standing(game, ending);
    return standing == (side == ATTACKERS ? WON_BY_ATTACKERS : WON_BY_DEFENDERS);
}

// Whether every move of the side to move leaves the other a win within that number of plies.
static bool proves_loss(struct game *game, int plies, uint64_t *nodes, uint64_t most) {
    move moves[MOST_MOVES];
    enum side other = game->now.to_move ^ 1;
    int count = moves_all(&game->now, moves);
    bool lost = true;
    for (int i = 0; i < count && lost; i++) {
        enum ending ending = game_play(game, moves[i]);
        lost = game_standing(game, ending) == GOES_ON ? proves_win(game, plies, nodes, most)
                                                      : has_won(game, ending, other);
        game_undo(game);
    }
    return lost;
}

bool proves_win(struct game *game, int plies, uint64_t *nodes, uint64_t most) {
    if (++*nodes > most) {
        return false;
    }
    enum side side = game->now.to_move;
    if (winning_move(&game->now) != NO_MOVE) {
        return true;
    }
    move moves[MOST_MOVES];
    int count = moves_all(&game->now, moves);
    bool won = false;
    for (int i = 0; i < count && !won; i++) {
        enum ending ending = game_play(game, moves[i]);
        won = has_won(game, ending, side);
        game_undo(game);
    }
    for (int i = 0; i < count && !won && plies > 2; i++) {
        enum ending ending = game_play(game, moves[i]);
        // A move after which the other side wins at once need not be looked at further.
        won = game_standing(game, ending) == GOES_ON && winning_move(&game->now) == NO_MOVE &&
              proves_loss(game, plies - 2, nodes, most);
        game_undo(game);
    }
    return won;
}
