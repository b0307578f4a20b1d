"""share-repeated-states: the same attention, with each head of keys and values kept once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.helpers.stateful import Caches, P, T, random_arrays, stateful_model

pytestmark = pytest.mark.isa


def attention(times: int) -> str:
    """Six heads of queries, with keys and values that are repeated behind those of earlier runs."""
    repeated = [
        f"ExpandDims e{name} 1 1 {name} e{name} -23303=1,1\n"
        f"Tile t{name} 1 1 e{name} t{name} -23302=4,1,{times},1,1\n"
        f"Reshape r{name} 1 1 t{name} r{name} 0={width} 1=-1 2=6"
        for name, width in (("k", 8), ("v", 7))
    ]
    inputs = [f"Input {name} 0 1 {name}" for name in ("q", "k", "v", "pk", "pv")]
    lines = [*inputs, *repeated, "SDPA s 5 3 q rk rv pk pv y nk nv 7=1"]
    return "\n".join(["7767517", "12 14", *lines, ""])


@pytest.mark.parametrize("times", [2, 3, 6])
def test_heads_are_kept_once(times: int, tmp_path: Path):
    groups = 6 // times
    new = {"q": (6, T, 8), "k": (groups, T, 8), "v": (groups, T, 7)}
    past = {"pk": (6, P, 8), "pv": (6, P, 7)}
    model = stateful_model(tmp_path, attention(times), inputs=new | past, states="auto")
    assert [spec.shape[0] for spec in model.program.states] == [groups, groups]
    session, plain = model.session(), stateful_model(tmp_path, attention(times), dynamic=True)
    first = random_arrays(session, 5, 0)
    session.run(first)
    kept = {"pk": np.repeat(first["k"], times, 0), "pv": np.repeat(first["v"], times, 0)}
    caches = Caches({"pk": "nk", "pv": "nv"}, kept)
    for seed, rows in enumerate((1, 16, 3, 1), 1):
        arrays = random_arrays(session, rows, seed)
        expected = caches.run(plain, arrays)["y"]
        np.testing.assert_allclose(session.run(arrays)["y"], expected, rtol=0, atol=2e-6)
