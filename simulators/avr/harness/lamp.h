// The LED of the Nano on PB5: how long it stays as it is. Needs cycles.h and range.h.
#pragma once
#include <simavr/sim_avr.h>
#include <stdio.h>

void lamp_attach(avr_t *chip);
void lamp_print(FILE *out);
