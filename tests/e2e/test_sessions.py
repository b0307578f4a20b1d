"""Decoders in sessions, whose caches stay in panels, compute what plain runs with caches do."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim

from tests.helpers.small_decoder import SmallDecoder

pytestmark = pytest.mark.isa

T, P = Dim("T", 1, 40), Dim("P", 0, 100)


@pytest.mark.parametrize("key_heads", [4, 2])
@pytest.mark.parametrize("target", ["x86-avx2", "x86-64"])
def test_a_decoder(key_heads: int, target: str, tmp_path: Path):
    decoder = SmallDecoder(key_heads=key_heads)
    param = tmp_path / "m.param"
    param.write_text(decoder.text())

    def compiled(**options: str) -> ncnnc.CompiledModel:
        shapes = decoder.shapes(T, P, P + T)
        return ncnnc.compile(
            param, random_weights=1, inputs=shapes, target=target, cache=False, **options
        )

    plain, model = compiled(), compiled(states="auto")
    assert [spec.panels[2] for spec in model.program.states] == [1, 2] * decoder.layers
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
