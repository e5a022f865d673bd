// When scans are due, and how long they took.
#pragma once
#include <stdbool.h>
#include <stdint.h>

void scans_reset(void);
// Whether the next scan is due; if so, it starts now.
bool scans_due(uint8_t period_ms);
void scans_done(void);
uint32_t scans_last_ms(void);
