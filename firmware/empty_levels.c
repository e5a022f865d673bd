#include "empty_levels.h"
#include "board.h"
#include "crc.h"
#include "port.h"
#include "thresholds.h"

// Low bytes first, then the high halves by twos: no division is needed to find one.
#define MAGIC_BYTES 2
#define HALVES_AT SENSOR_COUNT
#define LEVEL_BYTES (SENSOR_COUNT + (SENSOR_COUNT + 1) / 2)
#define CRC_AT (MAGIC_BYTES + LEVEL_BYTES)
#define KEPT_BYTES (CRC_AT + 2)

static const uint8_t magic[MAGIC_BYTES] = {'h', SENSOR_COUNT};
static uint16_t next = KEPT_BYTES + 1; // byte to write; KEPT_BYTES: the last is on its way
static uint16_t crc;

static uint8_t wait_and_read(uint16_t address) {
    while (!port_eeprom_ready()) {
    }
    return port_eeprom_read(address);
}

static void take_byte(uint16_t *levels, uint8_t at, uint8_t byte) {
    if (at < HALVES_AT) {
        levels[at] = byte;
        return;
    }
    uint8_t n = (uint8_t)((at - HALVES_AT) * 2);
    levels[n] |= (uint16_t)(byte & 0x0F) << 8;
    if (n + 1 < SENSOR_COUNT) {
        levels[n + 1] |= (uint16_t)(byte >> 4) << 8;
    }
}

static uint8_t make_byte(const uint16_t *levels, uint8_t at) {
    if (at < HALVES_AT) {
        return (uint8_t)levels[at];
    }
    uint8_t n = (uint8_t)((at - HALVES_AT) * 2);
    uint16_t second = n + 1 < SENSOR_COUNT ? levels[n + 1] : 0;
    return (uint8_t)(levels[n] >> 8 | (second >> 8) << 4);
}

bool empty_levels_load(uint16_t *levels) {
    uint16_t sum = CRC_BEGIN;
    bool right = true;
    for (uint16_t address = 0; address < KEPT_BYTES; address++) {
        uint8_t byte = wait_and_read(address);
        sum = crc_add(sum, byte);
        if (address < MAGIC_BYTES) {
            right = right && byte == magic[address];
        } else if (address < CRC_AT) {
            take_byte(levels, (uint8_t)(address - MAGIC_BYTES), byte);
        }
    }
    if (right && sum == 0) {
        return true;
    }
    for (uint8_t n = 0; n < SENSOR_COUNT; n++) {
        levels[n] = MIDDLE;
    }
    return false;
}

void empty_levels_keep(void) {
    next = 0;
    crc = CRC_BEGIN;
}

void empty_levels_stop(void) {
    next = KEPT_BYTES + 1;
}

bool empty_levels_pass(const uint16_t *levels) {
    if (next > KEPT_BYTES || !port_eeprom_ready()) {
        return false;
    }
    if (next == KEPT_BYTES) {
        next++;
        return true;
    }
    uint8_t byte;
    if (next < MAGIC_BYTES) {
        byte = magic[next];
    } else if (next < CRC_AT) {
        byte = make_byte(levels, (uint8_t)(next - MAGIC_BYTES));
    } else {
        byte = (uint8_t)(crc >> 8); // the high byte; it is shifted out below
    }
    crc = next < CRC_AT ? crc_add(crc, byte) : (uint16_t)(crc << 8);
    if (port_eeprom_read(next) != byte) {
        port_eeprom_write(next, byte);
    }
    next++;
    return false;
}
