"""Networks of the programs, as files in the working folder."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np

HEADS = """7767517
10 12
Input         in0   0 1 in0
Convolution   stem  1 1 in0 x0 0=8 1=3 3=2 4=1 5=1 6=216 9=2 -23310=1,0.1
Split         s     1 2 x0 x1 x2
Convolution   c1    1 1 x1 cls8 0=4 1=1 5=1 6=32
Convolution   c2    1 1 x2 y0 0=12 1=3 3=2 4=1 5=1 6=864
Swish         sw    1 1 y0 y1
Split         t     1 2 y1 y2 y3
Convolution   c3    1 1 y2 cls16 0=4 1=1 5=1 6=48
Pooling       gap   1 1 y3 gap 0=1 4=1
InnerProduct  fc    1 1 gap out0 0=10 1=1 2=120
"""
UPSCALE = """7767517
4 4
Input         data  0 1 data
Convolution   c1    1 1 data x 0=12 1=3 4=1 5=1 6=324 9=1
PixelShuffle  ps    1 1 x y 0=2
Sigmoid       sg    1 1 y output
"""
ROWS = """7767517
3 3
Input         in0   0 1 in0
InnerProduct  fc    1 1 in0 x 0=14 1=1 2=112
Sigmoid       sg    1 1 x out0
"""
RECURRENT = """7767517
6 8
Input         in0   0 1 in0
Input         in1   0 1 in1
GRU           gru   2 2 in0 in1 h out1 0=6 1=144 2=0
Split         s     1 2 h h0 h1
InnerProduct  fc    1 1 h0 x 0=5 1=1 2=30
Softmax       sm    1 1 x out0 0=1 1=1
"""
TOKENS = """7767517
3 3
Input         in0   0 1 in0
Embed         emb   1 1 in0 x 0=6 1=20 2=0 3=120
LayerNorm     ln    1 1 x out0 0=6 1=1.0e-5 2=0
"""
BLEND = """7767517
5 5
Input         in0   0 1 in0
Input         in1   0 1 in1
Input         in2   0 1 in2
BinaryOp      mul   2 1 in0 in2 a 0=2
BinaryOp      add   2 1 a in1 out0 0=0
"""
OWN = """7767517
3 3
Input         images 0 1 images
YoloV5Focus   focus  1 1 images x
ReLU          relu   1 1 x output
"""


def write(name: str, text: str, *weights: int | tuple[int, int]) -> tuple[str, str]:
    """Write a network with random weights; arrays of so many values, tagged, then their biases."""
    rng = np.random.default_rng(len(text))
    pieces: list[bytes] = []
    for count in weights:
        tagged, plain = count if isinstance(count, tuple) else (count, 0)
        values = rng.standard_normal(tagged + plain).astype(np.float32) / np.float32(6)
        pieces += [struct.pack("<I", 0), values.tobytes()]
    Path(f"{name}.param").write_text(text)
    Path(f"{name}.bin").write_bytes(b"".join(pieces))
    return f"{name}.param", f"{name}.bin"


def heads() -> tuple[str, str]:
    return write("heads", HEADS, (216, 8), (32, 4), (864, 12), (48, 4), (120, 10))


def photo(height: int = 40, width: int = 56, seed: int = 0) -> np.ndarray:
    """An image of smooth colours, as `cv2.imread` returns it."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width]
    waves = [np.sin(x / (4 + i) + rng.random()) + np.cos(y / (5 + i)) for i in range(3)]
    return ((np.stack(waves, -1) + 2) * 63).astype(np.uint8)


def shown(*values: Any) -> None:
    """Print names and numbers, rounded; arrays by shape, sum and largest value."""
    print(*map(text_of, values))


def text_of(value: Any) -> str:
    """Return a name, a rounded number, or what tells arrays apart."""
    if not hasattr(value, "dtype") or not value.shape:
        return f"{value:.3f}" if isinstance(value, float) else f"{value}"
    if value.size > 12:
        return f"{value.shape} {value.dtype} {value.sum():.2f} {value.max():.3f}"
    numbers = [round(float(number), 3) for number in value.ravel()]
    return f"{value.shape} {value.dtype} {numbers}"
