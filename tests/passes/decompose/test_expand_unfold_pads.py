"""expand-unfold-pads: the same numbers; Unfold and Fold as compiled code."""

from __future__ import annotations

import pytest

from tests.helpers.lowering import TARGETS, check_layers

UNFOLDS = {
    "dense": "1=3",
    "strided": "1=3 11=2 3=2 13=3",
    "dilated": "1=2 2=3 12=2",
    "one tap": "1=1 3=2",
}
FOLDS = {
    "dense": ("1=3 20=17 21=7", 9 * 3 + 4, 75),
    "padded": ("1=3 4=2 15=1 14=0 16=2 20=14 21=9", 9, 135),
    "strided": ("1=3 11=2 3=2 13=3 4=1 20=13 21=7", 6 * 2, 21),
    "holes": ("1=2 3=5 13=4 20=13 21=11", 4 * 5, 9),
    "dilated": ("1=3 2=2 12=3 3=2 13=1 4=1 20=15 21=8", 9, 28),
}
"""Parameters, rows and windows."""


@pytest.mark.parametrize(
    "pads", ["[1, 0, 1, 2] pad_value 0.5", "[-233, -233, -233, -233]", "[-234, -234, -234, -234]"]
)
def test_same_numbers(pads: str, run_passes):
    run = run_passes(
        f"""
        func.func @main(%x: tensor<3x6x5xf32>) -> tensor<*xf32> {{
          %y = ncnn.unfold %x kernel [4, 2] stride [2, 1] dilation [1, 2] pad {pads}
            : tensor<3x6x5xf32> -> tensor<*xf32>
          func.return %y : tensor<*xf32>
        }}""",
        "infer-shapes,expand-unfold-pads",
    )
    assert run.layers == ["padding", "unfold"]
    run.assert_identical()


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", UNFOLDS)
def test_unfold(case: str, target: str):
    for shape in ((3, 13, 17), (7, 9), (1, 8, 33)):
        check_layers(f"Unfold y 1 1 x y {UNFOLDS[case]}", {"x": shape}, target, tolerance=0)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("case", FOLDS)
def test_fold(case: str, target: str):
    parameters, rows, windows = FOLDS[case]
    check_layers(f"Fold y 1 1 x y {parameters}", {"x": (rows, windows)}, target)
