"""RNN, GRU and LSTM, lowered to machine code, against the reference."""

from __future__ import annotations

import numpy as np
import pytest

from tests.generators.layer_cases.case import Storage, Weight
from tests.helpers.lowering import TARGETS, check_layers, compile_layers
from tests.helpers.turns import in_turn

pytestmark = [pytest.mark.isa, pytest.mark.slow]

GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}
INT8_TARGETS = (*TARGETS, "x86-avx", "x86-avx512+vnni")


def layer(
    type: str,
    outputs: int,
    inputs: int,
    direction: int = 0,
    blobs: str = "1 1 x y",
    hidden: int | None = None,
    more: str = "",
) -> str:
    """A layer with that many outputs for rows of so many inputs."""
    directions = 2 if direction == 2 else 1
    rows = directions * GATES[type] * (outputs if hidden is None else hidden)
    own = "" if hidden is None else f"3={hidden}"
    return f"{type} l {blobs} 0={outputs} 1={rows * inputs} 2={direction} {own} {more}"


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("type", GATES)
@pytest.mark.parametrize(("outputs", "inputs", "steps"), [(1, 3, 7), (13, 5, 3), (17, 1, 2)])
def test_sizes(type, outputs, inputs, steps, target):
    check_layers(layer(type, outputs, inputs), {"x": (steps, inputs)}, target, tolerance=1e-5)


@pytest.mark.parametrize("type", GATES)
@pytest.mark.parametrize("outputs", [16, 32, 35, 48, 64])
def test_groups_of_blocks(type, outputs):
    check_layers(layer(type, outputs, 7), {"x": (3, 7)}, "x86-avx2", tolerance=1e-5)


@pytest.mark.parametrize(("steps", "direction"), [(5, 0), (1, 1), (4, 2)])
@pytest.mark.parametrize("type", GATES)
def test_states(type, steps, direction):
    names = "hc" if type == "LSTM" else "h"
    tops = " ".join(f"{name}2" for name in names)
    count = 1 + len(names)
    shapes = {name: (2 if direction == 2 else 1, 9) for name in names}
    line = layer(type, 9, 4, direction, f"{count} {count} x {' '.join(names)} y {tops}")
    check_layers(line, {"x": (steps, 4), **shapes}, "x86-avx2", tolerance=1e-5)
    line = layer(type, 9, 4, direction, f"{count} 1 x {' '.join(names)} y")
    check_layers(line, {"x": (steps, 4), **shapes}, "x86-64", tolerance=1e-5)
    line = layer(type, 9, 4, direction, f"1 {count} x y {tops}")
    check_layers(line, {"x": (steps, 4)}, tolerance=1e-5)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("outputs", "hidden"), [(5, 17), (33, 8), (16, 32)])
def test_projection(outputs, hidden, target):
    line = layer("LSTM", outputs, 3, 2, "1 3 x y h c", hidden)
    check_layers(line, {"x": (4, 3)}, target, tolerance=1e-5)


@pytest.mark.parametrize("shape", [(6,), (2, 3, 6), (2, 2, 3, 6)], ids=str)
def test_ranks(shape):
    check_layers(layer("GRU", 7, 6), {"x": shape}, tolerance=1e-5)


def int8_weights(type: str, outputs: int, inputs: int, direction: int) -> bytes:
    """The weights of a layer of int8, whose products are small."""
    rng, directions, rows = np.random.default_rng(1), 1 + direction // 2, GATES[type] * outputs
    of_input, of_state = (
        Weight(rng.integers(-127, 128, (directions, rows, n), np.int8), Storage.INT8)
        for n in (inputs, outputs)
    )
    biases = {"RNN": 1}.get(type, 4) * directions * outputs
    bias = Weight(rng.uniform(-0.3, 0.3, biases), Storage.FLOAT32)
    scales = [Weight(rng.uniform(200, 400, directions * rows)) for _ in range(2)]
    scales[1].array[::5] = 0
    return b"".join(w.content() for w in (of_input, bias, of_state, *scales))


@pytest.mark.parametrize(
    ("type", "target", "sizes"),
    in_turn([(1, 0), (7, 1), (13, 2), (17, 0)], tuple(GATES), INT8_TARGETS),
)
def test_int8(type, target, sizes):
    outputs, direction = sizes
    weights = int8_weights(type, outputs, 5, direction)
    line = layer(type, outputs, 5, direction, more="8=2")
    compiled = check_layers(line, {"x": (4, 5)}, target, tolerance=1e-5, weights=weights)
    kernels = compiled.kernels
    assert kernels.count("kernel.quantize_blocks") == (target != "x86-avx")
    assert "product = " in kernels[kernels.index("kernel.recurrence") :]


def test_weights_of_floats_become_int8():
    line = layer("GRU", 13, 5, 2, more="8=2")
    passes = ("expand-int8-linear",)
    compiled = check_layers(line, {"x": (4, 5)}, passes=passes, tolerance=1e-5)
    exact = compile_layers(line.replace("8=2", ""), {"x": (4, 5)})
    assert np.abs(compiled.expected["y"] - exact.expected["y"]).max() > 1e-4


def test_a_vector_is_multiplied_by_the_kernel_for_vectors():
    compiled = check_layers(layer("RNN", 7, 6), {"x": (1, 6)}, tolerance=1e-5)
    assert "kernel.matvec" in compiled.kernels
    assert "kernel.matmul" not in compiled.kernels


@pytest.mark.parametrize("threads", [2, 3])
@pytest.mark.parametrize(
    ("type", "outputs", "hidden", "direction"),
    [
        ("LSTM", 190, 420, 0),
        ("LSTM", 190, 420, 2),
        ("GRU", 310, None, 0),
        ("RNN", 20, None, 2),
    ],
)
def test_threads_change_nothing(type, outputs, hidden, direction, threads):
    line = layer(type, outputs, 3, direction, hidden=hidden)
    compiled = check_layers(line, {"x": (3, 3)}, "x86-avx2", tolerance=1e-5)
    expected = compiled.model.run(compiled.inputs)["y"]
    compiled.model.threads = threads
    np.testing.assert_array_equal(compiled.model.run(compiled.inputs)["y"], expected)
