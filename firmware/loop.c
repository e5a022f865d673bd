#include "loop.h"
#include "commands.h"
#include "link.h"
#include "port.h"
#include "sensors.h"
#include "statistics.h"
#include "timebase.h"

// The lamp toggles every 512 ms while this loop runs.
#define LAMP_BIT 9

void loop_begin(void) {
    statistics = (struct statistics){0};
    timebase_begin(port_ticks());
    sensors_begin();
    commands_begin();
    link_begin();
}

void loop_pass(void) {
    port_feed_watchdog();
    timebase_advance(port_ticks());
    port_lamp(timebase_ms() >> LAMP_BIT & 1);
    commands_pass();
    sensors_pass();
    link_pass();
}
