"""States of narrower types: attention to keys and values that numpy has rounded alike."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.dialects.bfloat16 import bits_of_bf16, floats_of_bf16
from ncnnc.dialects.int8_rounding import BELOW_HALF
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.sessions import states

from tests.helpers.guarded_memory import GuardedMemory, guarded
from tests.helpers.stateful import P, T, growing_model, stateful_model

pytestmark = pytest.mark.isa

ATTENTION = """7767517
6 8
Input in0 0 1 in0
Input in1 0 1 in1
Input in2 0 1 in2
Input ck 0 1 ck
Input cv 0 1 cv
SDPA s 5 3 in0 in1 in2 ck cv out0 nk nv 7=1
"""
HEADS, GROUPS, SIZE, VALUES = 4, 2, 20, 48
SHAPES = {
    "in0": (HEADS, T, SIZE),
    "in1": (GROUPS, T, SIZE),
    "in2": (GROUPS, T, VALUES),
    "ck": (GROUPS, P, SIZE),
    "cv": (GROUPS, P, VALUES),
}
TYPES = {"fp32": 4, "bf16": 2, "fp16": 2, "int8": 1}
"""Bytes of an element."""
FACTORS = {"int8": 4}
"""Bytes of the factor of a row."""


def attention_model(
    folder: Path, type: str, target: str = "x86-avx2", rows: int | ncnnc.Dim = T
) -> ncnnc.CompiledModel:
    shapes = {n: tuple(rows if e is T else e for e in shape) for n, shape in SHAPES.items()}
    given = {"inputs": shapes, "states": "auto", "state_type": type, "target": target}
    return stateful_model(folder, ATTENTION, **given)


def rounded(x: np.ndarray, type: str) -> np.ndarray:
    """Return what states of a type hold of rows."""
    match type:
        case "bf16":
            return floats_of_bf16(bits_of_bf16(x))
        case "fp16":
            return x.astype(np.float16).astype(np.float32)
        case "int8":
            scale = np.float32(127) / np.abs(x).max(-1, keepdims=True)
            steps = x * scale
            return np.trunc(steps + np.copysign(np.float32(BELOW_HALF), steps)) / scale
        case _:
            return x


def inputs(rows: int, seed: int) -> dict[str, np.ndarray]:
    """Return rows of queries, keys and values."""
    rng = np.random.default_rng(seed)
    sizes = {"in0": (HEADS, SIZE), "in1": (GROUPS, SIZE), "in2": (GROUPS, VALUES)}
    return {
        name: rng.standard_normal((heads, rows, columns), np.float32)
        for name, (heads, columns) in sizes.items()
    }


def attended(given: Mapping[str, np.ndarray], keys: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Attention of all queries to all keys."""
    keys, values = (np.repeat(x, HEADS // GROUPS, 0) for x in (keys, values))
    scores = given["in0"] @ keys.transpose(0, 2, 1) / np.sqrt(np.float32(SIZE))
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True) @ values


def assert_runs(session: ncnnc.Session, type: str, counts: tuple[int, ...]) -> None:
    """Run so many rows, and compare each result with numpy's."""
    past = [np.zeros((GROUPS, 0, n), np.float32) for n in (SIZE, VALUES)]
    for seed, count in enumerate(counts):
        given = inputs(count, seed)
        new = [rounded(given[name], type) for name in ("in1", "in2")]
        past = [np.concatenate(pair, 1) for pair in zip(past, new, strict=True)]
        expected = attended(given, *past)
        result = session.run(given)["out0"]
        np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


CASES = [
    *itertools.product(TYPES, ["x86-avx2", "x86-avx512"]),
    *itertools.product(["fp32", "bf16", "int8"], ["x86-64"]),
]


@pytest.mark.parametrize(("type", "target"), CASES)
def test_attention_to_rounded_states(type: str, target: str, tmp_path: Path):
    model = attention_model(tmp_path, type, target)
    assert_runs(model.session(), type, (3, 1, 16, 1, 9, 16, 2))
    specs = model.program.states
    rows = specs[0].planned[1]
    memory = sum(np.dtype(spec.dtype).itemsize * np.prod(spec.planned) for spec in specs)
    of_row = TYPES[type] * (SIZE + VALUES) + 2 * FACTORS.get(type, 0)
    assert memory == GROUPS * rows * of_row


@pytest.mark.parametrize(
    ("type", "rows"), [("fp32", 1), ("fp32", 5), ("fp32", 16), ("bf16", 16), ("int8", 16)]
)
def test_rows_of_a_fixed_number(type: str, rows: int, tmp_path: Path):
    model = attention_model(tmp_path, type, rows=rows)
    assert_runs(model.session(), type, (rows, rows, rows))


@pytest.mark.parametrize("type", TYPES)
def test_saved_states_take_as_much_as_the_rows(type: str, tmp_path: Path):
    model, path = attention_model(tmp_path, type), tmp_path / "s.state"
    session = model.session()
    for seed, count in enumerate((16, 16, 9)):
        session.run(inputs(count, seed))
    session.save(path)
    # Keys lie in whole panels.
    bytes_ = GROUPS * (TYPES[type] * (48 * SIZE + 41 * VALUES) + 2 * 41 * FACTORS.get(type, 0))
    assert path.stat().st_size < bytes_ + 200
    loaded, fork, given = model.session(), session.fork(), inputs(5, 9)
    loaded.load(path)
    expected = session.run(given)["out0"]
    for other in (loaded, fork):
        np.testing.assert_array_equal(other.run(given)["out0"], expected)


@pytest.mark.parametrize("type", TYPES)
@pytest.mark.parametrize("at_end", [False, True])
def test_nothing_is_touched_outside_of_states(
    type: str, at_end: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    model = attention_model(tmp_path, type)
    buffers = GuardedMemory(at_end, 0xFF)
    monkeypatch.setattr(states, "aligned_zeros", buffers.empty)
    with guarded(buffers):
        session = ncnnc.CompiledModel(model.program).session()
        assert_runs(session, type, (16, 16, 15, 1))


def test_types_that_cannot_be(tmp_path: Path):
    with pytest.raises(NcnncError, match=r"no instructions that convert float16; hint: .* bf16"):
        attention_model(tmp_path, "fp16", "x86-64")
    with pytest.raises(NcnncError, match="unknown type of states 'f8'"):
        attention_model(tmp_path, "f8")


def test_states_that_other_layers_read_stay_float32(tmp_path: Path):
    """And are named, with the reason."""
    model = growing_model(tmp_path, state_type="bf16")
    assert [spec.dtype for spec in model.program.states] == ["float32"]
