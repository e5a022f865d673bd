// The transposition table: what is known of positions that were searched, by their keys. Several
// threads use it without locks; an entry that two wrote at once is not found.
#pragma once
#include "position.h"
#include <stdatomic.h>
#include <stddef.h>

enum bound { NO_BOUND, AT_MOST, AT_LEAST, EXACT };

struct known {
    move move;
    int16_t score, evaluation;
    int8_t depth;
    uint8_t bound; // enum bound
};

struct entry {
    _Atomic uint64_t check; // the key, mixed with the data
    _Atomic uint64_t data;
};

struct table {
    struct entry *entries;
    size_t mask;
    uint8_t age;
};

// Makes a table of at most that number of bytes; false where there is no memory.
bool table_make(struct table *table, size_t bytes);
void table_free(struct table *table);
void table_clear(struct table *table);

// Has the processor fetch what is known of a position that will be asked for soon.
static inline void table_fetch(const struct table *table, uint64_t key) {
    __builtin_prefetch(&table->entries[key & table->mask]);
}

bool table_find(const struct table *table, uint64_t key, struct known *known);
void table_keep(struct table *table, uint64_t key, struct known known);
