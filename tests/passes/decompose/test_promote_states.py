"""Graphs with states compute in sessions what they compute with caches given and returned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import ncnnc
import numpy as np
import pytest

from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.stateful import (
    GROWING,
    Caches,
    P,
    Runnable,
    T,
    growing_model,
    random_arrays,
    stateful_model,
)

pytestmark = pytest.mark.isa


def assert_alike(session: ncnnc.Session, plain: Runnable, counts: Sequence[int]) -> None:
    """Run so many rows; a cache is first what is given first, as ncnn takes no empty one here."""
    first = random_arrays(session, counts[0], 0)
    session.run(first)
    caches = Caches({"c0": "out1"}, {"c0": first["in0"]})
    for seed, rows in enumerate(counts[1:], 1):
        arrays = random_arrays(session, rows, seed)
        expected = caches.run(plain, arrays)
        for name, result in session.run(arrays).items():
            np.testing.assert_array_equal(result, expected[name])


@pytest.mark.parametrize("axis", [0, 1])
def test_states_grow_along_an_axis(tmp_path: Path, axis: int):
    session = growing_model(tmp_path, axis).session()
    plain = growing_model(tmp_path, axis, states=None, inputs=None, dynamic=True)
    assert_alike(session, plain, (16, 1, 7, 1, 16))


def test_single_rows(tmp_path: Path):
    shapes = {"in0": (2, 1, 12), "c0": (2, ncnnc.Dim("P", 0, 20), 12)}
    param = GROWING.format(axis=1)
    session = stateful_model(tmp_path, param, inputs=shapes, states={"c0": "out1"}).session()
    assert_alike(session, stateful_model(tmp_path, param, dynamic=True), [1] * 20)


@pytest.mark.parametrize("key_heads", [4, 2])
def test_a_decoder(tmp_path: Path, key_heads: int):
    """Bit for bit, at random pairs of rows and past."""
    decoder = SmallDecoder(key_heads=key_heads)
    shapes = decoder.shapes(T, P, P + T)
    session = stateful_model(tmp_path, decoder.text(), inputs=shapes, states="auto").session()
    plain = stateful_model(tmp_path, decoder.text(), inputs=shapes)
    assert [spec.name for spec in session.inputs] == ["in0", "in1", "in2", "in3"]
    pairs = {name: f"out_{name}" for name in decoder.caches}
    empty = np.zeros((key_heads, 0, decoder.size), np.float32)
    rng = np.random.default_rng(key_heads)
    for _ in range(8):
        caches = Caches(pairs, dict.fromkeys(pairs, empty))
        session.reset()
        while session.length < 40:
            arrays = random_arrays(session, int(rng.integers(1, 9)), session.length)
            expected = caches.run(plain, arrays)["out0"]
            np.testing.assert_array_equal(session.run(arrays)["out0"], expected)
            if rng.random() < 0.3:
                length = int(rng.integers(0, session.length + 1))
                session.truncate(length)
                caches.arrays = {n: x[:, :length] for n, x in caches.arrays.items()}
