#include "position.h"
#include <string.h>

static const square_values worthless;

void position_set(struct position *position, const struct rules *rules, const square_values *values,
                  const struct bits men[2], int king, int to_move) {
    memset(position, 0, sizeof *position);
    position->rules = rules;
    position->values = values ? values : &worthless;
    for (int side = 0; side < 2; side++) {
        struct bits rest = men[side];
        while (bits_any(rest)) {
            position_put(position, side == ATTACKERS ? ATTACKER : DEFENDER, bits_pop(&rest));
        }
    }
    position_put(position, KING, king);
    if (to_move == DEFENDERS) {
        position_pass(position);
    }
}
