#include "link.h"
#include "frame.h"
#include "message.h"
#include "port.h"
#include "scans.h"
#include "sensors.h"
#include "statistics.h"
#include "timebase.h"

#define FASTEST_REPORT_MS 10
#define STATISTICS_MS 1000

_Static_assert(LONGEST_MESSAGE + CRC_BYTES <= COBS_MOST_IN_PLACE, "frames are closed in place");

// A code byte, the message, its CRC and the 00; the interrupt sends it from here.
static uint8_t frame[1 + LONGEST_MESSAGE + CRC_BYTES + 1];
static uint8_t answers; // a bit for each that is owed
static uint8_t shown_number;
static uint8_t report_number;
static uint8_t report_ms;
static uint32_t report_due_ms;
static uint32_t statistics_due_ms;

void link_begin(void) {
    answers = ANSWER_IDENTITY;
    report_number = 0;
    report_ms = sensors.report_ms;
    report_due_ms = timebase_ms();
    statistics_due_ms = timebase_ms() + STATISTICS_MS;
    // What stood in the line before ends here.
    frame[0] = 0;
    port_send(frame, 1);
}

void link_answer(enum answer answer) {
    answers |= answer;
}

void link_shown(uint8_t number) {
    shown_number = number;
    answers |= ANSWER_SHOWN;
}

void link_report_every(uint8_t milliseconds) {
    report_ms = milliseconds < FASTEST_REPORT_MS ? FASTEST_REPORT_MS : milliseconds;
    report_due_ms = timebase_ms();
}

static uint8_t make_identity(uint8_t *message) {
    struct identity identity = {
        .sensors = sensors.kind,
        .version = {VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH},
        .capabilities = sensors.capabilities,
        .pixels = PIXELS,
        .full_scale_mv = sensors.full_scale_mv,
        .cause = port_cause(),
        .starts = port_starts(),
    };
    return message_identity(message, &identity);
}

// Returns 0 where an answer must wait.
static uint8_t make_answer(uint8_t *message, enum answer answer) {
    switch (answer) {
    case ANSWER_IDENTITY:
        return make_identity(message);
    case ANSWER_SHOWN:
        return message_shown(message, shown_number);
    case ANSWER_EMPTY_LEVELS:
        return sensors_empty_levels(message);
    case ANSWER_STATISTICS:
        return message_statistics(message, &statistics, port_cause(), port_starts());
    }
    return 0;
}

static uint8_t make_owed(uint8_t *message) {
    for (uint8_t answer = ANSWER_IDENTITY; answer <= ANSWER_STATISTICS; answer <<= 1) {
        uint8_t length = answers & answer ? make_answer(message, answer) : 0;
        if (length > 0) {
            answers &= (uint8_t)~answer;
            return length;
        }
    }
    return 0;
}

// Whether `due` has come; then it is moved on by a period, or to a period from now if it is late
// by more than that.
static bool come(uint32_t *due, uint16_t period) {
    uint32_t now = timebase_ms();
    if ((int32_t)(now - *due) < 0) {
        return false;
    }
    *due += period;
    if ((int32_t)(now - *due) >= 0) {
        *due = now + period;
    }
    return true;
}

static uint8_t make_report(uint8_t *message) {
    if (!sensors_whole() || !come(&report_due_ms, report_ms)) {
        return 0;
    }
    struct report report = {report_number++, scans_last_ms()};
    count32(&statistics.reports);
    return sensors_report(message, report);
}

void link_pass(void) {
    if (come(&statistics_due_ms, STATISTICS_MS)) {
        answers |= ANSWER_STATISTICS;
    }
    if (port_sending()) {
        return;
    }
    uint8_t length = make_owed(frame + 1);
    if (length == 0) {
        length = make_report(frame + 1);
    }
    if (length > 0) {
        port_send(frame, frame_close(frame, length));
    }
}
