// Everything the firmware needs of a chip. port/atmega328p.c is the real one, port/host.c plays it
// for the tests; nothing else touches a register.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define PORT_TICK_US 4 // of port_ticks()

void port_begin(void);
void port_feed_watchdog(void);
void port_lamp(bool on); // the LED on the Nano

// Why it started, as MCUSR has it, and how many times since power came.
uint8_t port_cause(void);
uint8_t port_starts(void);

// A counter that runs by itself, whatever else goes on; wraps after 262 ms.
uint16_t port_ticks(void);
void port_settle(void); // 5 us

// The serial line. What is sent must stay untouched until port_sending() is false.
bool port_receive(uint8_t *byte);
uint8_t port_take_lost(void); // bytes lost since it was last asked
bool port_sending(void);
void port_send(const uint8_t *bytes, uint16_t count);

// The strip. Nothing is heard meanwhile.
void port_refresh(const uint8_t *bytes, uint16_t count);

// The EEPROM; reading and writing wait for port_eeprom_ready().
bool port_eeprom_ready(void);
uint8_t port_eeprom_read(uint16_t address);
void port_eeprom_write(uint16_t address, uint8_t byte);

// Reeds: shifts 16 bits to the rows, bit 15 first, and shows them all at once; loads the columns
// and shifts 16 bits in, the first one to bit 15.
void port_reeds_begin(void);
void port_shift_out(uint16_t rows);
uint16_t port_shift_in(void);

// Hall sensors: one channel for all multiplexers; the count of ten bits at one analogue input.
void port_hall_begin(void);
void port_select(uint8_t channel);
uint16_t port_convert(uint8_t input);
