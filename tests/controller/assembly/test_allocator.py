"""What is freed goes back to the system."""

import ctypes
import subprocess
import sys

import pytest

# Blocks as a flood brings them, with something that stays behind each; then they are free again.
FLOOD = """
import ctypes
from controller.assembly.allocator import give_back_what_is_freed

class Memory(ctypes.Structure):
    names = "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost"
    _fields_ = [(name, ctypes.c_size_t) for name in names.split()]

libc = ctypes.CDLL(None)
libc.mallinfo2.restype = Memory
{call}
bytes(900_000)
flood, stays = [], []
for _ in range(100):
    flood.append(bytes(100_000))
    stays.append(bytes(1000))
flood.clear()
print(libc.mallinfo2().fordblks)
"""


def free_bytes(call: str) -> int:
    """Return how much lies free in the heaps of a process after a flood."""
    words = [sys.executable, "-c", FLOOD.replace("{call}", call)]
    return int(subprocess.run(words, capture_output=True, check=True).stdout)


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "mallinfo2"), reason="no glibc 2.33 or newer")
def test_after_a_flood_the_heaps_are_not_full_of_holes() -> None:
    assert free_bytes("") > 9_000_000
    assert free_bytes("give_back_what_is_freed()") < 1_000_000
