// The whole firmware but for main().
#pragma once

void loop_begin(void);
void loop_pass(void);
