"""States that `auto` finds, and whose shapes nobody gives, hold what callers would keep."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest

from tests.helpers.stateful import RECURRENT, Caches, T, stateful_model

pytestmark = pytest.mark.isa

BOTH_WAYS = """7767517
5 7
Input in0 0 1 in0
Input h0 0 1 h0
Split s 1 2 h0 a b
GRU gru 2 2 in0 a out0 h1 0=8 1=576 2=2
Sigmoid sg 1 1 b out1
"""
PLAIN = (
    "7767517\n3 4\nInput in0 0 1 in0\nInput h0 0 1 h0\nRNN rnn 2 2 in0 h0 out0 h1 0=8 1=96 2=0\n"
)
NETWORKS = {
    "lstm": (RECURRENT, {"h0": ((1, 8), "h1"), "c0": ((1, 8), "c1")}),
    "gru": (BOTH_WAYS, {"h0": ((2, 8), "h1")}),
    "rnn": (PLAIN, {"h0": ((1, 8), "h1")}),
}
ATTENTION = """7767517
9 18
Input in0 0 1 in0
Input caches 0 4 ck cv dk dv
Split s 1 2 in0 a b
Split t 1 1 ck ck0
MultiHeadAttention m 3 3 a ck0 cv o0 nk nv 0=32 1=4 2=1024 3=32 4=32 7=1
Split u 1 2 nk nk0 nk1
MultiHeadAttention n 3 3 b dk dv o1 mk mv 0=32 1=4 2=1024 3=32 4=32 7=1
BinaryOp add 2 1 o0 o1 out0 0=0
Reduction r 1 1 nk0 out1 0=3 1=0 -23303=1,1 4=1 5=1
"""
"""Two layers of attention; a cache, before and after a run, is handed on by Split."""


@pytest.mark.parametrize("name", NETWORKS)
def test_recurrent_states_without_shapes(name: str, tmp_path: Path):
    text, states = NETWORKS[name]
    model = stateful_model(tmp_path, text, inputs={"in0": (T, 12)}, states="auto")
    assert {s.name: s.shape for s in model.program.states} == {n: s for n, (s, _) in states.items()}
    shapes = {"in0": (T, 12), **{state: shape for state, (shape, _) in states.items()}}
    plain = stateful_model(tmp_path, text, inputs=shapes)
    kept = Caches({state: output for state, (_, output) in states.items()})
    kept.arrays = {state: np.zeros(shape, np.float32) for state, (shape, _) in states.items()}
    session, rng = model.session(), np.random.default_rng(0)
    for rows in (3, 1, 16):
        x = rng.standard_normal((rows, 12), np.float32)
        found = session.run({"in0": x})
        for blob, value in kept.run(plain, {"in0": x}).items():
            np.testing.assert_array_equal(found[blob], value)


def test_caches_of_several_layers_of_one_length(tmp_path: Path):
    outputs = ["out0", "out1"]
    states = {"ck": "nk1", "cv": "nv", "dk": "mk", "dv": "mv"}
    given = {"inputs": {"in0": (T, 32)}, "outputs": [*outputs, *states.values()]}
    model = stateful_model(tmp_path, ATTENTION, dims={"P": (0, 48)}, states="auto", **given)
    assert {s.name: s.symbolic for s in model.program.states} == {
        name: ("4", "P", "8") for name in states
    }
    session, kept, rng = model.session(), Caches(states), np.random.default_rng(0)
    for rows in (5, 1, 3):
        x = rng.standard_normal((rows, 32), np.float32)
        past = {name: array.shape for name, array in kept.arrays.items()}
        shapes = {"in0": x.shape, **past}
        plain = stateful_model(tmp_path, ATTENTION, inputs=shapes, outputs=given["outputs"])
        found = session.run({"in0": x})
        for blob, value in kept.run(plain, {"in0": x}).items():
            np.testing.assert_allclose(found[blob], value, rtol=0, atol=1e-5 * abs(value).max())
    assert session.length == 9


def test_caches_of_which_no_extent_is_the_length(tmp_path: Path):
    dims = {"P": (0, 48), "Q": (0, 9)}
    with pytest.raises(ncnnc.NcnncError, match=r"state 'ck' has no shape.*--input ck=4,P,8"):
        stateful_model(tmp_path, ATTENTION, inputs={"in0": (T, 32)}, dims=dims, states="auto")
