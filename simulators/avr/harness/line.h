// The wire between board and host: its speed, its faults, and the bytes under way on it. Needs
// chance.h for the faults, and a simavr chip for its time. Knows neither UART nor firmware: the
// board's end of the wire is handed over.
#pragma once
#include "cycles.h"
#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum direction { TO_BOARD, FROM_BOARD, DIRECTIONS };

struct line_end {
    // The board's rate; 0 if it has not set one yet.
    unsigned (*baud)(void);
    // Gives the board a byte; returns whether it took it.
    bool (*receive)(uint8_t byte, bool broken_stop);
};

void line_attach(avr_t *chip, struct line_end board_end);
// The chip's timers are gone; what is under way to the board goes on.
void line_restart(void);
void line_seed(uint64_t seed);

void line_board_sends(uint8_t byte);
void line_host_sends(const uint8_t *bytes, size_t count);
// Moves bytes that have reached the host to `bytes`; returns how many.
size_t line_host_receives(uint8_t *bytes, size_t room);

// 0: always the same rate as the board's.
void line_set_host_baud(unsigned baud);
void line_plug(bool now_plugged);
bool line_is_plugged(void);

// Faults: flip a bit of one byte in `one_in`, lose one in `one_in`, lose everything for a while
// after some more bytes, or hold up both directions for a while.
void line_flip(enum direction direction, unsigned one_in);
void line_drop(enum direction direction, unsigned one_in);
void line_cut(enum direction direction, unsigned after_bytes, cycles_t length);
void line_stall(cycles_t length);

void line_print(FILE *out);
