// What goes out over the line: answers, and reports when they are due. One frame at a time: the
// next one is made when the last has gone, so that nothing grows old in a queue.
#pragma once
#include <stdint.h>

enum answer {
    ANSWER_IDENTITY = 1,
    ANSWER_SHOWN = 2,
    ANSWER_BASELINE = 4,
    ANSWER_STATISTICS = 8,
};

void link_begin(void);
void link_answer(enum answer answer);
void link_shown(uint8_t number);
void link_report_every(uint16_t milliseconds);
void link_pass(void);
