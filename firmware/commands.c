#include "commands.h"
#include "frame.h"
#include "light.h"
#include "link.h"
#include "message.h"
#include "name.h"
#include "port.h"
#include "sensors.h"
#include "statistics.h"

#define LIGHT_HEADER 2
// More than can come during any other part of a pass, and few enough to be over within 2 ms.
#define MOST_BYTES_IN_A_PASS 128

static struct receiver receiver;

void commands_begin(void) {
    receiver_begin(&receiver);
}

static bool execute_light(uint8_t *message, uint16_t length) {
    if (PIXELS == 0 || length != LIGHT_HEADER + 3 * PIXELS) {
        return false;
    }
    // Sent to the strip from where it was received: a second buffer would cost a fifth of the RAM.
    // The one credit keeps the controller from sending more before this frame is shown.
    light_show(message + LIGHT_HEADER);
    count16(&statistics.shown, 1);
    link_shown(message[1]);
    return true;
}

static uint16_t read_u16(const uint8_t *bytes) {
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

// The first version's Configure ends after the mode, and its controllers may be silent for long.
static bool execute_old_configure(const uint8_t *message) {
    if (!sensors_configure(message[2])) {
        return false;
    }
    link_report_every(message[1]);
    light_dark_after(0);
    return true;
}

static bool execute_configure(const uint8_t *message) {
    struct light_limits limits = {
        .ceiling_ua = read_u16(message + 6) | (uint32_t)read_u16(message + 8) << 16,
        .byte_ua = {read_u16(message + 10), read_u16(message + 12), read_u16(message + 14)},
    };
    struct thresholds_mv thresholds = {
        .operate = read_u16(message + 16),
        .release = read_u16(message + 18),
        .strong = read_u16(message + 20),
        .plain = read_u16(message + 22),
    };
    if (!sensors_take_thresholds(&thresholds) || !sensors_configure(message[2])) {
        return false;
    }
    link_report_every(read_u16(message + 3));
    light_dark_after(message[5]);
    light_limit(&limits);
    return true;
}

static bool execute_set_name(const uint8_t *message, uint16_t length) {
    if (length > 1 + LONGEST_NAME) {
        return false;
    }
    name_set(message + 1, (uint8_t)(length - 1));
    link_answer(ANSWER_IDENTITY);
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
static bool execute(uint8_t *message, uint16_t length) {
    switch (length == 0 ? 0 : message[0]) {
    case HELLO:
        return length >= 2 && execute_hello();
    case LIGHT:
        return execute_light(message, length);
    case CONFIGURE:
        return length >= CONFIGURE_LENGTH ? execute_configure(message)
                                          : length >= 3 && execute_old_configure(message);
    case ASK:
        return length >= 2 && execute_ask(message[1]);
    case CALIBRATE:
        return execute_calibrate();
    case SET_NAME:
        return execute_set_name(message, length);
    default:
        return false;
    }
}

static void take_message(void) {
    light_heard();
    if (light_went_dark()) {
        link_answer(ANSWER_STATISTICS); // the controller lights the pixels again when it reads that
    }
    if (!execute(receiver.message, receiver.length)) {
        count16(&statistics.skipped, 1);
    }
}

void commands_pass(void) {
    count16(&statistics.lost, port_take_lost_bytes());
    uint8_t byte;
    for (uint8_t left = MOST_BYTES_IN_A_PASS; left > 0 && port_receive(&byte); left--) {
        enum received received = receiver_add_byte(&receiver, byte);
        if (received == RECEIVED_DAMAGED) {
            count16(&statistics.dropped, 1);
        } else if (received == RECEIVED_MESSAGE) {
            take_message();
        }
    }
    if (light_must_go_dark()) {
        receiver_begin(&receiver);
        light_go_dark(receiver.message);
    }
}
