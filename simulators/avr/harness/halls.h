// 121 linear Hall sensors on eight 74HC4067, whose commons are ADC0 to ADC7. Needs board.h,
// chance.h, chip.h, faults.h and range.h.
//
// PD2 to PD5 are S0 to S3 of all eight; sensor n is channel n % 16 of chip n / 16. The ADC's
// reference is AVCC, 5000 mV. Channels 9 to 15 of chip 7 are wired high, low, high, high, low, low,
// high. Every conversion gets noise of its own.
#pragma once
#include "board.h"
#include "faults.h"
#include <simavr/sim_avr.h>
#include <stdint.h>
#include <stdio.h>

void halls_attach(avr_t *chip);
void halls_set(const uint16_t levels_mv[SENSORS]);
void halls_set_noise(unsigned amplitude_mv, uint64_t seed);
void halls_break(enum fault now);
void halls_print(FILE *out);
