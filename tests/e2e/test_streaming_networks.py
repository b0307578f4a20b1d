"""Sessions of networks on pieces of any length compute what fixed programs do, piece by piece."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim

from tests.helpers import streaming_networks as networks
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

    def compiled(rows: int | Dim, states: dict[str, str] | None = None) -> ncnnc.CompiledModel:
        inputs = {"frames": (rows, 24), **shapes}
        return ncnnc.compile(
            param, random_weights=1, inputs=inputs, states=states, target=target, cache=False
        )

    session, rng = compiled(Dim("T", 1, 40), states).session(), np.random.default_rng(0)
    past = {name: np.zeros(shape, np.float32) for name, shape in shapes.items()}
    for rows in (3, 26, 1):
        frames = rng.standard_normal((rows, 24), np.float32)
        expected = compiled(rows).run({"frames": frames, **past})
        found = session.run({"frames": frames})["y0"]
        bound = 1e-5 * abs(expected["y0"]).max()
        np.testing.assert_allclose(found, expected["y0"], rtol=0, atol=bound)
        past = {name: expected[output] for name, output in states.items()}
