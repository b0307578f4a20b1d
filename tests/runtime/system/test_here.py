"""The system that this Python runs on does what the interface promises."""

from __future__ import annotations

import ctypes
import math
import mmap
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from ncnnc.runtime.code.elf import c_function
from ncnnc.runtime.system import here
from ncnnc.runtime.system.code_memory import CodeMemory, native_entry

pytestmark = pytest.mark.isa

FORTY_TWO = {
    "x86_64": "b82a000000c3",  # mov eax, 42; ret
    "aarch64": "40058052c0035fd6",  # mov w0, 42; ret
}
FORTY_TWO |= {"AMD64": FORTY_TWO["x86_64"]}
FORTY_TWO |= dict.fromkeys(("arm64", "ARM64"), FORTY_TWO["aarch64"])
LOCKED = """
import sys
from ncnnc.runtime.system import here
with open(sys.argv[1], "r+b") as file:
    try:
        here.lock(file)
    except BlockingIOError:
        print("locked", file.read(1))
"""


def test_code_is_run():
    from platform import machine

    code = bytes.fromhex(FORTY_TWO[machine()])
    memory = CodeMemory(2 * mmap.PAGESIZE, mmap.PAGESIZE)
    with memory.writing():
        memory.bytes[: len(code)] = code
    address, kept = native_entry(memory.address)
    assert ctypes.CFUNCTYPE(ctypes.c_int)(address)() == 42
    memory.bytes[mmap.PAGESIZE] = 7  # what follows stays writable
    assert memory.bytes[mmap.PAGESIZE] == 7
    del kept


@pytest.mark.parametrize("name", ["expf", "memcpy", "tanhf", "fmodf"])
def test_functions_of_c_are_found(name: str):
    assert c_function(name)


@pytest.mark.parametrize("make", [here.reserved_memory, here.sparse_memory])
def test_memory_is_zero(make):
    memory = make(16 * mmap.PAGESIZE)
    assert not np.frombuffer(memory, np.uint8).any()
    memory[mmap.PAGESIZE + 5] = 3
    here.release_pages(memory, 0, mmap.PAGESIZE)
    assert memory[mmap.PAGESIZE + 5] == 3


def test_a_file_is_mapped(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(b"content")
    with path.open("rb") as file:
        assert bytes(here.map_file(file)) == b"content"


def test_a_lock_keeps_others_out_and_lets_them_read(tmp_path: Path):
    path = tmp_path / "file"
    path.write_bytes(b"content")
    command = [sys.executable, "-c", LOCKED, str(path)]
    with path.open("r+b") as file:
        here.lock(file)
        assert subprocess.check_output(command, text=True).split() == ["locked", "b'c'"]
    assert subprocess.check_output(command, text=True) == ""


def test_what_is_said_of_the_machine():
    assert here.available_bytes() > 1 << 20
    assert 1 <= here.available_cpus() <= (os.cpu_count() or 1)
    assert 1 <= here.physical_cores() <= (os.cpu_count() or 1)
    assert here.l2_cache_bytes() is None or math.log2(here.l2_cache_bytes() or 1) > 10
    assert 0 < here.seconds_of_process() < 86400
    assert here.interruptions(alone=True) >= 0
    assert isinstance(here.cpu_name(), str)
    assert not here.is_read_only(Path.cwd())
