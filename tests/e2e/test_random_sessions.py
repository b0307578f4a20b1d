"""
Sessions at random pairs of new rows and past compute what code for these shapes alone computes.

`NCNNC_LONG=1` runs 1,000 pairs for each form of weights and states, in half a minute.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.analysis.relative_error import relative_error
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
def test_shapes_of_their_own(key_heads: int, tmp_path: Path):
    """Against code for the shapes of a pair, which gets the caches as inputs."""
    decoder = SmallDecoder(key_heads=key_heads)
    shapes = decoder.shapes(T, P, P + T)
    session = decoder_model(tmp_path, decoder, inputs=shapes, states="auto").session()
    caching = decoder_model(tmp_path, decoder, inputs=shapes)
    fixed = decoder_model(tmp_path, decoder, dynamic=True)
    names = {name: f"out_{name}" for name in decoder.caches}
    empty = np.zeros((key_heads, 0, decoder.size), np.float32)
    for seed, (rows, past) in enumerate(pairs(rounds(2, 50), key_heads)):
        session.reset()
        caches = Caches(names, dict.fromkeys(names, empty))
        while session.length < past:
            given = random_arrays(session, min(16, past - session.length), seed)
            caches.run(caching, given)
            session.run(given)
        given = random_arrays(session, rows, seed)
        kept = {name: x for name, x in caches.arrays.items() if x.size}
        expected = fixed.run({**given, **kept})["out0"]
        assert relative_error(session.run(given)["out0"], expected) < 1e-5, (rows, past)


@pytest.mark.parametrize(
    ("bits", "options"),
    [
        (32, {}),
        (8, {"state_type": "int8"}),
        (6, {}),
        (4, {"state_type": "bf16", "activations": "int8"}),
    ],
    ids=str,
)
def test_rows_of_all(bits: int, options: Mapping[str, Any], tmp_path: Path):
    """
    Against the rows of one run, which a fixed compilation computes at once: parts, in any order and
    of any past, are the same for all forms of weights and states. Floats of 6 bits are not
    centred for one row, whose sums are less exact.
    """
    tolerance = 5e-5 if bits == 6 else 1e-5
    decoder, count = SmallDecoder(layers=1, key_heads=2), LONGEST + 1
    param, weights = tmp_path / "m.param", tmp_path / "m.bin"
    param.write_text(decoder.text())
    options = {**options, "masks": {"in1": "causal"}, "states": "auto", "target": "x86-avx2"}
    if bits == 32:
        options["random_weights"] = 1
    else:
        ncnnc.quantize_blocks(param, None, param, weights, bits=bits, random_weights=1)

    def compiled(rows: ncnnc.Dim) -> ncnnc.Session:
        shapes = decoder.shapes(rows, P, P)
        del shapes["in1"]
        return ncnnc.compile(param, inputs=shapes, cache=False, **options).session()

    arrays = random_arrays(whole := compiled(ncnnc.Dim("T", count, count)), count, bits)
    expected = whole.run(arrays)["out0"]
    session = compiled(T)

    def run(one: ncnnc.Session, past: int, rows: int) -> np.ndarray:
        return one.run({name: x[past : past + rows] for name, x in arrays.items()})["out0"]

    while session.length < count:
        run(session, session.length, min(13, count - session.length))
    worst, tried = 0.0, rounds(30, 1000)
    for rows, past in pairs(tried, bits):
        part = session.fork()
        part.truncate(past)
        error = relative_error(run(part, past, rows), expected[past : past + rows])
        assert error < tolerance, (rows, past)
        worst = max(worst, error)
    tell(f"{bits} bits, {options}: {tried} pairs, largest relative error {worst:.1e}")


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
