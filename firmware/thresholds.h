// Makes the state of a Hall sensor from its level and its baseline, with hysteresis: a magnet must
// reach the operate point to be felt, and fall below the release point to be gone.
#pragma once
#include "message.h"
#include <stdbool.h>
#include <stdint.h>

#define FULL_SCALE_MV 5000
#define MIDDLE 2048
#define LEVEL_OF_MV(mv) ((int16_t)((4096L * (mv) + FULL_SCALE_MV / 2) / FULL_SCALE_MV))

// All 0 stands for those that the firmware was built with, from hal/hall_thresholds.toml.
struct thresholds_mv {
    uint16_t operate, release, strong, plain;
};

void thresholds_begin(void);
// Returns false, and changes nothing, if they are out of order: release, operate, plain, strong.
bool thresholds_set(const struct thresholds_mv *mv);

// `height` is the level above the baseline; a north pole gives less than 0.
void thresholds_update(struct states *states, uint8_t sensor, int16_t height);
