"""Operators that pnnx leaves: identities go, the others are as they are defined."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.contrib.pnnx import IDENTITIES, UNARY
from ncnnc.dialects.ncnn.errors import InvalidLayerError

from tests.helpers.contrib_layers import Case, check_code, check_reference, uniform
from tests.helpers.lowering import TARGETS

POSITIVE = {"log", "reciprocal", "rsqrt", "sqrt"}


def repeated(x: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Read the only element of an axis again and again."""
    y = np.empty(like.shape, np.float32)
    image = x.reshape((1,) * (y.ndim - x.ndim) + x.shape) if x.ndim <= y.ndim else x[0]
    for at in np.ndindex(*y.shape):
        y[at] = image[tuple(i if n > 1 else 0 for i, n in zip(at, image.shape, strict=True))]
    return y


def cases() -> list[Case]:
    """Return a function of an element for each kind, and the layers that take shapes."""
    x, image = uniform(37), uniform(3, 5, 7)
    found = [
        Case(f"{prefix}{name}", (values,), (function(values.astype(float)).astype(np.float32),))
        for name, (_, function) in UNARY.items()
        for prefix in ("aten::", "torch.")
        for values in [np.abs(x) + np.float32(0.1) if name in POSITIVE else x]
        if name != "tan"
    ]
    for a, b in (
        (image[:1, :1], image),
        (image[0, :, :1], image),
        (image[:1, :1], image[0]),
        (image[0], uniform(5, 7, seed=1)),
    ):
        found.append(Case("Tensor.expand_as", (a, b), (repeated(a, b),)))
    same = image[:1]
    return [
        *found,
        Case("Tensor.expand_as", (same, image[0]), (same,)),
        Case("torch.flip", (image,), (np.stack([rows[::-1] for rows in image]),)),
        Case("torch.flip", (image[0],), (image[0][::-1],)),
        Case("nn.Softsign", (x,), (x / (1 + np.abs(x)),)),
        Case("nn.Tanhshrink", (x,), (x - np.tanh(x),)),
        Case("torch.zeros_like", (image,), (image * 0,)),
        *(Case(type, (image,), (image,)) for type in IDENTITIES),
    ]


def test_definitions():
    for case in cases():
        check_reference(case, 1e-6)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
def test_code(target: str):
    check_code(cases(), target, 2e-6)


@pytest.mark.isa
def test_identities_cost_nothing(tmp_path: Path):
    param = tmp_path / "m.param"
    lines = ["Input x 0 1 x 0=7 1=5", "ReLU r 1 1 x r"]
    blob = "r"
    for i, type in enumerate(IDENTITIES):
        lines.append(f"{type} i{i} 1 1 {blob} y{i}")
        blob = f"y{i}"
    lines.append(f"Sigmoid s 1 1 {blob} s")
    param.write_text("\n".join(("7767517", f"{len(lines)} {len(lines)}", *lines, "")))
    (tmp_path / "m.bin").write_bytes(b"")
    model = ncnnc.compile(str(param), cache=False)
    assert len(model.program.steps) == 1


@pytest.mark.parametrize(
    ("type", "params", "shapes", "reason"),
    [
        ("Tensor.expand_as", {}, [(3, 5), (4, 5)], "cannot be expanded to"),
        ("Tensor.expand_as", {}, [(3, 4, 5), (4, 5)], "cannot be expanded to"),
        ("torch.flip", {}, [(5,)], "input must have 2 or 3 or 4 dimensions, not 1"),
        ("torch.flip", {0: 1}, [(5, 3)], "known without parameters only"),
    ],
)
def test_refused(type: str, params: dict[int, int], shapes: list[tuple[int, ...]], reason: str):
    with pytest.raises(InvalidLayerError, match=reason):
        contrib_layers()[type].shape(params, *shapes)
