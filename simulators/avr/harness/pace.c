#include "pace.h"
#include "chip.h"
#include "control.h"
#include "cycles.h"
#include "pty.h"
#include <poll.h>
#include <time.h>
#include <unistd.h>

enum {
    STEP_MS = 1,
    LATE_MS = 100, // time that was missed beyond this is skipped
};

static cycles_t now_in_cycles(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (cycles_t)now.tv_sec * CYCLES_PER_S + (cycles_t)now.tv_nsec * CYCLES_PER_US / 1000u;
}

void pace_run(void) {
    cycles_t began = now_in_cycles() - chip_now();
    for (;;) {
        struct pollfd sources[2] = {
            {.fd = STDIN_FILENO, .events = POLLIN},
            {.fd = pty_fd(), .events = POLLIN},
        };
        poll(sources, 2, STEP_MS);
        if (sources[0].revents && !control_serve(false)) {
            return;
        }
        pty_pump();
        cycles_t due = now_in_cycles() - began;
        if (due > chip_now() + LATE_MS * CYCLES_PER_MS) {
            began += due - chip_now() - STEP_MS * CYCLES_PER_MS;
            due = chip_now() + STEP_MS * CYCLES_PER_MS;
        }
        chip_run_until(due);
        pty_pump();
    }
}
