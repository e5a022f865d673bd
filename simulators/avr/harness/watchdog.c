#include "watchdog.h"
#include "cycles.h"
#include "range.h"

static avr_t *avr;
static avr_watchdog_t *watchdog;
static void (*bitten)(void);
static int (*simavr_ioctl)(avr_io_t *, uint32_t, void *);
static unsigned bites;
static cycles_t last_fed; // 0 before the first time
static struct range passes;

// Just before the next time-out: without WDIE, simavr makes that one a reset.
static avr_cycle_count_t miss_interrupt(avr_t *chip, avr_cycle_count_t when, void *param) {
    (void)when;
    (void)param;
    if (watchdog->watchdog.pending && avr_regbit_get(chip, watchdog->wde)) {
        avr_regbit_clear(chip, watchdog->watchdog.enable);
    }
    return 0;
}

static void await_interrupt(void) {
    avr_cycle_timer_register(avr, watchdog->cycle_count - 1, miss_interrupt, NULL);
}

static void on_pending(avr_irq_t *irq, uint32_t is_pending, void *param) {
    (void)irq;
    (void)param;
    if (is_pending) {
        await_interrupt();
    }
}

static void on_running(avr_irq_t *irq, uint32_t runs, void *param) {
    (void)irq;
    (void)param;
    if (runs) {
        bites++;
        bitten();
    }
}

// The firmware feeds the watchdog once in each pass of its loop.
static int on_ioctl(avr_io_t *io, uint32_t control, void *param) {
    if (control == AVR_IOCTL_WATCHDOG_RESET) {
        if (last_fed) {
            range_add(&passes, avr->cycle - last_fed);
        }
        last_fed = avr->cycle;
        if (watchdog->watchdog.pending) {
            await_interrupt();
        }
    }
    return simavr_ioctl(io, control, param);
}

void watchdog_attach(avr_t *chip, avr_watchdog_t *module, void (*on_bite)(void)) {
    avr = chip;
    watchdog = module;
    bitten = on_bite;
    simavr_ioctl = watchdog->io.ioctl;
    watchdog->io.ioctl = on_ioctl;
    avr_irq_register_notify(watchdog->watchdog.irq + AVR_INT_IRQ_PENDING, on_pending, NULL);
    avr_irq_register_notify(watchdog->watchdog.irq + AVR_INT_IRQ_RUNNING, on_running, NULL);
}

void watchdog_reset(void) {
    last_fed = 0;
}

unsigned watchdog_bites(void) {
    return bites;
}

void watchdog_print_passes(FILE *out) {
    fprintf(out, "\"passes\":%llu,\"pass_cycles\":", (unsigned long long)passes.count);
    range_print(&passes, out);
    passes = (struct range){0};
}
