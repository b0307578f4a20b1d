"""The weights of a model: encodings, alignment, truncation."""

from __future__ import annotations

import math
import re
import struct
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.diagnostics import ModelError, UsageError
from ncnnc.compiler.format.foreign_files import BINARIES, TEXTS
from ncnnc.compiler.format.param_reader import read_param_text
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.format.weights import StorageTag, StoredArray, WeightSource
from ncnnc.compiler.format.weights_reader import (
    WeightsReader,
)
from ncnnc.compiler.frontend.ncnn import random_weights
from ncnnc.compiler.frontend.ncnn.model_files import open_weights
from ncnnc.compiler.frontend.ncnn.random_weights import RandomWeights
from ncnnc.dialects.weight_store import PartialArray

LAYER = LayerRecord("Convolution", "conv", ("a",), ("b",), {}, 4)
VALUES = np.array([0.5, -1.25, 2.0, -0.0625, 3.0], np.float32)


def tag(value: int) -> bytes:
    return struct.pack("<I", value)


def padded(data: bytes) -> bytes:
    return data + b"\xee" * (-len(data) % 4)


def encoded(encoding: str, values: np.ndarray) -> bytes:
    """The values as the `.bin` stores them, tag included."""
    match encoding:
        case "float16":
            return tag(StorageTag.FLOAT16) + padded(values.astype("<f2").tobytes())
        case "int8":
            return tag(StorageTag.INT8) + padded(values.astype(np.int8).tobytes())
        case "codebook":
            table = np.zeros(256, np.float32)
            table[7 : 7 + len(values)] = values
            indices = np.arange(7, 7 + len(values), dtype=np.uint8)
            return tag(0x00000100) + table.tobytes() + padded(indices.tobytes())
        case "raw":
            return tag(StorageTag.RAW) + values.tobytes()
        case _:
            return tag(0) + values.tobytes()


def array_of(stored: StoredArray) -> np.ndarray:
    return stored.array() if callable(stored.array) else stored.array


def read(source: WeightSource, *shape: int, tagged: bool = True) -> np.ndarray:
    stored = source.read(shape, tagged, LAYER, "weight")
    array = array_of(stored)
    assert array.dtype == stored.dtype
    assert array.shape == shape
    return array


@pytest.mark.requirement("W5", "W6", "W7", "W8", "W12")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("encoding", ["float16", "int8", "codebook", "raw", "plain"])
def test_encodings_leave_the_cursor_aligned(encoding: str, count: int):
    values = VALUES[:count]
    reader = WeightsReader(encoded(encoding, values) + VALUES.tobytes())
    array = read(reader, count)
    assert array.dtype == (np.int8 if encoding == "int8" else np.float32)
    np.testing.assert_array_equal(array, values.astype(array.dtype))
    np.testing.assert_array_equal(read(reader, 5, tagged=False), VALUES)
    reader.finish()


@pytest.mark.requirement("W15")
def test_shapes_are_row_major():
    values = np.arange(24, dtype=np.float32)
    array = read(WeightsReader(tag(0) + values.tobytes()), 2, 3, 2, 2)
    assert array[1, 2, 0, 1] == 12 + 8 + 1


@pytest.mark.requirement("W11")
def test_plain_floats_are_views_of_the_mapping(tmp_path):
    path = tmp_path / "m.bin"
    path.write_bytes(tag(0) + VALUES.tobytes())
    reader = open_weights(path)
    array = read(reader, 5)
    assert not array.flags.owndata
    assert not array.flags.writeable
    assert array.ctypes.data % 4 == 0
    np.testing.assert_array_equal(array, VALUES)


@pytest.mark.requirement("W11", "D16")
def test_other_encodings_are_decoded_when_used():
    stored = WeightsReader(encoded("float16", VALUES)).read((5,), True, LAYER, "weight")
    assert callable(stored.array)
    assert stored.dtype == np.float32


@pytest.mark.parametrize("encoding", ["float16", "codebook"])
def test_a_part_is_decoded_without_the_rest(encoding: str, tmp_path: Path):
    path = tmp_path / "m.bin"
    path.write_bytes(encoded(encoding, VALUES))
    array = open_weights(path).read((5,), True, LAYER, "weight").array
    assert isinstance(array, PartialArray)
    np.testing.assert_array_equal(array.elements(1, 4), VALUES[1:4])
    np.testing.assert_array_equal(array(), VALUES)


@pytest.mark.requirement("W8", "W9")
@pytest.mark.parametrize("word", [1, 0x100, 0x01000000, 0x01306B48, 0x0002C057, 0xFFFFFFFF])
def test_any_other_tag_announces_a_codebook(word: int):
    table = np.linspace(-1, 1, 256, dtype=np.float32)
    reader = WeightsReader(tag(word) + table.tobytes() + bytes([255, 0, 3, 9]))
    np.testing.assert_array_equal(read(reader, 3), table[[255, 0, 3]])
    reader.finish()


@pytest.mark.parametrize(
    ("data", "missing"),
    [
        (b"", "array 'weight' (storage tag) needs 4 bytes, the file ends 4 bytes short"),
        (b"\0\0", "the file ends 2 bytes short"),
        (tag(0) + b"\0" * 16, "(float32) needs 20 bytes, the file ends 4 bytes short"),
        (
            tag(StorageTag.FLOAT16) + b"\0" * 10,
            "(float16) needs 12 bytes, the file ends 2 bytes short",
        ),
        (tag(StorageTag.INT8) + b"\0" * 5, "(int8) needs 8 bytes, the file ends 3 bytes short"),
        (tag(0x04030201), "codebook (storage tag 0x04030201)) needs 1032 bytes"),
    ],
)
def test_truncated_arrays(data: bytes, missing: str):
    reader = WeightsReader(VALUES.tobytes() + data, "m.bin")
    read(reader, 5, tagged=False)
    with pytest.raises(ModelError) as caught:
        reader.read((5,), True, LAYER, "weight")
    assert str(caught.value).startswith("m.bin:0x14: error: layer 'conv' (Convolution): ")
    assert missing in str(caught.value)


def test_huge_arrays_are_refused_before_anything_is_allocated():
    reader = WeightsReader(encoded("plain", VALUES))
    with pytest.raises(ModelError, match="3999999999999999980 bytes short"):
        reader.read((10**9, 10**9), True, LAYER, "weight")


def test_left_over_bytes_are_an_error():
    reader = WeightsReader(VALUES.tobytes(), "m.bin")
    read(reader, 3, tagged=False)
    with pytest.raises(ModelError, match=r"m\.bin:0xc: error: 8 bytes are left over"):
        reader.finish()


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"7767517\n1 1\n", "this is a .param"),
        (b"7767517\r\n1 1\r\n", "this is a .param"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "git lfs pull"),
    ],
)
def test_files_that_are_no_weights(data: bytes, hint: str):
    with pytest.raises(ModelError, match=hint):
        WeightsReader(data, "m.bin")


def test_unreadable_files(tmp_path):
    with pytest.raises(ModelError, match="cannot be read: No such file"):
        open_weights(tmp_path / "none.bin")
    with pytest.raises(ModelError, match="cannot be read: is not a regular file, but a directory"):
        open_weights(tmp_path)
    (tmp_path / "empty.bin").write_bytes(b"")
    open_weights(tmp_path / "empty.bin").finish()


def test_random_weights_depend_on_seed_layer_and_name():
    first, again, other = RandomWeights(1), RandomWeights(1), RandomWeights(2)
    assert read(first, 4, 3, 3, 3).tobytes() == read(again, 4, 3, 3, 3).tobytes()
    assert read(first, 4, 3, 3, 3).tobytes() != read(other, 4, 3, 3, 3).tobytes()
    renamed = LayerRecord("Convolution", "conv2", (), (), {}, 5)
    assert array_of(first.read((4,), True, renamed, "weight")).tobytes() != read(first, 4).tobytes()


@pytest.mark.parametrize("name", ["weight_scale", "query_scales"])
def test_random_weights_of_int8_are_many_integers(name: str):
    weight, scale = (
        array_of(RandomWeights(1).read(shape, False, LAYER, name))
        for shape, name in (((64, 64, 3, 3), "weight"), ((64,), name))
    )
    integers = np.rint(weight * scale.reshape(-1, 1, 1, 1))
    assert np.count_nonzero(integers) > 0.5 * integers.size
    assert 5 < np.abs(integers).max() <= 127


@pytest.mark.parametrize(("name", "shape"), [("bias", (20,)), ("var", (20,)), ("weight", (4, 5))])
def test_parts_of_random_weights_are_those_of_the_whole(
    name: str, shape: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
):
    long = array_of(RandomWeights(3).read(shape, False, LAYER, name)).reshape(-1)
    monkeypatch.setattr(random_weights, "PERIOD", 7)
    random_weights._drawn.cache_clear()
    array = RandomWeights(3).read(shape, False, LAYER, name).array
    assert isinstance(array, PartialArray)
    whole = array().reshape(-1)
    np.testing.assert_array_equal(whole, np.tile(long[:7], 3)[:20])
    for start, stop in ((0, 0), (0, 7), (6, 8), (7, 14), (3, 19), (20, 20)):
        np.testing.assert_array_equal(array.elements(start, stop), whole[start:stop])
    random_weights._drawn.cache_clear()


def test_large_random_weights_have_no_equal_rows():
    weight = read(RandomWeights(0), 1024, 1024)
    assert len({row.tobytes() for row in weight}) == 1024
    assert np.abs(np.corrcoef(weight) - np.eye(1024)).max() < 0.2
    assert np.isclose(weight.std(), math.sqrt(2 / 1024), rtol=0.02)


def test_random_weights_keep_signals_in_bounds():
    source = RandomWeights(0)
    weight = read(source, 256, 64, 3, 3)
    assert np.isclose(weight.std(), math.sqrt(2 / (64 * 9)), rtol=0.02)
    variance = array_of(source.read((1000,), False, LAYER, "variance"))
    assert variance.min() >= 0.5
    bias = array_of(source.read((1000,), False, LAYER, "bias"))
    assert np.abs(bias).max() <= 0.05


def test_random_weights_need_a_seed_that_is_not_negative():
    with pytest.raises(UsageError, match="must not be negative"):
        RandomWeights(-1)


@pytest.mark.parametrize(
    ("start", "what"),
    [
        (b"<!DOCTYPE html>\n<html><head>", "a page of HTML; download the file itself"),
        (b"\n  <HTML lang='en'><head>", "a page of HTML"),
        (b'<?xml version="1.0"?><Error>', "XML"),
        (b"PK\x03\x04\x14\0\0\0\x08\0", "a zip archive"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "compressed with gzip"),
        (b"BZh91AY&SY\x12\x34", "compressed with bzip2"),
        (b"\xfd7zXZ\0\0\x04", "compressed with xz"),
        (b"\x28\xb5\x2f\xfd\x04\x58\0\0", "compressed with zstd"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "a JPEG image"),
        (b"\x93NUMPY\x01\0v\0", "an array of numpy"),
        (b"\x89NCNNC\r\n\x01\0\0\0", "a compiled model"),
        (b"\x7fELF\x02\x01\x01\0", "an ELF file"),
        (b"version https://git-lfs.github.com/spec/v1\noid", "a Git LFS pointer"),
    ],
)
def test_files_of_other_kinds_are_named(start: bytes, what: str):
    for read_file, file in ((WeightsReader, "m.bin"), (read_param_text, "m.param")):
        with pytest.raises(ModelError) as caught:
            read_file(start + b" " * 2000, file)
        assert f"hint: this is {what}" in str(caught.value)
        assert re.match(rf"{file}:(0x0|1|2): error: ", str(caught.value))


def test_no_weight_is_taken_for_another_kind_of_file():
    """Floats of the size of weights without a tag, whatever their first three bytes."""
    starts = {signature[:3] for signature, _ in (*TEXTS, *BINARIES)}
    for start in starts:
        for last in (0x3B, 0x3C, 0x3D, 0x3E, 0x3F, 0x40, 0xBC, 0xBD, 0xBE, 0xBF):
            first = np.frombuffer(start + bytes([last]), "<f4")
            WeightsReader(first.tobytes() + VALUES.tobytes())
