"""Sessions of networks on pieces of any length compute what they mean, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim
from ncnnc.runtime.errors import ArgumentError

from tests.helpers import streaming_networks as networks
from tests.helpers.dynamic_extents import meaning
from tests.helpers.sequence_networks import WIDTH

pytestmark = [pytest.mark.isa, pytest.mark.slow]


@pytest.mark.parametrize("target", ["x86-avx2", "x86-avx512"])
def test_pieces_of_any_length(target: str, tmp_path: Path):
    param = tmp_path / "m.param"
    param.write_text(networks.streaming_zipformer())
    shapes = {
        "keys": (networks.CONTEXT, WIDTH),
        "values": (networks.CONTEXT, WIDTH),
        "before": (WIDTH, networks.WINDOW - 1),
        "sum": (1, WIDTH),
    }
    states = {name: f"y{i}" for i, name in enumerate(shapes, 1)}

    inputs = {"frames": (Dim("T", 1, 40), 24), **shapes}
    model = ncnnc.compile(
        param, random_weights=1, inputs=inputs, states=states, target=target, cache=False
    )
    session, rng = model.session(), np.random.default_rng(0)
    past = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    for rows in (3, 26, 1):
        frames = rng.standard_normal((rows, 24), np.float32)
        expected = meaning(param.read_bytes(), None, {"frames": frames, **past})
        found = session.run({"frames": frames})["y0"]
        bound = 1e-5 * abs(expected["y0"]).max()
        np.testing.assert_allclose(found, expected["y0"], rtol=0, atol=bound)
        past = {name: expected[output] for name, output in states.items()}


T, ROWS = Dim("T", 1, 16), Dim("E", 0, 40)
LENGTHS = {"P": (0, 64), "C": (0, 40)}
CACHES = {"keys": "y1", "values": "y2", "row_keys": "y3", "row_values": "y4"}


def translator(folder: Path, target: str, **options: Any) -> ncnnc.CompiledModel:
    param = folder / "m.param"
    param.write_text(networks.translator())
    options |= {"random_weights": 1, "target": target, "cache": False}
    return ncnnc.compile(param, dynamic=False, **options)


def dynamic_translator(folder: Path, target: str) -> ncnnc.CompiledModel:
    """The caches of both attentions grow, those of the encoder's rows by one run."""
    shapes = {"ids": (T,), "rows": (ROWS, WIDTH)}
    return translator(folder, target, inputs=shapes, dims=LENGTHS, states="auto", debug_bounds=True)


def words(*counts: int) -> Iterator[np.ndarray]:
    rng = np.random.default_rng(sum(counts))
    return (rng.integers(0, 50, count).astype(np.int32) for count in counts)


ENCODED = np.random.default_rng(5).standard_normal((37, WIDTH), np.float32)
NONE = ENCODED[:0]


@pytest.mark.parametrize("target", ["x86-64", "x86-avx2", "x86-avx512"])
def test_keys_of_an_encoder_are_made_once(target: str, tmp_path: Path):
    session = dynamic_translator(tmp_path, target).session()
    caches = dict.fromkeys(CACHES, np.zeros((0, 0, 0), np.float32))
    for ids in words(5, 1, 16):
        inputs = {"ids": ids, "rows": ENCODED, **caches}
        expected = meaning((tmp_path / "m.param").read_bytes(), None, inputs)
        found = session.run({"ids": ids, "rows": NONE if session.length else ENCODED})["y0"]
        bound = 1e-5 * abs(expected["y0"]).max()
        np.testing.assert_allclose(found, expected["y0"], rtol=0, atol=bound)
        caches = {name: expected[output] for name, output in CACHES.items()}
    assert session.length == 22


def test_forks_and_files_hold_the_rows_of_an_encoder(tmp_path: Path):
    model = dynamic_translator(tmp_path, "x86-64")
    session, loaded = model.session(), model.session()
    first, again = words(5, 3)
    before = session.run({"ids": first, "rows": ENCODED})["y0"]
    session.save(tmp_path / "states")
    loaded.load(tmp_path / "states")
    fork = session.fork()
    results = [s.run({"ids": again, "rows": NONE})["y0"] for s in (session, fork, loaded)]
    for result in results[1:]:
        np.testing.assert_array_equal(result, results[0])
    session.truncate(0)
    after = session.run({"ids": first, "rows": NONE})["y0"]
    np.testing.assert_array_equal(after, before)
    (tmp_path / "states").write_bytes((tmp_path / "states").read_bytes()[:114])
    with pytest.raises(ncnnc.ArtifactError, match="it ends too early"):
        loaded.load(tmp_path / "states")


def test_rows_of_an_encoder_come_once(tmp_path: Path):
    session = dynamic_translator(tmp_path, "x86-64").session()
    first, again = words(5, 3)
    session.run({"ids": first, "rows": ENCODED})
    with pytest.raises(ArgumentError, match="state 'row_keys' has its 37 rows of an earlier"):
        session.run({"ids": again, "rows": ENCODED[:2]})
    assert session.length == 5
    session.reset()
    session.run({"ids": first, "rows": ENCODED})
