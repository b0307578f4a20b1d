"""Memory that a compilation has freed is the system's again."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

BLOCKS = """
import ctypes, sys
from ncnnc.compiler.driver.freed_memory import give_back_freed_memory

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

c = ctypes.CDLL(None)
c.malloc.restype, c.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
blocks = [c.malloc(65536) for i in range(512)]
for block in blocks:
    ctypes.memset(block, 1, 65536)
for block in blocks[:-1]:
    c.free(block)
before = resident()
give_back_freed_memory()
print(before - resident())
"""


@pytest.mark.skipif(
    not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="the C library gives nothing back"
)
def test_blocks_before_one_that_is_in_use():
    run = subprocess.run([sys.executable, "-c", BLOCKS], capture_output=True, text=True, check=True)
    assert int(run.stdout) > 16 << 20
