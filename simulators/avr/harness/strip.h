// WS2812B pixels on PB0, decoded from the widths of pulses. Needs board.h, cycles.h and range.h.
//
// Limits are the data sheet's (Worldsemi, WS2812B). The low after the last bit of a byte may be
// longer: real chips wait for the next bit until the line has been low long enough for a reset, and
// firmware needs time to fetch a byte. Such lows are measured apart and are no violation.
#pragma once
#include <simavr/sim_avr.h>
#include <stdio.h>

void strip_attach(avr_t *chip);
void strip_reset(void);
void strip_print_frame(FILE *out);
void strip_print(FILE *out);
