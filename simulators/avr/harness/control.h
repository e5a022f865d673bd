// Standard input and output: a command in a line of words, answered by a JSON object in a line.
// Needs commands.h, words.h, and chip.h and pty.h for what every answer says.
#pragma once
#include <stdbool.h>

// Reserves standard output for answers; what simavr prints goes to standard error.
bool control_take_stdout(void);
// Answers once, before any command.
void control_begin(void);
// Serves the commands that are there; with `wait`, until the input ends. Returns false at its end.
bool control_serve(bool wait);
