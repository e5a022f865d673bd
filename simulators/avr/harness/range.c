#include "range.h"

void range_add(struct range *range, uint64_t value) {
    if (range->count == 0 || value < range->least) {
        range->least = value;
    }
    if (value > range->greatest) {
        range->greatest = value;
    }
    range->count++;
}

void range_print(const struct range *range, FILE *out) {
    fprintf(out, "[%llu,%llu]", (unsigned long long)range->least,
            (unsigned long long)range->greatest);
}
