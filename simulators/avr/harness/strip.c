/* WS2812B pixels on PB0, decoded by the widths of pulses.
 *
 * Limits are the data sheet's (Worldsemi, WS2812B). The low time behind the last bit of a byte
 * may be longer: real chips wait for the next bit until the line has been low long enough to be
 * a reset, and firmware needs the time to fetch a byte. Such lows are counted, not complained of. */
#include "harness.h"

#include <simavr/avr_ioport.h>
#include <string.h>

enum {
    BYTES = PIXELS * 3,
    RESET_US = 50,              /* older chips show the frame after so long a low */
    SAFE_RESET_US = 280,        /* and newer ones only after this */
    ONE_NS = 600,               /* a high this long is a one */
};

enum width { T0H, T1H, T0L, T1L, BETWEEN_BYTES, WIDTHS };
static const struct { const char *name; unsigned least, most; } limits[WIDTHS] = {
    [T0H] = {"T0H", 250, 550},
    [T1H] = {"T1H", 650, 950},
    [T0L] = {"T0L", 700, 1000},
    [T1L] = {"T1L", 300, 600},
    [BETWEEN_BYTES] = {"between_bytes", 300, RESET_US * 1000},
};

static avr_t *avr;
static avr_irq_t *pin;
static bool high;
static cycles_t rose, fell;
static uint8_t coming[BYTES], shown[BYTES];
static unsigned bits;           /* that have come since the last reset of the strip */
static uint64_t frames, torn, violations, short_resets, shortest_reset_us;
static struct { uint64_t count, least, most; } seen[WIDTHS];

static uint64_t to_ns(cycles_t cycles) { return cycles * 1000 / MHZ; }

static void note(enum width width, uint64_t ns)
{
    if (!seen[width].count || ns < seen[width].least)
        seen[width].least = ns;
    if (ns > seen[width].most)
        seen[width].most = ns;
    seen[width].count++;
    violations += ns < limits[width].least || ns > limits[width].most;
}

/* Show what has come: pixels that got none of it keep what they had. */
static void latch(void)
{
    unsigned pixels = bits / 24 < PIXELS ? bits / 24 : PIXELS;
    memcpy(shown, coming, pixels * 3);
    frames++;
    torn += bits != BYTES * 8;
    bits = 0;
}

static bool is_reset(cycles_t now)
{
    return bits && !high && now - fell >= RESET_US * MHZ;
}

static void on_rise(cycles_t now)
{
    cycles_t low = now - fell;
    if (is_reset(now)) {
        latch();
        short_resets += low < SAFE_RESET_US * MHZ;
        if (!shortest_reset_us || low / MHZ < shortest_reset_us)
            shortest_reset_us = low / MHZ;
    } else if (bits) {
        unsigned last = (bits - 1) / 8 < BYTES ? coming[(bits - 1) / 8] & 1 : 0;
        enum width width = last ? T1L : T0L;
        note(bits % 8 == 0 && to_ns(low) > limits[width].most ? BETWEEN_BYTES : width, to_ns(low));
    }
    rose = now;
}

static void on_fall(cycles_t now)
{
    uint64_t ns = to_ns(now - rose);
    unsigned bit = ns >= ONE_NS;
    note(bit ? T1H : T0H, ns);
    if (bits / 8 < BYTES)
        coming[bits / 8] = (uint8_t)(coming[bits / 8] << 1 | bit);
    bits++;
    fell = now;
}

static void on_edge(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    bool level = value & 1;
    if (level == high)
        return;
    (level ? on_rise : on_fall)(avr->cycle);
    high = level;
}

void strip_attach(avr_t *chip)
{
    avr = chip;
    pin = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 0);
    avr_irq_register_notify(pin, on_edge, NULL);
}

/* The pin floats until the firmware drives it again; a resistor pulls it down. */
void strip_after_reset(void) { avr_raise_irq(pin, 0); }

void strip_print_frame(FILE *out)
{
    if (is_reset(avr->cycle))
        latch();
    fputs("\"frame\":\"", out);
    for (unsigned i = 0; i < BYTES; i++)
        fprintf(out, "%02x", shown[i]);
    fprintf(out, "\",\"frames\":%llu,\"torn\":%llu", (unsigned long long)frames,
            (unsigned long long)torn);
}

void strip_print(FILE *out)
{
    if (is_reset(avr->cycle))
        latch();
    fprintf(out,
            "\"frames\":%llu,\"torn\":%llu,\"violations\":%llu,\"short_resets\":%llu,"
            "\"shortest_reset_us\":%llu,\"ns\":{",
            (unsigned long long)frames, (unsigned long long)torn, (unsigned long long)violations,
            (unsigned long long)short_resets, (unsigned long long)shortest_reset_us);
    for (unsigned width = 0; width < WIDTHS; width++)
        fprintf(out, "%s\"%s\":{\"count\":%llu,\"seen\":[%llu,%llu],\"limits\":[%u,%u]}",
                width ? "," : "", limits[width].name, (unsigned long long)seen[width].count,
                (unsigned long long)seen[width].least, (unsigned long long)seen[width].most,
                limits[width].least, limits[width].most);
    fputc('}', out);
}
