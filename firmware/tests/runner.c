#include "test.h"

#define MOST 100

static struct {
    const char *name;
    void (*run)(void);
} tests[MOST];
static size_t count;
static uint32_t seed;

void test_add(const char *name, void (*run)(void)) {
    if (count == MOST) {
        FAIL("more than %d tests", MOST);
    }
    tests[count].name = name;
    tests[count++].run = run;
}

uint32_t test_random(void) {
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

int main(int argc, char **argv) {
    for (size_t i = 0; i < count; i++) {
        if (argc > 1 && strcmp(argv[1], "-v") == 0) {
            fprintf(stderr, "%s\n", tests[i].name);
        }
        seed = 0x2F6E2B1;
        tests[i].run();
    }
    printf("%s: %zu tests\n", argv[0], count);
    return 0;
}
