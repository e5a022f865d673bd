#include "kernel.h"
#include <stdlib.h>

struct kernel {
    struct rules rules;
    struct evaluator evaluator;
    struct game game;
    struct search search;
};

uint32_t hnefi_version(void) {
    return KERNEL_VERSION;
}

struct kernel *hnefi_new(const struct ruleset *ruleset, uint64_t table_bytes) {
    struct kernel *kernel = calloc(1, sizeof *kernel);
    if (!kernel) {
        return NULL;
    }
    if (!table_make(&kernel->search.table, (size_t)table_bytes)) {
        free(kernel);
        return NULL;
    }
    board_prepare();
    kernel->search.evaluator = &kernel->evaluator;
    rules_compile(&kernel->rules, ruleset);
    const struct bits men[] = {ruleset->attackers, ruleset->defenders};
    hnefi_set(kernel, men, ruleset->king, ruleset->to_move);
    return kernel;
}

void hnefi_free(struct kernel *kernel) {
    if (kernel) {
        game_free(&kernel->game);
        table_free(&kernel->search.table);
        free(kernel);
    }
}

void hnefi_set(struct kernel *kernel, const struct bits men[2], int king, int to_move) {
    position_set(&kernel->game.now, &kernel->rules, &kernel->evaluator.weights.squares, men, king,
                 to_move);
    kernel->game.plies = kernel->game.quiet = 0;
}

void hnefi_get(const struct kernel *kernel, struct bits men[2], uint8_t *king, uint8_t *to_move) {
    const struct position *now = &kernel->game.now;
    men[ATTACKERS] = now->men[ATTACKERS];
    men[DEFENDERS] = now->men[DEFENDERS];
    *king = now->king;
    *to_move = now->to_move;
}

void hnefi_play(struct kernel *kernel, move move, struct played *played) {
    struct game *game = &kernel->game;
    *played = (struct played){0};
    if (!move_is_legal(&game->now, move) || !game_reserve(game, 1)) {
        return;
    }
    enum ending ending = game_play(game, move);
    *played = (struct played){.captured = game->past[game->plies - 1].captured,
                              .legal = 1,
                              .ending = (uint8_t)ending,
                              .standing = (uint8_t)game_standing(game, ending)};
}

void hnefi_undo(struct kernel *kernel) {
    if (kernel->game.plies) {
        game_undo(&kernel->game);
    }
}

int hnefi_moves(const struct kernel *kernel, move *moves) {
    return moves_all(&kernel->game.now, moves);
}

uint64_t hnefi_perft(struct kernel *kernel, int depth) {
    return game_reserve(&kernel->game, (uint32_t)depth) ? game_perft(&kernel->game, depth) : 0;
}

uint64_t hnefi_random_plies(struct kernel *kernel, uint64_t seed, uint32_t plies) {
    enum { LONGEST = 400 };
    struct game *game = &kernel->game;
    uint32_t first = game->plies;
    uint64_t sum = 0;
    if (!game_reserve(game, LONGEST)) {
        return 0;
    }
    move moves[MOST_MOVES];
    for (uint32_t ply = 0; ply < plies; ply++) {
        int count = moves_all(&game->now, moves);
        seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
        enum ending ending = game_play(game, moves[(seed >> 32) * (uint64_t)count >> 32]);
        sum = sum * 31 + game->now.key;
        if (game_standing(game, ending) != GOES_ON || game->plies - first == LONGEST) {
            while (game->plies > first) {
                game_undo(game);
            }
        }
    }
    while (game->plies > first) {
        game_undo(game);
    }
    return sum;
}

int hnefi_proves_win(struct kernel *kernel, int plies, uint64_t most_nodes) {
    uint64_t nodes = 0;
    if (!game_reserve(&kernel->game, (uint32_t)plies + 2)) {
        return -1;
    }
    bool won = proves_win(&kernel->game, plies, &nodes, most_nodes);
    return won ? 1 : (nodes > most_nodes ? -1 : 0);
}

void hnefi_weigh(struct kernel *kernel, const struct weights *weights,
                 const struct filters *filters) {
    evaluator_weigh(&kernel->evaluator, weights);
    kernel->evaluator.has_network = filters != NULL;
    if (filters) {
        network_make(&kernel->evaluator.network, filters);
    }
}

void hnefi_terms(const struct kernel *kernel, int16_t *counts) {
    terms_count(&kernel->game.now, (struct counted){true, true, true}, counts);
}

int hnefi_evaluate(const struct kernel *kernel) {
    struct seen seen = {.key = ~kernel->game.now.key};
    return evaluate(&kernel->evaluator, &kernel->game, &seen, 0);
}

void hnefi_ready(struct kernel *kernel) {
    atomic_store(&kernel->search.stop, 0);
}

void hnefi_stop(struct kernel *kernel) {
    atomic_store(&kernel->search.stop, 1);
}

void hnefi_forget(struct kernel *kernel) {
    table_clear(&kernel->search.table);
}

int hnefi_search(struct kernel *kernel, const struct limits *limits, struct found *found) {
    return search_run(&kernel->search, &kernel->game, limits, found);
}
