// The size of the board, the firmware's version, and the limits of the protocol (docs/protocol.md).
#pragma once

#define VERSION_MAJOR 0
#define VERSION_MINOR 2
#define VERSION_PATCH 0

#define ROWS 11
#define COLUMNS 11
#define SENSOR_COUNT (ROWS * COLUMNS)
#define BITBOARD_BYTES 16

// The Makefile makes it from the sources and the flags.
#ifndef BUILD_HASH
#define BUILD_HASH 0
#endif

#ifndef PIXELS
#define PIXELS 121
#endif

// What a controller must know at least, and what this board speaks.
#define LEAST_PROTOCOL 1
#define PROTOCOL_VERSION 2
#define LONGEST_FRAME 384

_Static_assert(SENSOR_COUNT <= 8 * BITBOARD_BYTES, "a bitboard holds every sensor");
// Type, number, pixels, CRC and two bytes of COBS.
_Static_assert(2 + 3 * PIXELS + 2 + 2 <= LONGEST_FRAME, "PIXELS: at most 126 fit in a frame");
