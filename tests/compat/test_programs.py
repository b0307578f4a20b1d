"""Programs as people write them for ncnn: each prints the same by the wheel and by us."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.conformance import needs_ncnn

PROGRAMS = Path(__file__).parent / "programs"
NUMBER = re.compile(r"-?\d+\.\d*(?:e[-+]\d+)?")
"""A number that may be rounded otherwise."""
CLOSE = 4e-3


def printed(folder: Path, *command: str) -> str:
    """Return what a program prints that runs in a folder."""
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.oracle
@pytest.mark.isa
@needs_ncnn
@pytest.mark.parametrize("name", ["detectors", "layers", "pipelines", "sequences", "tools"])
def test_programs(name: str, tmp_path: Path):
    program = str(PROGRAMS / f"{name}.py")
    theirs = printed(tmp_path / "theirs", program)
    ours = printed(tmp_path / "ours", "-m", "ncnnc.compat", program)
    assert NUMBER.sub("#", ours) == NUMBER.sub("#", theirs)
    numbers = ([float(word) for word in NUMBER.findall(text)] for text in (ours, theirs))
    for line, (our, their) in enumerate(zip(*numbers, strict=True)):
        assert our == pytest.approx(their, rel=CLOSE, abs=CLOSE), f"number {line}"
