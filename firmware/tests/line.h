// What the host heard of the board, message by message.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct heard {
    uint8_t type;
    uint16_t length;
    uint8_t bytes[256];
};

// Says a message to the board, as a frame.
void line_say(const uint8_t *message, size_t length);
#define SAY(...) line_say((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

// Starts the board as it is; then what it says is heard from the beginning.
void line_start(void);
// Starts a fresh board, lets it talk for 10 ms and forgets what it said.
void line_begin(void);
// The next message that was heard since, or one of type 0.
struct heard line_next(void);
// The next message of a type, others left out.
struct heard line_next_of(uint8_t type);
void line_forget(void);
