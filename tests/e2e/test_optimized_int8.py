"""`ncnnc optimize` keeps every bit of int8 layers, and remarks on the rewrites they prevent."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.frontend.ncnn.random_weights_file import write_random_weights

pytestmark = pytest.mark.isa

SHAPE = (8, 9, 10)
PLAIN = "Convolution a 1 1 x a 0=12 1=3 4=1 5=1 6=864 8=2"
CHAIN = f"{PLAIN}|Convolution b 1 1 a y 0=7 1=1 5=1 6=84 8=2"
EMITTING = "Convolution a 1 1 x a 0=12 1=3 4=1 5=1 6=864 8=102"
NETWORKS = {
    "activation": (f"{PLAIN}|ReLU r 1 1 a y", None),
    "activation of int8": (f"{EMITTING}|ReLU r 1 1 a y", "a emits int8"),
    "batchnorm": (f"{PLAIN}|BatchNorm n 1 1 a y 0=12", "a has int8 weights"),
    "affine before": (f"BatchNorm n 1 1 x n 0=8|{PLAIN.replace(' x a', ' n y')}", "int8 weights"),
    "padding": (
        f"Padding p 1 1 x p 0=1 1=1 2=1 3=1|{PLAIN.replace(' x a', ' p y')}",
        "int8 weights",
    ),
    "shuffle": (
        f"{PLAIN}|ShuffleChannel s 1 1 a s 0=3|Convolution b 1 1 s y 0=7 1=1 5=1 6=84 8=2",
        None,
    ),
    "depthwise": (
        "ConvolutionDepthWise a 1 1 x a 0=8 1=3 4=1 5=1 6=72 7=8 8=1|BatchNorm n 1 1 a y 0=8",
        "a has int8 weights",
    ),
    "product": (
        "InnerProduct a 1 1 x a 0=9 1=1 2=6480 8=2|Dropout d 1 1 a d 0=0.5|ReLU r 1 1 d y",
        "a has int8 weights",
    ),
    "pooled": (
        f"{CHAIN.replace(' a y', ' a b')}|Pooling p 1 1 b p 0=1 4=1|Flatten f 1 1 p y",
        None,
    ),
    "sum": (f"{PLAIN}|Split s 1 2 a s t|Sigmoid g 1 1 s g|Eltwise e 2 1 g t y 0=1", None),
}
"""The lines of layers, and why a rewrite is declined."""


def write(lines: str, folder: Path) -> tuple[str, str]:
    """The files of a network with random weights."""
    layers = [f"Input x 0 1 x 0={SHAPE[2]} 1={SHAPE[1]} 2={SHAPE[0]}", *lines.split("|")]
    blobs = {blob for line in layers for blob in line.split()[4:] if "=" not in blob}
    param, weights = str(folder / "m.param"), str(folder / "m.bin")
    Path(param).write_text(f"7767517\n{len(layers)} {len(blobs)}\n" + "\n".join(layers) + "\n")
    write_random_weights(param, 4, {"x": SHAPE}, weights)
    return param, weights


@pytest.mark.parametrize("name", NETWORKS)
def test_no_bit_changes(name: str, tmp_path: Path):
    lines, reason = NETWORKS[name]
    files, optimized = write(lines, tmp_path), (str(tmp_path / "o.param"), str(tmp_path / "o.bin"))
    remarks = ncnnc.optimize(*files, *optimized)
    declined = [remark.reason for remark in remarks if remark.reason is not None]
    assert reason is None or any(reason in text for text in declined)
    x = np.random.default_rng(6).standard_normal(SHAPE).astype(np.float32)
    before, after = (ncnnc.compile(*pair)(x) for pair in (files, optimized))
    np.testing.assert_array_equal(after, before)
    assert np.unique(before).size > 1
