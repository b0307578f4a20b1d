"""The tag before an array decides how it is read, as in ncnn: all tags, and the cursor."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.format.weights import StorageTag
from ncnnc.compiler.format.weights_reader import Encoding, WeightsReader

from tests.generators.wheel import run_wheel

LAYER = LayerRecord("MemoryData", "m", (), ("m",), {}, 3)
VALUES = np.array([0.5, -1.25, 2.0, -0.0625, 3.0], np.float32)
KNOWN = [tag.value for tag in StorageTag]
WORDS = st.integers(0, 2**32 - 1) | st.sampled_from([*KNOWN, 1, 256, 2**16, 2**24, 2**32 - 1])


def stored(tag: int | None, count: int) -> bytes:
    """An array of so many elements as a `.bin` has it: with a tag, or without; padded with junk."""
    match Encoding.of(tag):
        case Encoding.FLOAT16:
            data = VALUES[:count].astype("<f2").tobytes()
        case Encoding.INT8:
            data = bytes(range(count))
        case Encoding.CODEBOOK:
            table = np.zeros(256, "<f4")
            table[3 : 3 + count] = VALUES[:count]
            data = table.tobytes() + bytes(range(3, 3 + count))
        case _:
            data = VALUES[:count].tobytes()
    return (b"" if tag is None else struct.pack("<I", tag)) + data + b"\xee" * (-len(data) % 4)


@pytest.mark.requirement("W9")
@given(WORDS)
def test_only_four_zeros_and_the_known_tags_are_no_codebook(tag: int):
    flag = sum(struct.pack("<I", tag))
    assert (flag == 0) == (tag == 0)
    assert (Encoding.of(tag) is Encoding.CODEBOOK) == (flag != 0 and tag not in KNOWN)


@pytest.mark.requirement("W6", "W7", "W8", "W12")
@given(st.lists(st.tuples(WORDS | st.none(), st.integers(1, 5)), max_size=8))
def test_the_cursor_stays_at_a_multiple_of_four(arrays: list[tuple[int | None, int]]):
    reader = WeightsReader(b"".join(stored(tag, count) for tag, count in arrays), "m.bin")
    for tag, count in arrays:
        array = reader.read((count,), tag is not None, LAYER, "data").array
        found = array() if callable(array) else array
        is_int8 = Encoding.of(tag) is Encoding.INT8
        np.testing.assert_array_equal(found, range(count) if is_int8 else VALUES[:count])
        assert found.dtype == (np.int8 if is_int8 else np.float32)
        assert reader.position % 4 == 0
        assert reader.places[-1].end == reader.position
    reader.finish()


@pytest.mark.oracle
@pytest.mark.requirement("W5", "W6", "W8", "D20")
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("tag", [0, StorageTag.RAW, StorageTag.FLOAT16, 0x100, 0x01010101])
def test_ncnn_decodes_the_same(tag: int, count: int):
    """With a layer behind it; 0x0002C056 scales nothing."""
    pytest.importorskip("ncnn", reason="the oracle, the ncnn wheel, is not installed")
    lines = ("Input x 0 1 x", f"MemoryData m 0 1 m 0={count} 21=0", "MemoryData n 0 1 n 0=2 21=1")
    last = np.array([7, 9], np.float32)
    data = stored(tag, count) + last.tobytes()
    param = "\n".join(("7767517", "3 3", *lines, "")).encode()
    results = run_wheel(param, data, {"x": np.zeros(1, np.float32)})
    reader = WeightsReader(data, "m.bin")
    array = reader.read((count,), True, LAYER, "data").array
    np.testing.assert_array_equal(array() if callable(array) else array, results["m"])
    np.testing.assert_array_equal(results["m"], VALUES[:count])
    np.testing.assert_array_equal(results["n"], last)
