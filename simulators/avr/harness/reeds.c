/* A matrix of reeds: two 74HC595 drive its rows, two 74HC165 read its columns.
 *
 * PD2 SER, PD3 SRCLK, PD4 RCLK of the 595s; PD5 SH/LD, PD6 CLK, PD7 QH of the 165s. The near chip
 * of either chain has rows or columns 0 to 7 on QA..QH or A..H. Rows are driven one way or the
 * other, columns are pulled down; current goes from a row to the columns of its closed reeds, and
 * back from a column to a row only where a diode is missing. */
#include "harness.h"

#include <simavr/avr_ioport.h>

enum { SER = 2, SRCLK, RCLK, SH_LD, CLK, QH };

static avr_t *avr;
static avr_ioport_t *port;
static uint16_t closed[ROWS], no_diode[ROWS];

static uint16_t shifted_out, rows;      /* the 595s' shift registers and their latches */
static uint16_t columns;                /* the 165s' shift registers */
static bool ser, load = true;

static avr_io_read_t read_port;
static void *read_port_param;

static struct {
    uint64_t scans;
    cycles_t began, last_clock, last_edge, row_set, ser_set;
    cycles_t scan_min, scan_max, period_min, period_max, settle_min;
    uint64_t hasty_reads, hasty_clocks;
} seen = {.scan_min = ~0ull, .period_min = ~0ull, .settle_min = ~0ull};

static uint16_t columns_of(uint16_t driven)
{
    uint16_t found = 0, before;
    for (unsigned row = 0; row < ROWS; row++)
        found |= driven >> row & 1 ? closed[row] : 0;
    if (!driven)
        return 0;
    do {
        before = found;
        for (unsigned row = 0; row < ROWS; row++)
            if (found & closed[row] & no_diode[row])
                found |= closed[row];
    } while (found != before);
    return found;
}

static void keep_least(cycles_t *least, cycles_t value) { *least = value < *least ? value : *least; }
static void keep_most(cycles_t *most, cycles_t value) { *most = value > *most ? value : *most; }

/* A scan lasts from the first row's selection to the last clock of the last row. */
static void note_row(cycles_t now)
{
    seen.row_set = now;
    if (!(rows & 1))
        return;
    if (seen.began && seen.last_clock > seen.began) {
        keep_least(&seen.scan_min, seen.last_clock - seen.began);
        keep_most(&seen.scan_max, seen.last_clock - seen.began);
        keep_least(&seen.period_min, now - seen.began);
        keep_most(&seen.period_max, now - seen.began);
        seen.scans++;
    }
    seen.began = now;
}

static void put_out(void)
{
    uint8_t level = columns >> 15 & 1;
    if (level == ((port->external.pull_value >> QH) & 1))
        return;
    /* The chip drives the pin, whatever the pull-up of the port would make of it. */
    port->external.pull_mask |= 1 << QH;
    port->external.pull_value = (port->external.pull_value & ~(1 << QH)) | level << QH;
    avr_raise_irq(port->io.irq + QH, level);
}

static void load_columns(void)
{
    /* The far chip's eight follow the near chip's; of each, H comes first. */
    uint16_t read = columns_of(rows);
    columns = (uint16_t)((read & 0xFF) << 8 | read >> 8);
    put_out();
}

static void on_ser(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    ser = value & 1;
    seen.ser_set = avr->cycle;
}

static void on_srclk(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    if (!(value & 1))
        return;
    /* SER must stand still for some 20 ns before the clock: an instruction at least. */
    seen.hasty_clocks += seen.ser_set == avr->cycle;
    shifted_out = (uint16_t)(shifted_out << 1 | ser);
}

static void on_rclk(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    if (!(value & 1))
        return;
    rows = shifted_out;
    note_row(avr->cycle);
    if (!load)
        load_columns();
}

static void on_sh_ld(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    if (load && !(value & 1) && rows)
        keep_least(&seen.settle_min, avr->cycle - seen.row_set);
    load = value & 1;
    seen.last_edge = avr->cycle;
    load_columns();     /* as long as SH/LD is low; what it saw last when it rises */
}

static void on_clk(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    if (!(value & 1) || !load)
        return;
    columns = (uint16_t)(columns << 1);
    seen.last_clock = seen.last_edge = avr->cycle;
    put_out();
}

/* Real pins are read through a synchroniser: an IN right behind the edge reads what was before. */
static uint8_t on_read(avr_t *chip, avr_io_addr_t address, void *param)
{
    (void)param;
    seen.hasty_reads += chip->cycle == seen.last_edge + 1;
    return read_port(chip, address, read_port_param);
}

void reeds_set(const uint16_t now_closed[ROWS])
{
    for (unsigned row = 0; row < ROWS; row++)
        closed[row] = now_closed[row];
}

void reeds_lack_diodes(const uint16_t missing[ROWS])
{
    for (unsigned row = 0; row < ROWS; row++)
        no_diode[row] = missing[row];
}

void reeds_attach(avr_t *chip)
{
    static const avr_irq_notify_t notify[] = {
        [SER] = on_ser, [SRCLK] = on_srclk, [RCLK] = on_rclk, [SH_LD] = on_sh_ld, [CLK] = on_clk,
    };
    avr = chip;
    port = (avr_ioport_t *)chip_module("port", 'D');
    for (unsigned pin = SER; pin <= CLK; pin++)
        avr_irq_register_notify(port->io.irq + pin, notify[pin], NULL);
    avr_io_addr_t io = AVR_DATA_TO_IO(port->r_pin);
    read_port = avr->io[io].r.c;
    read_port_param = avr->io[io].r.param;
    avr->io[io].r.c = on_read;
}

static unsigned long long or_none(cycles_t value) { return value == ~0ull ? 0 : value; }

void reeds_print(FILE *out)
{
    fprintf(out,
            "\"scans\":%llu,\"scan_cycles\":[%llu,%llu],\"period_cycles\":[%llu,%llu],"
            "\"settle_cycles\":%llu,\"hasty_reads\":%llu,\"hasty_clocks\":%llu",
            (unsigned long long)seen.scans, or_none(seen.scan_min),
            (unsigned long long)seen.scan_max, or_none(seen.period_min),
            (unsigned long long)seen.period_max, or_none(seen.settle_min),
            (unsigned long long)seen.hasty_reads, (unsigned long long)seen.hasty_clocks);
}
