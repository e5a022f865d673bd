#include "chip.h"
#include "chance.h"
#include "watchdog.h"
#include <simavr/avr_eeprom.h>
#include <simavr/avr_extint.h>
#include <simavr/sim_elf.h>
#include <simavr/sim_gdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    EEPROM_SIZE = 1024,
    SPIN = 0xCFFF, // rjmp to itself
    MAX_LISTENERS = 4,
    // How far the core may run at a stretch; a reset sets it to a single cycle.
    RUN_CYCLES = 1000,
};

static avr_t *avr;
static unsigned resets;
static bool was_reset, powered = true;
static const char *eeprom_path;
static uint8_t eeprom_saved[EEPROM_SIZE];
static struct {
    bool spins;
    avr_flashaddr_t at;
    uint8_t code[2];
} hang;

static void (*listeners[MAX_LISTENERS])(void);
static unsigned listener_count;
static void (*reset_core)(struct avr_t *);

// A watchdog resets the chip in the middle of a run; what a reset entails waits until the run ends.
static void on_core_reset(struct avr_t *chip) {
    if (reset_core) {
        reset_core(chip);
    }
    was_reset = true;
}

// Otherwise simavr sleeps in wall time whenever the firmware sleeps.
static void sleep_in_no_time(struct avr_t *chip, avr_cycle_count_t how_long) {
    (void)chip;
    (void)how_long;
}

// Standard output belongs to the answers.
static void log_to_stderr(avr_t *chip, const int level, const char *format, va_list arguments) {
    if (level <= (chip ? chip->log : LOG_WARNING)) {
        vfprintf(stderr, format, arguments);
    }
}

// Reads a record of an Intel HEX file; simavr's own reader refuses the ones that say where a
// program starts. Returns false if it is none.
static bool load_hex_record(const char *line, uint32_t *begins_at) {
    uint8_t data[255];
    unsigned count, address, type;
    if (sscanf(line, ":%2x%4x%2x", &count, &address, &type) != 3) {
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned byte;
        if (sscanf(line + 9 + 2 * i, "%2x", &byte) != 1) {
            return false;
        }
        data[i] = (uint8_t)byte;
    }
    if (type == 0 && address + count <= avr->flashend + 1) {
        avr_loadcode(avr, data, count, address);
        *begins_at = address < *begins_at ? address : *begins_at;
    }
    return true;
}

// Returns false if the file holds no code; `begins_at` is its lowest address.
static bool load_hex(const char *path, uint32_t *begins_at) {
    char line[600];
    FILE *file = fopen(path, "r");
    bool is_right = file != NULL;
    *begins_at = UINT32_MAX;
    while (is_right && fgets(line, sizeof line, file)) {
        is_right = load_hex_record(line, begins_at);
    }
    if (file) {
        fclose(file);
    }
    return is_right && *begins_at != UINT32_MAX;
}

static bool load_firmware(const char *path) {
    size_t length = strlen(path);
    if (length > 4 && strcmp(path + length - 4, ".hex") == 0) {
        uint32_t ignored;
        return load_hex(path, &ignored);
    }
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(path, &firmware) != 0 || !firmware.flash) {
        return false;
    }
    avr_load_firmware(avr, &firmware);
    return true;
}

static void read_eeprom(uint8_t *bytes) {
    avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = EEPROM_SIZE};
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
}

static void load_eeprom(void) {
    uint8_t bytes[EEPROM_SIZE];
    FILE *file = eeprom_path ? fopen(eeprom_path, "rb") : NULL;
    if (file && fread(bytes, 1, sizeof bytes, file) == sizeof bytes) {
        avr_eeprom_desc_t all = {.ee = bytes, .offset = 0, .size = EEPROM_SIZE};
        avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
    }
    if (file) {
        fclose(file);
    }
    read_eeprom(eeprom_saved);
}

void chip_save_eeprom(void) {
    uint8_t bytes[EEPROM_SIZE];
    if (!eeprom_path) {
        return;
    }
    read_eeprom(bytes);
    if (memcmp(bytes, eeprom_saved, sizeof bytes) == 0) {
        return;
    }
    char aside[4096];
    snprintf(aside, sizeof aside, "%s.new", eeprom_path);
    FILE *file = fopen(aside, "wb");
    bool written = file && fwrite(bytes, 1, sizeof bytes, file) == sizeof bytes;
    written = file && fclose(file) == 0 && written;
    if (written && rename(aside, eeprom_path) == 0) {
        memcpy(eeprom_saved, bytes, sizeof bytes);
    } else {
        fprintf(stderr, "harness: %s: cannot be written\n", eeprom_path);
    }
}

// With a bootloader, every reset starts it instead of the firmware, as a fuse says on the chip.
static bool load_bootloader(const char *path) {
    uint32_t begins_at;
    if (!load_hex(path, &begins_at)) {
        return false;
    }
    avr->codeend = avr->flashend;
    avr->reset_pc = avr->pc = begins_at;
    return true;
}

// At power-on memory holds anything, and firmware must not count on zeroes.
static void scramble_memory(void) {
    uint64_t state = resets + 1;
    for (unsigned at = avr->ioend + 1; at <= avr->ramend; at++) {
        avr->data[at] = (uint8_t)(chance_next(&state) >> 56);
    }
}

// Both a reset and the watchdog's interrupt do.
static void end_hang(void) {
    if (hang.spins) {
        memcpy(avr->flash + hang.at, hang.code, sizeof hang.code);
    }
    hang.spins = false;
}

static void after_reset(void) {
    was_reset = false;
    resets++;
    end_hang();
    watchdog_reset();
    avr->run_cycle_limit = RUN_CYCLES;
    // PD2 and PD3 are outputs here; as INT0 and INT1 simavr would look at them every cycle.
    avr_extint_set_strict_lvl_trig(avr, 0, 0);
    avr_extint_set_strict_lvl_trig(avr, 1, 0);
    for (unsigned i = 0; i < listener_count; i++) {
        listeners[i]();
    }
}

void chip_on_reset(void (*listener)(void)) {
    if (listener_count == MAX_LISTENERS) {
        fputs("harness: too many reset listeners\n", stderr);
        abort();
    }
    listeners[listener_count++] = listener;
    listener();
}

avr_t *chip_start(const char *firmware, const char *bootloader, const char *eeprom_file) {
    avr_global_logger_set(log_to_stderr);
    avr = avr_make_mcu_by_name("atmega328p");
    if (!avr) {
        return NULL;
    }
    avr_init(avr);
    avr->frequency = CYCLES_PER_S;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->sleep = sleep_in_no_time;
    reset_core = avr->reset;
    avr->reset = on_core_reset;
    eeprom_path = eeprom_file;
    if (!load_firmware(firmware)) {
        return NULL;
    }
    if (bootloader && !load_bootloader(bootloader)) {
        return NULL;
    }
    load_eeprom();
    scramble_memory();
    watchdog_attach(avr, (avr_watchdog_t *)chip_module("watchdog", 0), end_hang);
    after_reset();
    return avr;
}

// A timer that does nothing: the core neither runs nor sleeps past it.
static avr_cycle_count_t stop_here(avr_t *chip, avr_cycle_count_t when, void *param) {
    (void)chip;
    (void)when;
    (void)param;
    return 0;
}

void chip_run_until(cycles_t cycle) {
    if (!powered) {
        avr->cycle = cycle; // time passes without it
        return;
    }
    if (cycle > avr->cycle) {
        avr_cycle_timer_register(avr, cycle - avr->cycle, stop_here, NULL);
    }
    while (avr->cycle < cycle && !chip_crashed()) {
        avr_run(avr);
        if (was_reset) {
            after_reset();
        }
    }
}

void chip_reset(enum reset_cause cause) {
    avr_reset(avr);
    if (cause == RESET_POWER) {
        scramble_memory();
    }
    avr_regbit_setto(avr, avr->reset_flags.porf, cause == RESET_POWER);
    avr_regbit_setto(avr, avr->reset_flags.extrf, cause == RESET_EXTERNAL);
    avr_regbit_setto(avr, avr->reset_flags.borf, cause == RESET_BROWN_OUT);
    after_reset();
}

void chip_power(bool on) {
    if (on && !powered) {
        chip_reset(RESET_POWER);
    }
    powered = on;
}

void chip_hang(bool interrupts) {
    // Not within an interrupt: those go on while the main program hangs.
    for (int steps = 0; !avr->sreg[S_I] && steps < 1000000; steps++) {
        chip_run_until(avr->cycle + 1);
    }
    hang.spins = true;
    hang.at = avr->pc;
    memcpy(hang.code, avr->flash + hang.at, sizeof hang.code);
    avr->flash[hang.at] = SPIN & 0xFF;
    avr->flash[hang.at + 1] = SPIN >> 8;
    avr->sreg[S_I] = interrupts;
    avr->state = avr->state == cpu_Sleeping ? cpu_Running : avr->state;
}

void chip_wait_for_gdb(int port) {
    avr->gdb_port = port;
    avr->state = cpu_Stopped;
    avr_gdb_init(avr);
}

cycles_t chip_now(void) {
    return avr->cycle;
}

unsigned chip_resets(void) {
    return resets - 1;
}

bool chip_crashed(void) {
    return avr->state == cpu_Crashed || avr->state == cpu_Done;
}

avr_io_t *chip_module(const char *kind, char name) {
    for (avr_io_t *module = avr->io_port; module; module = module->next) {
        if (strcmp(module->kind, kind) != 0) {
            continue;
        }
        // Ports and UARTs both keep their name right behind the common part.
        if (!name || *((const char *)module + sizeof *module) == name) {
            return module;
        }
    }
    return NULL;
}
