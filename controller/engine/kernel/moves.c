#include "moves.h"

// What a piece on a square reaches along its rank (or its file), the first pieces met included.
static inline unsigned slides_on_rank(const struct position *position, int square) {
    int rank = board.rank[square];
    unsigned closed = position->rules->closed_on_rank[rank];
    return board.slides[position->ranks[rank] | closed][board.file[square]];
}

static inline unsigned slides_on_file(const struct position *position, int square) {
    int file = board.file[square];
    unsigned closed = position->rules->closed_on_file[file];
    return board.slides[position->files[file] | closed][board.rank[square]];
}

static inline unsigned targets_on_rank(const struct position *position, int kind, int square) {
    int rank = board.rank[square];
    return slides_on_rank(position, square) & ~(unsigned)position->ranks[rank] &
           position->rules->stop_on_rank[kind][rank];
}

static inline unsigned targets_on_file(const struct position *position, int kind, int square) {
    int file = board.file[square];
    return slides_on_file(position, square) & ~(unsigned)position->files[file] &
           position->rules->stop_on_file[kind][file];
}

static int moves_from(const struct position *position, int kind, int origin, move *moves) {
    int count = 0;
    int first = origin - board.file[origin];
    for (unsigned rest = targets_on_rank(position, kind, origin); rest; rest &= rest - 1) {
        moves[count++] = move_of(origin, first + __builtin_ctz(rest));
    }
    for (unsigned rest = targets_on_file(position, kind, origin); rest; rest &= rest - 1) {
        moves[count++] = move_of(origin, board.file[origin] + SIZE * __builtin_ctz(rest));
    }
    return count;
}

int moves_of_king(const struct position *position, move *moves) {
    return moves_from(position, 1, position->king, moves);
}

int moves_all(const struct position *position, move *moves) {
    int count = 0;
    struct bits rest = position->men[position->to_move];
    while (bits_any(rest)) {
        count += moves_from(position, 0, bits_pop(&rest), moves + count);
    }
    if (position->to_move == DEFENDERS) {
        count += moves_of_king(position, moves + count);
    }
    return count;
}

static bool may_move_to(const struct position *position, int origin, int target) {
    enum piece piece = position->at[origin];
    if (piece == NOBODY || side_of(piece) != position->to_move) {
        return false;
    }
    const struct ruleset *rules = &position->rules->is;
    return bits_have(piece == KING ? rules->king_stop : rules->men_stop, target);
}

static int moves_to(const struct position *position, int target, move *moves) {
    int count = 0, rank = board.rank[target], file = board.file[target];
    unsigned on_rank = slides_on_rank(position, target) & position->ranks[rank];
    for (; on_rank; on_rank &= on_rank - 1) {
        int origin = SIZE * rank + __builtin_ctz(on_rank);
        moves[count] = move_of(origin, target);
        count += may_move_to(position, origin, target);
    }
    unsigned on_file = slides_on_file(position, target) & position->files[file];
    for (; on_file; on_file &= on_file - 1) {
        int origin = file + SIZE * __builtin_ctz(on_file);
        moves[count] = move_of(origin, target);
        count += may_move_to(position, origin, target);
    }
    return count;
}

int moves_onto(const struct position *position, struct bits targets, move *moves) {
    int count = 0;
    while (bits_any(targets)) {
        int target = bits_pop(&targets);
        if (position->at[target] == NOBODY) {
            count += moves_to(position, target, moves + count);
        }
    }
    return count;
}

bool move_is_legal(const struct position *position, move move) {
    int origin = move_origin(move), target = move_target(move);
    if (move == NO_MOVE || origin >= SQUARES || target >= SQUARES ||
        position->at[target] != NOBODY || !may_move_to(position, origin, target)) {
        return false;
    }
    if (board.rank[origin] == board.rank[target]) {
        return slides_on_rank(position, origin) >> board.file[target] & 1;
    }
    if (board.file[origin] == board.file[target]) {
        return slides_on_file(position, origin) >> board.rank[target] & 1;
    }
    return false;
}

bool has_move(const struct position *position) {
    const struct ruleset *rules = &position->rules->is;
    struct bits beside = bits_spread(position->men[position->to_move]);
    struct bits open = bits_without(rules->men_stop, rules->impassable);
    if (bits_any(bits_without(bits_and(beside, open), position_occupied(position)))) {
        return true;
    }
    move moves[MOST_MOVES];
    return moves_all(position, moves) > 0;
}

struct bits capturing_targets(const struct position *position) {
    const struct ruleset *rules = &position->rules->is;
    enum side side = position->to_move, other = side ^ 1;
    struct bits victims = position->men[other], partners = position->men[side];
    if (side == DEFENDERS && rules->king_captures != KING_NEVER_CAPTURES) {
        partners = bits_or(partners, bits_of(position->king));
    }
    struct bits occupied = position_occupied(position);
    struct bits hostile =
        bits_or(partners, bits_have(occupied, THRONE) ? rules->hostile_taken[other]
                                                      : rules->hostile_empty[other]);
    struct bits targets = bits_up(bits_and(victims, bits_up(hostile)));
    targets = bits_or(targets, bits_down(bits_and(victims, bits_down(hostile))));
    targets = bits_or(targets, bits_right(bits_and(victims, bits_right(hostile))));
    targets = bits_or(targets, bits_left(bits_and(victims, bits_left(hostile))));
    return bits_without(targets, occupied);
}

struct bits king_escapes(const struct position *position) {
    int king = position->king, rank = board.rank[king], file = board.file[king];
    unsigned on_rank = targets_on_rank(position, 1, king) & position->rules->escape_on_rank[rank];
    unsigned on_file = targets_on_file(position, 1, king) & position->rules->escape_on_file[file];
    struct bits squares = NO_BITS;
    for (; on_rank; on_rank &= on_rank - 1) {
        squares = bits_or(squares, bits_of(SIZE * rank + __builtin_ctz(on_rank)));
    }
    for (; on_file; on_file &= on_file - 1) {
        squares = bits_or(squares, bits_of(file + SIZE * __builtin_ctz(on_file)));
    }
    return squares;
}

struct bits king_threats(const struct position *position) {
    const struct rules *rules = position->rules;
    int king = position->king, king_rank = board.rank[king], king_file = board.file[king];
    struct bits squares = NO_BITS;
    for (unsigned rest = targets_on_rank(position, 1, king); rest; rest &= rest - 1) {
        int file = __builtin_ctz(rest), square = SIZE * king_rank + file;
        if (rules->escape_on_file[file] &&
            targets_on_file(position, 1, square) & rules->escape_on_file[file]) {
            squares = bits_or(squares, bits_of(square));
        }
    }
    for (unsigned rest = targets_on_file(position, 1, king); rest; rest &= rest - 1) {
        int rank = __builtin_ctz(rest), square = SIZE * rank + king_file;
        if (rules->escape_on_rank[rank] &&
            targets_on_rank(position, 1, square) & rules->escape_on_rank[rank]) {
            squares = bits_or(squares, bits_of(square));
        }
    }
    return squares;
}

int king_mobility(const struct position *position) {
    return __builtin_popcount(targets_on_rank(position, 1, position->king)) +
           __builtin_popcount(targets_on_file(position, 1, position->king));
}

int men_mobility(const struct position *position, enum side side) {
    // All men slide at once, one way after the other; nobody meets another man's squares there.
    const struct ruleset *rules = &position->rules->is;
    struct bits men = position->men[side], occupied = position_occupied(position);
    struct bits open = bits_not(bits_or(occupied, rules->impassable));
    struct bits free = bits_without(rules->men_stop, occupied);
    struct bits up = bits_up(bits_slide_higher(men, open, SIZE));
    struct bits down = bits_down(bits_slide_lower(men, open, SIZE));
    struct bits right = bits_right(bits_slide_higher(men, bits_without(open, FILE_A), 1));
    struct bits left = bits_left(bits_slide_lower(men, bits_without(open, FILE_K), 1));
    return bits_count(bits_and(up, free)) + bits_count(bits_and(down, free)) +
           bits_count(bits_and(right, free)) + bits_count(bits_and(left, free));
}

static struct bits captures_by_two(const struct position *position, struct bits captors) {
    struct bits occupied = position_occupied(position), squares = NO_BITS;
    int king = position->king;
    for (int i = 0; i < board.pair_count[king]; i++) {
        struct bits one = bits_of(board.pairs[king][i].beside);
        struct bits other = bits_of(board.pairs[king][i].behind);
        if (bits_meet(one, captors)) {
            squares = bits_or(squares, bits_without(other, occupied));
        }
        if (bits_meet(other, captors)) {
            squares = bits_or(squares, bits_without(one, occupied));
        }
    }
    return squares;
}

struct bits king_captures(const struct position *position) {
    const struct ruleset *rules = &position->rules->is;
    int king = position->king;
    if (rules->king_safe_on_edge && bits_have(EDGE, king)) {
        return NO_BITS;
    }
    struct bits captors = position->men[ATTACKERS];
    bool throne_taken = position->at[THRONE] != NOBODY;
    if (rules->king_by_two) {
        return captures_by_two(position,
                               bits_or(captors, throne_taken ? rules->hostile_taken[DEFENDERS]
                                                             : rules->hostile_empty[DEFENDERS]));
    }
    if (rules->throne_stands_in && !throne_taken) {
        captors = bits_or(captors, bits_of(THRONE));
    }
    struct bits missing = bits_without(board.beside[king], captors);
    bool last_one = bits_any(missing) && bits_same(missing, bits_of(bits_first(missing)));
    return last_one ? bits_without(missing, position->men[DEFENDERS]) : NO_BITS;
}

move winning_move(const struct position *position) {
    if (position->to_move == DEFENDERS) {
        struct bits escapes = king_escapes(position);
        return bits_any(escapes) ? move_of(position->king, bits_first(escapes)) : NO_MOVE;
    }
    struct bits squares = king_captures(position);
    move moves[16];
    return bits_any(squares) && moves_onto(position, squares, moves) > 0 ? moves[0] : NO_MOVE;
}

struct bits squares_between(int one, int other) {
    for (int way = 0; way < 4; way++) {
        if (bits_have(board.rays[one][way], other)) {
            struct bits beyond = bits_or(board.rays[other][way], bits_of(other));
            return bits_without(board.rays[one][way], beyond);
        }
    }
    return NO_BITS;
}
