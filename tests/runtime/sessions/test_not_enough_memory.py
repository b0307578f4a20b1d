"""A run that cannot have its memory is one error, before anything is computed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ncnnc
import pytest

pytestmark = pytest.mark.isa

PARAM = """7767517
3 3
Input x 0 1 x 0=1500 1=1500 2=1
AbsVal a 1 1 x a
Interp y 1 1 a y 0=1 1=2.0 2=2.0
"""
RUN = """
import resource
import ncnnc
import numpy as np
from ncnnc.compiler.cli import main as cli

model = ncnnc.load("m.ncnnc")
x = np.full(model.inputs[0].shape, -1, np.float32)
assert cli.main(["run", "m.ncnnc"]) == 0  # all is imported
unlimited = resource.getrlimit(resource.RLIMIT_AS)
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (12 << 20), unlimited[1]))
try:
    model(x)
except MemoryError:
    status = cli.main(["run", "m.ncnnc"])
else:
    raise AssertionError("the limit is too high")
resource.setrlimit(resource.RLIMIT_AS, unlimited)
assert (model(x) == 1).all()
raise SystemExit(status)
"""


@pytest.mark.requirement("L14")
@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
def test_memory_that_cannot_be_had_is_one_error(tmp_path: Path):
    (tmp_path / "m.param").write_text(PARAM)
    ncnnc.compile(tmp_path / "m.param", target="x86-64").save(tmp_path / "m.ncnnc")
    command = [sys.executable, "-c", RUN]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: not enough memory: ")
