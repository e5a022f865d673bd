#include "line.h"
#include "../frame.h"
#include "../loop.h"
#include "../port/host.h"
#include "test.h"

static struct receiver receiver;
static size_t at;

// Longer frames than the board's own come from the vectors.
void line_send(const uint8_t *message, size_t length) {
    uint8_t bytes[256] = {0};
    HOLDS(length < 250);
    memcpy(bytes + 1, message, length);
    host_receive(bytes, frame_close(bytes, (uint8_t)length));
}

void line_start(void) {
    loop_begin();
    receiver_begin(&receiver);
    at = 0;
}

void line_begin(void) {
    host_reset();
    line_start();
    host_run(10000);
    line_discard();
}

void line_discard(void) {
    while (line_next_message().type != 0) {
    }
}

struct board_message line_next_message(void) {
    struct board_message message = {0};
    while (at < host.sent_count) {
        enum received received = receiver_add_byte(&receiver, host.sent[at++]);
        HOLDS(received != RECEIVED_DAMAGED);
        if (received == RECEIVED_MESSAGE) {
            message.type = receiver.message[0];
            message.length = receiver.length;
            memcpy(message.bytes, receiver.message, receiver.length);
            break;
        }
    }
    return message;
}

struct board_message line_next_of_type(uint8_t type) {
    struct board_message message;
    do {
        message = line_next_message();
    } while (message.type != 0 && message.type != type);
    return message;
}

void line_allow_any_light(void) {
    SEND(0x43, 10, 0, 10, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}

void line_restart(void) {
    host.sending = NULL;
    loop_begin();
}
