// What a Hall sensor feels, told from its level and its empty level, with hysteresis.
#pragma once
#include "message.h"
#include <stdbool.h>
#include <stdint.h>

#define FULL_SCALE_MV 5000
#define MIDDLE 2048
#define LEVEL_OF_MV(mv) ((int16_t)(((mv)*4096L + FULL_SCALE_MV / 2) / FULL_SCALE_MV))

#define ARRIVES LEVEL_OF_MV(144)
#define LEAVES LEVEL_OF_MV(112)
#define STRONG LEVEL_OF_MV(1024)
#define PLAIN LEVEL_OF_MV(928)

// `height`: the level above the empty level; less than 0 for a north pole.
void thresholds_feel(struct states *states, uint8_t sensor, int16_t height);
