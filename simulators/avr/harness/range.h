// The least and the greatest of many values; both are 0 before the first one. Needs no other part.
#pragma once
#include <stdint.h>
#include <stdio.h>

struct range {
    uint64_t count, least, greatest;
};

void range_add(struct range *range, uint64_t value);
// Prints [least,greatest].
void range_print(const struct range *range, FILE *out);
