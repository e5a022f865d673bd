// A tiny runner: TEST(name) { ... } registers itself. The first check that fails ends the run and
// prints its place.
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void test_add(const char *name, void (*run)(void));

#define TEST(name)                                                                                 \
    static void name(void);                                                                        \
    __attribute__((constructor)) static void add_##name(void) {                                    \
        test_add(#name, name);                                                                     \
    }                                                                                              \
    static void name(void)

#define FAIL(...)                                                                                  \
    do {                                                                                           \
        fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);                                            \
        fprintf(stderr, __VA_ARGS__);                                                              \
        fputc('\n', stderr);                                                                       \
        exit(1);                                                                                   \
    } while (0)

#define HOLDS(what)                                                                                \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            FAIL("does not hold: %s", #what);                                                      \
        }                                                                                          \
    } while (0)

#define EQUAL(found, expected)                                                                     \
    do {                                                                                           \
        long long found_ = (long long)(found), expected_ = (long long)(expected);                  \
        if (found_ != expected_) {                                                                 \
            FAIL("%s: expected %lld, found %lld", #found, expected_, found_);                      \
        }                                                                                          \
    } while (0)

#define SAME(found, expected, count, name)                                                         \
    do {                                                                                           \
        const uint8_t *found_ = (const uint8_t *)(found),                                          \
                      *expected_ = (const uint8_t *)(expected);                                    \
        for (size_t i_ = 0; i_ < (size_t)(count); i_++) {                                          \
            if (found_[i_] != expected_[i_]) {                                                     \
                FAIL("%s, byte %zu: expected %02x, found %02x", name, i_, expected_[i_],           \
                     found_[i_]);                                                                  \
            }                                                                                      \
        }                                                                                          \
    } while (0)

// A seeded generator, the same on every machine.
uint32_t test_random(void);
