// The words of a command and their values; each reader returns false if the word is none of its
// kind. Needs board.h for the size of a matrix, faults.h and line.h for what they name.
#pragma once
#include "board.h"
#include "faults.h"
#include "line.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Splits the line in place; it must outlive the words.
void words_split(char *line);
int words_count(void);
bool word_is(int word, const char *wanted);
bool word_number(int word, unsigned long long most, unsigned long long *value);
bool word_fault(int word, enum fault *fault);
bool word_direction(int word, enum direction *direction);
// A bitboard in hexadecimal, bit n for sensor n, as a number for each row.
bool word_matrix(int word, uint16_t rows[ROWS]);
bool word_bytes(int word, uint8_t *bytes, size_t room, size_t *count);
