// The ATmega328P at 16 MHz. Only this file touches registers; docs/firmware.md lists the pins.
#include "../port.h"
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <util/delay.h>

#ifndef BAUD
#define BAUD 500000
#endif
#if BAUD == 500000
#define UBRR 3
#elif BAUD == 250000
#define UBRR 7
#elif BAUD == 115200
#define UBRR 16
#else
#error "BAUD: expected 500000, 250000 or 115200"
#endif

// 0: off; 1: interrupt, then reset; 2: interrupt alone, for bootloaders that cannot bear a reset.
#ifndef WATCHDOG
#define WATCHDOG 1
#endif

#define STRIP _BV(PB0)
#define LAMP _BV(PB5)

#define SER _BV(PD2)
#define SRCLK _BV(PD3)
#define RCLK _BV(PD4)
#define LOAD _BV(PD5)
#define CLK _BV(PD6)
#define QH _BV(PD7)

#define SELECT_SHIFT PD2 // S0..S3 on PD2..PD5
#define SELECT (0x0F << SELECT_SHIFT)

// --- why it started -----------------------------------------------------------------------------

#define CAUSES (_BV(PORF) | _BV(EXTRF) | _BV(BORF) | _BV(WDRF))
#define MAGIC 0x6E69
#define HANG 0x4721

// Not cleared at the start: it survives a reset, but not a loss of power.
static struct {
    uint16_t magic;
    uint8_t starts;
    uint8_t inverse; // of `starts`
    uint16_t hang;   // HANG if the watchdog's interrupt caused this start
} record __attribute__((section(".noinit")));
static uint8_t from_register __attribute__((section(".noinit")));
static uint8_t cause;

// A watchdog reset leaves the watchdog on, at 16 ms: turn it off before anything takes time.
void save_cause(void) __attribute__((naked, used, section(".init3")));
// cppcheck-suppress unusedFunction // the linker places it before main()
void save_cause(void) {
    from_register = MCUSR;
    MCUSR = 0;
    wdt_disable();
}

// The program hangs. An old bootloader that a watchdog reset brings up does not turn the watchdog
// off, and is reset by it for ever. So this starts the program again without a reset, and without
// the bootloader. It trusts neither stack nor registers.
ISR(WDT_vect, ISR_NAKED) {
    asm volatile("clr __zero_reg__");
    record.hang = HANG;
    wdt_disable();
    asm volatile("jmp 0");
}

static void record_start(void) {
    uint8_t inverse = ~record.starts;
    bool had_power = record.magic == MAGIC && record.inverse == inverse;
    bool hung = had_power && record.hang == HANG;
    cause = from_register & CAUSES;
    if (hung) {
        cause = _BV(WDRF);
    } else if (cause == 0 && !had_power) {
        cause = _BV(PORF); // the bootloader has cleared MCUSR, but memory says it as well
    }
    if (!had_power || cause & (_BV(PORF) | _BV(BORF))) {
        record.starts = 0;
    }
    if (record.starts < UINT8_MAX) {
        record.starts++;
    }
    record.magic = MAGIC;
    record.inverse = ~record.starts;
    record.hang = 0;
}

// The interrupt first; if even that fails, WATCHDOG 1 lets a reset follow.
static void start_watchdog(void) {
    wdt_reset();
    WDTCSR = _BV(WDCE) | _BV(WDE);
    WDTCSR = _BV(WDIE) | (WATCHDOG == 1 ? _BV(WDE) : 0) | _BV(WDP2); // 250 ms
}

uint8_t port_cause(void) {
    return cause;
}

uint8_t port_starts(void) {
    return record.starts;
}

// --- the serial line ----------------------------------------------------------------------------

// 256 bytes, so that one-byte indices wrap by themselves.
static volatile uint8_t ring[256];
static volatile uint8_t ring_head, ring_tail;
static volatile uint8_t lost_bytes;
static const uint8_t *volatile next_to_send;
static volatile uint16_t left_to_send;

static void count_lost_byte(void) {
    if (lost_bytes < UINT8_MAX) {
        lost_bytes++;
    }
}

ISR(USART_RX_vect) {
    uint8_t status = UCSR0A; // before UDR0, which clears it
    uint8_t byte = UDR0;
    if (status & _BV(DOR0)) {
        count_lost_byte(); // at least one, just before this byte
    }
    if (status & _BV(FE0)) {
        count_lost_byte();
        return;
    }
    uint8_t head = ring_head;
    if ((uint8_t)(head + 1) == ring_tail) {
        count_lost_byte();
        return;
    }
    ring[head] = byte;
    ring_head = head + 1;
}

ISR(USART_UDRE_vect) {
    const uint8_t *next = next_to_send;
    UDR0 = *next;
    next_to_send = next + 1;
    if (--left_to_send == 0) {
        UCSR0B &= (uint8_t)~_BV(UDRIE0);
    }
}

bool port_receive(uint8_t *byte) {
    uint8_t tail = ring_tail;
    if (tail == ring_head) {
        return false;
    }
    *byte = ring[tail];
    ring_tail = tail + 1;
    return true;
}

uint8_t port_take_lost_bytes(void) {
    if (lost_bytes == 0) {
        return 0;
    }
    cli();
    uint8_t lost = lost_bytes;
    lost_bytes = 0;
    sei();
    return lost;
}

bool port_sending(void) {
    return UCSR0B & _BV(UDRIE0);
}

void port_send(const uint8_t *bytes, uint16_t count) {
    next_to_send = bytes;
    left_to_send = count;
    UCSR0B |= _BV(UDRIE0);
}

// --- the strip ----------------------------------------------------------------------------------

// A bit takes 19 cycles of 62.5 ns: high for 6 or 12, low for 13 or 7. Between bytes go 6 more.
void port_refresh(const uint8_t *bytes, uint16_t count) {
    uint8_t high = PORTB | STRIP, low = PORTB & (uint8_t)~STRIP;
    uint8_t byte, bits;
    if (count == 0) {
        return;
    }
    cli();
    asm volatile("1: ld %[byte], %a[at]+   \n"
                 "   ldi %[bits], 8        \n"
                 "2: out %[port], %[high]  \n"
                 "   rjmp .+0              \n"
                 "   rjmp .+0              \n"
                 "   sbrs %[byte], 7       \n"
                 "   out %[port], %[low]   \n" // a 0 falls here
                 "   lsl %[byte]           \n"
                 "   rjmp .+0              \n"
                 "   rjmp .+0              \n"
                 "   out %[port], %[low]   \n" // a 1 falls here
                 "   rjmp .+0              \n"
                 "   nop                   \n"
                 "   dec %[bits]           \n"
                 "   brne 2b               \n"
                 "   sbiw %[count], 1      \n"
                 "   brne 1b               \n"
                 : [at] "+e"(bytes), [count] "+w"(count), [byte] "=&r"(byte), [bits] "=&d"(bits)
                 : [port] "I"(_SFR_IO_ADDR(PORTB)), [high] "r"(high), [low] "r"(low)
                 : "memory");
    sei();
}

// --- the EEPROM ---------------------------------------------------------------------------------

bool port_eeprom_ready(void) {
    return eeprom_is_ready();
}

uint8_t port_eeprom_read(uint16_t address) {
    EEAR = address;
    EECR |= _BV(EERE);
    return EEDR;
}

void port_eeprom_write(uint16_t address, uint8_t byte) {
    EEAR = address;
    EEDR = byte;
    cli(); // at most four cycles may pass between the two
    EECR |= _BV(EEMPE);
    EECR |= _BV(EEPE);
    sei();
}

// --- reeds --------------------------------------------------------------------------------------

void port_reeds_begin(void) {
    PORTD |= LOAD;
    DDRD |= SER | SRCLK | RCLK | LOAD | CLK;
}

void port_shift_out(uint16_t rows) {
    for (uint16_t bit = 0x8000; bit != 0; bit >>= 1) {
        if (rows & bit) {
            PORTD |= SER;
        } else {
            PORTD &= (uint8_t)~SER;
        }
        PORTD |= SRCLK;
        PORTD &= (uint8_t)~SRCLK;
    }
    PORTD |= RCLK;
    PORTD &= (uint8_t)~RCLK;
}

uint16_t port_shift_in(void) {
    uint16_t bits = 0;
    PORTD &= (uint8_t)~LOAD;
    PORTD |= LOAD;
    for (uint8_t i = 0; i < 16; i++) {
        bits <<= 1;
        if (PIND & QH) { // the first bit is there after the load
            bits |= 1;
        }
        PORTD |= CLK;
        PORTD &= (uint8_t)~CLK;
    }
    return bits;
}

// With its pull-up, the pin reads high only if nobody drives it low.
bool port_chain_floats(void) {
    PORTD |= QH;
    _delay_us(5);
    bool floats = PIND & QH;
    PORTD &= (uint8_t)~QH;
    return floats;
}

// --- Hall sensors -------------------------------------------------------------------------------

void port_hall_begin(void) {
    DDRD |= SELECT;
    DIDR0 = 0x3F; // no digital input buffers on A0..A5; A6 and A7 have none
    ADMUX = _BV(REFS0);
    // 16 MHz / 32 = 500 kHz: a conversion takes 26 us.
    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS0);
    port_convert(0); // the first conversion takes longer
}

void port_select(uint8_t channel) {
    PORTD = (PORTD & (uint8_t)~SELECT) | (uint8_t)(channel << SELECT_SHIFT);
}

uint16_t port_convert(uint8_t input) {
    ADMUX = _BV(REFS0) | input;
    ADCSRA |= _BV(ADSC);
    while (ADCSRA & _BV(ADSC)) {
    }
    return ADC;
}

// --- the rest -----------------------------------------------------------------------------------

void port_begin(void) {
    record_start();
    DDRB |= STRIP | LAMP;
    PORTD |= _BV(PD0);              // keeps a line quiet that nobody drives
    TCCR1B = _BV(CS11) | _BV(CS10); // 16 MHz / 64: 4 us
    UBRR0 = UBRR;
    UCSR0A = _BV(U2X0);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
    if (WATCHDOG) {
        start_watchdog();
    }
    sei();
}

void port_feed_watchdog(void) {
    wdt_reset();
}

void port_lamp(bool on) {
    if (on) {
        PORTB |= LAMP;
    } else {
        PORTB &= (uint8_t)~LAMP;
    }
}

uint16_t port_ticks(void) {
    return TCNT1;
}

void port_settle(void) {
    _delay_us(5);
}
