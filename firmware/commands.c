#include "commands.h"
#include "frame.h"
#include "link.h"
#include "message.h"
#include "port.h"
#include "sensors.h"
#include "statistics.h"

#define LIGHT_HEADER 2

static struct receiver receiver;

void commands_begin(void) {
    receiver_begin(&receiver);
}

static bool execute_light(const uint8_t *message, uint16_t length) {
    if (PIXELS == 0 || length != LIGHT_HEADER + 3 * PIXELS) {
        return false;
    }
    // Sent to the strip from where it was received: a second buffer would cost a fifth of the RAM.
    // The one credit keeps the controller from sending more before this frame is shown.
    port_refresh(message + LIGHT_HEADER, 3 * PIXELS);
    sensors_interrupted();
    count16(&statistics.shown, 1);
    link_shown(message[1]);
    return true;
}

static bool execute_configure(const uint8_t *message) {
    if (!sensors_configure(message[2])) {
        return false;
    }
    link_report_every(message[1]);
    return true;
}

static bool execute_ask(uint8_t subject) {
    if (subject == ASK_BASELINE && sensors_have_baseline()) {
        link_answer(ANSWER_BASELINE);
        return true;
    }
    if (subject == ASK_STATISTICS) {
        link_answer(ANSWER_STATISTICS);
        return true;
    }
    return false;
}

static bool execute_calibrate(void) {
    if (!sensors_calibrate()) {
        return false;
    }
    link_answer(ANSWER_BASELINE);
    return true;
}

static bool execute_hello(void) {
    link_answer(ANSWER_IDENTITY);
    return true;
}

// Returns false if the message must be skipped.
static bool execute(const uint8_t *message, uint16_t length) {
    switch (length == 0 ? 0 : message[0]) {
    case HELLO:
        return length >= 2 && execute_hello();
    case LIGHT:
        return execute_light(message, length);
    case CONFIGURE:
        return length >= 3 && execute_configure(message);
    case ASK:
        return length >= 2 && execute_ask(message[1]);
    case CALIBRATE:
        return execute_calibrate();
    default:
        return false;
    }
}

void commands_pass(void) {
    count16(&statistics.lost, port_take_lost_bytes());
    uint8_t byte;
    while (port_receive(&byte)) {
        enum received received = receiver_add_byte(&receiver, byte);
        if (received == RECEIVED_DAMAGED) {
            count16(&statistics.dropped, 1);
        } else if (received == RECEIVED_MESSAGE && !execute(receiver.message, receiver.length)) {
            count16(&statistics.skipped, 1);
        }
    }
}
