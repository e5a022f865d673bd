// Real time: the cycles a second that the chip has, until the commands end. Needs chip.h,
// control.h and pty.h.
#pragma once

void pace_run(void);
