// What a kernel that was compiled for another kind of machine answers, as a line of numbers. Reads
// a ruleset, weights and limits from standard input, as Python has them.
#include "kernel.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void take(void *into, size_t bytes) {
    if (fread(into, 1, bytes, stdin) != bytes) {
        exit(2);
    }
}

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

int main(void) {
    static struct ruleset ruleset;
    static struct weights weights;
    static struct limits by_nodes;
    static struct limits by_time;
    static struct found found;
    take(&ruleset, sizeof ruleset);
    take(&weights, sizeof weights);
    take(&by_nodes, sizeof by_nodes);
    take(&by_time, sizeof by_time);
    struct kernel *kernel = hnefi_new(&ruleset, 1 << 20);
    if (kernel == NULL) {
        return 3;
    }
    hnefi_weigh(kernel, &weights, NULL);
    const struct bits men[2] = {ruleset.attackers, ruleset.defenders};
    hnefi_set(kernel, men, ruleset.king, ruleset.to_move);
    printf("%llu", (unsigned long long)hnefi_perft(kernel, 2));
    hnefi_ready(kernel);
    hnefi_search(kernel, &by_nodes, &found);
    printf(" %llu %d", (unsigned long long)found.nodes, (int)found.line[0].score);
    for (uint32_t i = 0; i < found.line[0].length; i++) {
        printf(" %d", found.line[0].moves[i]);
    }
    const double begun = now();
    hnefi_ready(kernel);
    hnefi_search(kernel, &by_time, &found);
    printf("\n%.4f %u %u\n", now() - begun, found.depth, found.lines);
    hnefi_free(kernel);
    return 0;
}
