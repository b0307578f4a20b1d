"""Outputs move by what their inputs do, times what the network makes of it."""

from __future__ import annotations

import numpy as np
from ncnnc.compiler.analysis.sensitivity import NUDGE, nudged, sensitivities

X = {"x": np.linspace(-1, 1, 101, dtype=np.float32)}


def test_every_element_moves_by_its_last_bits():
    (moved,) = nudged(X, 0).values()
    change = np.abs(moved.astype(np.float64) - X["x"])
    assert moved.dtype == np.float32
    assert (change <= 1.5 * NUDGE * np.abs(X["x"])).all()
    assert (change > 0).sum() == 100
    assert (np.sign(moved - X["x"]) * np.sign(X["x"]) > 0).any()
    np.testing.assert_array_equal(nudged(X, 0)["x"], moved)
    assert not np.array_equal(nudged(X, 1)["x"], moved)


def test_a_line_moves_little_and_a_wave_much():
    found = sensitivities(lambda a: {"y": 3 * a["x"], "z": np.sin(a["x"] * 1e5)}, X)
    assert found is not None
    assert 0.5 * NUDGE < found["y"] < 2 * NUDGE
    assert 1e-3 < found["z"] < 1e-1


def test_integers_do_not_move():
    words = np.arange(5, dtype=np.int32)
    assert sensitivities(lambda a: {"y": a["x"]}, {"x": words}) is None
    moved = nudged({"x": words, **{"f": X["x"]}}, 0)
    np.testing.assert_array_equal(moved["x"], words)
