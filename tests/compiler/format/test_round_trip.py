"""Readers read what writers write: any model in both forms, any array of weights."""

from __future__ import annotations

import re
import struct
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.format.layer_types import (
    CUSTOM_LAYER_BIT,
    LAYER_TYPES,
    MAX_TYPE_INDEX,
    index_of_type,
    type_of_index,
)
from ncnnc.compiler.format.param_binary_reader import read_param_binary
from ncnnc.compiler.format.param_binary_writer import param_binary
from ncnnc.compiler.format.param_reader import read_param_text
from ncnnc.compiler.format.param_writer import param_text
from ncnnc.compiler.format.records import (
    MAX_PARAMETER_ID,
    MAX_STRING_BYTES,
    LayerRecord,
    ModelRecord,
    RecordValue,
)
from ncnnc.compiler.format.weights_reader import WeightsReader
from ncnnc.compiler.format.weights_writer import WeightStorage, array_chunks
from ncnnc.dialects.ncnn import layer_spec

INTS = st.integers(-(2**31), 2**31 - 1)
FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)
IDS = st.integers(0, MAX_PARAMETER_ID)
TYPES = st.integers(0, MAX_TYPE_INDEX).map(type_of_index).filter(bool)
STRINGS = st.text(max_size=MAX_STRING_BYTES).filter(lambda s: len(s.encode()) <= MAX_STRING_BYTES)
REFUSED = re.compile(r'["\r\n\x00-\x08\x0e-\x1f\x7f]')
"""Characters that quoted text cannot contain."""
LETTERS = st.characters(exclude_categories=["C", "Z"], exclude_characters='#/="')
NAMES = st.text(LETTERS, min_size=1, max_size=30)


@st.composite
def models(draw: st.DrawFn, is_binary: bool) -> ModelRecord:
    """A chain of layers that each read some of the blobs before and write some new ones."""
    layers: list[LayerRecord] = []
    blobs: list[str] = []
    for index in range(draw(st.integers(1, 4))):
        type = str(draw(TYPES) if is_binary else draw(NAMES))
        name = f"layer{index}" if is_binary else draw(NAMES)
        bottoms = draw(st.lists(st.sampled_from(blobs), max_size=3)) if blobs else []
        count = draw(st.integers(0 if blobs else 1, 2))
        tops = [str(len(blobs) + i) for i in range(count)]
        blobs += tops
        values = binary_parameters(type) if is_binary else st.dictionaries(IDS, text_values())
        layers.append(LayerRecord(type, name, tuple(bottoms), tuple(tops), draw(values), None))
    return ModelRecord(tuple(layers), len(blobs), "m.param")


def text_values() -> st.SearchStrategy[RecordValue]:
    """Numbers, arrays of them, and strings that have no quote and no other line."""
    strings = STRINGS.filter(lambda s: s != "" and not REFUSED.search(s))
    return INTS | FLOATS | st.lists(INTS | FLOATS, max_size=5) | strings


@st.composite
def binary_parameters(draw: st.DrawFn, type: str) -> dict[int, RecordValue]:
    """Parameters whose numbers are of the kind that the layer's spec says, as words have none."""
    spec = layer_spec(type)
    floats = {p.id for p in spec.params if p.kind.startswith("float")} if spec else set[int]()
    params: dict[int, RecordValue] = {}
    for number in draw(st.sets(IDS)):
        numbers = FLOATS if number in floats else INTS
        params[number] = draw(numbers | st.lists(numbers, max_size=5) | STRINGS)
    return params


def comparable(model: ModelRecord) -> ModelRecord:
    """Without places, and floats by their bits: zeros of both signs differ, and 1 is not 1.0."""

    def bits(value: RecordValue) -> Any:
        if isinstance(value, list):
            return [bits(item) for item in value]
        return struct.pack("<f", value) if isinstance(value, float) else value

    layers = (
        replace(
            layer,
            params={number: bits(value) for number, value in layer.params.items()},
            line=None,
            offset=None,
        )
        for layer in model.layers
    )
    return replace(model, layers=tuple(layers))


@pytest.mark.slow
@given(models(is_binary=False))
def test_text(model: ModelRecord):
    read = read_param_text(param_text(model), model.file)
    assert comparable(read) == comparable(model)
    assert [layer.line for layer in read.layers] == list(range(3, 3 + len(model.layers)))


@pytest.mark.slow
@given(models(is_binary=True))
def test_binary(model: ModelRecord):
    read = read_param_binary(param_binary(model), model.file)
    assert comparable(read) == comparable(model)


@given(STRINGS)
def test_a_string_comes_back_from_text_or_is_refused(value: str):
    layer = LayerRecord("Input", "in", (), ("a",), {7: value}, None)
    try:
        text = param_text(ModelRecord((layer,), 1, "m.param"))
    except ModelError:
        assert not value or REFUSED.search(value)
        return
    assert read_param_text(text).layers[0].params == {7: value}


ARRAYS = st.lists(FLOATS, max_size=9).map(lambda v: np.array(v, np.float32)) | st.lists(
    st.integers(-128, 127), max_size=9
).map(lambda v: np.array(v, np.int8))


@given(st.lists(st.tuples(ARRAYS, st.booleans())), st.sampled_from(WeightStorage))
def test_weights(arrays: list[tuple[np.ndarray, bool]], storage: WeightStorage):
    arrays = [(array, tagged or array.dtype == np.int8) for array, tagged in arrays]
    written = [b"".join(array_chunks(array, tagged, storage)) for array, tagged in arrays]
    reader = WeightsReader(b"".join(written), "m.bin")
    layer = LayerRecord("Convolution", "conv", ("a",), ("b",), {}, 4)
    for array, tagged in arrays:
        stored = reader.read(array.shape, tagged, layer, "weight")
        found = stored.array() if callable(stored.array) else stored.array
        assert found.dtype == array.dtype
        with np.errstate(over="ignore"):
            halves = array.astype(np.float16)
        is_rounded = storage is WeightStorage.FLOAT16 and tagged and array.dtype == np.float32
        fits = is_rounded and bool(np.isfinite(halves).all())
        expected = halves.astype(np.float32) if fits else array
        assert found.tobytes() == expected.tobytes()
    reader.finish()


def test_types_and_their_numbers():
    types = {index: type_of_index(index) for index in range(MAX_TYPE_INDEX + 1)}
    without = [index for index, type in types.items() if type is None]
    assert without == [*range(len(LAYER_TYPES), CUSTOM_LAYER_BIT)]
    assert all(index_of_type(type) == index for index, type in types.items() if type)


@pytest.mark.parametrize("type", ["custom", "custom256", "custom07", "custom-1", "Nosuch"])
def test_types_without_a_number(type: str):
    assert index_of_type(type) is None
