#include "table.h"
#include <stdlib.h>

static uint64_t packed(struct known known, uint8_t age) {
    return (uint64_t)known.move | (uint64_t)(uint16_t)known.score << 16 |
           (uint64_t)(uint16_t)known.evaluation << 32 | (uint64_t)(uint8_t)known.depth << 48 |
           (uint64_t)known.bound << 56 | (uint64_t)(age & 63) << 58;
}

static struct known unpacked(uint64_t data) {
    return (struct known){.move = (move)data,
                          .score = (int16_t)(data >> 16),
                          .evaluation = (int16_t)(data >> 32),
                          .depth = (int8_t)(data >> 48),
                          .bound = data >> 56 & 3};
}

bool table_make(struct table *table, size_t bytes) {
    size_t count = 1;
    while (2 * count * sizeof(struct entry) <= bytes) {
        count *= 2;
    }
    table->entries = calloc(count, sizeof(struct entry));
    table->mask = count - 1;
    return table->entries != NULL;
}

void table_free(struct table *table) {
    free(table->entries);
    table->entries = NULL;
}

void table_clear(struct table *table) {
    for (size_t i = 0; i <= table->mask; i++) {
        atomic_store_explicit(&table->entries[i].check, 0, memory_order_relaxed);
        atomic_store_explicit(&table->entries[i].data, 0, memory_order_relaxed);
    }
    table->age = 0;
}

bool table_find(const struct table *table, uint64_t key, struct known *known) {
    struct entry *entry = &table->entries[key & table->mask];
    uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
    if ((check ^ data) != key || !(data >> 56 & 3)) {
        return false;
    }
    *known = unpacked(data);
    return true;
}

void table_keep(struct table *table, uint64_t key, struct known known) {
    struct entry *entry = &table->entries[key & table->mask];
    uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
    struct known before = unpacked(data);
    bool same = (check ^ data) == key, fresh = (data >> 58) == (table->age & 63);
    // What was searched deeper in this search is worth more, unless it is of the same position.
    if (fresh && !same && before.bound && before.depth > known.depth + 3) {
        return;
    }
    if (same && !known.move) {
        known.move = before.move;
    }
    data = packed(known, table->age);
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
    atomic_store_explicit(&entry->check, key ^ data, memory_order_relaxed);
}
