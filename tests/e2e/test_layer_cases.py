"""
Random cases of every layer compute what ncnn does, and the generators make good ones.

A failure prints the case, made small, and the choices with which
`python -m tests.generators.layer_cases --layer X --replay CHOICES` runs it again.
`NCNNC_LAYER_CASES=500` checks more than the usual cases of each layer.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator

import numpy as np
import pytest
from ncnnc.compiler.format.layer_types import LAYER_TYPES

from tests.generators.layer_cases.__main__ import main
from tests.generators.layer_cases.case import GENERATORS, LayerCase, Storage, Weight
from tests.generators.layer_cases.checking import (
    TARGETS,
    Checker,
    Kind,
    Oracle,
    UndefinedError,
    Way,
)
from tests.generators.layer_cases.draws import Draws
from tests.generators.layer_cases.running import draw, run_layer_cases
from tests.generators.layer_cases.shrinking import shrunk
from tests.generators.layer_cases.tolerance import MOVED, SUM, difference
from tests.generators.layer_cases.worker import DiedError, Worker
from tests.helpers.conformance import needs_ncnn

COUNT = int(os.environ.get("NCNNC_LAYER_CASES", "8"))
"""Cases of each layer."""
UNCHECKED = {"ArgMax", "SPP", "Input", "Packing"}
"""The wheel has not the first two; Inputs are in all cases; the last is ncnn's own."""


@pytest.fixture(scope="module")
def checker() -> Iterator[Checker]:
    """One for all layers: its children have imported the compiler."""
    made = Checker()
    yield made
    made.close()


@pytest.mark.slow
@pytest.mark.isa
@pytest.mark.oracle
@needs_ncnn
@pytest.mark.parametrize("layer", sorted(GENERATORS))
def test_layer_computes_what_ncnn_computes(layer: str, checker: Checker):
    tally = run_layer_cases(checker, layer, range(COUNT), TARGETS, most_failures=1)
    assert not tally.failures, tally.failures[0].report()
    checked = sum(tally.counts[kind] for kind in (Kind.SAME, Kind.NO_OP, Kind.DECLINED))
    assert checked > COUNT / 2, tally.line()


# The generators -----------------------------------------------------------------------------------


def test_every_layer_has_a_generator():
    assert set(LAYER_TYPES) - UNCHECKED == set(GENERATORS)


@pytest.mark.parametrize("layer", sorted(GENERATORS))
def test_a_seed_is_a_case(layer: str):
    choices, one = draw(GENERATORS[layer], 3)
    other = draw(GENERATORS[layer], 3)[1]
    again = GENERATORS[layer].case(Draws(prefix=choices))
    for same in (other, again):
        assert same.param_text() == one.param_text()
        assert same.weight_bytes() == one.weight_bytes()
        assert all(map(np.array_equal, same.inputs, one.inputs, [True] * len(one.inputs)))


@pytest.mark.parametrize("layer", sorted(GENERATORS))
def test_cases_differ(layer: str):
    texts = {draw(GENERATORS[layer], seed)[1].param_text() for seed in range(10)}
    assert len(texts) > 2


# What runs them -----------------------------------------------------------------------------------


def crash_if_asked(request: int) -> int:
    """Read an invalid address for a 0."""
    return request if request else ctypes.string_at(0)[0]


def test_a_worker_outlives_its_child():
    worker = Worker(crash_if_asked)
    assert worker(3) == 3
    with pytest.raises(DiedError, match="status -11"):
        worker(0)
    assert worker(4) == 4
    worker.close()


@needs_ncnn
@pytest.mark.oracle
def test_a_crash_of_the_wheel_is_no_result():
    wheel = Oracle()
    x = np.ones(3, np.float32)
    with pytest.raises(UndefinedError, match="ended with status"):
        wheel.results(LayerCase("Slice", (x,), {2: ()}))
    with pytest.raises(UndefinedError, match="the wheel says"):
        wheel.results(LayerCase("Tile", (x,), {0: -1, 1: 2}))
    np.testing.assert_array_equal(wheel.results(LayerCase("Noop", (x,)))["y0"], x)
    wheel.close()


@needs_ncnn
@pytest.mark.oracle
@pytest.mark.parametrize("storage", [s for s in Storage if s is not Storage.INT8])
def test_weights_are_read_as_they_are_written(storage: Storage):
    wheel = Oracle()
    x, weight = np.eye(3, dtype=np.float32), np.array([[0, 1, 2, 3.0]], np.float32).T @ [[1, 2, 5]]
    tag = Storage.FLOAT32 if storage is Storage.UNTAGGED else storage
    case = LayerCase("InnerProduct", (x,), {0: 4, 2: 12}, (Weight(weight, tag),))
    np.testing.assert_allclose(wheel.results(case)["y0"], weight.T, atol=0.03)
    wheel.close()


def test_differences_are_found():
    x = np.array([1, np.nan, -0.0, np.inf], np.float32)
    assert difference({"y": x}, {"y": x.copy()}, MOVED) is None
    assert difference({"y": x}, {}, SUM) == "no output 'y'"
    assert "shape" in str(difference({"y": x}, {"y": x[None]}, SUM))
    for place, number in enumerate((1.1, 1.0, 0.5, 1.0)):
        other = x.copy()
        other[place] = number
        assert "1 of 4 differ" in str(difference({"y": x}, {"y": other}, SUM))
    assert difference({"y": x}, {"y": np.abs(x)}, SUM) is None
    assert difference({"y": x}, {"y": np.abs(x)}, MOVED) is not None


def test_a_failure_is_made_small():
    choices, _ = draw(GENERATORS["Permute"], 5)
    small = shrunk(GENERATORS["Permute"], choices, lambda c: c.inputs[0].size > 4)[1]
    assert small.inputs[0].shape == (5,)
    assert dict(small.params) == {}


@needs_ncnn
@pytest.mark.oracle
@pytest.mark.isa
def test_script_says_what_differs(capsys: pytest.CaptureFixture[str]):
    assert main(["--layer", "Permute", "--count", "3", "--way", Way.REFERENCE]) == 0
    assert "3 same" in capsys.readouterr().out
    assert main(["--layer", "Permute", "--replay", "0,3"]) == 0
    assert "inputs: x0: [4] float32" in capsys.readouterr().out
