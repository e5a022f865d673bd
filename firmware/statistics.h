// What the firmware counts since its start. Counters stop at their highest value.
#pragma once
#include <stdint.h>

struct statistics {
    uint32_t scans;
    uint32_t reports;
    uint16_t dropped;
    uint16_t lost;
    uint16_t skipped;
    uint16_t shown;
    uint16_t longest_scan_us;
    uint16_t longest_pass_us; // of the loop
    uint16_t disbelieved;     // scans, because of the chain
};

extern struct statistics statistics;

void count16(uint16_t *counter, uint8_t more);
void count32(uint32_t *counter);
