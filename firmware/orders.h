// What comes over the line, and doing it.
#pragma once

void orders_begin(void);
void orders_pass(void);
