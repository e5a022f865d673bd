/* The wire between UART and host: its speed, its faults, and what is under way on it. */
#include "harness.h"

#include <string.h>

enum {
    ROOM = 1 << 16,
    NOMINAL_BAUD = 500000,
    TOLERANCE_PERCENT = 3,      /* of the baud rate; what 10 bits bear at both ends together */
};

struct queue { uint8_t bytes[ROOM]; size_t first, count; };
struct faults { unsigned flip, drop, cut_after; bool cutting; cycles_t cut_length, cut_until; };
struct tally { uint64_t carried, flipped, dropped, cut, garbled, unheard; };

static struct queue to_board, to_host;
static struct faults faults[DIRECTIONS];
static struct tally tallies[DIRECTIONS];
static uint64_t chance[DIRECTIONS];
static unsigned host_baud;
static cycles_t stalled_until;
static bool plugged = true, feeding;
static avr_t *avr;

static bool put(struct queue *queue, uint8_t byte)
{
    if (queue->count == ROOM)
        return false;
    queue->bytes[(queue->first + queue->count++) % ROOM] = byte;
    return true;
}

static uint8_t take(struct queue *queue)
{
    uint8_t byte = queue->bytes[queue->first];
    queue->first = (queue->first + 1) % ROOM;
    queue->count--;
    return byte;
}

void line_seed(uint64_t seed)
{
    chance[TO_BOARD] = seed * 2 + 1;
    chance[FROM_BOARD] = seed * 2 + 2;
}

void line_set_host_baud(unsigned baud) { host_baud = baud; }

bool line_bauds_differ(void)
{
    unsigned board = uart_baud();
    if (!host_baud || !board)
        return false;
    unsigned apart = host_baud > board ? host_baud - board : board - host_baud;
    return (uint64_t)apart * 100 > (uint64_t)board * TOLERANCE_PERCENT;
}

/* Faults --------------------------------------------------------------------------------- */

void line_flip(enum direction direction, unsigned one_in) { faults[direction].flip = one_in; }
void line_drop(enum direction direction, unsigned one_in) { faults[direction].drop = one_in; }

void line_cut(enum direction direction, unsigned after_bytes, cycles_t length)
{
    faults[direction].cutting = true;
    faults[direction].cut_after = after_bytes;
    faults[direction].cut_length = length;
}

static bool is_cut(struct faults *fault)
{
    cycles_t now = chip_now();
    if (fault->cutting && fault->cut_after-- == 0) {
        fault->cutting = false;
        fault->cut_until = now + fault->cut_length;
    }
    return now < fault->cut_until;
}

/* Do to a byte what the line does to it; return whether anything of it comes through. */
static bool comes_through(enum direction direction, uint8_t *byte)
{
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
    if (line_bauds_differ()) {
        *byte = (uint8_t)(chance_next(&chance[direction]) >> 56);
        tally->garbled++;
    }
    tally->carried++;
    return true;
}

void line_stall(cycles_t length) { stalled_until = chip_now() + length; }

/* To the board --------------------------------------------------------------------------- */

static cycles_t cycles_of_a_byte(void)
{
    unsigned baud = host_baud ? host_baud : uart_baud();
    return (cycles_t)MHZ * 1000000u * BITS_OF_A_BYTE / (baud ? baud : NOMINAL_BAUD);
}

static avr_cycle_count_t byte_is_in(avr_t *chip, avr_cycle_count_t when, void *param)
{
    (void)chip;
    (void)param;
    if (when < stalled_until)
        return stalled_until;
    uint8_t byte = take(&to_board);
    if (plugged && comes_through(TO_BOARD, &byte))
        tallies[TO_BOARD].unheard += !uart_receive(byte, line_bauds_differ());
    feeding = to_board.count > 0;
    return feeding ? when + cycles_of_a_byte() : 0;
}

static void feed(void)
{
    if (feeding || to_board.count == 0)
        return;
    feeding = true;
    avr_cycle_timer_register(avr, cycles_of_a_byte(), byte_is_in, NULL);
}

void line_host_sends(const uint8_t *bytes, size_t count)
{
    if (!plugged || !chip_powered())
        return;
    for (size_t i = 0; i < count; i++)
        put(&to_board, bytes[i]);
    feed();
}

/* A reset forgets the timers; the host goes on sending. */
void line_after_reset(void)
{
    feeding = false;
    if (!chip_powered())
        to_board.count = 0;
    feed();
}

/* To the host ---------------------------------------------------------------------------- */

void line_board_sends(uint8_t byte)
{
    if (plugged && comes_through(FROM_BOARD, &byte))
        put(&to_host, byte);
}

size_t line_take(uint8_t *bytes, size_t room)
{
    size_t count = 0;
    if (chip_now() < stalled_until)
        return 0;
    while (count < room && to_host.count)
        bytes[count++] = take(&to_host);
    return count;
}

/* ---------------------------------------------------------------------------------------- */

void line_plug(bool now_plugged)
{
    plugged = now_plugged;
    to_board.count = to_host.count = 0;
    if (feeding)
        avr_cycle_timer_cancel(avr, byte_is_in, NULL);
    feeding = false;
}

bool line_plugged(void) { return plugged; }

void line_attach(avr_t *chip) { avr = chip; }

static void print_tally(FILE *out, const char *name, const struct tally *tally)
{
    fprintf(out,
            "\"%s\":{\"carried\":%llu,\"flipped\":%llu,\"dropped\":%llu,\"cut\":%llu,"
            "\"garbled\":%llu,\"unheard\":%llu}",
            name, (unsigned long long)tally->carried, (unsigned long long)tally->flipped,
            (unsigned long long)tally->dropped, (unsigned long long)tally->cut,
            (unsigned long long)tally->garbled, (unsigned long long)tally->unheard);
}

void line_print(FILE *out)
{
    print_tally(out, "to_board", &tallies[TO_BOARD]);
    fputc(',', out);
    print_tally(out, "from_board", &tallies[FROM_BOARD]);
}
