/* The USART's data path as silicon has it, in the place of simavr's.
 *
 * simavr 1.6 takes bytes of 11 bits, lets the transmitter run dry between bytes, and keeps 64
 * received bytes where the chip keeps two and a third in its shift register. Here a byte has 10
 * bits, the transmitter is double-buffered, and the fourth unread byte is lost and sets DOR. */
#include "harness.h"

enum { RECEIVER_DEPTH = 3 };

static avr_t *avr;
static avr_uart_t *uart;
static struct { uint8_t bytes[RECEIVER_DEPTH]; unsigned count; } received;
static struct { bool busy, waits; uint8_t byte, next; } sending;
static unsigned overruns;
static bool baud_is_set;

static struct { avr_io_write_t c; void *param; } on_ubrr, on_status, on_control;

static cycles_t cycles_of_a_byte(void)
{
    unsigned ubrr = avr_regbit_get(avr, uart->ubrrl) | avr_regbit_get(avr, uart->ubrrh) << 8;
    return (cycles_t)(ubrr + 1) * (avr_regbit_get(avr, uart->u2x) ? 8 : 16) * BITS_OF_A_BYTE;
}

unsigned uart_baud(void)
{
    return baud_is_set ? MHZ * 1000000u * BITS_OF_A_BYTE / cycles_of_a_byte() : 0;
}

unsigned uart_overruns(void) { return overruns; }

/* From chip to line ------------------------------------------------------------------------ */

static void clear(avr_int_vector_t *vector)
{
    avr_clear_interrupt(avr, vector);
    avr_regbit_clear(avr, vector->raised);
}

static avr_cycle_count_t byte_is_out(avr_t *chip, avr_cycle_count_t when, void *param)
{
    (void)param;
    line_board_sends(sending.byte);
    sending.busy = sending.waits;
    if (!sending.waits) {
        avr_raise_interrupt(chip, &uart->txc);
        return 0;
    }
    sending.byte = sending.next;
    sending.waits = false;
    avr_raise_interrupt(chip, &uart->udrc);
    return when + cycles_of_a_byte();
}

static void write_data(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)address;
    (void)param;
    if (!avr_regbit_get(chip, uart->txen) || sending.waits)
        return;
    clear(&uart->udrc);
    if (sending.busy) {
        sending.next = value;
        sending.waits = true;
        return;
    }
    sending.byte = value;
    sending.busy = true;
    avr_cycle_timer_register(chip, cycles_of_a_byte(), byte_is_out, NULL);
    avr_raise_interrupt(chip, &uart->udrc);     /* it went on to the shift register at once */
}

/* Enabling the interrupt makes simavr raise it, though the buffer may be full. */
static void write_control(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    on_control.c(chip, address, value, on_control.param);
    if (sending.waits)
        clear(&uart->udrc);
    if (!avr_regbit_get(chip, uart->rxen))
        received.count = 0;
    else if (received.count)
        avr_raise_interrupt(chip, &uart->rxc);
}

static void write_status(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    bool overrun = avr_regbit_get(chip, uart->dor);
    on_status.c(chip, address, value, on_status.param);
    avr_regbit_setto(chip, uart->dor, overrun);
}

static void write_ubrr(avr_t *chip, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    on_ubrr.c(chip, address, value, on_ubrr.param);
    baud_is_set = true;
}

/* From line to chip ------------------------------------------------------------------------ */

static uint8_t read_data(avr_t *chip, avr_io_addr_t address, void *param)
{
    (void)param;
    uint8_t value = received.bytes[0];
    if (received.count) {
        for (unsigned i = 1; i < RECEIVER_DEPTH; i++)
            received.bytes[i - 1] = received.bytes[i];
        received.count--;
    }
    clear(&uart->rxc);
    avr_regbit_clear(chip, uart->dor);
    avr_regbit_clear(chip, uart->fe);
    if (received.count)
        avr_raise_interrupt(chip, &uart->rxc);
    chip->data[address] = value;
    return value;
}

/* Take a byte from the line; return whether the chip was listening and had room. */
bool uart_receive(uint8_t byte, bool broken_stop)
{
    if (!chip_powered() || !avr_regbit_get(avr, uart->rxen))
        return false;
    if (received.count == RECEIVER_DEPTH) {
        avr_regbit_set(avr, uart->dor);
        overruns++;
        return false;
    }
    received.bytes[received.count++] = byte;
    if (broken_stop)
        avr_regbit_set(avr, uart->fe);
    avr_raise_interrupt(avr, &uart->rxc);
    return true;
}

/* ------------------------------------------------------------------------------------------ */

void uart_after_reset(void)
{
    received.count = 0;
    sending.busy = sending.waits = false;
    baud_is_set = false;
}

static void keep(avr_io_addr_t address, avr_io_write_t *c, void **param, avr_io_write_t instead)
{
    avr_io_addr_t io = AVR_DATA_TO_IO(address);
    *c = avr->io[io].w.c;
    *param = avr->io[io].w.param;
    avr->io[io].w.c = instead;
}

void uart_attach(avr_t *chip)
{
    avr = chip;
    uart = (avr_uart_t *)chip_module("uart", '0');
    uint32_t neither_prints_nor_sleeps = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &neither_prints_nor_sleeps);
    keep(uart->ubrrl.reg, &on_ubrr.c, &on_ubrr.param, write_ubrr);
    keep(uart->r_ucsra, &on_status.c, &on_status.param, write_status);
    keep(uart->rxen.reg, &on_control.c, &on_control.param, write_control);
    avr->io[AVR_DATA_TO_IO(uart->r_udr)].w.c = write_data;
    avr->io[AVR_DATA_TO_IO(uart->r_udr)].r.c = read_data;
}
