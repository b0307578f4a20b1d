"""Remaining work on a convolution's weights, gathering and activation after scheduling."""

from __future__ import annotations

from pathlib import Path

import pytest
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.dialects.kernel.im2col import Im2colOp
from xdsl.dialects.func import CallOp

CHANNELS, OUTPUTS = 32, 64
TRANSFORMED = {"packed": 3 * 3, "gemm": 3 * 3, "winograd2": 4 * 4, "winograd4": 6 * 6}
"""Numbers for each pair of channels."""


def options(
    folder: Path, convolution: str, algorithm: str, behind: str = "Noop z 1 1 y z"
) -> CompileOptions:
    """A model of one convolution without a bias, by an algorithm, and a layer behind it."""
    param = folder / "m.param"
    data = f"Input x 0 1 x 0=12 1=12 2={CHANNELS}"
    layer = f"Convolution y 1 1 x y 0={OUTPUTS} {convolution}"
    param.write_text(f"7767517\n3 3\n{data}\n{layer}\n{behind}\n")
    return CompileOptions(str(param), target="x86-avx2", conv={"y": algorithm}, random_weights=1)


@pytest.mark.requirement("W25")
@pytest.mark.parametrize("algorithm", TRANSFORMED)
def test_a_compiled_model_has_the_weights_in_one_form(algorithm: str, tmp_path: Path):
    count = CHANNELS * OUTPUTS
    program = compile_program(options(tmp_path, f"1=3 4=1 6={9 * count}", algorithm))
    assert len(program.weights) == 4 * count * TRANSFORMED[algorithm]


@pytest.mark.requirement("W34")
@pytest.mark.parametrize(
    ("convolution", "gathers"),
    [("1=1 6=2048", 0), ("1=1 3=2 6=2048", 1), ("1=1 11=2 6=4096", 1), ("1=3 6=18432", 1)],
)
def test_a_single_cell_without_stride_is_a_product_as_it_is(
    convolution: str, gathers: int, tmp_path: Path
):
    module = lower(options(tmp_path, convolution, "gemm"), "kernels").module
    assert sum(isinstance(op, Im2colOp) for op in module.walk()) == gathers


@pytest.mark.slow
@pytest.mark.requirement("W17", "D15")
@pytest.mark.parametrize("behind", ["ReLU z 1 1 y z 0=0.1", "Sigmoid z 1 1 y z", "Mish z 1 1 y z"])
@pytest.mark.parametrize("algorithm", [*TRANSFORMED, "winograd6"])
def test_activations_are_part_of_the_convolution(algorithm: str, behind: str, tmp_path: Path):
    given = options(tmp_path, f"1=3 4=1 6={9 * CHANNELS * OUTPUTS}", algorithm, behind)
    names = [
        op.callee.string_value()
        for op in lower(given, "kernels").module.walk()
        if isinstance(op, CallOp)
    ]
    assert any(name.startswith(("convolution", "winograd")) for name in names)
    assert not [name for name in names if name.startswith("elementwise")]
