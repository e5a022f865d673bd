#include "board.h"

struct board board;

static int square_at(int rank, int file) {
    bool on_board = rank >= 0 && rank < SIZE && file >= 0 && file < SIZE;
    return on_board ? SIZE * rank + file : -1;
}

static struct bits ray(int rank, int file, int up, int across) {
    struct bits squares = NO_BITS;
    for (int steps = 1; square_at(rank + steps * up, file + steps * across) >= 0; steps++) {
        int square = square_at(rank + steps * up, file + steps * across);
        squares = bits_or(squares, bits_of(square));
    }
    return squares;
}

static void prepare_square(int square) {
    static const int up[] = {1, -1, 0, 0}, across[] = {0, 0, 1, -1};
    int rank = square / SIZE, file = square % SIZE;
    board.rank[square] = (uint8_t)rank;
    board.file[square] = (uint8_t)file;
    board.beside[square] = bits_spread(bits_of(square));
    board.step_count[square] = board.pair_count[square] = 0;
    for (int way = 0; way < 4; way++) {
        board.rays[square][way] = ray(rank, file, up[way], across[way]);
        int beside = square_at(rank + up[way], file + across[way]);
        int behind = square_at(rank + 2 * up[way], file + 2 * across[way]);
        int opposite = square_at(rank - up[way], file - across[way]);
        if (behind >= 0) {
            board.steps[square][board.step_count[square]++] =
                (struct step){(uint8_t)beside, (uint8_t)behind};
        }
        if (way % 2 == 0 && beside >= 0 && opposite >= 0) {
            board.pairs[square][board.pair_count[square]++] =
                (struct step){(uint8_t)beside, (uint8_t)opposite};
        }
    }
}

static uint16_t slide(int occupied, int at) {
    int reached = 0;
    for (int square = at + 1; square < SIZE; square++) {
        reached |= 1 << square;
        if (occupied >> square & 1) {
            break;
        }
    }
    for (int square = at - 1; square >= 0; square--) {
        reached |= 1 << square;
        if (occupied >> square & 1) {
            break;
        }
    }
    return (uint16_t)reached;
}

// SplitMix64 (Steele, Lea and Flood 2014): the same numbers on every machine.
static uint64_t next_number(uint64_t *state) {
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

void board_prepare(void) {
    for (int square = 0; square < SQUARES; square++) {
        prepare_square(square);
    }
    for (int occupied = 0; occupied < 1 << SIZE; occupied++) {
        for (int at = 0; at < SIZE; at++) {
            board.slides[occupied][at] = slide(occupied, at);
        }
    }
    uint64_t state = 11;
    board.turn_key = next_number(&state);
    for (int piece = 1; piece < 4; piece++) {
        for (int square = 0; square < SQUARES; square++) {
            board.keys[piece][square] = next_number(&state);
        }
    }
}
