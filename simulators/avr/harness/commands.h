// What each command does. Needs words.h, and every part that a command acts on.
#pragma once
#include "board.h"
#include <stdbool.h>
#include <stdio.h>

void commands_begin(enum sensor_kind kind, bool in_real_time, const char *link);
// Runs the command that words.h holds, and prints its results as members of a JSON object, each
// followed by a comma. Returns false, and prints nothing, if it is no command or its words are
// wrong.
bool commands_run(FILE *answers);
