// Receives messages from the controller and executes them.
#pragma once

void commands_begin(void);
void commands_pass(void);
