#include "words.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 4, MATRIX_DIGITS = (SENSORS + 3) / 4 };

static char *words[MAX_WORDS];
static int word_count;

void words_split(char *line) {
    char *rest = line;
    for (word_count = 0; word_count < MAX_WORDS; word_count++) {
        words[word_count] = strtok_r(rest, " ", &rest);
        if (!words[word_count]) {
            break;
        }
    }
}

int words_count(void) {
    return word_count;
}

bool word_is(int word, const char *wanted) {
    return word < word_count && strcmp(words[word], wanted) == 0;
}

static int digit_value(char c) {
    const char *digits = "0123456789abcdef";
    const char *found = c ? strchr(digits, c | 0x20) : NULL;
    return found && (c < 'G' || c > 'Z') ? (int)(found - digits) : -1;
}

bool word_number(int word, unsigned long long most, unsigned long long *value) {
    char *end;
    if (word >= word_count || words[word][0] < '0' || words[word][0] > '9') {
        return false;
    }
    errno = 0;
    *value = strtoull(words[word], &end, 10);
    return !*end && errno == 0 && *value <= most;
}

bool word_fault(int word, enum fault *fault) {
    return word < word_count && fault_named(words[word], fault);
}

bool word_direction(int word, enum direction *direction) {
    if (!word_is(word, "in") && !word_is(word, "out")) {
        return false;
    }
    *direction = word_is(word, "in") ? TO_BOARD : FROM_BOARD;
    return true;
}

bool word_matrix(int word, uint16_t rows[ROWS]) {
    size_t length = word < word_count ? strlen(words[word]) : 0;
    if (length == 0 || length > MATRIX_DIGITS) {
        return false;
    }
    memset(rows, 0, sizeof(uint16_t[ROWS]));
    for (unsigned bit = 0; bit < length * 4; bit++) {
        int value = digit_value(words[word][length - 1 - bit / 4]);
        if (value < 0 || (bit >= SENSORS && value >> bit % 4 & 1)) {
            return false;
        }
        if (value >> bit % 4 & 1) {
            rows[bit / COLUMNS] |= 1u << bit % COLUMNS;
        }
    }
    return true;
}

bool word_bytes(int word, uint8_t *bytes, size_t room, size_t *count) {
    const char *text = word < word_count ? words[word] : "";
    *count = strlen(text) / 2;
    if (strlen(text) % 2 || *count > room) {
        return false;
    }
    for (size_t i = 0; i < *count; i++) {
        int high = digit_value(text[2 * i]), low = digit_value(text[2 * i + 1]);
        if (high < 0 || low < 0) {
            return false;
        }
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
