// What reeds and Hall sensors have in common. reeds.c or hall.c is linked, never both.
#pragma once
#include "message.h"
#include <stdbool.h>
#include <stdint.h>

struct sensors {
    uint8_t kind;
    uint8_t capabilities;
    uint16_t full_scale_mv;
    uint8_t report_ms; // until told otherwise
};
extern const struct sensors sensors;

void sensors_begin(void);
// Does some of a scan where one is due; returns within 2 ms.
void sensors_pass(void);
// Whether there is a whole scan to report, and no part of another.
bool sensors_whole(void);
uint8_t sensors_report(uint8_t *message, struct report report);
// The strip was refreshed: nothing was scanned for 4 ms.
void sensors_interrupted(void);

// Return false where these sensors do not know of such a thing.
bool sensors_configure(uint8_t mode);
bool sensors_calibrate(void);
bool sensors_keep_empty_levels(void);
// Writes the message, or returns 0 while the empty levels are being taken or kept.
uint8_t sensors_empty_levels(uint8_t *message);
