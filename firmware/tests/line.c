#include "line.h"
#include "../frame.h"
#include "../loop.h"
#include "../port/host.h"
#include "test.h"

static struct receiver receiver;
static size_t at;

// Longer frames than the board's own come from the vectors.
void line_say(const uint8_t *message, size_t length) {
    uint8_t bytes[256] = {0};
    HOLDS(length < 250);
    memcpy(bytes + 1, message, length);
    host_hear(bytes, frame_close(bytes, (uint8_t)length));
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
    line_forget();
}

void line_forget(void) {
    while (line_next().type != 0) {
    }
}

struct heard line_next(void) {
    struct heard heard = {0};
    while (at < host.sent_count) {
        enum received received = receiver_take(&receiver, host.sent[at++]);
        HOLDS(received != RECEIVED_DAMAGED);
        if (received == RECEIVED_MESSAGE) {
            heard.type = receiver.message[0];
            heard.length = receiver.length;
            memcpy(heard.bytes, receiver.message, receiver.length);
            break;
        }
    }
    return heard;
}

struct heard line_next_of(uint8_t type) {
    struct heard heard;
    do {
        heard = line_next();
    } while (heard.type != 0 && heard.type != type);
    return heard;
}
