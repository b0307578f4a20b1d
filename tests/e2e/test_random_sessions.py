"""
Sessions at random pairs of new rows and past compute what code for these shapes alone computes.

`NCNNC_LONG=1` runs 1,000 pairs for each decoder.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.runtime.sessions import states

from tests.helpers.guarded_memory import GuardedMemory, guarded
from tests.helpers.long_runs import rounds, tell
from tests.helpers.small_decoder import SmallDecoder
from tests.helpers.stateful import Caches, P, T, random_arrays, stateful_model

pytestmark = pytest.mark.isa

LONGEST = 47
"""Rows of the past that fit with another one."""


def decoder_model(folder: Path, decoder: SmallDecoder, **options: object) -> ncnnc.CompiledModel:
    return stateful_model(folder, decoder.text(), **{"target": "x86-avx2"} | options)


def pairs(count: int, seed: int) -> Iterator[tuple[int, int]]:
    """Yield numbers of new rows, and of rows before them."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        past = int(rng.integers(0, LONGEST + 1))
        yield int(rng.integers(1, min(16, 48 - past) + 1)), past


def fill(session: ncnnc.Session, count: int, seed: int) -> None:
    """Run on random rows until there are so many."""
    while session.length < count:
        session.run(random_arrays(session, min(16, count - session.length), seed + session.length))


@pytest.mark.parametrize("key_heads", [4, 2])
def test_pairs(key_heads: int, tmp_path: Path):
    decoder = SmallDecoder(key_heads=key_heads)
    shapes = decoder.shapes(T, P, P + T)
    session = decoder_model(tmp_path, decoder, inputs=shapes, states="auto").session()
    caching = decoder_model(tmp_path, decoder, inputs=shapes)
    fixed = decoder_model(tmp_path, decoder, dynamic=True)
    names = {name: f"out_{name}" for name in decoder.caches}
    empty = np.zeros((key_heads, 0, decoder.size), np.float32)
    count, worst = rounds(6, 1000), 0.0
    for seed, (rows, past) in enumerate(pairs(count, key_heads)):
        session.reset()
        caches = Caches(names, dict.fromkeys(names, empty))
        while session.length < past:
            given = random_arrays(session, min(16, past - session.length), seed)
            caches.run(caching, given)
            session.run(given)
        given = random_arrays(session, rows, seed)
        kept = {name: x for name, x in caches.arrays.items() if x.size}
        expected = fixed.run({**given, **kept})["out0"]
        error = np.abs(session.run(given)["out0"] - expected).max() / np.abs(expected).max()
        assert error < 1e-5, (rows, past)
        worst = max(worst, float(error))
    tell(f"{key_heads} heads of keys: {count} pairs, largest relative error {worst:.1e}")


@pytest.mark.parametrize("at_end", [False, True])
def test_nothing_is_touched_outside_of_caches(
    at_end: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Unwritten memory is full of NaN, which would spread."""
    decoder = SmallDecoder(key_heads=2)
    shapes = decoder.shapes(T, P, P + T)
    model = decoder_model(tmp_path, decoder, inputs=shapes, states="auto")
    plain = model.session()
    buffers = GuardedMemory(at_end, 0xFF)
    monkeypatch.setattr(states, "aligned_zeros", buffers.empty)
    with guarded(buffers):
        session = ncnnc.CompiledModel(model.program).session()
        for seed, (rows, past) in enumerate(pairs(rounds(8, 200), 7)):
            for one in (session, plain):
                one.truncate(min(past, one.length))
                fill(one, past, seed)
            given = random_arrays(session, rows, seed)
            result = session.run(given)["out0"]
            assert not np.isnan(result).any()
            np.testing.assert_array_equal(result, plain.run(given)["out0"])


def test_threads_share_a_model(tmp_path: Path):
    decoder = SmallDecoder(key_heads=2)
    shapes = decoder.shapes(T, P, P + T)
    model = decoder_model(tmp_path, decoder, inputs=shapes, states="auto")

    def stream(seed: int) -> np.ndarray:
        session = model.session()
        fill(session, 30, seed)
        return session.fork().run(random_arrays(session, 9, seed))["out0"]

    alone = [stream(seed) for seed in range(16)]
    with ThreadPoolExecutor(16) as pool:
        for expected, result in zip(alone, pool.map(stream, range(16)), strict=True):
            np.testing.assert_array_equal(result, expected)
