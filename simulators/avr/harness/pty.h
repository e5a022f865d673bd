// A pseudo terminal that a program opens like a serial port; unplugging takes it away. Needs line.h
// for the bytes, and chip.h for a port that resets the board when it is opened.
//
// A terminal carries bytes at any baud rate, so the kernel is asked for the rate and the line
// garbles what is sent at another one. As at a real port, bytes that nobody reads are lost.
#pragma once
#include <stdbool.h>

// Opens it, with a symbolic link at `link` if that is not NULL.
bool pty_open(const char *link);
void pty_close(void);
// -1 while no program has it open.
int pty_fd(void);
// Empty while the cable is unplugged.
const char *pty_name(void);
// Carries bytes in both directions.
void pty_pump(void);
void pty_reset_on_open(bool resets);
