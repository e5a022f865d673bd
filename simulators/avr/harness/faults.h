// What can be wrong with the chips between sensors and microcontroller. Needs no other part.
#pragma once
#include <stdbool.h>

enum fault {
    FAULT_NONE,
    FAULT_UNSIGNED,  // wired the old way: the free inputs are low
    FAULT_UNPLUGGED, // nobody drives the line
    FAULT_LOW,       // stuck
    FAULT_HIGH,
    FAULT_SHIFTED, // by one place
    FAULT_SWAPPED, // ribbons in each other's place
    FAULT_TURNED,  // a ribbon the wrong way round
    FAULT_HALF,    // only the last chip is silent
    FAULTS,
};

// Returns whether there is a fault of that name.
bool fault_named(const char *name, enum fault *fault);
