// Whether the chips between sensors and microcontroller pass on what the sensors say. Inputs that
// no sensor needs are wired to a pattern of highs and lows, the signature; here each scan's verdict
// on it becomes a state. Boards that were wired before there was a signature go on without one.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum chain {
    CHAIN_SOUND,
    CHAIN_UNSIGNED,  // the free inputs are low: wired the old way, or never seen otherwise
    CHAIN_UNPLUGGED, // nobody drives the line
    CHAIN_STUCK_LOW,
    CHAIN_STUCK_HIGH,
    CHAIN_SHIFTED, // the signature stands one place beside its own
    CHAIN_SWAPPED, // it stands where a ribbon in the wrong place, or turned round, puts it
    CHAIN_HALF,    // only the chip with the signature is silent
    CHAIN_GARBLED,
    CHAIN_UNKNOWN, // no scan yet
};

#define NOWHERE 255

void chain_begin(void);
// Whether a signature was ever seen, in this run or before: then its absence is a fault.
bool chain_is_signed(void);
// Takes in what a scan found, and the first row or multiplexer where; returns whether the scan may
// be believed.
bool chain_believes(enum chain found, uint8_t where);
enum chain chain_state(void);
uint8_t chain_where(void);
