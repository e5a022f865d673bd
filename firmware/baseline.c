#include "baseline.h"
#include "board.h"
#include "crc.h"
#include "port.h"
#include "thresholds.h"

// First the low byte of every level, then the high halves in pairs: finding one takes no division.
#define MAGIC_BYTES 2
#define HALVES_AT SENSOR_COUNT
#define LEVEL_BYTES (SENSOR_COUNT + (SENSOR_COUNT + 1) / 2)
#define CRC_AT (MAGIC_BYTES + LEVEL_BYTES)
#define STORED_BYTES (CRC_AT + 2)

static const uint8_t magic[MAGIC_BYTES] = {'h', SENSOR_COUNT};
static uint16_t write_address = STORED_BYTES + 1; // STORED_BYTES: the last byte is being written
static uint16_t write_crc;

static uint8_t wait_and_read(uint16_t address) {
    while (!port_eeprom_ready()) {
    }
    return port_eeprom_read(address);
}

static void unpack_byte(uint16_t *levels, uint8_t at, uint8_t byte) {
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

static uint8_t pack_byte(const uint16_t *levels, uint8_t at) {
    if (at < HALVES_AT) {
        return (uint8_t)levels[at];
    }
    uint8_t n = (uint8_t)((at - HALVES_AT) * 2);
    uint16_t second = n + 1 < SENSOR_COUNT ? levels[n + 1] : 0;
    return (uint8_t)(levels[n] >> 8 | (second >> 8) << 4);
}

bool baseline_load(uint16_t *levels) {
    uint16_t crc = CRC_BEGIN;
    bool has_magic = true;
    for (uint16_t address = 0; address < STORED_BYTES; address++) {
        uint8_t byte = wait_and_read(address);
        crc = crc_add(crc, byte);
        if (address < MAGIC_BYTES) {
            has_magic = has_magic && byte == magic[address];
        } else if (address < CRC_AT) {
            unpack_byte(levels, (uint8_t)(address - MAGIC_BYTES), byte);
        }
    }
    if (has_magic && crc == 0) {
        return true;
    }
    for (uint8_t n = 0; n < SENSOR_COUNT; n++) {
        levels[n] = MIDDLE;
    }
    return false;
}

void baseline_start_storing(void) {
    write_address = 0;
    write_crc = CRC_BEGIN;
}

void baseline_stop_storing(void) {
    write_address = STORED_BYTES + 1;
}

bool baseline_store_pass(const uint16_t *levels) {
    if (write_address > STORED_BYTES || !port_eeprom_ready()) {
        return false;
    }
    if (write_address == STORED_BYTES) {
        write_address++;
        return true;
    }
    uint8_t byte;
    if (write_address < MAGIC_BYTES) {
        byte = magic[write_address];
    } else if (write_address < CRC_AT) {
        byte = pack_byte(levels, (uint8_t)(write_address - MAGIC_BYTES));
    } else {
        byte = (uint8_t)(write_crc >> 8); // the high byte; the shift below brings up the low one
    }
    write_crc = write_address < CRC_AT ? crc_add(write_crc, byte) : (uint16_t)(write_crc << 8);
    if (port_eeprom_read(write_address) != byte) {
        port_eeprom_write(write_address, byte);
    }
    write_address++;
    return false;
}
