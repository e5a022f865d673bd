// A matrix of reeds: two 74HC595 drive its rows, two 74HC165 read its columns. Needs board.h,
// chip.h, faults.h and range.h.
//
// PD2 is SER, PD3 SRCLK, PD4 RCLK of the 595s; PD5 is SH/LD, PD6 CLK, PD7 QH of the 165s. The near
// chip of either chain has rows or columns 0 to 7 on QA..QH or A..H. Rows are driven, columns are
// pulled down. Current flows from a row to the columns of its closed reeds, and back from a column
// to a row only where a diode is missing. Inputs H to D of the far 165 are wired high, low, high,
// high, low.
#pragma once
#include "board.h"
#include "faults.h"
#include <simavr/sim_avr.h>
#include <stdint.h>
#include <stdio.h>

void reeds_attach(avr_t *chip);
void reeds_set(const uint16_t now_closed[ROWS]);
void reeds_set_missing_diodes(const uint16_t missing[ROWS]);
void reeds_break(enum fault now);
void reeds_print(FILE *out);
