// Looking ahead further and further, until a limit is met, with one thread or several.
#include "root.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CLOCK_EVERY = 256, FIRST_WINDOW = 40, WINDOW_DEPTH = 4 };

struct thread {
    struct searcher *searcher;
    const struct limits *limits;
    int number;
};

uint64_t clock_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

bool searcher_counts(struct searcher *searcher) {
    if (++searcher->nodes % CLOCK_EVERY == 0) {
        const struct search *search = searcher->search;
        searcher->stopped |= atomic_load_explicit(&search->stop, memory_order_relaxed) != 0 ||
                             atomic_load_explicit(&search->done, memory_order_relaxed) != 0 ||
                             (searcher->deadline && clock_now() >= searcher->deadline);
    }
    searcher->stopped |= searcher->most_nodes && searcher->nodes >= searcher->most_nodes;
    return searcher->stopped;
}

int searcher_evaluate(struct searcher *searcher) {
    return evaluate(searcher->search->evaluator, &searcher->game, searcher->seen,
                    (uint32_t)searcher_ply(searcher));
}

void searcher_keep_line(struct searcher *searcher, move move) {
    struct frame *frame = searcher_frame(searcher), *next = frame + 1;
    uint32_t length = next->length < LONGEST_LINE ? next->length : LONGEST_LINE - 1;
    frame->line[0] = move;
    memcpy(frame->line + 1, next->line, length * sizeof(move));
    frame->length = length + 1;
}

static int score_of_first(struct searcher *searcher, const struct first *first, int alpha, int beta,
                          bool is_best) {
    searcher->frames[1].length = 0;
    if (first->decided != NO_SCORE) {
        return first->decided;
    }
    game_play(&searcher->game, first->move);
    int depth = searcher->depth - 1, score = alpha + 1;
    if (!is_best) {
        score = -look_ahead(searcher, depth, -alpha - 1, -alpha, true);
    }
    if (score > alpha && !searcher->stopped) {
        score = -look_ahead(searcher, depth, -beta, -alpha, true);
    }
    game_undo(&searcher->game);
    return score;
}

// Puts the line of a first move among the best, of which there are at most `most`.
static void keep_among_best(struct searcher *searcher, struct found *found, uint32_t most,
                            move move, int score) {
    uint32_t place = found->lines;
    while (place > 0 && found->line[place - 1].score < score) {
        place--;
    }
    if (place == most) {
        return;
    }
    uint32_t behind = found->lines < most ? found->lines - place : most - 1 - place;
    memmove(&found->line[place + 1], &found->line[place], behind * sizeof(struct line));
    found->lines += found->lines < most;
    struct line *line = &found->line[place];
    searcher_keep_line(searcher, move);
    line->score = score;
    line->length = searcher->frames[0].length;
    memcpy(line->moves, searcher->frames[0].line, line->length * sizeof(move));
}

// Looks at all first moves and keeps the best; false once it must end.
static bool search_firsts(struct searcher *searcher, const struct root *root, uint32_t most,
                          int alpha, int beta, struct found *found) {
    found->lines = 0;
    for (int i = 0; i < root->count; i++) {
        int least = found->lines < most ? alpha : found->line[most - 1].score;
        least = least > alpha ? least : alpha;
        const struct first *first = &root->firsts[i];
        int score = score_of_first(searcher, first, least, beta, (uint32_t)i < most);
        if (searcher->stopped) {
            return false;
        }
        keep_among_best(searcher, found, most, first->move, score);
        if (score >= beta) {
            break;
        }
    }
    return true;
}

// One line is looked for near where it is expected, and farther off where it is not found there.
static bool search_in_window(struct searcher *searcher, struct root *root, uint32_t most,
                             int expected, struct found *found) {
    int window = FIRST_WINDOW, alpha = -WON, beta = WON;
    if (most == 1 && searcher->depth >= WINDOW_DEPTH && abs(expected) < SURELY_WON) {
        alpha = expected - window;
        beta = expected + window;
    }
    while (search_firsts(searcher, root, most, alpha, beta, found)) {
        int score = found->line[0].score;
        for (uint32_t i = found->lines; i-- > 0;) {
            root_bring_to_front(root, found->line[i].moves[0]);
        }
        window *= 4;
        if (score <= alpha && alpha > -WON) {
            alpha = window > 1000 ? -WON : score - window;
        } else if (score >= beta && beta < WON) {
            beta = window > 1000 ? WON : score + window;
        } else {
            return true;
        }
    }
    return false;
}

static bool search_depth(struct searcher *searcher, struct root *root, const struct limits *limits,
                         struct found *found) {
    struct found next = {0};
    uint32_t most = limits->lines ? limits->lines : 1;
    most = most < MOST_LINES ? most : MOST_LINES;
    most = most < (uint32_t)root->count ? most : (uint32_t)root->count;
    int expected = found->depth ? found->line[0].score : 0;
    if (!search_in_window(searcher, root, most, expected, &next)) {
        // The move that was the best so far is looked at first; what is better counts.
        if (most == 1 && next.lines && abs(next.line[0].score) < WON && found->depth) {
            found->line[0] = next.line[0];
        }
        return false;
    }
    next.depth = (uint32_t)searcher->depth;
    *found = next;
    return true;
}

// However little time there is, there is an answer.
static void answer_at_once(const struct root *root, struct found *found) {
    memset(found, 0, sizeof *found);
    if (root->count) {
        const struct first *best = &root->firsts[0];
        found->lines = found->line[0].length = 1;
        found->line[0].moves[0] = best->move;
        found->line[0].score = best->decided == NO_SCORE ? 0 : best->decided;
    }
}

static void think(struct searcher *searcher, const struct limits *limits, int number,
                  struct found *found) {
    struct root root;
    root_begin(searcher, limits, &root);
    answer_at_once(&root, found);
    if (found->lines && found->line[0].score == WON - 1) {
        return; // won at once
    }
    int deepest = limits->depth && limits->depth < DEEPEST ? (int)limits->depth : DEEPEST - 1;
    for (int depth = 1; depth <= deepest && root.count; depth++) {
        // Threads that do the same would learn nothing from each other.
        searcher->depth = number % 2 && depth > 2 ? depth + 1 : depth;
        if (!search_depth(searcher, &root, limits, found)) {
            break;
        }
        int score = abs(found->line[found->lines - 1].score);
        bool decided = score > SURELY_WON && WON - score <= depth;
        if (decided || (root.count == 1 && depth >= 4 && limits->milliseconds)) {
            break;
        }
    }
}

static void *help(void *argument) {
    struct thread *thread = argument;
    struct found *found = malloc(sizeof *found);
    if (found) {
        think(thread->searcher, thread->limits, thread->number, found);
        free(found);
    }
    return NULL;
}

static struct searcher *new_searcher(struct search *search, const struct game *game,
                                     const struct limits *limits, uint64_t begun) {
    struct searcher *searcher = calloc(1, sizeof *searcher);
    if (!searcher) {
        return NULL;
    }
    if (!game_copy(&searcher->game, game) || !game_reserve(&searcher->game, DEEPEST + 4)) {
        game_free(&searcher->game);
        free(searcher);
        return NULL;
    }
    searcher->search = search;
    searcher->first_ply = game->plies;
    searcher->most_nodes = limits->nodes;
    searcher->deadline = limits->milliseconds ? begun + UINT64_C(1000) * limits->milliseconds : 0;
    return searcher;
}

static void free_searcher(struct searcher *searcher) {
    if (searcher) {
        game_free(&searcher->game);
        free(searcher);
    }
}

bool search_run(struct search *search, const struct game *game, const struct limits *limits,
                struct found *found) {
    uint64_t begun = clock_now();
    int helpers = limits->threads > 1 ? (int)limits->threads - 1 : 0;
    helpers = helpers < MOST_THREADS ? helpers : MOST_THREADS - 1;
    struct thread threads[MOST_THREADS];
    pthread_t running[MOST_THREADS];
    search->table.age++;
    atomic_store(&search->done, 0);
    struct searcher *searcher = new_searcher(search, game, limits, begun);
    if (!searcher) {
        return false;
    }
    int started = 0;
    for (int i = 0; i < helpers; i++) {
        struct searcher *helper = new_searcher(search, game, limits, begun);
        threads[started] = (struct thread){helper, limits, i + 1};
        if (!helper || pthread_create(&running[started], NULL, help, &threads[started])) {
            free_searcher(helper);
            break;
        }
        started++;
    }
    think(searcher, limits, 0, found);
    atomic_store(&search->done, 1);
    found->nodes = searcher->nodes;
    for (int i = 0; i < started; i++) {
        pthread_join(running[i], NULL);
        found->nodes += threads[i].searcher->nodes;
        free_searcher(threads[i].searcher);
    }
    free_searcher(searcher);
    found->milliseconds = (uint32_t)((clock_now() - begun) / 1000);
    return true;
}
