// The host's end of the line: messages to the board, and what the board sends.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct board_message {
    uint8_t type;
    uint16_t length;
    uint8_t bytes[256];
};

// Sends a message to the board, as a frame.
void line_send(const uint8_t *message, size_t length);
#define SEND(...) line_send((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

// Starts the board as it is, and reads what it sends from there on.
void line_start(void);
// Starts a fresh board, runs it for 10 ms and discards what it sent.
void line_begin(void);
// The next message from the board, or one of type 0.
struct board_message line_next_message(void);
// The next message of a type; others are discarded.
struct board_message line_next_of_type(uint8_t type);
void line_discard(void);
// Lifts the ceiling of what pixels may draw.
void line_allow_any_light(void);
// Resets the board: what it was sending stops.
void line_restart(void);
