"""share-repeated-keys: the same attention, in the reference and compiled."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers.lowering import TARGETS, compile_layers

MASKS = {"none": (), "for all": (3, 5), "by head": (6, 3, 5)}


def attention(times: int, rows: int, mask: str) -> tuple[str, dict[str, tuple[int, ...]]]:
    """Return six heads of queries with keys that are repeated, and the shapes of the inputs."""
    queries = rows if rows == 1 else 3
    groups = 6 // times
    shapes = {"q": (6, queries, 8), "k": (groups, rows, 8), "v": (groups, rows, 7)}
    lines = [
        f"ExpandDims e{name} 1 1 {name} e{name} -23303=1,1\n"
        f"Tile t{name} 1 1 e{name} t{name} -23302=4,1,{times},1,1\n"
        f"Reshape r{name} 1 1 t{name} r{name} 0={width} 1=-1 2=6"
        for name, width in (("k", 8), ("v", 7))
    ]
    if not MASKS[mask]:
        return "\n".join([*lines, "SDPA s 3 1 q rk rv y"]), shapes
    shapes["m"] = (*MASKS[mask][:-2], queries, rows)
    return "\n".join([*lines, "SDPA s 4 1 q rk rv m y 5=1"]), shapes


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize(("times", "rows"), [(2, 5), (3, 1), (6, 5)])
def test_same_numbers(times: int, rows: int, mask: str, target: str):
    layers, shapes = attention(times, rows, mask)
    done = compile_layers(layers, shapes, target, passes=["share-repeated-keys", "dce"])
    (result,) = done.model.run(done.inputs).values()
    expected = done.expected["y"]
    np.testing.assert_allclose(result, expected, rtol=0, atol=2e-6 * np.abs(expected).max())
