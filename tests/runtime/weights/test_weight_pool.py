"""Memory in which programs share weights."""

from __future__ import annotations

import gc
import mmap
from collections.abc import Iterator

import numpy as np
import pytest
from ncnnc.runtime.weights import weight_pool
from ncnnc.runtime.weights.base import aligned_weights, weight_pieces
from ncnnc.runtime.weights.weight_pool import PoolArray, PooledWeights, WeightPool, WeightPools


class Source:
    """Makes arrays, and counts how often."""

    def __init__(self):
        self.made: list[str] = []

    def array(self, content: str, nbytes: int = 100) -> PoolArray:
        def pieces() -> Iterator[memoryview]:
            self.made.append(content)
            data = memoryview(content[:1].encode() * nbytes)
            yield data[: nbytes // 2]
            yield data[nbytes // 2 :]

        return PoolArray(content, nbytes, pieces)


@pytest.fixture
def source() -> Source:
    return Source()


def offsets(weights: PooledWeights) -> list[int]:
    return [place.offset for place in weights.places]


def take(pool: WeightPool, *arrays: PoolArray) -> PooledWeights:
    weights = pool.take(arrays)
    assert weights is not None
    return weights


def test_equal_contents_have_one_place_and_are_made_once(source: Source):
    pool = WeightPool(1 << 20)
    first = take(pool, source.array("a"), source.array("b"))
    second = take(pool, source.array("c"), source.array("b"), source.array("b"))
    assert offsets(first) == [0, 128]
    assert offsets(second) == [256, 128, 128]
    a, b = (bytes(weights.in_memory()) for weights in (first, second))
    assert source.made == ["a", "b", "c"]
    assert b[128:228] == a[128:228] == b"b" * 100
    assert b[256:356] == b"c" * 100


def test_bytes_in_memory_never_move_and_are_aligned(source: Source):
    pool = WeightPool(1 << 20)
    first = take(pool, source.array("a"))
    address = np.frombuffer(first.in_memory(), np.uint8).ctypes.data
    second = take(pool, source.array("b", 200_000))
    assert np.frombuffer(aligned_weights(second), np.uint8).ctypes.data == address
    assert address % 64 == 0
    assert first.in_memory().readonly


def test_pieces_hold_only_the_arrays_of_a_program(source: Source):
    pool = WeightPool(1 << 20)
    first = take(pool, source.array("a"), source.array("b"))
    second = take(pool, source.array("b"), source.array("c", 10))
    before = b"".join(weight_pieces(second))
    first.in_memory()
    second.in_memory()
    after = b"".join(weight_pieces(second))
    assert before == after == bytes(128) + b"b" * 100 + bytes(28) + b"c" * 10 + bytes(54)
    assert len(second) == len(after)


def test_places_are_free_once_their_last_program_is_gone(source: Source):
    pool = WeightPool(1 << 20)
    first = take(pool, source.array("a"), source.array("b"))
    second = take(pool, source.array("b"))
    first.in_memory()
    assert (first.own_bytes, second.own_bytes) == (128, 0)
    del first
    third = take(pool, source.array("c"), source.array("d"))
    assert offsets(third) == [0, 256]
    assert second.own_bytes == 128
    third.in_memory()
    assert bytes(second.in_memory()[128:228]) == b"b" * 100


@pytest.mark.slow
def test_freed_pages_are_given_back(source: Source):
    pool = WeightPool(1 << 24)
    first = take(pool, source.array("a", 1 << 22))
    view = first.in_memory()
    assert view[1 << 21] == ord("a")
    del first
    gc.collect()
    pool.free_unread()
    assert view[1 << 21] == 0


def test_nothing_is_taken_if_not_all_has_room(source: Source):
    pool = WeightPool(mmap.PAGESIZE)
    first = take(pool, source.array("a", 2048))
    assert pool.take([source.array("a", 2048), source.array("b"), source.array("c", 4096)]) is None
    assert first.own_bytes == 2048
    assert offsets(take(pool, source.array("c", 2048))) == [2048]


def test_a_full_pool_is_followed_by_another(source: Source, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(weight_pool, "LEAST_CAPACITY", 4096)
    monkeypatch.setattr(weight_pool, "GROWTH", 1)
    pools = WeightPools()
    first = pools.take([source.array("a", 3000)])
    second = pools.take([source.array("a", 3000), source.array("b", 1000)])
    third = pools.take([source.array("a", 3000), source.array("c", 9000)])
    assert first.pool is second.pool
    assert third.pool is not first.pool
    assert bytes(third.in_memory()[:3000]) == bytes(first.in_memory()[:3000]) == b"a" * 3000


def test_where_addresses_are_few_a_pool_is_as_large_as_needed(
    source: Source, monkeypatch: pytest.MonkeyPatch
):
    class Limited(WeightPool):
        def __init__(self, capacity: int):
            if capacity > limit:
                raise OSError("no addresses")
            super().__init__(capacity)

    monkeypatch.setattr(weight_pool, "WeightPool", Limited)
    limit = 8192
    weights = WeightPools().take([source.array("a", 5000)])
    assert bytes(weights.in_memory()[:5000]) == b"a" * 5000
    with pytest.raises(MemoryError, match="no room for 12288 bytes of weights"):
        WeightPools().take([source.array("a", 9000)])


def test_an_array_that_could_not_be_made_is_made_later(source: Source):
    failing = [True]

    def pieces() -> Iterator[memoryview]:
        yield memoryview(b"a" * 50)
        if failing.pop():
            raise MemoryError
        yield memoryview(b"b" * 50)

    weights = take(WeightPool(4096), PoolArray("ab", 100, pieces))
    with pytest.raises(MemoryError):
        weights.in_memory()
    failing.append(False)
    assert bytes(weights.in_memory()[:100]) == b"a" * 50 + b"b" * 50


def test_a_program_without_weights(source: Source):
    weights = WeightPools().take([])
    assert len(weights) == len(weights.in_memory()) == 0
    assert bytes(weights) == b""
