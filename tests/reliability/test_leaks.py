"""
A process that compiles, runs and drops models again and again does not grow.

How much compiling takes is settled after many rounds only, as a long run has them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.long_runs import LONG, rounds, tell
from tests.helpers.small_network import PARAM

pytestmark = pytest.mark.isa

COMPILED = rounds(1, 1000)
LOADED = rounds(50, 5000)
MOST_BYTES = 5 << 20
"""By which memory may grow after the first rounds: 150 compilations, 100 loads."""
GROW = """
import os, resource, sys
import numpy as np
import ncnnc

def size():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()

def open_files_and_mappings():
    with open("/proc/self/maps") as maps:
        mapped = sum("m.ncnnc" in line or "xp " in line for line in maps)
    return len(os.listdir("/proc/self/fd")), mapped

param, compiled, loaded = open("m.param", "rb").read(), int(sys.argv[1]), int(sys.argv[2])
x = np.zeros((3, 11, 13), np.float32)

def compile_and_run():
    ncnnc.compile(param, random_weights=1, cache=False)(x)

def load_and_run():
    ncnnc.load("m.ncnnc", threads=2)(x)

ncnnc.compile(param, random_weights=1, cache=False).save("m.ncnnc")
for work, count, warm in ((compile_and_run, compiled, 150), (load_and_run, loaded, 100)):
    for _ in range(min(warm, count)):
        work()
    before, kept = size(), open_files_and_mappings()
    for _ in range(count):
        work()
    assert open_files_and_mappings() == kept, (work, kept, open_files_and_mappings())
    print(size() - before)
"""


def test_memory_files_and_mappings_stay(tmp_path: Path):
    (tmp_path / "m.param").write_bytes(PARAM)
    command = [sys.executable, "-c", GROW, str(COMPILED), str(LOADED)]
    environment = {**os.environ, "NCNNC_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    grown = [int(line) for line in done.stdout.split()]
    assert grown[-1] < MOST_BYTES
    if LONG:
        assert grown[0] < MOST_BYTES
    tell(f"{COMPILED} models compiled and {LOADED} loaded: {grown} bytes more")
