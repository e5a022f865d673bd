#include "uart.h"
#include "chip.h"
#include "cycles.h"
#include <simavr/avr_uart.h>
#include <stddef.h>

enum {
    RECEIVER_DEPTH = 3,
    BITS_PER_BYTE = 10, // start, eight, stop
};

static avr_t *avr;
static avr_uart_t *uart;
static void (*send_to_line)(uint8_t byte);
static struct {
    uint8_t bytes[RECEIVER_DEPTH];
    unsigned count;
} received;
static struct {
    bool busy, next_waits;
    uint8_t byte, next;
} transmitter;
static unsigned overruns;
static bool baud_is_set;

struct write_hook {
    avr_io_write_t function;
    void *param;
};
static struct write_hook on_ubrr, on_status, on_control;

static cycles_t cycles_per_byte(void) {
    unsigned ubrr = avr_regbit_get(avr, uart->ubrrl) | avr_regbit_get(avr, uart->ubrrh) << 8;
    return (cycles_t)(ubrr + 1) * (avr_regbit_get(avr, uart->u2x) ? 8 : 16) * BITS_PER_BYTE;
}

unsigned uart_baud(void) {
    return baud_is_set ? CYCLES_PER_S * BITS_PER_BYTE / cycles_per_byte() : 0;
}

unsigned uart_overruns(void) {
    return overruns;
}

// --- from chip to line --------------------------------------------------------------------------

static void clear_interrupt(avr_int_vector_t *vector) {
    avr_clear_interrupt(avr, vector);
    avr_regbit_clear(avr, vector->raised);
}

static avr_cycle_count_t finish_byte(avr_t *chip, avr_cycle_count_t when, void *param) {
    (void)param;
    send_to_line(transmitter.byte);
    transmitter.busy = transmitter.next_waits;
    if (!transmitter.next_waits) {
        avr_raise_interrupt(chip, &uart->txc);
        return 0;
    }
    transmitter.byte = transmitter.next;
    transmitter.next_waits = false;
    avr_raise_interrupt(chip, &uart->udrc);
    return when + cycles_per_byte();
}

static void write_data(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param) {
    (void)address;
    (void)param;
    if (!avr_regbit_get(chip, uart->txen) || transmitter.next_waits) {
        return;
    }
    clear_interrupt(&uart->udrc);
    if (transmitter.busy) {
        transmitter.next = value;
        transmitter.next_waits = true;
        return;
    }
    transmitter.byte = value;
    transmitter.busy = true;
    avr_cycle_timer_register(chip, cycles_per_byte(), finish_byte, NULL);
    avr_raise_interrupt(chip, &uart->udrc); // it went on to the shift register at once
}

// Enabling the interrupt makes simavr raise it, though the buffer may be full.
static void write_control(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param) {
    (void)param;
    on_control.function(chip, address, value, on_control.param);
    if (transmitter.next_waits) {
        clear_interrupt(&uart->udrc);
    }
    if (!avr_regbit_get(chip, uart->rxen)) {
        received.count = 0;
    } else if (received.count) {
        avr_raise_interrupt(chip, &uart->rxc);
    }
}

static void write_status(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param) {
    (void)param;
    bool overrun = avr_regbit_get(chip, uart->dor);
    on_status.function(chip, address, value, on_status.param);
    avr_regbit_setto(chip, uart->dor, overrun);
}

static void write_ubrr(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param) {
    (void)param;
    on_ubrr.function(chip, address, value, on_ubrr.param);
    baud_is_set = true;
}

// --- from line to chip --------------------------------------------------------------------------

static uint8_t read_data(avr_t *chip, avr_io_addr_t address, void *param) {
    (void)param;
    uint8_t value = received.bytes[0];
    if (received.count) {
        for (unsigned i = 1; i < RECEIVER_DEPTH; i++) {
            received.bytes[i - 1] = received.bytes[i];
        }
        received.count--;
    }
    clear_interrupt(&uart->rxc);
    avr_regbit_clear(chip, uart->dor);
    avr_regbit_clear(chip, uart->fe);
    if (received.count) {
        avr_raise_interrupt(chip, &uart->rxc);
    }
    chip->data[address] = value;
    return value;
}

bool uart_receive(uint8_t byte, bool broken_stop) {
    if (!avr_regbit_get(avr, uart->rxen)) {
        return false;
    }
    if (received.count == RECEIVER_DEPTH) {
        avr_regbit_set(avr, uart->dor);
        overruns++;
        return false;
    }
    received.bytes[received.count++] = byte;
    if (broken_stop) {
        avr_regbit_set(avr, uart->fe);
    }
    avr_raise_interrupt(avr, &uart->rxc);
    return true;
}

// --- the chip around it -------------------------------------------------------------------------

void uart_reset(void) {
    received.count = 0;
    transmitter.busy = transmitter.next_waits = false;
    baud_is_set = false;
}

static void hook_write(avr_io_addr_t address, struct write_hook *before, avr_io_write_t instead) {
    avr_io_addr_t io = AVR_DATA_TO_IO(address);
    before->function = avr->io[io].w.c;
    before->param = avr->io[io].w.param;
    avr->io[io].w.c = instead;
}

void uart_attach(avr_t *chip, void (*on_sent)(uint8_t byte)) {
    avr = chip;
    send_to_line = on_sent;
    uart = (avr_uart_t *)chip_module("uart", '0');
    uint32_t neither_prints_nor_sleeps = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &neither_prints_nor_sleeps);
    hook_write(uart->ubrrl.reg, &on_ubrr, write_ubrr);
    hook_write(uart->r_ucsra, &on_status, write_status);
    hook_write(uart->rxen.reg, &on_control, write_control);
    avr->io[AVR_DATA_TO_IO(uart->r_udr)].w.c = write_data;
    avr->io[AVR_DATA_TO_IO(uart->r_udr)].r.c = read_data;
}
