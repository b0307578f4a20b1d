"""Multiply-adds of the layers of products."""

from __future__ import annotations

import pytest
from ncnnc.dialects.context import NcnncContext
from ncnnc.dialects.ncnn.base import NcnnOp
from ncnnc.passes.graph.infer_shapes import InferShapesPass

from tests.helpers.importing import load_model_files


@pytest.mark.parametrize(
    ("layer", "shapes", "expected"),
    [
        ("Gemm y 2 1 a b y 2=1 14=1", {"a": (6, 4), "b": (6, 5)}, 4 * 5 * 6),
        ("MatMul y 2 1 a b y", {"a": (2, 4, 6), "b": (3, 1, 6, 5)}, 3 * 2 * 4 * 5 * 6),
        # Projections of 4 queries, 5 keys, 5 values and 4 results, then 2 * 4 * 5 pairs.
        (
            "MultiHeadAttention y 2 1 a b y 0=8 1=2 2=48 3=7 4=7",
            {"a": (4, 6), "b": (5, 7)},
            8 * (4 * 6 + 5 * 7 + 5 * 7 + 4 * 6 + 2 * 4 * 5),
        ),
        (
            "SDPA y 3 1 a b c y",
            {"a": (6, 4, 8), "b": (2, 5, 8), "c": (2, 5, 7)},
            6 * 4 * 5 * (8 + 7),
        ),
        ("LayerNorm y 1 1 a y 0=6", {"a": (4, 6)}, 0),
    ],
)
def test_products(layer: str, shapes: dict[str, tuple[int, ...]], expected: int):
    inputs = [f"Input {name} 0 1 {name}" for name in shapes]
    lines = ["7767517", f"{len(inputs) + 1} {len(inputs) + 1}", *inputs, layer, ""]
    module = load_model_files(NcnncContext(), "\n".join(lines).encode(), None, shapes, 1)
    InferShapesPass().apply(NcnncContext(), module)
    assert sum(op.multiply_adds() for op in module.walk() if isinstance(op, NcnnOp)) == expected
