"""Compare results of element-wise layers for NaN, in the reference and in the ncnn wheel."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.runtime.system import here

from tests.compiler.reference.test_reference_cases import run_our_reference
from tests.generators.wheel import run_wheel
from tests.helpers.conformance import needs_ncnn

pytestmark = [pytest.mark.oracle, needs_ncnn]

ONE_INPUT = [
    *("AbsVal", "BNLL", "CELU 0=0.5", "Clip 0=-0.5 1=0.5", "DeepCopy", "Dropout 0=0.5"),
    *("ELU 0=1.0",),
    *("Erf", "Exp", "Exp 0=10 1=0.1 2=0.5", "GELU", "GELU 0=1", "HardSigmoid 0=0.2 1=0.5", "Log"),
    *("HardSwish 0=0.2 1=0.5", "Mish", "Power 0=2.0 1=2.0 2=1.0", "Power 0=-1.0", "Power 0=0.5"),
    *("ReLU", "ReLU 0=0.1", "ReLU 0=2.0", "ReLU 0=-0.5", "SELU 0=1.5 1=2.0", "Shrink 0=0.5 1=1.0"),
    *("Sigmoid", "Softplus", "Swish", "TanH", "Threshold 0=0.5"),
    *(f"UnaryOp 0={operator}" for operator in range(28)),
    *(f"BinaryOp 0={operator} 1=1 2=2.0" for operator in range(16)),
]
TWO_INPUTS = [
    *(f"BinaryOp 0={operator}" for operator in range(16)),
    *(f"Eltwise 0={operator}" for operator in range(3)),
]
CASES = [
    *((layer, (np.nan,)) for layer in ONE_INPUT),
    *((layer, pair) for layer in TWO_INPUTS for pair in ((np.nan, 1.5), (1.5, np.nan))),
]
NUMBERS_WITH_AVX512 = {
    "Sigmoid",
    "TanH",
    *(f"UnaryOp 0={operator}" for operator in (8, 16, 17, *range(20, 28))),
}
"""Layers that the wheel's code for AVX-512 gives a number for NaN, at all widths."""
WIDTHS = (1, 3, 16)
"""Of one element, of less than a vector of AVX, and of a whole vector of each ISA."""


def param_of(layer: str, count: int) -> str:
    """Return a network of a layer with inputs a, b, ..."""
    kind, *params = layer.split()
    names = "ab"[:count]
    lines = ["7767517", f"{count + 1} {count + 1}", *(f"Input {n} 0 1 {n}" for n in names)]
    return "\n".join([*lines, f"{kind} l {count} 1 {' '.join(names)} out {' '.join(params)}", ""])


def same(a: np.ndarray, b: np.ndarray) -> bool:
    return np.allclose(a, b, rtol=1e-4, equal_nan=True)


def test_nan_is_what_the_wheel_makes_of_it(tmp_path: Path):
    """Leave out layers for which the wheel's vector and scalar code differ."""
    wrong, defined = [], 0
    param, weights = tmp_path / "m.param", tmp_path / "m.bin"
    weights.write_bytes(b"")
    unlike = NUMBERS_WITH_AVX512 if "avx512f" in here.kernel_flags() else set[str]()
    for layer, numbers in CASES:
        if layer in unlike:
            continue
        text = param_of(layer, len(numbers))
        param.write_text(text)
        one, *others = [
            run_wheel(text.encode(), b"", inputs, ["out"])["out"]
            for inputs in (
                {n: np.full(width, x, np.float32) for n, x in zip("ab", numbers, strict=False)}
                for width in WIDTHS
            )
        ]
        if not all(same(one, other) for other in others):
            continue
        defined += 1
        inputs = {n: np.full(1, x, np.float32) for n, x in zip("ab", numbers, strict=False)}
        (ours,) = run_our_reference(str(param), str(weights), inputs).values()
        if not same(ours, one):
            wrong.append(f"{layer} of {numbers}: {ours}, in the wheel {one}")
    assert wrong == []
    assert defined > len(CASES) // 2
