// Sets of squares: square n is bit n, as in the rules core. Two words, because not every processor
// has integers of 128 bits.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define SIZE 11
#define SQUARES 121
#define THRONE 60

struct bits {
    uint64_t lo, hi; // squares 0 to 63, and 64 to 120
};

#define NO_BITS ((struct bits){0, 0})
#define FILE_A ((struct bits){UINT64_C(0x0080100200400801), UINT64_C(0x0000400801002004)})
#define FILE_K ((struct bits){UINT64_C(0x0040080100200400), UINT64_C(0x0100200400801002)})
#define EDGE ((struct bits){UINT64_C(0x00c0180300600fff), UINT64_C(0x01ffe00c01803006)})
#define CORNERS ((struct bits){UINT64_C(0x0000000000000401), UINT64_C(0x0100400000000000)})

#define HIGH_WORD ((UINT64_C(1) << (SQUARES - 64)) - 1)

static inline struct bits bits_of(int square) {
    return square < 64 ? (struct bits){UINT64_C(1) << square, 0}
                       : (struct bits){0, UINT64_C(1) << (square - 64)};
}

static inline struct bits bits_and(struct bits a, struct bits b) {
    return (struct bits){a.lo & b.lo, a.hi & b.hi};
}

static inline struct bits bits_or(struct bits a, struct bits b) {
    return (struct bits){a.lo | b.lo, a.hi | b.hi};
}

static inline struct bits bits_xor(struct bits a, struct bits b) {
    return (struct bits){a.lo ^ b.lo, a.hi ^ b.hi};
}

static inline struct bits bits_without(struct bits a, struct bits b) {
    return (struct bits){a.lo & ~b.lo, a.hi & ~b.hi};
}

static inline struct bits bits_not(struct bits a) {
    return (struct bits){~a.lo, ~a.hi & HIGH_WORD};
}

static inline bool bits_any(struct bits a) {
    return (a.lo | a.hi) != 0;
}

static inline bool bits_meet(struct bits a, struct bits b) {
    return ((a.lo & b.lo) | (a.hi & b.hi)) != 0;
}

static inline bool bits_within(struct bits a, struct bits b) {
    return ((a.lo & ~b.lo) | (a.hi & ~b.hi)) == 0;
}

static inline bool bits_same(struct bits a, struct bits b) {
    return a.lo == b.lo && a.hi == b.hi;
}

static inline bool bits_have(struct bits a, int square) {
    return (square < 64 ? a.lo >> square : a.hi >> (square - 64)) & 1;
}

static inline int bits_count(struct bits a) {
    return __builtin_popcountll(a.lo) + __builtin_popcountll(a.hi);
}

static inline int bits_first(struct bits a) {
    return a.lo ? __builtin_ctzll(a.lo) : 64 + __builtin_ctzll(a.hi);
}

// Takes the lowest square out of a set that is not empty.
static inline int bits_pop(struct bits *a) {
    int square = bits_first(*a);
    if (a->lo) {
        a->lo &= a->lo - 1;
    } else {
        a->hi &= a->hi - 1;
    }
    return square;
}

// One step up (to the next rank), down, right (to the next file), left.
static inline struct bits bits_up(struct bits a) {
    return (struct bits){a.lo << 11, (a.hi << 11 | a.lo >> 53) & HIGH_WORD};
}

static inline struct bits bits_down(struct bits a) {
    return (struct bits){a.lo >> 11 | a.hi << 53, a.hi >> 11};
}

static inline struct bits bits_right(struct bits a) {
    struct bits inner = bits_without(a, FILE_K);
    return (struct bits){inner.lo << 1, inner.hi << 1 | inner.lo >> 63};
}

static inline struct bits bits_left(struct bits a) {
    struct bits inner = bits_without(a, FILE_A);
    return (struct bits){inner.lo >> 1 | inner.hi << 63, inner.hi >> 1};
}

// The same by any number of steps, within the whole set: the end of a rank goes on with the next.
static inline struct bits bits_higher(struct bits a, int by) {
    return by < 64 ? (struct bits){a.lo << by, a.hi << by | a.lo >> (64 - by)}
                   : (struct bits){0, a.lo << (by - 64)};
}

static inline struct bits bits_lower(struct bits a, int by) {
    return by < 64 ? (struct bits){a.lo >> by | a.hi << (64 - by), a.hi >> by}
                   : (struct bits){a.hi >> (by - 64), 0};
}

static inline struct bits bits_spread(struct bits a) {
    return bits_or(bits_or(bits_up(a), bits_down(a)), bits_or(bits_right(a), bits_left(a)));
}

// What slides from `start` over the squares of `open`, one way: `step` is that to the next square.
// Each round doubles how far it has come, and a line has fewer squares than the last comes to.
static inline struct bits bits_slide_higher(struct bits start, struct bits open, int step) {
    for (int by = step; by <= 8 * step; by *= 2) {
        start = bits_or(start, bits_and(bits_higher(start, by), open));
        open = bits_and(open, bits_higher(open, by));
    }
    return start;
}

static inline struct bits bits_slide_lower(struct bits start, struct bits open, int step) {
    for (int by = step; by <= 8 * step; by *= 2) {
        start = bits_or(start, bits_and(bits_lower(start, by), open));
        open = bits_and(open, bits_lower(open, by));
    }
    return start;
}

// The squares of `free` that steps within `free` reach from `start`.
static inline struct bits bits_flood(struct bits start, struct bits free) {
    struct bits reached = bits_and(start, free);
    for (;;) {
        struct bits wider = bits_or(reached, bits_and(bits_spread(reached), free));
        if (bits_same(wider, reached)) {
            return reached;
        }
        reached = wider;
    }
}
