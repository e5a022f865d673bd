#include "loop.h"
#include "chain.h"
#include "commands.h"
#include "light.h"
#include "link.h"
#include "name.h"
#include "port.h"
#include "sensors.h"
#include "statistics.h"
#include "timebase.h"

// The lamp toggles every 512 ms while this loop runs.
#define LAMP_BIT 9

static uint16_t pass_began_ticks;

void loop_begin(void) {
    statistics = (struct statistics){0};
    timebase_begin(port_ticks());
    name_begin();
    chain_begin();
    sensors_begin();
    light_begin();
    commands_begin();
    link_begin();
    pass_began_ticks = port_ticks();
}

static void measure_pass(void) {
    uint16_t now_ticks = port_ticks();
    uint16_t ticks = now_ticks - pass_began_ticks;
    uint16_t us = ticks < UINT16_MAX / PORT_TICK_US ? ticks * PORT_TICK_US : UINT16_MAX;
    pass_began_ticks = now_ticks;
    if (us > statistics.longest_pass_us) {
        statistics.longest_pass_us = us;
    }
}

void loop_pass(void) {
    port_feed_watchdog();
    measure_pass();
    timebase_advance(port_ticks());
    port_lamp(timebase_ms() >> LAMP_BIT & 1);
    commands_pass();
    sensors_pass();
    name_pass();
    link_pass();
}
