#include "name.h"
#include "crc.h"
#include "port.h"
#include <string.h>

#define STORED_AT 512
#define MAGIC 'N'

// As the EEPROM holds it.
static struct {
    uint8_t magic;
    uint8_t length;
    uint8_t bytes[LONGEST_NAME];
    uint8_t crc[2];
} name;
static uint8_t next; // byte to store

static uint16_t name_crc(uint8_t count) {
    const uint8_t *bytes = (const uint8_t *)&name;
    uint16_t crc = CRC_BEGIN;
    for (uint8_t i = 0; i < count; i++) {
        crc = crc_add(crc, bytes[i]);
    }
    return crc;
}

void name_begin(void) {
    uint8_t *bytes = (uint8_t *)&name;
    for (uint8_t i = 0; i < sizeof name; i++) {
        while (!port_eeprom_ready()) {
        }
        bytes[i] = port_eeprom_read(STORED_AT + i);
    }
    if (name.magic != MAGIC || name.length > LONGEST_NAME || name_crc(sizeof name) != 0) {
        memset(&name, 0, sizeof name);
    }
    next = sizeof name;
}

void name_set(const uint8_t *bytes, uint8_t length) {
    memset(&name, 0, sizeof name);
    name.magic = MAGIC;
    name.length = length;
    memcpy(name.bytes, bytes, length);
    uint16_t crc = name_crc(sizeof name - sizeof name.crc);
    name.crc[0] = (uint8_t)(crc >> 8);
    name.crc[1] = (uint8_t)crc;
    next = 0;
}

void name_pass(void) {
    if (name_is_stored() || !port_eeprom_ready()) {
        return;
    }
    uint8_t byte = ((const uint8_t *)&name)[next];
    if (port_eeprom_read(STORED_AT + next) != byte) {
        port_eeprom_write(STORED_AT + next, byte);
    }
    next++;
}

bool name_is_stored(void) {
    return next == sizeof name;
}

uint8_t name_length(void) {
    return name.length;
}

const uint8_t *name_bytes(void) {
    return name.bytes;
}
