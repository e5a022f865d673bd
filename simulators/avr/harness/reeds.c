#include "reeds.h"
#include "chip.h"
#include "range.h"
#include <simavr/avr_ioport.h>
#include <string.h>

// H to D of the far 165, in bits 7 to 3.
enum { SIGNATURE = 0xB0 };

enum { SER = 2, SRCLK, RCLK, SH_LD, CLK, QH };

static avr_t *avr;
static avr_ioport_t *port;
static uint16_t closed[ROWS], no_diode[ROWS];

static uint16_t shifted_out, rows; // the 595s' shift registers and latches
static uint16_t columns;           // the 165s' shift registers
static bool ser, load = true;
static enum fault fault;

static avr_io_read_t read_port;
static void *read_port_param;

static struct {
    cycles_t scan_began, last_clock, last_edge, row_set, ser_set;
    struct range scan, period, settle; // in cycles
    uint64_t hasty_reads, hasty_clocks;
} measured;

static uint16_t columns_of(uint16_t driven) {
    uint16_t found = 0, before;
    if (!driven) {
        return 0;
    }
    for (unsigned row = 0; row < ROWS; row++) {
        found |= driven >> row & 1 ? closed[row] : 0;
    }
    do {
        before = found;
        for (unsigned row = 0; row < ROWS; row++) {
            if (found & closed[row] & no_diode[row]) {
                found |= closed[row];
            }
        }
    } while (found != before);
    return found;
}

// A scan lasts from the selection of the first row to the last clock of the last row.
static void measure_row(cycles_t now) {
    measured.row_set = now;
    if (!(rows & 1)) {
        return;
    }
    if (measured.scan_began && measured.last_clock > measured.scan_began) {
        range_add(&measured.scan, measured.last_clock - measured.scan_began);
        range_add(&measured.period, now - measured.scan_began);
    }
    measured.scan_began = now;
}

static void drive_qh(void) {
    uint8_t level = fault == FAULT_LOW ? 0 : fault == FAULT_HIGH ? 1 : columns >> 15 & 1;
    if (level == ((port->external.pull_value >> QH) & 1)) {
        return;
    }
    // The chip drives the pin, whatever the port's pull-up does.
    port->external.pull_mask |= 1 << QH;
    port->external.pull_value = (port->external.pull_value & ~(1 << QH)) | level << QH;
    avr_raise_irq(port->io.irq + QH, level);
}

static uint8_t turned(uint8_t bits) {
    uint8_t other = 0;
    for (unsigned i = 0; i < 8; i++) {
        other |= (uint8_t)((bits >> i & 1) << (7 - i));
    }
    return other;
}

static void load_columns(void) {
    // The far chip's eight bits follow the near chip's; of each, H comes first.
    uint16_t read = columns_of(rows);
    uint8_t near = (uint8_t)read, far = (uint8_t)(read >> 8);
    far |= fault == FAULT_UNSIGNED ? 0 : SIGNATURE;
    far = fault == FAULT_TURNED ? turned(far) : fault == FAULT_HALF ? 0 : far;
    columns = (uint16_t)(fault == FAULT_SWAPPED ? far << 8 | near : near << 8 | far);
    columns = (uint16_t)(fault == FAULT_SHIFTED ? columns << 1 : columns);
    drive_qh();
}

static void on_ser(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    ser = value & 1;
    measured.ser_set = avr->cycle;
}

static void on_srclk(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    if (!(value & 1)) {
        return;
    }
    // SER must be stable for some 20 ns before the clock: at least one instruction.
    measured.hasty_clocks += measured.ser_set == avr->cycle;
    shifted_out = (uint16_t)(shifted_out << 1 | ser);
}

static void on_rclk(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    if (!(value & 1)) {
        return;
    }
    rows = shifted_out;
    measure_row(avr->cycle);
    if (!load) {
        load_columns();
    }
}

static void on_sh_ld(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    if (load && !(value & 1) && rows) {
        range_add(&measured.settle, avr->cycle - measured.row_set);
    }
    load = value & 1;
    measured.last_edge = avr->cycle;
    load_columns(); // follows the columns while SH/LD is low, holds them when it rises
}

static void on_clk(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    if (!(value & 1) || !load) {
        return;
    }
    columns = (uint16_t)(columns << 1);
    measured.last_clock = measured.last_edge = avr->cycle;
    drive_qh();
}

// Real pins are read through a synchroniser: an IN right after the edge still reads the old level.
static uint8_t on_read(avr_t *chip, avr_io_addr_t address, void *param) {
    (void)param;
    measured.hasty_reads += chip->cycle == measured.last_edge + 1;
    uint8_t levels = read_port(chip, address, read_port_param);
    if (fault == FAULT_UNPLUGGED) {
        // A large resistor pulls the pin down, weaker than its pull-up.
        uint8_t pulled_up = chip->data[port->r_port] & 1 << QH;
        levels = (uint8_t)((levels & ~(1 << QH)) | pulled_up);
    }
    return levels;
}

void reeds_set(const uint16_t now_closed[ROWS]) {
    memcpy(closed, now_closed, sizeof closed);
}

void reeds_set_missing_diodes(const uint16_t missing[ROWS]) {
    memcpy(no_diode, missing, sizeof no_diode);
}

void reeds_break(enum fault now) {
    fault = now;
    load_columns();
}

void reeds_attach(avr_t *chip) {
    static const avr_irq_notify_t notify[] = {
        [SER] = on_ser, [SRCLK] = on_srclk, [RCLK] = on_rclk, [SH_LD] = on_sh_ld, [CLK] = on_clk,
    };
    avr = chip;
    port = (avr_ioport_t *)chip_module("port", 'D');
    for (unsigned pin = SER; pin <= CLK; pin++) {
        avr_irq_register_notify(port->io.irq + pin, notify[pin], NULL);
    }
    avr_io_addr_t io = AVR_DATA_TO_IO(port->r_pin);
    read_port = avr->io[io].r.c;
    read_port_param = avr->io[io].r.param;
    port->external.pull_mask |= 1 << QH;
    avr->io[io].r.c = on_read;
}

void reeds_print(FILE *out) {
    fprintf(out, "\"scans\":%llu,\"scan_cycles\":", (unsigned long long)measured.scan.count);
    range_print(&measured.scan, out);
    fputs(",\"period_cycles\":", out);
    range_print(&measured.period, out);
    fprintf(out, ",\"settle_cycles\":%llu,\"hasty_reads\":%llu,\"hasty_clocks\":%llu",
            (unsigned long long)measured.settle.least, (unsigned long long)measured.hasty_reads,
            (unsigned long long)measured.hasty_clocks);
}
