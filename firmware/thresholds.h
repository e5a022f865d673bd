// Makes the state of a Hall sensor from its level and its baseline, with hysteresis: a magnet must
// reach the operate point to be felt, and fall below the release point to be gone.
#pragma once
#include "message.h"
#include <stdbool.h>
#include <stdint.h>

#define FULL_SCALE_MV 5000
#define MIDDLE 2048
#define LEVEL_OF_MV(mv) ((int16_t)((4096L * (mv) + FULL_SCALE_MV / 2) / FULL_SCALE_MV))

#define OPERATE LEVEL_OF_MV(144)
#define RELEASE LEVEL_OF_MV(112)
#define STRONG LEVEL_OF_MV(1024)
#define PLAIN LEVEL_OF_MV(928)

// `height` is the level above the baseline; a north pole gives less than 0.
void thresholds_update(struct states *states, uint8_t sensor, int16_t height);
