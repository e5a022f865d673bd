#include "link.h"
#include "chain.h"
#include "frame.h"
#include "light.h"
#include "message.h"
#include "name.h"
#include "port.h"
#include "scans.h"
#include "sensors.h"
#include "statistics.h"
#include "timebase.h"
#include <stdbool.h>

#define FASTEST_REPORT_MS 10
#define STATISTICS_MS 1000

_Static_assert(LONGEST_MESSAGE + CRC_BYTES <= COBS_MAX_IN_PLACE, "frames are closed in place");

// Code byte, message, CRC and 00; the interrupt sends the frame from here.
static uint8_t frame[1 + LONGEST_MESSAGE + CRC_BYTES + 1];
static uint8_t owed_answers; // a bit for each
static bool answered_last;   // and sent no report since
static uint8_t shown_number;
static uint8_t report_number;
static uint16_t report_ms;
static uint32_t report_due_ms;
static uint32_t reported_ms;
static uint32_t statistics_due_ms;

void link_begin(void) {
    owed_answers = ANSWER_IDENTITY;
    answered_last = false;
    report_number = 0;
    report_ms = sensors.report_ms;
    report_due_ms = reported_ms = timebase_ms();
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

void link_report_every(uint16_t milliseconds) {
    uint16_t before_ms = report_ms;
    report_ms = milliseconds < FASTEST_REPORT_MS ? FASTEST_REPORT_MS : milliseconds;
    if (report_ms != before_ms) {
        report_due_ms = timebase_ms(); // the same again, once a second, delays none
    }
}

// It waits until a new name is stored.
static uint8_t make_identity(uint8_t *message) {
    if (!name_is_stored()) {
        return 0;
    }
    struct identity identity = {
        .sensors = sensors.kind,
        .version = {VERSION_MAJOR, VERSION_MINOR, VERSION_PATCH},
        .capabilities = sensors.capabilities,
        .pixels = PIXELS,
        .full_scale_mv = sensors.full_scale_mv,
        .cause = port_cause(),
        .starts = port_starts(),
        .build = BUILD_HASH,
        .name_length = name_length(),
        .name = name_bytes(),
    };
    return message_identity(message, &identity);
}

static uint8_t make_statistics(uint8_t *message) {
    struct condition condition = {
        .cause = port_cause(),
        .starts = port_starts(),
        .chain = chain_state(),
        .chain_where = chain_where(),
        .flags = light_went_dark() ? FLAG_WENT_DARK : 0,
    };
    return message_statistics(message, &statistics, &condition);
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
        return make_statistics(message);
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

// What has changed does not wait for a long period to end.
static bool report_is_due(void) {
    uint32_t now_ms = timebase_ms();
    if (now_ms - reported_ms >= FASTEST_REPORT_MS && (int32_t)(now_ms - report_due_ms) < 0 &&
        sensors_have_changed()) {
        report_due_ms = now_ms;
    }
    return period_elapsed(&report_due_ms, report_ms);
}

static uint8_t make_report(uint8_t *message) {
    if (!sensors_can_report() || !report_is_due()) {
        return 0;
    }
    reported_ms = timebase_ms();
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
    // By turns: whoever asks without end must not keep reports from going out. Shown never waits,
    // because the controller is silent until it comes.
    bool report_first = answered_last && !(owed_answers & ANSWER_SHOWN);
    uint8_t length = report_first ? make_report(frame + 1) : 0;
    answered_last = false;
    if (length == 0) {
        length = make_owed_answer(frame + 1);
        answered_last = length > 0;
    }
    if (length == 0 && !report_first) {
        length = make_report(frame + 1);
    }
    if (length > 0) {
        port_send(frame, frame_close(frame, length));
    }
}
