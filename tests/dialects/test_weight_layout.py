"""Places for weights, one after the other."""

from __future__ import annotations

from ncnnc.dialects.weight_layout import SequentialLayout, StoredWeight, WeightPlaces
from xdsl.dialects.builtin import TensorType, f32, i8


def test_one_after_the_other_at_cache_lines():
    weights = [
        StoredWeight("a", TensorType(f32, [3])),
        StoredWeight("b", TensorType(i8, [65])),
        StoredWeight("a", TensorType(f32, [3])),
    ]
    assert SequentialLayout().place(weights) == WeightPlaces((0, 64, 192), 256)


def test_every_function_starts_at_zero():
    layout = SequentialLayout()
    weight = StoredWeight("a", TensorType(f32, [3]))
    assert layout.place([weight]) == layout.place([weight]) == WeightPlaces((0,), 64)
    assert layout.place([]) == WeightPlaces((), 0)
