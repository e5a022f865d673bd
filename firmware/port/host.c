// Stands in for the chip in tests, and asserts what a real one demands of the firmware.
#include "host.h"
#include "../loop.h"
#include "../port.h"
#include <assert.h>
#include <string.h>

#define PASS_US 50
#define REFRESH_US 3600
#define CONVERSION_US 26
#define EEPROM_WRITE_US 3400
#define SETTLE_US 5
#define SHIFT_US 8

struct host host;

void host_reset(void) {
    memset(&host, 0, sizeof host);
    memset(host.eeprom, 0xFF, sizeof host.eeprom);
    host.us_per_byte = 20;
    host.cause = 1;
    host.starts = 1;
    for (size_t n = 0; n < 128; n++) {
        host.count[n] = 512;
    }
    static const uint16_t signature[] = {1023, 0, 1023, 1023, 0, 0, 1023};
    memcpy(host.count + 121, signature, sizeof signature);
}

void host_receive(const uint8_t *bytes, size_t count) {
    if (host.incoming_at == host.incoming_count) {
        host.incoming_at = host.incoming_count = 0;
    }
    assert(host.incoming_count + count <= sizeof host.incoming);
    memcpy(host.incoming + host.incoming_count, bytes, count);
    host.incoming_count += count;
}

void host_run(uint32_t us) {
    for (uint32_t end = host.us + us; (int32_t)(end - host.us) > 0;) {
        loop_pass();
        host.us += PASS_US;
    }
}

void port_begin(void) {}

void port_feed_watchdog(void) {
    uint32_t unfed = host.us - host.fed_at_us;
    if (unfed > host.longest_unfed_us) {
        host.longest_unfed_us = unfed;
    }
    host.fed_at_us = host.us;
}

void port_lamp(bool on) {
    (void)on;
}

uint8_t port_cause(void) {
    return host.cause;
}

uint8_t port_starts(void) {
    return host.starts;
}

uint16_t port_ticks(void) {
    return (uint16_t)(host.us / PORT_TICK_US);
}

void port_settle(void) {
    host.us += SETTLE_US;
}

bool port_receive(uint8_t *byte) {
    if (host.incoming_at == host.incoming_count) {
        return false;
    }
    *byte = host.incoming[host.incoming_at++];
    return true;
}

uint8_t port_take_lost_bytes(void) {
    uint8_t lost = host.lost;
    host.lost = 0;
    return lost;
}

bool port_sending(void) {
    if (host.sending == NULL) {
        return false;
    }
    assert(memcmp(host.sending, host.sending_copy, host.sending_length) == 0);
    if ((int32_t)(host.sending_until_us - host.us) > 0) {
        return true;
    }
    host.sending = NULL;
    return false;
}

void port_send(const uint8_t *bytes, uint16_t count) {
    bool busy = port_sending();
    assert(!busy && count <= sizeof host.sending_copy);
    assert(host.sent_count + count <= sizeof host.sent);
    memcpy(host.sent + host.sent_count, bytes, count);
    memcpy(host.sending_copy, bytes, count);
    host.sent_count += count;
    host.sending = bytes;
    host.sending_length = count;
    host.sending_until_us = host.us + count * host.us_per_byte;
}

void port_refresh(const uint8_t *bytes, uint16_t count) {
    assert(count <= sizeof host.strip);
    memcpy(host.strip, bytes, count);
    host.strip_length = count;
    host.refreshes++;
    host.scan++; // a scan that goes on after a refresh shows two numbers
    host.us += REFRESH_US;
}

bool port_eeprom_ready(void) {
    host.us++; // time must pass for a caller that only waits
    return (int32_t)(host.us - host.eeprom_busy_until_us) >= 0;
}

uint8_t port_eeprom_read(uint16_t address) {
    bool ready = port_eeprom_ready();
    assert(ready && address < sizeof host.eeprom);
    return host.eeprom[address];
}

void port_eeprom_write(uint16_t address, uint8_t byte) {
    bool ready = port_eeprom_ready();
    assert(ready && address < sizeof host.eeprom);
    assert(host.eeprom[address] != byte); // each write wears the cell out
    host.eeprom[address] = byte;
    host.eeprom_writes++;
    host.eeprom_busy_until_us = host.us + EEPROM_WRITE_US;
}

void port_reeds_begin(void) {
    host.high_rows = 0x5555; // shift registers hold anything at power-on
}

void port_shift_out(uint16_t rows) {
    assert((rows & (rows - 1)) == 0 && rows < 1 << 11); // never two rows at once
    host.us += SHIFT_US;
    host.high_rows = rows;
    host.settled_us = host.us + SETTLE_US;
}

// Two 74HC165: the near one shifts out H first, which is column 7; then the far one follows.
uint16_t port_shift_in(void) {
    assert((int32_t)(host.us - host.settled_us) >= 0);
    host.us += SHIFT_US;
    uint16_t bits = 0;
    for (unsigned i = 0; i < 16; i++) {
        unsigned column = i < 8 ? 7 - i : 23 - i;
        bool high = i == 8 || i == 10 || i == 11; // the signature
        for (unsigned row = 0; row < 11 && column < 11; row++) {
            high |= host.high_rows >> row & 1 && host.closed[row][column];
        }
        bits = (uint16_t)(bits << 1 | high);
    }
    for (unsigned row = 0; row < 11; row++) {
        host.row_scans[row] += host.high_rows >> row & 1;
    }
    return host.chain ? host.chain(bits) : bits;
}

bool port_chain_floats(void) {
    host.us += SETTLE_US;
    return host.floats;
}

void port_hall_begin(void) {}

void port_select(uint8_t channel) {
    assert(channel < 16);
    host.channel = channel;
    host.scan += channel == 0;
    host.settled_us = host.us + SETTLE_US;
}

uint16_t port_convert(uint8_t input) {
    assert(input < 8 && (int32_t)(host.us - host.settled_us) >= 0);
    host.us += CONVERSION_US;
    host.conversions++;
    bool is_free = input == 7 && host.channel >= 9;
    return host.numbers_scans && !is_free ? host.scan % 1024
                                          : host.count[input * 16 + host.channel];
}
