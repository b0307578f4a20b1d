"""Convolutions that get smaller weights, and the weight bytes of each algorithm."""

from __future__ import annotations

import ncnnc
import pytest
from ncnnc.dialects.kernel.attributes import Algorithm
from ncnnc.passes.schedule.cost.algorithm_choice import AlgorithmChoice
from ncnnc.passes.schedule.cost.weight_saving import SavingCandidate, save_weights

PACKED, FAST, FASTEST = Algorithm.PACKED, Algorithm.WINOGRAD2, Algorithm.WINOGRAD6


def candidate(name: str, times: tuple[float, float, float], size: int) -> SavingCandidate[str]:
    """A convolution by F(6,3), with the times of packed, F(2,3) and F(6,3)."""
    cycles = dict(zip((PACKED, FAST, FASTEST), times, strict=True))
    sizes = {PACKED: 9 * size, FAST: 16 * size, FASTEST: 64 * size}
    return SavingCandidate(name, AlgorithmChoice(FASTEST, "fewest estimated cycles", cycles), sizes)


LARGE_MAP = candidate("large map", (900, 450, 300), 1)
SMALL_MAP = candidate("small map", (120, 110, 100), 10)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (0, {}),
        (1, {"small map": FAST}),
        (480, {"small map": FAST}),
        (481, {"small map": PACKED}),
        (551, {"small map": PACKED, "large map": FAST}),
        (599, {"small map": PACKED, "large map": PACKED}),
        (605, {"small map": PACKED, "large map": PACKED}),
        (10**9, {"small map": PACKED, "large map": PACKED}),
    ],
)
def test_the_least_time_for_a_byte_comes_first(wanted: int, expected: dict[str, Algorithm]):
    changed = save_weights([LARGE_MAP, SMALL_MAP], wanted)
    assert {name: choice.algorithm for name, choice in changed.items()} == expected
    assert all("limit of memory" in choice.reason for choice in changed.values())


def test_what_a_later_change_makes_needless_is_taken_back():
    little = candidate("little", (101, 100, 100), 1)
    large = candidate("large", (200, 190, 180), 10)
    assert list(save_weights([little, large], 48)) == ["little"]
    assert list(save_weights([little, large], 480)) == ["large"]


def test_measured_times_come_before_estimates():
    seconds = {PACKED: 1.0, FAST: 3.0, FASTEST: 2.0}
    choice = AlgorithmChoice(FASTEST, "fastest when measured", SMALL_MAP.choice.cycles, seconds)
    changed = save_weights([SavingCandidate("a", choice, SMALL_MAP.weight_bytes)], 1)
    assert changed["a"].algorithm is PACKED


CONVOLUTION = """7767517
2 2
Input       x 0 1 x 0=12 1=12 2=10
Convolution l 1 1 x y 0=20 1=3 4={0} 2={0} 6=1800
"""


@pytest.mark.isa
@pytest.mark.parametrize("algorithm", ["packed", "winograd2", "winograd6", "tiled", "dilated"])
def test_bytes_are_those_that_are_packed(algorithm: str):
    from ncnnc.compiler.driver.import_model import import_graph, make_context
    from ncnnc.compiler.options.compile_options import CompileOptions
    from ncnnc.compiler.pipeline.build import build_pipeline
    from ncnnc.compiler.pipeline.runner import PassRunner
    from ncnnc.compiler.pipeline.steps import Level
    from ncnnc.dialects.ncnn.families.convolution_nd import ScheduledConvolution
    from ncnnc.dialects.target.records import Target
    from ncnnc.passes.schedule.cost.conv_cost import weight_bytes
    from ncnnc.passes.schedule.cost.conv_shape import convolution_shape

    param = CONVOLUTION.format(2 if algorithm == "dilated" else 1).encode()
    conv = {"l": algorithm}
    model = ncnnc.compile(param, random_weights=0, target="x86-avx2", conv=conv)
    ctx = make_context()
    options = CompileOptions(param, random_weights=0, target="x86-avx2", conv=conv)
    module = import_graph(options, ctx)
    PassRunner(ctx).run(module, build_pipeline(options).until(Level.GRAPH))
    (layer,) = [op for op in module.walk() if isinstance(op, ScheduledConvolution)]
    shape, target = convolution_shape(layer), Target.parse("x86-avx2")
    assert len(model.program.weights) == weight_bytes(shape, Algorithm(algorithm), target, 4)
