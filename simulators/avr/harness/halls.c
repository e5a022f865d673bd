#include "halls.h"
#include "chance.h"
#include "chip.h"
#include "range.h"
#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <stdbool.h>
#include <string.h>

enum {
    S0 = 2,
    SELECTORS = 4,
    CHANNELS = 16,
    MULTIPLEXERS = 8,
    SUPPLY_MV = 5000,
    COUNTS = 1024,
    FIRST_FREE = 9, // channel of the last multiplexer
    SIGNATURE = 0x9A00,
};

static avr_t *avr;
static avr_adc_t *adc;
static uint16_t millivolts[MULTIPLEXERS * CHANNELS];
static unsigned channel, noise_mv;
static enum fault fault;
static uint16_t sampled, result; // of the conversion that began last, and of the one before
static uint64_t noise_state;

static struct {
    uint64_t conversions, conversions_of_scan;
    cycles_t scan_began, last_conversion, selected;
    struct range scan, period, settle; // in cycles
} measured;

// A scan lasts from the first sensor's conversion to the start of the last one's. The firmware may
// abort a scan and start again.
static void measure_conversion(unsigned sensor) {
    cycles_t now = avr->cycle;
    // The firmware discards the first of all, which comes right after the ADC is switched on.
    if (measured.conversions++) {
        range_add(&measured.settle, now - measured.selected);
    }
    if (sensor == 0) {
        if (measured.scan_began && measured.conversions_of_scan >= SENSORS) {
            range_add(&measured.scan, measured.last_conversion - measured.scan_began);
            range_add(&measured.period, now - measured.scan_began);
        }
        measured.scan_began = now;
        measured.conversions_of_scan = 0;
    }
    measured.conversions_of_scan++;
    measured.last_conversion = now;
}

// The difference of two uniform values: a triangle from -noise_mv to +noise_mv.
static int draw_noise(void) {
    if (noise_mv == 0) {
        return 0;
    }
    uint64_t bits = chance_next(&noise_state);
    uint32_t a = (uint32_t)(bits >> 32) % (noise_mv + 1), b = (uint32_t)bits % (noise_mv + 1);
    return (int)a - (int)b;
}

static uint16_t count_of(int level_mv) {
    int within = level_mv < 0 ? 0 : level_mv > SUPPLY_MV ? SUPPLY_MV : level_mv;
    int count = within * COUNTS / SUPPLY_MV;
    return (uint16_t)(count < COUNTS ? count : COUNTS - 1);
}

// What a fault of the selecting wires makes of a channel.
static unsigned selected_channel(void) {
    switch (fault) {
    case FAULT_SHIFTED:
        return (channel + 1) % CHANNELS;
    case FAULT_SWAPPED: // S0 to S3 in the opposite order
    case FAULT_TURNED:
        return (channel & 1) << 3 | (channel & 2) << 1 | (channel & 4) >> 1 | (channel & 8) >> 3;
    default:
        return channel;
    }
}

// The output of a multiplexer, in millivolts.
static int level_of(unsigned multiplexer) {
    unsigned selected = selected_channel();
    bool is_last = multiplexer == MULTIPLEXERS - 1;
    bool is_free = is_last && selected >= FIRST_FREE;
    if (fault == FAULT_UNPLUGGED) {
        return 0; // the cable brings the supply, too
    }
    if (is_last && (fault == FAULT_LOW || fault == FAULT_HIGH)) {
        return fault == FAULT_HIGH ? SUPPLY_MV : 0;
    }
    if (is_free && (fault == FAULT_UNSIGNED || fault == FAULT_HALF)) {
        return 0;
    }
    return millivolts[multiplexer * CHANNELS + selected];
}

static void on_conversion(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    avr_adc_mux_t mux = {0};
    memcpy(&mux, &value, sizeof value); // that is how simavr packs it
    unsigned multiplexer = mux.src;
    if (mux.kind != ADC_MUX_SINGLE || multiplexer >= MULTIPLEXERS) {
        return;
    }
    unsigned sensor = multiplexer * CHANNELS + channel;
    int level_mv = level_of(multiplexer) + draw_noise();
    measure_conversion(sensor);
    result = sampled;
    sampled = count_of(level_mv);
}

// simavr converts when the result is read, through the channel that is selected then. The chip
// holds what it sampled at the start of a conversion until the next one is done.
static uint8_t read_result(avr_t *chip, avr_io_addr_t address, void *param) {
    (void)param;
    uint16_t value = avr_regbit_get(chip, adc->adsc) ? result : sampled;
    if (avr_regbit_get(chip, adc->adlar)) {
        value = (uint16_t)(value << 6);
    }
    chip->data[adc->r_adcl] = value & 0xFF;
    chip->data[adc->r_adch] = value >> 8;
    return chip->data[address];
}

static void on_selector(avr_irq_t *irq, uint32_t value, void *param) {
    (void)param;
    unsigned bit = 1u << (irq->irq - S0);
    channel = value & 1 ? channel | bit : channel & ~bit;
    measured.selected = avr->cycle;
}

void halls_set(const uint16_t levels_mv[SENSORS]) {
    memcpy(millivolts, levels_mv, SENSORS * sizeof *millivolts);
}

void halls_set_noise(unsigned amplitude_mv, uint64_t seed) {
    noise_mv = amplitude_mv;
    noise_state = seed;
}

void halls_attach(avr_t *chip) {
    avr = chip;
    avr_irq_t *port = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 0);
    for (unsigned pin = S0; pin < S0 + SELECTORS; pin++) {
        avr_irq_register_notify(port + pin, on_selector, NULL);
    }
    adc = (avr_adc_t *)chip_module("adc", 0);
    avr_irq_register_notify(adc->io.irq + ADC_IRQ_OUT_TRIGGER, on_conversion, NULL);
    avr->io[AVR_DATA_TO_IO(adc->r_adcl)].r.c = read_result;
    avr->io[AVR_DATA_TO_IO(adc->r_adch)].r.c = read_result;
    for (unsigned sensor = 0; sensor < MULTIPLEXERS * CHANNELS; sensor++) {
        bool is_high = SIGNATURE >> sensor % CHANNELS & 1;
        millivolts[sensor] = sensor < SENSORS ? SUPPLY_MV / 2 : is_high ? SUPPLY_MV : 0;
    }
}

void halls_break(enum fault now) {
    fault = now;
}

void halls_print(FILE *out) {
    fprintf(out, "\"scans\":%llu,\"scan_cycles\":", (unsigned long long)measured.scan.count);
    range_print(&measured.scan, out);
    fputs(",\"period_cycles\":", out);
    range_print(&measured.period, out);
    fprintf(out, ",\"settle_cycles\":%llu,\"conversions\":%llu",
            (unsigned long long)measured.settle.least, (unsigned long long)measured.conversions);
}
