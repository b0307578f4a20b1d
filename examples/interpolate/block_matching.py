"""
A network of the form of RIFE v4 that needs no training: motion is found by comparing blocks.

    python examples/interpolate/block_matching.py FOLDER      writes flownet.param and flownet.bin

Both frames, at half their size, are shifted against each other by all displacements up to REACH, by
convolutions whose kernels are single ones. The motion of a pixel is the mean of all displacements,
weighed by how alike its neighbourhoods in both frames then are. `rife.Warp` moves both frames along
it, to the time between them, where they are mixed.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import numpy as np

REACH = 4
"""Pixels by which frames are shifted, at half the size: motion up to four times that is found."""
SHARPNESS = 400.0
"""Weight of a difference between neighbourhoods."""
BLOCK = 9
"""Pixels of a neighbourhood along each axis, at half the size."""
SHIFTS = tuple(product(range(-REACH, REACH + 1), repeat=2))
"""Displacements: rows, columns."""
GRAY = (0.299, 0.587, 0.114)
"""Luminance of red, green and blue."""

KERNEL, COUNT = 2 * REACH + 1, len(SHIFTS)
LAYERS = f"""\
Input       in0      0 1 in0
Input       in1      0 1 in1
Input       in2      0 1 in2
Split       frames0  1 2 in0 first first_
Split       frames1  1 2 in1 second second_
Split       times    1 3 in2 time0 time1 time2
Pooling     half0    1 1 first small0 0=1 1=2 2=2 5=1
Pooling     half1    1 1 second small1 0=1 1=2 2=2 5=1
Padding     around0  1 1 small0 wide0 0={REACH} 1={REACH} 2={REACH} 3={REACH} 4=1
Padding     around1  1 1 small1 wide1 0={REACH} 1={REACH} 2={REACH} 3={REACH} 4=1
Convolution shifts0  1 1 wide0 shifted0 0={COUNT} 1={KERNEL} 6={3 * COUNT * KERNEL**2}
Convolution shifts1  1 1 wide1 shifted1 0={COUNT} 1={KERNEL} 6={3 * COUNT * KERNEL**2}
BinaryOp    differ   2 1 shifted0 shifted1 differences 0=1
AbsVal      absolute 1 1 differences sizes
Pooling     block    1 1 sizes means 0=1 1={BLOCK} 2=1 3={BLOCK // 2} 5=1
BinaryOp    sharpen  1 1 means scores 0=2 1=1 2={-SHARPNESS}
Softmax     weigh    1 1 scores weights 0=0
Convolution average  1 1 weights motion 0=2 1=1 6={2 * COUNT}
Interp      enlarge  1 1 motion motions 0=2 1=2.0 2=2.0
Split       both     1 2 motions motion0 motion1
UnaryOp     ago      1 1 time0 since 0=1
BinaryOp    ahead    1 1 time1 until 0=7 1=1 2=1.0
BinaryOp    back     2 1 motion0 since flow0 0=2
BinaryOp    forth    2 1 motion1 until flow1 0=2
rife.Warp   warp0    2 1 first_ flow0 moved0
rife.Warp   warp1    2 1 second_ flow1 moved1
Split       base     1 2 moved0 base0 base1
BinaryOp    change   2 1 moved1 base0 changes 0=1
BinaryOp    share    2 1 changes time2 shares 0=2
BinaryOp    mix      2 1 base1 shares out0 0=0
"""
"""The motion of a pixel is in pixels from the first frame to the second: columns, then rows."""


def network() -> tuple[bytes, bytes]:
    """The `.param` and the `.bin`."""
    lines = LAYERS.splitlines()
    blobs = sum(int(line.split()[3]) for line in lines)
    param = "\n".join(["7767517", f"{len(lines)} {blobs}", *lines, ""])
    # A pixel of the middle was at its place less the shift in the first frame.
    arrays = (shifts(-1), shifts(1), motions())
    tag = bytes(4)
    return param.encode(), b"".join(tag + array.astype(np.float32).tobytes() for array in arrays)


def shifts(sign: int) -> np.ndarray:
    """
    Kernels that read one pixel each, in gray, `sign` times the displacement away.

    Shapes: `(displacements, 3, KERNEL, KERNEL)`.
    """
    kernels = np.zeros((COUNT, 3, KERNEL, KERNEL))
    for number, (row, column) in enumerate(SHIFTS):
        kernels[number, :, REACH + sign * row, REACH + sign * column] = GRAY
    return kernels


def motions() -> np.ndarray:
    """
    Return each displacement in pixels of a full-size frame; both half-size frames shift by it.

    Shapes: `(2, displacements)`, columns and rows.
    """
    return 4.0 * np.array(SHIFTS).T[::-1]


def main() -> None:
    folder = Path(sys.argv[1])
    for suffix, content in zip(("param", "bin"), network(), strict=True):
        (folder / f"flownet.{suffix}").write_bytes(content)


if __name__ == "__main__":
    main()
