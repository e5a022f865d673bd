/* The parts of the harness, and what they say to each other.
 *
 * One process holds one microcontroller, so each part keeps its state to itself in its own file.
 * Time is counted in cycles of the chip, which go on over resets. */
#ifndef HARNESS_H
#define HARNESS_H

#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    MHZ = 16,                   /* cycles of a microsecond */
    COLUMNS = 11,
    ROWS = 11,
    SENSORS = ROWS * COLUMNS,
    PIXELS = SENSORS,
    BITS_OF_A_BYTE = 10,        /* on the line: start, eight, stop */
};

typedef uint64_t cycles_t;

enum sensors { REEDS, HALLS };
enum direction { TO_BOARD, FROM_BOARD, DIRECTIONS };
enum reset_cause { RESET_POWER, RESET_EXTERNAL, RESET_BROWN_OUT };

/* chip.c: the microcontroller itself */
struct avr_t *chip_start(const char *firmware, const char *eeprom_file);
void chip_run_until(cycles_t cycle);
cycles_t chip_now(void);
unsigned chip_resets(void);
void chip_reset(enum reset_cause cause);
void chip_power(bool on);
bool chip_powered(void);
bool chip_crashed(void);
void chip_hang(void);           /* the main program spins until something resets the chip */
void chip_save_eeprom(void);    /* if it changed */
void chip_wait_for_gdb(int port);
avr_io_t *chip_module(const char *kind, char name);

/* uart.c: the USART's data path as silicon has it */
void uart_attach(struct avr_t *avr);
void uart_after_reset(void);
bool uart_receive(uint8_t byte, bool broken_stop);
unsigned uart_baud(void);       /* 0 before the firmware has set one */
unsigned uart_overruns(void);

/* line.c: the wire between UART and host, and its faults */
void line_attach(struct avr_t *avr);
void line_seed(uint64_t seed);
void line_host_sends(const uint8_t *bytes, size_t count);
void line_board_sends(uint8_t byte);
void line_after_reset(void);
size_t line_take(uint8_t *bytes, size_t room);  /* what has come to the host */
void line_set_host_baud(unsigned baud);         /* 0: always the same as the board's */
bool line_bauds_differ(void);
void line_plug(bool plugged);
bool line_plugged(void);
void line_flip(enum direction direction, unsigned one_in);
void line_drop(enum direction direction, unsigned one_in);
void line_cut(enum direction direction, unsigned after_bytes, cycles_t length);
void line_stall(cycles_t length);
void line_print(FILE *out);

/* pty.c: a terminal that a program opens like a serial port */
bool pty_open(const char *link);
void pty_close(void);
int pty_fd(void);               /* -1 while no program has it open */
const char *pty_name(void);     /* empty while unplugged */
void pty_pump(void);
void pty_resets_on_open(bool resets);

/* reeds.c: two 74HC595, two 74HC165, a matrix of reeds with a diode each */
void reeds_attach(struct avr_t *avr);
void reeds_set(const uint16_t closed[ROWS]);
void reeds_lack_diodes(const uint16_t missing[ROWS]);
void reeds_print(FILE *out);

/* halls.c: eight 74HC4067 before the ADC */
void halls_attach(struct avr_t *avr);
void halls_set(const uint16_t millivolts[SENSORS]);
void halls_noise(unsigned millivolts, uint64_t seed);
void halls_print(FILE *out);

/* strip.c: WS2812 pixels on PB0 */
void strip_attach(struct avr_t *avr);
void strip_after_reset(void);
void strip_print_frame(FILE *out);
void strip_print(FILE *out);

/* control.c: commands on standard input, one JSON object for each on standard output */
bool control_take_stdout(void);
void control_begin(enum sensors sensors, bool paced, const char *link);
bool control_serve(bool wait);  /* what has come, or at least one; false at the end of input */

/* pace.c: as many cycles a second as the chip has, until the end of commands */
void pace_run(void);

/* chance.c */
uint64_t chance_next(uint64_t *state);
bool chance_one_in(uint64_t *state, unsigned one_in);

#endif
