#include "orders.h"
#include "frame.h"
#include "link.h"
#include "message.h"
#include "port.h"
#include "sensors.h"
#include "statistics.h"

#define LIGHT_HEAD 2

static struct receiver receiver;

void orders_begin(void) {
    receiver_begin(&receiver);
}

static bool light(const uint8_t *message, uint16_t length) {
    if (PIXELS == 0 || length != LIGHT_HEAD + 3 * PIXELS) {
        return false;
    }
    // Straight from where it was received: a second buffer would cost a fifth of all RAM. The one
    // credit sees to it that nothing else comes before it is shown.
    port_refresh(message + LIGHT_HEAD, 3 * PIXELS);
    sensors_interrupted();
    count16(&statistics.shown, 1);
    link_shown(message[1]);
    return true;
}

static bool configure(const uint8_t *message) {
    if (!sensors_configure(message[2])) {
        return false;
    }
    link_report_every(message[1]);
    return true;
}

static bool ask(uint8_t what) {
    if (what == ASK_EMPTY_LEVELS && sensors_keep_empty_levels()) {
        link_answer(ANSWER_EMPTY_LEVELS);
        return true;
    }
    if (what == ASK_STATISTICS) {
        link_answer(ANSWER_STATISTICS);
        return true;
    }
    return false;
}

static bool calibrate(void) {
    if (!sensors_calibrate()) {
        return false;
    }
    link_answer(ANSWER_EMPTY_LEVELS);
    return true;
}

static bool hello(void) {
    link_answer(ANSWER_IDENTITY);
    return true;
}

// Does what a message says; false where it must be skipped.
static bool obey(const uint8_t *message, uint16_t length) {
    switch (length == 0 ? 0 : message[0]) {
    case HELLO:
        return length >= 2 && hello();
    case LIGHT:
        return light(message, length);
    case CONFIGURE:
        return length >= 3 && configure(message);
    case ASK:
        return length >= 2 && ask(message[1]);
    case CALIBRATE:
        return calibrate();
    default:
        return false;
    }
}

void orders_pass(void) {
    count16(&statistics.lost, port_take_lost());
    uint8_t byte;
    while (port_receive(&byte)) {
        enum received received = receiver_take(&receiver, byte);
        if (received == RECEIVED_DAMAGED) {
            count16(&statistics.dropped, 1);
        } else if (received == RECEIVED_MESSAGE && !obey(receiver.message, receiver.length)) {
            count16(&statistics.skipped, 1);
        }
    }
}
