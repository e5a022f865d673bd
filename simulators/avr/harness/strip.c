#include "strip.h"
#include "board.h"
#include "cycles.h"
#include "range.h"
#include <simavr/avr_ioport.h>
#include <stdbool.h>
#include <string.h>

enum {
    BYTES = PIXELS * 3,
    RESET_US = 50,       // older chips show the frame after a low of this length
    SAFE_RESET_US = 280, // newer ones only after this
    ONE_NS = 600,        // a high of this length is a one
};

enum width { T0H, T1H, T0L, T1L, BETWEEN_BYTES, WIDTHS };
static const struct {
    const char *name;
    unsigned least, greatest;
} limits[WIDTHS] = {
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
static uint8_t arriving[BYTES], shown[BYTES];
static unsigned arrived_bits; // since the last reset of the strip
static uint64_t frames, torn, violations, short_resets;
static struct range reset_us;
static struct range measured[WIDTHS]; // in nanoseconds

static uint64_t to_ns(cycles_t cycles) {
    return cycles * 1000 / CYCLES_PER_US;
}

static void measure(enum width width, uint64_t ns) {
    range_add(&measured[width], ns);
    violations += ns < limits[width].least || ns > limits[width].greatest;
}

// Shows what has arrived. Pixels that got nothing keep their colour.
static void latch_frame(void) {
    unsigned pixels = arrived_bits / 24 < PIXELS ? arrived_bits / 24 : PIXELS;
    memcpy(shown, arriving, (size_t)pixels * 3);
    frames++;
    torn += arrived_bits != BYTES * 8;
    arrived_bits = 0;
}

static bool is_reset(cycles_t now) {
    return arrived_bits && !high && now - fell >= RESET_US * CYCLES_PER_US;
}

static bool last_bit(void) {
    unsigned byte = (arrived_bits - 1) / 8;
    return byte < BYTES && arriving[byte] & 1;
}

static void on_rise(cycles_t now) {
    cycles_t low = now - fell;
    if (is_reset(now)) {
        latch_frame();
        short_resets += low < SAFE_RESET_US * CYCLES_PER_US;
        range_add(&reset_us, low / CYCLES_PER_US);
    } else if (arrived_bits) {
        enum width width = last_bit() ? T1L : T0L;
        bool ends_byte = arrived_bits % 8 == 0 && to_ns(low) > limits[width].greatest;
        measure(ends_byte ? BETWEEN_BYTES : width, to_ns(low));
    }
    rose = now;
}

static void on_fall(cycles_t now) {
    uint64_t ns = to_ns(now - rose);
    unsigned bit = ns >= ONE_NS;
    measure(bit ? T1H : T0H, ns);
    if (arrived_bits / 8 < BYTES) {
        uint8_t *byte = &arriving[arrived_bits / 8];
        *byte = (uint8_t)(*byte << 1 | bit);
    }
    arrived_bits++;
    fell = now;
}

static void on_edge(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    bool level = value & 1;
    if (level == high) {
        return;
    }
    (level ? on_rise : on_fall)(avr->cycle);
    high = level;
}

void strip_attach(avr_t *chip) {
    avr = chip;
    pin = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), 0);
    avr_irq_register_notify(pin, on_edge, NULL);
}

// The pin floats until the firmware drives it again; a resistor pulls it down.
void strip_reset(void) {
    avr_raise_irq(pin, 0);
}

void strip_print_frame(FILE *out) {
    if (is_reset(avr->cycle)) {
        latch_frame();
    }
    fputs("\"frame\":\"", out);
    for (unsigned i = 0; i < BYTES; i++) {
        fprintf(out, "%02x", shown[i]);
    }
    fprintf(out, "\",\"frames\":%llu,\"torn\":%llu", (unsigned long long)frames,
            (unsigned long long)torn);
}

static void print_width(FILE *out, enum width width) {
    fprintf(out, "\"%s\":{\"count\":%llu,\"seen\":", limits[width].name,
            (unsigned long long)measured[width].count);
    range_print(&measured[width], out);
    fprintf(out, ",\"limits\":[%u,%u]}", limits[width].least, limits[width].greatest);
}

void strip_print(FILE *out) {
    if (is_reset(avr->cycle)) {
        latch_frame();
    }
    fprintf(out,
            "\"frames\":%llu,\"torn\":%llu,\"violations\":%llu,\"short_resets\":%llu,"
            "\"shortest_reset_us\":%llu,\"ns\":{",
            (unsigned long long)frames, (unsigned long long)torn, (unsigned long long)violations,
            (unsigned long long)short_resets, (unsigned long long)reset_us.least);
    for (enum width width = 0; width < WIDTHS; width++) {
        fputs(width ? "," : "", out);
        print_width(out, width);
    }
    fputc('}', out);
}
