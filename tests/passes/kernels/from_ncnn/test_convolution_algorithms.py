"""Every convolution algorithm on every target against the numpy reference: shapes, pads, groups."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import import_graph, make_context
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.steps import Level
from ncnnc.compiler.program.assemble import assemble
from ncnnc.compiler.reference import run_reference
from ncnnc.passes.graph.infer_shapes import InferShapesPass
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.helpers.needed_features import needs_features_of

pytestmark = pytest.mark.isa

TARGETS = (
    pytest.param("x86-64", marks=pytest.mark.slow),
    pytest.param("x86-avx", marks=pytest.mark.slow),
    "x86-avx2",
    "x86-avx512",
)
BATCHED_ON = (("x86-64", "x86-avx2"), ("x86-avx", "x86-avx512"))
TOLERANCE = {"winograd6": 1e-3}
"""Tolerance relative to the largest magnitude of an output; 1e-4 by default."""
RELU, LEAKY_RELU, SIGMOID, HARDSWISH = 1, 2, 4, 6
PARAMETERS = {LEAKY_RELU: (0.1,), HARDSWISH: (0.2, 0.5)}
SAME_UPPER, SAME_LOWER = (-233,) * 4, (-234,) * 4


@dataclass(frozen=True)
class Case:
    """
    One convolution layer. Shapes: `size` is `h,w`, `pad` is top, left, bottom, right; of a batch of
    `images` it is a layer of volumes whose kernel has depth 1.
    """

    channels: int
    outputs: int
    kernel: tuple[int, int] = (3, 3)
    size: tuple[int, int] = (8, 9)
    stride: tuple[int, int] = (1, 1)
    dilation: tuple[int, int] = (1, 1)
    pad: tuple[int, int, int, int] = (0, 0, 0, 0)
    groups: int = 1
    bias: bool = True
    activation: int = 0
    images: int | None = None

    def layer(self, name: str, source: str) -> str:
        """The layer's line in a `.param`."""
        kind = "Convolution" if self.groups == 1 else "ConvolutionDepthWise"
        count = self.outputs * self.channels // self.groups * self.kernel[0] * self.kernel[1]
        top, left, bottom, right = self.pad
        values = {0: self.outputs, 5: int(self.bias), 6: count, 7: self.groups}
        values |= {1: self.kernel[1], 11: self.kernel[0], 2: self.dilation[1], 12: self.dilation[0]}
        values |= {3: self.stride[1], 13: self.stride[0]}
        values |= {4: left, 14: top, 15: right, 16: bottom, 9: self.activation}
        if self.images is not None:
            kind += "3D"
            values |= {21: 1, 22: 1, 23: 1}
            values |= {24: 0, 17: 0} if left >= 0 else {}
        words = [f"{key}={value}" for key, value in values.items()]
        if parameters := PARAMETERS.get(self.activation):
            words.append(f"-23310={len(parameters)},{','.join(map(str, parameters))}")
        return f"{kind} {name} 1 1 {source} {name} {' '.join(words)}"


DIRECT = (
    Case(1, 7, size=(5, 5), pad=(1, 1, 1, 1)),
    Case(3, 17, stride=(2, 2), pad=(1, 1, 1, 1), activation=RELU),
    Case(3, 33, kernel=(1, 1)),
    Case(7, 13, kernel=(1, 1), size=(1, 1)),
    Case(13, 24, kernel=(1, 1), size=(5, 7), activation=LEAKY_RELU),
    Case(17, 3, kernel=(1, 1), stride=(2, 3)),
    Case(24, 33, kernel=(3, 2), pad=(2, 0, 1, 3), activation=HARDSWISH),
    Case(33, 1, size=(7, 7), dilation=(2, 2), pad=(2, 2, 2, 2), bias=False),
    Case(24, 17, kernel=(5, 3), stride=(3, 2), dilation=(1, 2), pad=SAME_UPPER),
    Case(13, 7, kernel=(4, 4), size=(9, 6), stride=(2, 2), pad=SAME_LOWER),
    Case(7, 24, size=(1, 1), pad=(1, 1, 1, 1), activation=SIGMOID),
    Case(17, 16, kernel=(1, 1), size=(4, 4), pad=(0, 1, 2, 0)),
    Case(16, 32, kernel=(7, 1), size=(7, 1)),
    # Few outputs of many channels: vectors of the one are narrower than blocks of the other.
    Case(344, 7, kernel=(1, 1), size=(5, 6)),
)
WINOGRAD = (
    Case(1, 17, pad=(1, 1, 1, 1)),
    Case(3, 7, size=(3, 3), activation=RELU),
    Case(7, 3, size=(5, 13), pad=(1, 1, 1, 1)),
    Case(13, 33, size=(1, 1), pad=(1, 1, 1, 1), bias=False),
    Case(17, 24, size=(14, 9), pad=(0, 2, 1, 0), activation=LEAKY_RELU),
    Case(24, 1, size=(7, 7), pad=SAME_UPPER),
    Case(33, 13, size=(16, 4), pad=(2, 2, 2, 2), activation=SIGMOID),
)
# Odd channels, pads of all kinds, maps and outputs smaller than the dilation.
DILATED = (
    Case(3, 17, size=(13, 10), dilation=(2, 2), pad=(2, 2, 2, 2), activation=RELU),
    Case(13, 7, size=(9, 11), dilation=(3, 3)),
    Case(17, 3, size=(8, 9), dilation=(2, 1), pad=(0, 1, 3, 0), activation=LEAKY_RELU),
    Case(7, 13, size=(5, 14), dilation=(1, 4), pad=SAME_UPPER, bias=False),
    Case(13, 17, size=(7, 5), dilation=(12, 12), pad=(12, 12, 12, 12)),
    Case(7, 1, size=(1, 1), dilation=(2, 2), pad=(2, 2, 2, 2)),
    Case(1, 13, size=(8, 8), dilation=(3, 3), activation=SIGMOID),
    Case(3, 7, kernel=(5, 5), size=(11, 12), dilation=(2, 2), pad=(4, 4, 4, 4)),
    Case(17, 13, kernel=(3, 1), size=(9, 8), dilation=(3, 3), pad=(3, 0, 3, 0)),
)
DEPTHWISE = (
    Case(3, 3, pad=(1, 1, 1, 1), groups=3),
    Case(7, 7, stride=(2, 2), pad=(1, 1, 1, 1), groups=7, activation=RELU),
    Case(13, 13, kernel=(5, 5), pad=SAME_UPPER, groups=13),
    Case(17, 17, kernel=(1, 1), groups=17, bias=False),
    Case(24, 24, size=(1, 1), pad=(1, 1, 1, 1), groups=24, activation=HARDSWISH),
    Case(33, 33, kernel=(2, 4), dilation=(2, 1), pad=(0, 1, 2, 3), groups=33),
    Case(16, 16, kernel=(7, 7), size=(14, 15), stride=(1, 3), pad=(3, 3, 3, 3), groups=16),
)
GROUPED = (
    Case(6, 4, pad=(1, 1, 1, 1), groups=2, activation=RELU),
    Case(9, 21, stride=(2, 1), pad=(0, 1, 2, 0), groups=3),
    Case(13, 26, kernel=(1, 1), groups=13),
    Case(24, 24, size=(1, 1), pad=(1, 1, 1, 1), groups=4, bias=False),
    Case(33, 11, kernel=(1, 3), dilation=(1, 2), groups=11, activation=SIGMOID),
    Case(34, 34, groups=17, pad=SAME_LOWER),
    Case(32, 64, groups=2, size=(4, 5), pad=(1, 1, 1, 1)),
    Case(48, 32, kernel=(1, 1), groups=2, stride=(2, 2)),
    # Some output vectors span two groups, and others one, of whole or partial input vectors.
    Case(96, 72, kernel=(1, 1), groups=3, activation=RELU),
    Case(30, 60, pad=(1, 0, 1, 2), groups=3),
)
ALGORITHMS: dict[str, Sequence[Case]] = {
    "packed": DIRECT,
    "gemm": DIRECT,
    "tiled": DIRECT,
    "winograd2": WINOGRAD,
    "winograd4": WINOGRAD,
    "winograd6": WINOGRAD,
    "dilated": DILATED,
    "depthwise": DEPTHWISE,
    "grouped": GROUPED,
}


def branches(cases: Sequence[Case]) -> str:
    """A `.param` with one input and one layer for each case."""
    lines = ["7767517", f"{2 * len(cases)} {2 * len(cases)}"]
    for i, case in enumerate(cases):
        (h, w), c = case.size, case.channels
        size = f"0={w} 1={h} 2={c}"
        if case.images is not None:
            size = f"0={w} 1={h} 11={case.images} 2={c}"
        lines.append(f"Input x{i} 0 1 x{i} {size}")
        lines.append(case.layer(f"y{i}", f"x{i}"))
    return "\n".join(lines) + "\n"


def run_both(options: CompileOptions) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the results of compiled model and reference for each output, in order."""
    needs_features_of(options.target)
    ctx = make_context()
    graph = import_graph(options, ctx)
    InferShapesPass().apply(ctx, graph)
    model = CompiledModel(assemble(lower(options)))
    rng = np.random.default_rng(0)
    inputs = {s.name: rng.uniform(-1, 1, s.shape).astype(np.float32) for s in model.inputs}
    expected = run_reference(graph, ctx.weights, inputs)
    got = model.run(inputs)
    return [(got[name], expected[name]) for name in got]


def relative_error(got: np.ndarray, expected: np.ndarray) -> float:
    """The largest difference as a part of the largest magnitude; infinite for NaN."""
    difference = np.abs(got - expected).max() / max(float(np.abs(expected).max()), 1e-3)
    return float(difference) if np.isfinite(difference) else float("inf")


def check(cases: Sequence[Case], algorithm: str, target: str, directory: Path) -> None:
    """Compile a network of these layers, run it, and compare."""
    param = directory / "branches.param"
    param.write_text(branches(cases))
    name = "packed" if algorithm == "grouped" else algorithm
    forced = {f"y{i}": name for i in range(len(cases))}
    options = CompileOptions(str(param), target=target, random_weights=1, conv=forced)
    results = run_both(options)
    wrong = {
        case: error
        for case, (got, expected) in zip(cases, results, strict=True)
        if (error := relative_error(got, expected)) > TOLERANCE.get(algorithm, 1e-4)
    }
    assert not wrong


ROWS = {"dilated": [pytest.mark.requirement("W19", "W20", "L21", "D14")]}
NAMES = [pytest.param(name, marks=ROWS.get(name, [])) for name in ALGORITHMS]


@pytest.mark.requirement("W27", "W33")
@pytest.mark.parametrize("algorithm", NAMES)
@pytest.mark.parametrize("target", TARGETS)
def test_algorithm_computes_the_convolution(target: str, algorithm: str, tmp_path: Path):
    check(ALGORITHMS[algorithm], algorithm, target, tmp_path)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("target", TARGETS)
def test_algorithm_computes_batches(target: str, algorithm: str, tmp_path: Path):
    """Cases take turns: each is computed for two of the targets."""
    cases = zip(ALGORITHMS[algorithm], cycle((2, 3, 8, 1, 2)), cycle(BATCHED_ON), strict=False)
    mine = [replace(case, images=n) for case, n, targets in cases if target in targets]
    check(mine, algorithm, target, tmp_path)


@pytest.mark.requirement("W25", "D14")
@pytest.mark.parametrize("algorithm", ["packed", "gemm", "winograd2", "winograd4", "winograd6"])
def test_a_program_has_the_weights_of_its_algorithm_and_no_others(algorithm: str, tmp_path: Path):
    param = tmp_path / "one.param"
    param.write_text(branches([Case(16, 32, size=(23, 29), bias=False)]))
    options = CompileOptions(
        str(param), target="x86-avx2", random_weights=1, conv={"y0": algorithm}
    )
    program = assemble(lower(options))
    values = {"winograd2": 16, "winograd4": 36, "winograd6": 64}.get(algorithm, 9)
    assert len(bytes(program.weights)) == 4 * values * 16 * 32


@pytest.mark.parametrize(
    ("outputs", "target", "lanes"),
    [
        *((88, "x86-avx512", 8), (5, "x86-avx512", None), (49, "x86-avx512", 8)),
        *((32, "x86-avx512", None), (26, "x86-avx512", None), (20, "x86-avx2", None)),
    ],
)
def test_last_vector_is_as_narrow_as_pays(
    outputs: int, target: str, lanes: int | None, tmp_path: Path
):
    param = tmp_path / "one.param"
    param.write_text(branches([Case(16, outputs, kernel=(1, 1))]))
    options = CompileOptions(str(param), target=target, random_weights=1)
    kernels = str(lower(options, level=Level.KERNELS).module)
    assert [int(n) for n in re.findall(r"last_lanes = (\d+)", kernels)] == (
        [] if lanes is None else [lanes]
    )


@pytest.mark.parametrize("outputs", [1, 3, 7, 13, 17, 24, 40])
def test_sums_in_parts(outputs: int, tmp_path: Path):
    """Lanes that outputs leave unused sum other channels, also of windows and in other packs."""
    target = ("x86-avx2", "x86-avx512", "x86-64")[outputs % 3]
    windows = [Case(n, outputs, kernel=k, size=(13, 17)) for n in (24, 4) for k in ((1, 1), (3, 3))]
    forced = {f"y{i}": ("gemm", "packed")[i % 2] for i in range(len(windows))}
    param = tmp_path / "one.param"
    param.write_text(branches(windows))
    options = CompileOptions(str(param), target=target, random_weights=1, conv=forced)
    for got, expected in run_both(options):
        assert relative_error(got, expected) < 1e-5


CHAIN = """7767517
4 4
Input       x    0 1 x 0=6 1=5 2=5
Convolution low  1 1 x low 0=20 1=1 6=100
UnaryOp     high 1 1 low high 0=15
{last}
"""


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_lanes_past_the_last_channel_do_not_leak(algorithm: str, tmp_path: Path):
    """They hold 1/0 in the last layer's input; a weight of zero would not silence that."""
    groups = {"depthwise": 20, "grouped": 4}.get(algorithm, 1)
    window = Case(20, 20, pad=(1, 1, 1, 1), groups=groups)
    if algorithm == "dilated":
        window = replace(window, dilation=(2, 2))
    last = window.layer("y", "high")
    param = tmp_path / "chain.param"
    param.write_text(CHAIN.format(last=last))
    forced = {"y": "packed" if algorithm == "grouped" else algorithm}
    options = CompileOptions(str(param), target="x86-avx2", random_weights=1, conv=forced)
    [(got, expected)] = run_both(options)
    assert relative_error(got, expected) < TOLERANCE.get(algorithm, 1e-4)


@pytest.mark.requirement("D21")
@pytest.mark.parametrize("images", [None, 3])
@pytest.mark.parametrize(
    "algorithm", ["packed", "gemm", "tiled", "winograd2", "winograd4", "winograd6", "dilated"]
)
def test_threads_change_no_bit(algorithm: str, images: int | None, tmp_path: Path):
    target = "x86-avx2+l2=32K"  # so small that every algorithm works in several blocks
    param = tmp_path / "large.param"
    case = Case(24, 40, size=(23, 29), pad=(1, 1, 1, 1), images=images)
    if algorithm == "dilated":
        case = replace(case, dilation=(3, 2))
    param.write_text(branches([case]))
    options = CompileOptions(
        str(param), target=target, random_weights=1, conv={"y0": algorithm}, threads=2
    )
    program = assemble(lower(options))
    shape = (24, 23, 29) if images is None else (24, images, 23, 29)
    x = np.random.default_rng(0).uniform(-1, 1, shape).astype(np.float32)
    one, two, three = (CompiledModel(program, threads)(x) for threads in (1, 2, 3))
    np.testing.assert_array_equal(one, two)
    np.testing.assert_array_equal(one, three)
