#include "lamp.h"
#include "cycles.h"
#include "range.h"
#include <simavr/avr_ioport.h>
#include <stdbool.h>

enum { PIN = 5 };

static avr_t *avr;
static bool lit;
static cycles_t changed; // 0 until it changes first
static struct range lasted_us;

static void on_edge(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    bool level = value & 1;
    if (level == lit) {
        return;
    }
    if (changed) {
        range_add(&lasted_us, (avr->cycle - changed) / CYCLES_PER_US);
    }
    changed = avr->cycle;
    lit = level;
}

void lamp_attach(avr_t *chip) {
    avr = chip;
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('B'), PIN), on_edge, NULL);
}

void lamp_print(FILE *out) {
    range_print(&lasted_us, out);
}
