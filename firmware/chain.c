#include "chain.h"
#include "link.h"
#include "port.h"
#include "statistics.h"

// This many scans in a row must find the same before it counts.
#define SCANS 4
// The EEPROM remembers that a signature was seen: from then on, its absence is a fault.
#define SIGNED_AT 511
#define SIGNED 0x5A

static enum chain state, candidate;
static uint8_t where_it_is, candidate_scans;
static bool is_signed;

void chain_begin(void) {
    state = candidate = CHAIN_UNKNOWN;
    where_it_is = NOWHERE;
    candidate_scans = 0;
    while (!port_eeprom_ready()) {
    }
    is_signed = port_eeprom_read(SIGNED_AT) == SIGNED;
}

static void change_state(enum chain found, uint8_t where) {
    bool is_usual = state == CHAIN_UNKNOWN && found == CHAIN_SOUND;
    state = found;
    where_it_is = where;
    if (state == CHAIN_SOUND) {
        is_signed = true;
    }
    if (!is_usual) {
        link_answer(ANSWER_STATISTICS);
    }
}

static void remember_signature(void) {
    if (is_signed && state == CHAIN_SOUND && port_eeprom_ready() &&
        port_eeprom_read(SIGNED_AT) != SIGNED) {
        port_eeprom_write(SIGNED_AT, SIGNED);
    }
}

bool chain_is_signed(void) {
    return is_signed;
}

bool chain_believes(enum chain found, uint8_t where) {
    if (found != candidate) {
        candidate = found;
        candidate_scans = 0;
    }
    if (candidate_scans < SCANS) {
        candidate_scans++;
    }
    if (found != state && (candidate_scans == SCANS || state == CHAIN_UNKNOWN)) {
        change_state(found, where);
    }
    remember_signature();
    bool believed = found == state && found <= CHAIN_UNSIGNED;
    if (!believed) {
        count16(&statistics.disbelieved, 1);
    }
    return believed;
}

enum chain chain_state(void) {
    return state;
}

uint8_t chain_where(void) {
    return where_it_is;
}
