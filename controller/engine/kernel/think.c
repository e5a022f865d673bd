// Looking ahead further and further, until a limit is met, with one thread or several.
#include "searcher.h"
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

struct root {
    struct ordered moves[MOST_MOVES];
    int16_t decided[MOST_MOVES]; // the score of a move that ends the game, or NO_SCORE
    int count;
};

// What a first move is worth that ends the game: also by repetition, or leaving no move.
static int decided_by(struct searcher *searcher, move move) {
    struct game *game = &searcher->game;
    enum side side = game->now.to_move;
    enum ending ending = game_play(game, move);
    enum standing standing = game_standing(game, ending);
    game_undo(game);
    switch (standing) {
    case GOES_ON:
        return NO_SCORE;
    case DRAWN:
        return 0;
    default:
        return (standing == WON_BY_ATTACKERS) == (side == ATTACKERS) ? WON - 1 : 1 - WON;
    }
}

static int score_of_first(struct searcher *searcher, struct root *root, int i, int alpha, int beta,
                          bool first) {
    int depth = searcher->depth - 1;
    searcher->frames[1].length = 0;
    int decided = decided_by(searcher, root->moves[i].move);
    if (decided != NO_SCORE) {
        return decided;
    }
    game_play(&searcher->game, root->moves[i].move);
    int score = alpha + 1;
    if (!first) {
        score = -look_ahead(searcher, depth, -alpha - 1, -alpha, true);
    }
    if (score > alpha && !searcher->stopped) {
        score = -look_ahead(searcher, depth, -beta, -alpha, true);
    }
    game_undo(&searcher->game);
    return score;
}

static bool is_taken(const struct found *found, uint32_t lines, move move) {
    for (uint32_t i = 0; i < lines; i++) {
        if (found->line[i].moves[0] == move) {
            return true;
        }
    }
    return false;
}

// The best first move that is not the first of an earlier line; false once it must end.
static bool search_line(struct searcher *searcher, struct root *root, struct found *found,
                        uint32_t number, int alpha, int beta) {
    struct line *line = &found->line[number];
    line->score = -WON;
    line->length = 0;
    bool first = true;
    for (int i = 0; i < root->count; i++) {
        move move = root->moves[i].move;
        if (is_taken(found, number, move)) {
            continue;
        }
        int score = score_of_first(searcher, root, i, alpha, beta, first);
        if (searcher->stopped) {
            return false;
        }
        if (score > line->score || first) {
            line->score = score;
            searcher_keep_line(searcher, move);
            line->length = searcher->frames[0].length;
            memcpy(line->moves, searcher->frames[0].line, line->length * sizeof(move));
        }
        first = false;
        alpha = score > alpha ? score : alpha;
        if (score >= beta) {
            break;
        }
    }
    return true;
}

static void bring_to_front(struct root *root, move move) {
    int i = 0;
    while (i < root->count - 1 && root->moves[i].move != move) {
        i++;
    }
    struct ordered found = root->moves[i];
    memmove(root->moves + 1, root->moves, (size_t)i * sizeof *root->moves);
    root->moves[0] = found;
}

static bool search_line_in_window(struct searcher *searcher, struct root *root, struct found *found,
                                  uint32_t number, int expected) {
    int window = FIRST_WINDOW, alpha = -WON, beta = WON;
    if (searcher->depth >= WINDOW_DEPTH && abs(expected) < SURELY_WON) {
        alpha = expected - window;
        beta = expected + window;
    }
    while (search_line(searcher, root, found, number, alpha, beta)) {
        int score = found->line[number].score;
        bring_to_front(root, found->line[number].moves[0]);
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

static int by_score(const void *one, const void *other) {
    return ((const struct line *)other)->score - ((const struct line *)one)->score;
}

static bool search_depth(struct searcher *searcher, struct root *root, const struct limits *limits,
                         struct found *found) {
    struct found next = {0};
    uint32_t lines = limits->lines ? limits->lines : 1;
    lines = lines < MOST_LINES ? lines : MOST_LINES;
    lines = lines < (uint32_t)root->count ? lines : (uint32_t)root->count;
    for (uint32_t i = 0; i < lines; i++) {
        int expected = i < found->lines ? found->line[i].score : 0;
        if (!search_line_in_window(searcher, root, &next, i, expected)) {
            // What was looked at to its end is as good as the whole.
            if (i == 0 && next.line[0].length && lines == 1 && found->lines) {
                found->line[0] = next.line[0];
            }
            return false;
        }
        next.lines = i + 1;
    }
    qsort(next.line, lines, sizeof *next.line, by_score);
    for (uint32_t i = lines; i-- > 0;) {
        bring_to_front(root, next.line[i].moves[0]);
    }
    next.depth = (uint32_t)searcher->depth;
    *found = next;
    return true;
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

static void begin(struct searcher *searcher, const struct limits *limits, struct root *root,
                  struct found *found) {
    move moves[MOST_MOVES];
    root->count = first_moves(&searcher->game.now, limits, moves);
    struct known known = {.move = NO_MOVE};
    table_find(&searcher->search->table, searcher->game.now.key, &known);
    order_moves(searcher, known.move, moves, root->count, root->moves);
    for (int i = 0; i < root->count; i++) {
        order_next(root->moves, i, root->count);
    }
    // Whatever happens, there is an answer.
    memset(found, 0, sizeof *found);
    if (root->count) {
        found->lines = 1;
        found->line[0].length = 1;
        found->line[0].moves[0] = root->moves[0].move;
    }
}

static void think(struct searcher *searcher, const struct limits *limits, int number,
                  struct found *found) {
    struct root root;
    begin(searcher, limits, &root, found);
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
