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

_Static_assert(LONGEST_MESSAGE + CRC_BYTES <= COBS_MAX_IN_PLACE, "frames are closed in place");

// Code byte, message, CRC and 00; the interrupt sends the frame from here.
static uint8_t frame[1 + LONGEST_MESSAGE + CRC_BYTES + 1];
static uint8_t owed_answers; // a bit for each
static uint8_t shown_number;
static uint8_t report_number;
static uint8_t report_ms;
static uint32_t report_due_ms;
static uint32_t statistics_due_ms;

void link_begin(void) {
    owed_answers = ANSWER_IDENTITY;
    report_number = 0;
    report_ms = sensors.report_ms;
    report_due_ms = timebase_ms();
    statistics_due_ms = timebase_ms() + STATISTICS_MS;
    // Ends whatever was left on the line.
    frame[0] = 0;
    port_send(frame, 1);
}

void link_answer(enum answer answer) {
    owed_answers |= answer;
}

void link_shown(uint8_t number) {
    shown_number = number;
    owed_answers |= ANSWER_SHOWN;
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

// Returns 0 if the answer must wait.
static uint8_t make_answer(uint8_t *message, enum answer answer) {
    switch (answer) {
    case ANSWER_IDENTITY:
        return make_identity(message);
    case ANSWER_SHOWN:
        return message_shown(message, shown_number);
    case ANSWER_BASELINE:
        return sensors_baseline(message);
    case ANSWER_STATISTICS:
        return message_statistics(message, &statistics, port_cause(), port_starts());
    }
    return 0;
}

static uint8_t make_owed_answer(uint8_t *message) {
    for (uint8_t answer = ANSWER_IDENTITY; answer <= ANSWER_STATISTICS; answer <<= 1) {
        uint8_t length = (owed_answers & answer) ? make_answer(message, answer) : 0;
        if (length > 0) {
            owed_answers &= (uint8_t)~answer;
            return length;
        }
    }
    return 0;
}

// Whether `due_ms` has passed. If so, the next due time is a period later, or a period from now if
// that has passed as well.
static bool period_elapsed(uint32_t *due_ms, uint16_t period_ms) {
    uint32_t now_ms = timebase_ms();
    if ((int32_t)(now_ms - *due_ms) < 0) {
        return false;
    }
    *due_ms += period_ms;
    if ((int32_t)(now_ms - *due_ms) >= 0) {
        *due_ms = now_ms + period_ms;
    }
    return true;
}

static uint8_t make_report(uint8_t *message) {
    if (!sensors_can_report() || !period_elapsed(&report_due_ms, report_ms)) {
        return 0;
    }
    struct report report = {report_number++, scans_last_ms()};
    count32(&statistics.reports);
    return sensors_report(message, report);
}

void link_pass(void) {
    if (period_elapsed(&statistics_due_ms, STATISTICS_MS)) {
        owed_answers |= ANSWER_STATISTICS;
    }
    if (port_sending()) {
        return;
    }
    uint8_t length = make_owed_answer(frame + 1);
    if (length == 0) {
        length = make_report(frame + 1);
    }
    if (length > 0) {
        port_send(frame, frame_close(frame, length));
    }
}
