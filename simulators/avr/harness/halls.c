/* 121 linear Hall sensors on eight 74HC4067, whose commons are ADC0 to ADC7.
 *
 * PD2 to PD5 are S0 to S3 of all eight; sensor n is channel n % 16 of chip n / 16. The ADC's
 * reference is AVCC, 5000 mV. Noise is drawn anew for every conversion. */
#include "harness.h"

#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>

enum { S0 = 2, SELECTORS = 4, CHANNELS = 16, CHIPS = 8, SUPPLY_MV = 5000 };

static avr_t *avr;
static avr_adc_t *adc;
static uint16_t millivolts[CHIPS * CHANNELS];
static unsigned channel, noise;
static uint16_t sampled, result;    /* of the conversion that began last, and of the one before */
static uint64_t chance;

static struct {
    uint64_t scans, conversions, of_scan;
    cycles_t began, last, selected, scan_min, scan_max, period_min, period_max, settle_min;
} seen = {.scan_min = ~0ull, .period_min = ~0ull, .settle_min = ~0ull};

static void keep_least(cycles_t *least, cycles_t value) { *least = value < *least ? value : *least; }
static void keep_most(cycles_t *most, cycles_t value) { *most = value > *most ? value : *most; }

/* A scan lasts from the first sensor's conversion to the beginning of the last one's; the firmware
 * may break one off and begin anew. */
static void note_conversion(unsigned sensor)
{
    cycles_t now = avr->cycle;
    /* The first of all is thrown away: the ADC has just been switched on. */
    if (seen.conversions++)
        keep_least(&seen.settle_min, now - seen.selected);
    if (sensor == 0) {
        if (seen.began && seen.of_scan >= SENSORS) {
            keep_least(&seen.scan_min, seen.last - seen.began);
            keep_most(&seen.scan_max, seen.last - seen.began);
            keep_least(&seen.period_min, now - seen.began);
            keep_most(&seen.period_max, now - seen.began);
            seen.scans++;
        }
        seen.began = now;
        seen.of_scan = 0;
    }
    seen.of_scan++;
    seen.last = now;
}

/* The sum of two even chances: a triangle from -noise to +noise. */
static int drawn(void)
{
    uint64_t bits = chance_next(&chance);
    uint32_t a = (uint32_t)(bits >> 32) % (noise + 1), b = (uint32_t)bits % (noise + 1);
    return (int)a - (int)b;
}

static void on_conversion(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    union { avr_adc_mux_t mux; uint32_t value; } trigger = {.value = value};
    unsigned chip = trigger.mux.src;
    if (trigger.mux.kind != ADC_MUX_SINGLE || chip >= CHIPS)
        return;
    unsigned sensor = chip * CHANNELS + channel;
    int level = millivolts[sensor] + (noise ? drawn() : 0);
    level = level < 0 ? 0 : level > SUPPLY_MV ? SUPPLY_MV : level;
    note_conversion(sensor);
    result = sampled;
    sampled = (uint16_t)(level * 1024 / SUPPLY_MV > 1023 ? 1023 : level * 1024 / SUPPLY_MV);
}

/* simavr converts when the result is read, through the channel that is selected then; the chip
 * keeps what it sampled when the conversion began until the next one is done. */
static uint8_t read_result(avr_t *chip, avr_io_addr_t address, void *param)
{
    (void)param;
    uint16_t value = avr_regbit_get(chip, adc->adsc) ? result : sampled;
    if (avr_regbit_get(chip, adc->adlar))
        value = (uint16_t)(value << 6);
    chip->data[adc->r_adcl] = value & 0xFF;
    chip->data[adc->r_adch] = value >> 8;
    return chip->data[address];
}

static void on_selector(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)param;
    unsigned bit = 1u << (irq->irq - S0);
    channel = value & 1 ? channel | bit : channel & ~bit;
    seen.selected = avr->cycle;
}

void halls_set(const uint16_t now[SENSORS])
{
    for (unsigned sensor = 0; sensor < SENSORS; sensor++)
        millivolts[sensor] = now[sensor];
}

void halls_noise(unsigned amplitude, uint64_t seed)
{
    noise = amplitude;
    chance = seed;
}

void halls_attach(avr_t *chip)
{
    avr = chip;
    avr_irq_t *port = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 0);
    for (unsigned pin = S0; pin < S0 + SELECTORS; pin++)
        avr_irq_register_notify(port + pin, on_selector, NULL);
    adc = (avr_adc_t *)chip_module("adc", 0);
    avr_irq_register_notify(adc->io.irq + ADC_IRQ_OUT_TRIGGER, on_conversion, NULL);
    avr->io[AVR_DATA_TO_IO(adc->r_adcl)].r.c = read_result;
    avr->io[AVR_DATA_TO_IO(adc->r_adch)].r.c = read_result;
    for (unsigned sensor = 0; sensor < CHIPS * CHANNELS; sensor++)
        millivolts[sensor] = SUPPLY_MV / 2;
}

static unsigned long long or_none(cycles_t value) { return value == ~0ull ? 0 : value; }

void halls_print(FILE *out)
{
    fprintf(out,
            "\"scans\":%llu,\"scan_cycles\":[%llu,%llu],\"period_cycles\":[%llu,%llu],"
            "\"settle_cycles\":%llu,\"conversions\":%llu",
            (unsigned long long)seen.scans, or_none(seen.scan_min),
            (unsigned long long)seen.scan_max, or_none(seen.period_min),
            (unsigned long long)seen.period_max, or_none(seen.settle_min),
            (unsigned long long)seen.conversions);
}
