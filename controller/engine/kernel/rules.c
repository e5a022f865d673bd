#include "rules.h"

uint16_t bits_on_rank(struct bits set, int rank) {
    uint16_t line = 0;
    for (int file = 0; file < SIZE; file++) {
        line |= (uint16_t)(bits_have(set, SIZE * rank + file) << file);
    }
    return line;
}

uint16_t bits_on_file(struct bits set, int file) {
    uint16_t line = 0;
    for (int rank = 0; rank < SIZE; rank++) {
        line |= (uint16_t)(bits_have(set, SIZE * rank + file) << rank);
    }
    return line;
}

void rules_compile(struct rules *rules, const struct ruleset *ruleset) {
    rules->is = *ruleset;
    const struct bits stop[] = {ruleset->men_stop, ruleset->king_stop};
    for (int line = 0; line < SIZE; line++) {
        for (int kind = 0; kind < 2; kind++) {
            rules->stop_on_rank[kind][line] = bits_on_rank(stop[kind], line);
            rules->stop_on_file[kind][line] = bits_on_file(stop[kind], line);
        }
        rules->closed_on_rank[line] = bits_on_rank(ruleset->impassable, line);
        rules->closed_on_file[line] = bits_on_file(ruleset->impassable, line);
        rules->escape_on_rank[line] = bits_on_rank(ruleset->escape, line);
        rules->escape_on_file[line] = bits_on_file(ruleset->escape, line);
    }
    for (int side = 0; side < 2; side++) {
        for (int square = 0; square < SQUARES; square++) {
            bool taken = bits_have(ruleset->hostile_taken[side], square);
            bool empty = bits_have(ruleset->hostile_empty[side], square);
            rules->hostile_to[side][square] =
                taken ? HOSTILE : (empty ? HOSTILE_WHILE_EMPTY : HARMLESS);
        }
    }
}
