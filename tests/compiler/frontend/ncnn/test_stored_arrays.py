"""Arrays of bytes are parts of the words that a `.bin` has."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.format.records import LayerRecord
from ncnnc.compiler.format.weights import StoredArray
from ncnnc.compiler.frontend.ncnn.random_weights import RandomWeights
from ncnnc.compiler.frontend.ncnn.stored_arrays import BytesOfWords, read_bytes
from ncnnc.dialects.ncnn.layer import Weight

LAYER = LayerRecord("Gemm", "gemm", ("a",), ("b",), {}, 4)
WORDS = np.arange(100, 106, dtype=np.float32)


class Words:
    """A source of words that are there, or made when asked for."""

    def __init__(self, is_made: bool):
        self.is_made = is_made

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        assert shape == WORDS.shape
        assert not tagged
        return StoredArray(WORDS.dtype, WORDS.copy if self.is_made else WORDS)

    def finish(self) -> None:
        pass


def read(source: Words | RandomWeights) -> BytesOfWords:
    stored = read_bytes(source, (3, 7), LAYER, Weight("B", lambda _: (3, 7), False))
    assert stored.dtype == np.int8
    assert isinstance(stored.array, BytesOfWords)
    return stored.array


@pytest.mark.parametrize("source", [Words(False), Words(True), RandomWeights(4)])
def test_any_part_is_that_of_the_whole(source: Words | RandomWeights):
    array = read(source)
    whole = array()
    assert whole.shape == (3, 7)
    if isinstance(source, Words):
        assert whole.tobytes() == WORDS.tobytes()[:21]
    for start in range(22):
        for stop in range(start, 22):
            part = array.elements(start, stop)
            np.testing.assert_array_equal(part, whole.reshape(-1)[start:stop])
