// What reeds and Hall sensors share. Either reeds.c or hall.c is linked, never both.
#pragma once
#include "message.h"
#include "thresholds.h"
#include <stdbool.h>
#include <stdint.h>

struct sensors {
    uint8_t kind;
    uint8_t capabilities;
    uint16_t full_scale_mv;
    uint8_t report_ms; // until Configure changes it
};
extern const struct sensors sensors;

void sensors_begin(void);
// Does part of a scan if one is due; returns within 2 ms.
void sensors_pass(void);
// Whether a whole scan is there to report, and no part of another.
bool sensors_can_report(void);
uint8_t sensors_report(uint8_t *message, struct report report);
// Whether a report would say something else than the last one.
bool sensors_have_changed(void);
// The strip was refreshed: nothing was scanned for 4 ms.
void sensors_interrupted(void);

// Return false if these sensors cannot do it.
bool sensors_configure(uint8_t new_mode);
// Reeds take any.
bool sensors_take_thresholds(const struct thresholds_mv *thresholds);
bool sensors_calibrate(void);
bool sensors_have_baseline(void);
// Writes the message, or returns 0 while the baseline is being measured or stored.
uint8_t sensors_baseline(uint8_t *message);
