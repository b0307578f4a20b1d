"""Memory while compiling: weights are never whole in memory, but for those of a loaded model."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

SMALL, LARGE = 256, 2048
WEIGHT_BYTES = 2 * 4 * LARGE * 2 * LARGE
F16_TAG = 0x01306B47

PEAKS = """
import sys
import ncnnc
from ncnnc.compiler.cli import main as cli

def peak():
    with open("/proc/self/status") as file:
        line = next(line for line in file if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024

def compile_to_file(name):
    assert cli.main(["compile", name, "-o", "m.ncnnc", "--target", "x86-64"]) == 0

compile_to_file("small.param")
peaks = [peak()]
for name in ("large.param", "halves.param"):
    compile_to_file(name)
    peaks.append(peak())
model = ncnnc.compile("large.param", target="x86-64")
peaks.append(peak())
print(*peaks, file=sys.stderr)
"""


def write_model(folder: Path, name: str, size: int, dtype: str) -> None:
    """Two inner products with `4 * size**2` weights, zeros with a one here and there."""
    layers = ("Input data 0 1 data 0={1}", "InnerProduct a 1 1 data a 0={0} 2={2}")
    layers = (*layers, "InnerProduct b 1 1 a b 0={1} 2={2}")
    text = "\n".join(("7767517", "3 3", *layers, ""))
    (folder / f"{name}.param").write_text(text.format(size, 2 * size, 2 * size * size))
    weights = np.zeros(2 * size * size, dtype)
    weights[::4099] = 1
    tag = struct.pack("<I", F16_TAG if dtype == "<f2" else 0)
    with open(folder / f"{name}.bin", "wb") as file:
        for _ in range(2):
            file.write(tag)
            file.write(weights.data)


@pytest.mark.slow
@pytest.mark.requirement("W11", "D16")
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_weights_are_not_kept_while_they_are_packed(tmp_path: Path):
    write_model(tmp_path, "small", SMALL, "<f4")
    write_model(tmp_path, "large", LARGE, "<f4")
    write_model(tmp_path, "halves", LARGE, "<f2")
    command = [sys.executable, "-c", PEAKS]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    start, plain, halves, loaded = map(int, done.stderr.split()[-4:])
    assert plain - start < 0.5 * WEIGHT_BYTES
    assert halves - start < 0.5 * WEIGHT_BYTES
    # In this process the packed weights are in memory, once; the source is not.
    assert WEIGHT_BYTES <= loaded - start < 1.5 * WEIGHT_BYTES
    assert (tmp_path / "m.ncnnc").stat().st_size > WEIGHT_BYTES
