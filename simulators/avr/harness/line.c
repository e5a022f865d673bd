#include "line.h"
#include "chance.h"

enum {
    ROOM = 1 << 16,
    NOMINAL_BAUD = 500000,
    BITS_PER_BYTE = 10,    // start, eight, stop
    TOLERANCE_PERCENT = 3, // of the baud rate; what 10 bits bear at both ends together
};

struct queue {
    uint8_t bytes[ROOM];
    size_t first, count;
};

struct faults {
    unsigned flip, drop, cut_after;
    bool cutting;
    cycles_t cut_length, cut_until;
};

struct tally {
    uint64_t carried, flipped, dropped, cut, garbled, unheard;
};

static avr_t *avr;
static struct line_end board;
static struct queue to_board, to_host;
static struct faults faults[DIRECTIONS];
static struct tally tallies[DIRECTIONS];
static uint64_t chance[DIRECTIONS];
static unsigned host_baud;
static cycles_t stalled_until;
static bool plugged = true;
static bool delivering; // a timer waits for the next byte to reach the board

static void push_byte(struct queue *queue, uint8_t byte) {
    if (queue->count < ROOM) {
        queue->bytes[(queue->first + queue->count++) % ROOM] = byte;
    }
}

static uint8_t pop_byte(struct queue *queue) {
    uint8_t byte = queue->bytes[queue->first];
    queue->first = (queue->first + 1) % ROOM;
    queue->count--;
    return byte;
}

void line_seed(uint64_t seed) {
    chance[TO_BOARD] = seed * 2 + 1;
    chance[FROM_BOARD] = seed * 2 + 2;
}

void line_set_host_baud(unsigned baud) {
    host_baud = baud;
}

static bool bauds_differ(void) {
    unsigned board_baud = board.baud();
    if (!host_baud || !board_baud) {
        return false;
    }
    unsigned apart = host_baud > board_baud ? host_baud - board_baud : board_baud - host_baud;
    return (uint64_t)apart * 100 > (uint64_t)board_baud * TOLERANCE_PERCENT;
}

// --- faults -------------------------------------------------------------------------------------

void line_flip(enum direction direction, unsigned one_in) {
    faults[direction].flip = one_in;
}

void line_drop(enum direction direction, unsigned one_in) {
    faults[direction].drop = one_in;
}

void line_cut(enum direction direction, unsigned after_bytes, cycles_t length) {
    faults[direction].cutting = true;
    faults[direction].cut_after = after_bytes;
    faults[direction].cut_length = length;
}

void line_stall(cycles_t length) {
    stalled_until = avr->cycle + length;
}

static bool is_cut(struct faults *fault) {
    if (fault->cutting && fault->cut_after-- == 0) {
        fault->cutting = false;
        fault->cut_until = avr->cycle + fault->cut_length;
    }
    return avr->cycle < fault->cut_until;
}

// Does to a byte what the line does to it; returns whether it arrives at all.
static bool carry_byte(enum direction direction, uint8_t *byte) {
    struct tally *tally = &tallies[direction];
    if (is_cut(&faults[direction])) {
        tally->cut++;
        return false;
    }
    if (chance_one_in(&chance[direction], faults[direction].drop)) {
        tally->dropped++;
        return false;
    }
    if (chance_one_in(&chance[direction], faults[direction].flip)) {
        *byte ^= 1u << (chance_next(&chance[direction]) >> 61);
        tally->flipped++;
    }
    if (bauds_differ()) {
        *byte = (uint8_t)(chance_next(&chance[direction]) >> 56);
        tally->garbled++;
    }
    tally->carried++;
    return true;
}

// --- to the board -------------------------------------------------------------------------------

static cycles_t cycles_per_byte(void) {
    unsigned baud = host_baud ? host_baud : board.baud();
    return CYCLES_PER_S * BITS_PER_BYTE / (baud ? baud : NOMINAL_BAUD);
}

static avr_cycle_count_t deliver_byte(avr_t *chip, avr_cycle_count_t when, void *param) {
    (void)chip;
    (void)param;
    if (when < stalled_until) {
        return stalled_until;
    }
    uint8_t byte = pop_byte(&to_board);
    if (plugged && carry_byte(TO_BOARD, &byte)) {
        tallies[TO_BOARD].unheard += !board.receive(byte, bauds_differ());
    }
    delivering = to_board.count > 0;
    return delivering ? when + cycles_per_byte() : 0;
}

static void start_delivering(void) {
    if (delivering || to_board.count == 0) {
        return;
    }
    delivering = true;
    avr_cycle_timer_register(avr, cycles_per_byte(), deliver_byte, NULL);
}

void line_host_sends(const uint8_t *bytes, size_t count) {
    if (!plugged) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        push_byte(&to_board, bytes[i]);
    }
    start_delivering();
}

void line_restart(void) {
    delivering = false;
    start_delivering();
}

// --- to the host --------------------------------------------------------------------------------

void line_board_sends(uint8_t byte) {
    if (plugged && carry_byte(FROM_BOARD, &byte)) {
        push_byte(&to_host, byte);
    }
}

size_t line_host_receives(uint8_t *bytes, size_t room) {
    size_t count = 0;
    if (avr->cycle < stalled_until) {
        return 0;
    }
    while (count < room && to_host.count) {
        bytes[count++] = pop_byte(&to_host);
    }
    return count;
}

// --- the cable ----------------------------------------------------------------------------------

void line_plug(bool now_plugged) {
    plugged = now_plugged;
    to_board.count = to_host.count = 0;
    if (delivering) {
        avr_cycle_timer_cancel(avr, deliver_byte, NULL);
    }
    delivering = false;
}

bool line_is_plugged(void) {
    return plugged;
}

void line_attach(avr_t *chip, struct line_end board_end) {
    avr = chip;
    board = board_end;
}

static void print_tally(FILE *out, const char *name, const struct tally *tally) {
    fprintf(out,
            "\"%s\":{\"carried\":%llu,\"flipped\":%llu,\"dropped\":%llu,\"cut\":%llu,"
            "\"garbled\":%llu,\"unheard\":%llu}",
            name, (unsigned long long)tally->carried, (unsigned long long)tally->flipped,
            (unsigned long long)tally->dropped, (unsigned long long)tally->cut,
            (unsigned long long)tally->garbled, (unsigned long long)tally->unheard);
}

void line_print(FILE *out) {
    print_tally(out, "to_board", &tallies[TO_BOARD]);
    fputc(',', out);
    print_tally(out, "from_board", &tallies[FROM_BOARD]);
}
