#include "eeprom.h"
#include "chip.h"
#include "cycles.h"
#include "range.h"
#include <simavr/avr_eeprom.h>
#include <stddef.h>

enum { WRITE_US = 3400 };

static avr_eeprom_t *eeprom;
static bool writing;
static cycles_t begun; // 0 before the first byte
static struct range apart_us;
static avr_io_write_t simavr_write;

static avr_cycle_count_t finish_write(avr_t *chip, avr_cycle_count_t when, void *param) {
    (void)when;
    (void)param;
    writing = false;
    avr_regbit_clear(chip, eeprom->eepe);
    return 0;
}

static void write_control(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param) {
    bool enabled = avr_regbit_get(chip, eeprom->eempe);
    simavr_write(chip, address, value, param);
    if (enabled && !writing && value >> eeprom->eepe.bit & 1) {
        writing = true;
        if (begun) {
            range_add(&apart_us, (chip->cycle - begun) / CYCLES_PER_US);
        }
        begun = chip->cycle;
        avr_cycle_timer_register(chip, (cycles_t)WRITE_US * CYCLES_PER_US, finish_write, NULL);
    }
    avr_regbit_setto(chip, eeprom->eepe, writing);
}

void eeprom_reset(void) {
    writing = false;
}

void eeprom_print(FILE *out) {
    range_print(&apart_us, out);
    apart_us = (struct range){0};
    begun = 0;
}

void eeprom_attach(avr_t *chip) {
    eeprom = (avr_eeprom_t *)chip_module("eeprom", 0);
    avr_io_addr_t io = AVR_DATA_TO_IO(eeprom->eepe.reg);
    simavr_write = chip->io[io].w.c;
    chip->io[io].w.c = write_control;
}
