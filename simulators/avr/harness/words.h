/* The words of a command, and what they stand for; each is false where it stands for none. */
#ifndef WORDS_H
#define WORDS_H

#include "harness.h"

void words_split(char *line);   /* which is taken apart, and must stay */
int words_count(void);
bool word_is(int word, const char *wanted);
bool word_number(int word, unsigned long long most, unsigned long long *value);
bool word_direction(int word, enum direction *way);
/* A bitboard in hexadecimal, bit n being sensor n, as a number for each row. */
bool word_matrix(int word, uint16_t rows[ROWS]);
bool word_bytes(int word, uint8_t *bytes, size_t room, size_t *count);

#endif
