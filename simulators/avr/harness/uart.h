// The USART's data path as silicon has it, in place of simavr's. Needs chip.h; knows nothing of the
// line, which gets every byte that is sent through a callback.
//
// simavr 1.6 takes 11 bits for a byte, lets the transmitter run dry between bytes, and holds 64
// received bytes where the chip holds two and one more in its shift register. Here a byte has 10
// bits, the transmitter is double-buffered, and the fourth unread byte is lost and sets DOR.
#pragma once
#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>

void uart_attach(avr_t *chip, void (*on_sent)(uint8_t byte));
void uart_reset(void);
// Gives the chip a byte; returns whether it listened and had room.
bool uart_receive(uint8_t byte, bool broken_stop);
// The rate that the firmware has set; 0 before it has set one.
unsigned uart_baud(void);
// How many bytes were lost because the chip had no room.
unsigned uart_overruns(void);
