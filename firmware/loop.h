// The whole firmware except main().
#pragma once

void loop_begin(void);
void loop_pass(void);
