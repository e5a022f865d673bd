"""Memory that the program has let go of goes back to the system, not into the C library's stock.

After each large block that is freed, glibc keeps larger ones for the next time, and it opens a heap
of its own for each thread. A flood, once over, would leave holes in all of them for ever.
"""

import ctypes

# From glibc's malloc.h.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
# Larger blocks are the system's, and its again at once; glibc begins with twice as much.
_LARGE = 64 * 1024
# What may lie free at the end of a heap; glibc begins with the same.
_FREE_AT_END = 128 * 1024
# One for the game, one for all others.
_HEAPS = 2


def give_back_what_is_freed() -> None:
    """Let the C library keep little of what is freed; where it is not glibc, change nothing.

    For the whole process, and best before it has other threads.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return  # another library, with rules of its own
    for option, value in (
        (_M_MMAP_THRESHOLD, _LARGE),
        (_M_TRIM_THRESHOLD, _FREE_AT_END),
        (_M_ARENA_MAX, _HEAPS),
    ):
        mallopt(option, value)
