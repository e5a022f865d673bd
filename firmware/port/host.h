// The chip that tests run on: what they set, and what the firmware did.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct host {
    uint32_t us; // virtual time
    uint8_t cause, starts;
    uint32_t fed_at_us, longest_unfed_us;

    uint32_t us_per_byte;      // of the line
    uint8_t incoming[1 << 16]; // bytes on their way to the firmware
    size_t incoming_count, incoming_at;
    uint8_t lost;
    uint8_t sent[1 << 22]; // everything that went out
    size_t sent_count;
    uint32_t sending_until_us;
    const uint8_t *sending; // must not change until it has gone
    uint8_t sending_copy[512];
    size_t sending_length;

    uint8_t strip[3 * 256];
    size_t strip_length;
    uint32_t refreshes;

    uint8_t eeprom[1024];
    uint32_t eeprom_busy_until_us;
    uint32_t eeprom_writes;

    bool closed[11][11];
    // What the chain makes of sixteen bits, in the order in which they come; NULL: nothing.
    uint16_t (*chain)(uint16_t bits);
    bool floats;
    uint16_t high_rows;
    uint32_t row_scans[11];
    uint32_t settled_us; // when rows and channels have settled

    uint16_t count[128]; // of the ADC, for each sensor
    uint8_t channel;
    bool numbers_scans; // every sensor reads the number of the scan
    uint16_t scan;
    uint32_t conversions;
};
extern struct host host;

void host_reset(void);
void host_receive(const uint8_t *bytes, size_t count);
// Runs the firmware's loop for a while.
void host_run(uint32_t us);
