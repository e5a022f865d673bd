#include "loop.h"
#include "link.h"
#include "orders.h"
#include "port.h"
#include "sensors.h"
#include "statistics.h"
#include "timebase.h"

// The lamp changes every 512 ms as long as this loop runs.
#define LAMP_BIT 9

void loop_begin(void) {
    statistics = (struct statistics){0};
    timebase_begin(port_ticks());
    sensors_begin();
    orders_begin();
    link_begin();
}

void loop_pass(void) {
    port_feed_watchdog();
    timebase_advance(port_ticks());
    port_lamp(timebase_ms() >> LAMP_BIT & 1);
    orders_pass();
    sensors_pass();
    link_pass();
}
