"""Decoders in sessions, whose caches stay in panels, compute what plain runs with caches do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim

from tests.helpers.small_decoder import SmallDecoder

pytestmark = pytest.mark.isa

T, P = Dim("T", 1, 40), Dim("P", 0, 100)


@pytest.mark.parametrize(("key_heads", "repeats"), [(4, False), (2, False), (2, True)])
@pytest.mark.parametrize("target", ["x86-avx2", "x86-64"])
def test_a_decoder(key_heads: int, repeats: bool, target: str, tmp_path: Path):
    decoder = SmallDecoder(key_heads=key_heads, repeats=repeats)
    param = tmp_path / "m.param"
    param.write_text(decoder.text())

    def compiled(**options: str) -> ncnnc.CompiledModel:
        shapes = decoder.shapes(T, P, P + T)
        return ncnnc.compile(
            param, random_weights=1, inputs=shapes, target=target, cache=False, **options
        )

    plain, model = compiled(), compiled(states="auto")
    assert [spec.panels[2] for spec in model.program.states] == [1, 2] * decoder.layers
    assert {spec.shape[0] for spec in model.program.states} == {key_heads}
    rng = np.random.default_rng(0)

    def inputs(rows: int, past: int) -> dict[str, np.ndarray]:
        shapes = decoder.shapes(rows, past, past + rows)
        given = {name: shape for name, shape in shapes.items() if name not in decoder.caches}
        return {name: rng.standard_normal(shape, np.float32) for name, shape in given.items()}

    empty = decoder.shapes(0, 0, 0)
    caches = {name: np.zeros(empty[name], np.float32) for name in decoder.caches}
    session, fork = model.session(), model.session()
    for rows in (3, 1, 1, 7, 20, 1, 40, 1, 2):
        if session.length == 32:
            fork = session.fork()
        given = inputs(rows, session.length)
        expected = plain.run({**given, **caches})
        np.testing.assert_array_equal(session.run(given)["out0"], expected["out0"])
        caches = {name: expected[f"out_{name}"] for name in decoder.caches}
    assert (session.length, fork.length) == (76, 32)

    path, loaded = tmp_path / "s.state", model.session()
    fork.save(path)
    loaded.load(path)
    session.truncate(32)
    given = inputs(5, 32)
    results = [one.run(given)["out0"] for one in (session, fork, loaded)]
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])


def test_a_decoder_without_its_mask(tmp_path: Path):
    """Causal attention to states, with heads that share keys, as with a mask that is given."""
    decoder = SmallDecoder(key_heads=2, repeats=True)
    param = tmp_path / "m.param"
    param.write_text(decoder.text())
    shapes = decoder.shapes(T, P, P + T)
    options: dict[str, Any] = {"random_weights": 1, "cache": False, "states": "auto"}
    masked = ncnnc.compile(param, inputs=shapes, **options).session()
    del shapes["in1"]
    causal = ncnnc.compile(param, inputs=shapes, masks={"in1": "causal"}, **options).session()
    assert [spec.name for spec in causal.inputs] == ["in0", "in2", "in3"]
    rng = np.random.default_rng(0)
    for rows in (3, 1, 20, 1, 33):
        past = masked.length
        given = {
            name: rng.standard_normal(shape, np.float32)
            for name, shape in decoder.shapes(rows, past, past + rows).items()
            if name not in decoder.caches
        }
        hidden = np.arange(past + rows) > np.arange(rows)[:, None] + past
        given["in1"] = np.where(hidden, -np.inf, 0).astype(np.float32)
        expected = masked.run(given)["out0"]
        del given["in1"]
        result = causal.run(given)["out0"]
        np.testing.assert_allclose(result, expected, rtol=0, atol=1e-5 * np.abs(expected).max())


@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("masks", [{}, {"in1": "causal"}])
def test_caches_need_no_shapes(repeats: bool, masks: dict[str, str], tmp_path: Path):
    """The program is the one of shapes that are given."""
    decoder = SmallDecoder(key_heads=2, repeats=repeats)
    param = tmp_path / "m.param"
    param.write_text(decoder.text())
    given = {n: s for n, s in decoder.shapes(T, P, P + T).items() if n not in masks}
    short = {name: shape for name, shape in given.items() if name not in decoder.caches}
    dims = {"T": (T.least, T.most), "P": (P.least, P.most)}
    options: dict[str, Any] = {"random_weights": 1, "cache": False, "states": "auto"}
    programs = [
        ncnnc.compile(param, inputs=inputs, dims=dims, masks=masks, **options).program
        for inputs in (given, short)
    ]
    assert programs[0].inputs == programs[1].inputs
    assert programs[0].object_code == programs[1].object_code
