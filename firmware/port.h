// Everything the firmware needs from a chip. port/atmega328p.c is the real one, port/host.c stands
// in for it in tests. Nothing else touches a register.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define PORT_TICK_US 4 // of port_ticks()

void port_begin(void);
void port_feed_watchdog(void);
void port_lamp(bool on); // the LED on the Nano

// Why the chip started, in MCUSR's bits, and how many times since power came.
uint8_t port_cause(void);
uint8_t port_starts(void);

// A counter that runs by itself, whatever the program does; wraps after 262 ms.
uint16_t port_ticks(void);
void port_settle(void); // 5 us

// The serial line. Leave what is being sent alone until port_sending() is false.
bool port_receive(uint8_t *byte);
uint8_t port_take_lost_bytes(void); // lost since the last call
bool port_sending(void);
void port_send(const uint8_t *bytes, uint16_t count);

// The strip. Bytes that arrive during a refresh are lost.
void port_refresh(const uint8_t *bytes, uint16_t count);

// The EEPROM. Wait for port_eeprom_ready() before reading or writing.
bool port_eeprom_ready(void);
uint8_t port_eeprom_read(uint16_t address);
void port_eeprom_write(uint16_t address, uint8_t byte);

// Reeds: shifts 16 bits out to the rows, bit 15 first, and latches them all at once; latches the
// columns and shifts 16 bits in, the first one into bit 15.
void port_reeds_begin(void);
void port_shift_out(uint16_t rows);
uint16_t port_shift_in(void);

// Whether nothing drives the end of the chain: then it follows a weak pull.
bool port_chain_floats(void);

// Hall sensors: selects a channel of all multiplexers; returns ten bits from an analogue input.
void port_hall_begin(void);
void port_select(uint8_t channel);
uint16_t port_convert(uint8_t input);
