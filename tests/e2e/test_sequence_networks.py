"""Whole networks on sequences of any length compute what they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc import Dim
from ncnnc.runtime.model.symbols import DimExpression, DimTerm

from tests.helpers import image_networks as images
from tests.helpers import sequence_networks as networks
from tests.helpers.dynamic_extents import meaning
from tests.helpers.turns import in_turn

pytestmark = [pytest.mark.isa, pytest.mark.slow]

T, P, H, W = Dim("T", 2, 40), Dim("P", 1, 12), Dim("H", 1, 6), Dim("W", 1, 12)
Shapes = Mapping[str, tuple[DimTerm, ...]]
NETWORKS: dict[Callable[[], str], Shapes] = {
    networks.bert: {"ids": (T,)},
    networks.t5: {"x": (T, networks.WIDTH)},
    networks.vision_transformer: {"image": (3, 8 * P, 8 * W)},
    networks.zipformer: {"frames": (8 * T, 24)},
    networks.conv_tasnet: {"samples": (1, 8 * T + 8)},
    networks.crnn: {"line": (1, 16, 2 * T)},
    networks.whisper: {"frames": (16, 2 * T), "ids": (P,)},
    networks.text_to_speech: {"ids": (T,)},
    networks.joiner: {"frames": (T, networks.WIDTH), "words": (P, networks.WIDTH)},
    images.svtr: {"line": (3, 16, 4 * T)},
    images.yolo: {"image": (3, 32 * H, 32 * W)},
    images.pyramid_attention: {"image": (3, 8 * P, 8 * W)},
}
COUNT = 3
"""Random extents of each network."""


def at(shapes: Shapes, dynamic: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    """Shapes with numbers for extents."""
    return {
        name: tuple(DimExpression.of(extent).expression.value(dynamic) for extent in shape)
        for name, shape in shapes.items()
    }


@pytest.mark.parametrize(
    ("network", "target"),
    in_turn(["x86-avx2", "x86-avx512"], [*NETWORKS]),
    ids=lambda value: getattr(value, "__name__", value),
)
def test_any_length(network: Callable[[], str], target: str, tmp_path: Path):
    param = tmp_path / "m.param"
    param.write_text(network())
    shapes = NETWORKS[network]
    model = ncnnc.compile(param, random_weights=1, inputs=shapes, target=target, cache=False)
    rng = np.random.default_rng(len(target) + len(network()))
    for _ in range(COUNT):
        dynamic = {d.name: int(rng.integers(d.least, d.most + 1)) for d in (T, P, H, W)}
        fixed = at(shapes, dynamic)
        inputs = {
            name: rng.integers(0, 50, shape).astype(np.int32)
            if name == "ids"
            else rng.standard_normal(shape, np.float32)
            for name, shape in fixed.items()
        }
        found = model.run(inputs)
        for blob, value in meaning(param.read_bytes(), None, inputs).items():
            assert found[blob].shape == value.shape
            np.testing.assert_allclose(found[blob], value, rtol=0, atol=2e-5 * abs(value).max())
