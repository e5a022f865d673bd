/* Real time: as many cycles a second as the chip has. */
#include "harness.h"

#include <poll.h>
#include <time.h>
#include <unistd.h>

enum {
    STEP_MS = 1,
    LATE_MS = 100,      /* what was slept through by more than this is not made up for */
};

static cycles_t now_in_cycles(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (cycles_t)now.tv_sec * MHZ * 1000000u + (cycles_t)now.tv_nsec * MHZ / 1000u;
}

void pace_run(void)
{
    cycles_t began = now_in_cycles() - chip_now();
    for (;;) {
        struct pollfd sources[2] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                    {.fd = pty_fd(), .events = POLLIN}};
        poll(sources, 2, STEP_MS);
        if (sources[0].revents && !control_serve(false))
            return;
        pty_pump();
        cycles_t due = now_in_cycles() - began;
        if (due > chip_now() + LATE_MS * 1000u * MHZ) {
            began += due - chip_now() - STEP_MS * 1000u * MHZ;
            due = chip_now() + STEP_MS * 1000u * MHZ;
        }
        chip_run_until(due);
        pty_pump();
    }
}
