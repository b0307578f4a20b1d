"""Compiled code touches nothing outside of its buffers: pages around them are forbidden."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import ncnnc
import numpy as np
import pytest

pytestmark = pytest.mark.isa

CONVOLUTIONS = {
    "packed": "Convolution {} 1 1 x {} 0=17 1=3 4=1 5=1 6=765 9=1",
    "gemm": "Convolution {} 1 1 x {} 0=13 1=3 3=2 4=1 6=585",
    "winograd4": "Convolution {} 1 1 x {} 0=9 1=3 4=1 6=405",
    "tiled": "Convolution {} 1 1 x {} 0=10 1=3 11=2 3=2 4=1 6=300",
    "dilated": "Convolution {} 1 1 x {} 0=12 1=3 2=2 4=2 6=540",
    "depthwise": "ConvolutionDepthWise {} 1 1 x {} 0=5 1=3 4=1 6=45 7=5",
}
LAYERS = """
Pooling pool 1 1 x pool 0=0 1=3 2=2
Pooling mean 1 1 x mean 0=1 4=1
InnerProduct fc 1 1 mean fc 0=7 1=1 2=35
BinaryOp mul 2 1 x mean mul 0=2
"""
RUN = """
import ctypes, mmap, sys
import numpy as np
import ncnnc
from ncnnc.runtime import memory

PAGE, NONE = mmap.PAGESIZE, 0
libc = ctypes.CDLL(None, use_errno=True)
keep = []

def guarded(shape, dtype="float32"):
    "An array that begins behind a page that cannot be touched, or ends before one."
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    room = -(-max(size, 1) // PAGE) * PAGE
    pages = mmap.mmap(-1, room + 2 * PAGE)
    keep.append(pages)
    start = ctypes.addressof(ctypes.c_char.from_buffer(pages))
    for page in (start, start + PAGE + room):
        assert libc.mprotect(ctypes.c_void_p(page), PAGE, NONE) == 0
    unit = 64 if dtype == "uint8" else 4
    offset = PAGE + ((room - size) // unit * unit if at_end else 0)
    return np.frombuffer(pages, dtype, int(np.prod(shape)), offset).reshape(shape)

memory.aligned_empty = guarded
for at_end in (False, True):
    model = ncnnc.load(sys.argv[1])
    weights = model._weights
    model._weights = guarded(weights.shape, "uint8")
    model._weights[...] = weights
    x = np.sin(np.arange(np.prod(model.inputs[0].shape), dtype=np.float32))
    outputs = model(x.reshape(model.inputs[0].shape))
    np.savez(sys.argv[2] + "/" + ("end" if at_end else "start"), *outputs)
"""


def network() -> str:
    """Layers of many kinds that read the same image, whose extents divide by nothing."""
    layers = [line.format(name, name) for name, line in CONVOLUTIONS.items()]
    lines = [*layers, *LAYERS.split("\n")[1:-1]]
    branches = " ".join(f"x{i}" for i in range(sum(" x " in line for line in lines)))
    split = f"Split s 1 {len(branches.split())} in {branches}"
    for branch in branches.split():
        place = next(i for i, line in enumerate(lines) if " x " in line)
        lines[place] = lines[place].replace(" x ", f" {branch} ", 1)
    lines = ["Input in 0 1 in 0=11 1=9 2=5", split, *lines]
    return "\n".join(("7767517", f"{len(lines)} {2 * len(lines) + 20}", *lines, ""))


@pytest.mark.requirement("D23")
@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs mprotect")
@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
def test_nothing_is_touched_around_the_buffers(target: str, tmp_path: Path):
    (tmp_path / "m.param").write_text(network())
    conv = {name: name for name in CONVOLUTIONS if name != "depthwise"}
    model = ncnnc.compile(tmp_path / "m.param", target=target, conv=conv, random_weights=1)
    model.save(tmp_path / "m.ncnnc")
    x = np.sin(np.arange(11 * 9 * 5, dtype=np.float32)).reshape(5, 9, 11)
    expected = model(x)
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path / "m.ncnnc"), str(tmp_path)], capture_output=True
    )
    assert done.returncode == 0, (done.returncode, done.stderr.decode())
    for side in ("start", "end"):
        with np.load(tmp_path / f"{side}.npz") as results:
            for name, array in zip(results.files, expected, strict=True):
                np.testing.assert_array_equal(results[name], array)
