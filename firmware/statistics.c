#include "statistics.h"

struct statistics statistics;

void count16(uint16_t *counter, uint8_t more) {
    *counter = UINT16_MAX - *counter < more ? UINT16_MAX : *counter + more;
}

void count32(uint32_t *counter) {
    if (*counter < UINT32_MAX) {
        ++*counter;
    }
}
