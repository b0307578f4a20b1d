"""The weight store: what it computes, keeps, takes apart and gives back."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.format.weights_reader import CodebookArray
from ncnnc.dialects.weight_store import WeightStore, WidenedHalves, release_pages


class Counting:
    """An array of 0, 1, 2, ... that counts how often it is computed whole."""

    def __init__(self) -> None:
        self.computed = 0

    def __call__(self) -> np.ndarray:
        self.computed += 1
        return np.arange(6, dtype=np.float32)


class InPieces(Counting):
    """The same, in pieces."""

    def pieces(self) -> Iterator[np.ndarray]:
        yield np.arange(4, dtype=np.float32)
        yield np.arange(4, 6, dtype=np.float32)


class InParts(Counting):
    """The same, in any parts."""

    def elements(self, start: int, stop: int) -> np.ndarray:
        return np.arange(start, stop, dtype=np.float32)


def test_functions_are_computed_once_until_released():
    store, array = WeightStore(), Counting()
    key = store.add("w", array)
    assert store.get(key) is store.get(key)
    assert array.computed == 1
    store.release(key)
    np.testing.assert_array_equal(store.get(key), np.arange(6))
    assert array.computed == 2
    assert [piece.tolist() for piece in store.pieces(key)] == [[0, 1, 2, 3, 4, 5]]
    store.get(key)
    assert array.computed == 3


def test_keys_are_unique_and_know_what_was_asked_for():
    store = WeightStore()
    keys = [store.add(key, np.zeros(1)) for key in ("w", "w", "w#2")]
    assert keys == ["w", "w#2", "w#2#2"]
    assert [store.requested_key(key) for key in (*keys, "other#2")] == ["w", "w", "w#2", "other#2"]


def test_pieces_and_parts_do_not_compute_the_whole():
    store, pieces, parts = WeightStore(), InPieces(), InParts()
    store.add("pieces", pieces)
    store.add("parts", parts)
    assert [piece.tolist() for piece in store.pieces("pieces")] == [[0, 1, 2, 3], [4, 5]]
    assert store.elements("parts", 2, 5).tolist() == [2, 3, 4]
    assert store.elements("pieces", 2, 5).tolist() == [2, 3, 4]
    assert (pieces.computed, parts.computed) == (1, 0)
    # What is there already is not made again.
    store.get("parts")
    assert np.shares_memory(store.elements("parts", 2, 5), store.get("parts"))


def test_discarded():
    store = WeightStore()
    key = store.add("w", Counting())
    store.get(key)
    store.discard(key)
    assert key not in store
    with pytest.raises(KeyError):
        store.get(key)


def resident_file_bytes() -> int:
    """Return the resident bytes of mapped files in this process."""
    status = Path("/proc/self/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("RssFile"))
    return int(line.split()[1]) * 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_released_pages_of_a_mapping_go_and_come_back(tmp_path: Path):
    size = 32 << 20
    values = np.arange(size // 4, dtype=np.float32)
    values.tofile(tmp_path / "w.bin")
    with open(tmp_path / "w.bin", "rb") as file:
        mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    store = WeightStore()
    store.add("w", np.frombuffer(mapping, np.float32, size // 4 - 25, 100).reshape(1, -1))
    np.testing.assert_array_equal(store.get("w")[0], values[25:])
    touched = resident_file_bytes()
    store.release("w")
    assert touched - resident_file_bytes() > 0.9 * size
    np.testing.assert_array_equal(store.get("w")[0], values[25:])


def test_arrays_with_memory_of_their_own_stay():
    array = np.arange(10_000)
    release_pages(array)
    release_pages(np.frombuffer(bytes(8), np.uint8))
    np.testing.assert_array_equal(array, np.arange(10_000))


# Copies -------------------------------------------------------------------------------------------


def test_a_copy_has_the_arrays_and_takes_others():
    store = WeightStore()
    store.add("a", np.ones(3))
    first, second = store.copy(), store.copy()
    assert first.add("a", np.zeros(3)) == second.add("a", np.full(3, 2.0)) == "a#2"
    assert first.get("a") is store.get("a")
    assert "a#2" not in store
    assert (first.get("a#2")[0], second.get("a#2")[0]) == (0, 2)
    assert first.requested_key("a#2") == "a"
    first.discard("a")
    assert "a" in store
    assert "a" in second


def test_the_content_of_shared_arrays_is_their_key():
    store, array = WeightStore(), Counting()
    store.add("a", array)
    copies = store.copy(), store.copy()
    assert {copy.content("a") for copy in copies} == {"stored a"}
    assert array.computed == 0


def test_the_content_of_other_arrays_is_what_is_in_them():
    first, second = WeightStore().copy(), WeightStore().copy()
    first.add("a", np.arange(6, dtype=np.float32))
    second.add("b", Counting())
    same = second.content("b")
    assert first.content("a") == same
    for other in (np.arange(6, dtype=np.int32), np.zeros(6, np.float32), np.zeros((2, 0))):
        assert second.content(second.add("c", other)) != same
    reshaped = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert second.content(second.add("d", reshaped)) != same
    strided = np.arange(12, dtype=np.float32)[::2]
    assert second.content(second.add("e", strided)) != same


def test_an_array_that_describes_itself_is_not_computed():
    class Described(Counting):
        def content(self) -> str:
            return "six numbers"

    store, array = WeightStore(), Described()
    assert store.content(store.add("a", array)) == "six numbers"
    assert array.computed == 0


def test_halves_of_copies_of_a_store_have_one_content():
    stored = WeightStore()
    key = stored.add("w", WidenedHalves(np.arange(6, dtype=np.float16).reshape(2, 3)))
    assert stored.has_halves(key)
    assert not stored.has_halves(stored.add("v", np.ones(3, np.float32)))
    contents = []
    for store in (stored.copy(), stored.copy()):
        narrow = store.add_halves(key)
        assert store.get(narrow).dtype == np.float16
        assert store.get(narrow).shape == (2, 3)
        np.testing.assert_array_equal(store.elements(narrow, 2, 5), [2, 3, 4])
        contents.append(store.content(narrow))
        assert store.content(key) != contents[-1]
    assert contents[0] == contents[1]


def test_only_exact_arrays_are_kept_as_float16():
    exact = np.array([[1.5, -0.0], [6e-8, 65504]], np.float32)
    exact[1, 0] = np.float16(6e-8)
    kept = WidenedHalves.of(exact)
    assert kept is not None
    assert kept().tobytes() == exact.tobytes()
    for value in (1 / 3, 65536.0, 1e-9, np.nan):
        assert WidenedHalves.of(np.array([1, value], np.float32)) is None


@pytest.mark.parametrize(
    ("bits", "rounded"),
    [
        (0x3F800000, 0x3F80),  # 1
        (0x3F808000, 0x3F80),  # half way, to the even one below
        (0x3F818000, 0x3F82),  # half way, to the even one above
        (0x3F808001, 0x3F81),
        (0xBF807FFF, 0xBF80),
        (0x00008001, 0x0001),  # denormal numbers stay such
        (0x80008000, 0x8000),
        (0x007FFFFF, 0x0080),  # or become the least normal one
        (0x7F7FFFFF, 0x7F80),  # too large: infinite
        (0xFF800000, 0xFF80),
        (0x7F800001, 0x7FC0),  # NaN: its lower half alone says so
        (0xFFFFFFFF, 0xFFFF),
    ],
)
def test_bfloats_are_the_nearest_with_ties_to_even(bits: int, rounded: int):
    store = WeightStore()
    exact = np.array([bits], np.uint32).view(np.float32)
    key = store.add_bfloats(store.add("w", exact))
    assert store.get(key).dtype == np.uint16
    assert store.get(key).tolist() == [rounded]


def test_parts_of_bfloats_do_not_compute_the_whole():
    store = WeightStore()
    numbers = np.linspace(-2, 3, 40, dtype=np.float32)
    key = store.add_bfloats(store.add("w", numbers.reshape(8, 5)))
    part = store.elements(key, 7, 19)
    np.testing.assert_array_equal(part, store.get(key).reshape(-1)[7:19])
    widened = (part.astype(np.uint32) << 16).view(np.float32)
    np.testing.assert_allclose(widened, numbers[7:19], rtol=2**-8)
    assert "bfloat16" in store.content(key)


def test_places_of_copies_of_a_store_have_one_content():
    codebook = np.arange(256, dtype=np.float32)
    data = codebook.tobytes() + bytes([3, 1, 4, 1, 5, 9])
    stored = WeightStore()
    key = stored.add("w", CodebookArray(data, 0, (2, 3)))
    assert stored.has_codebook(key)
    assert not stored.has_halves(key)
    assert not stored.has_codebook(stored.add("v", np.ones(3, np.float32)))
    contents = []
    for store in (stored.copy(), stored.copy()):
        places, numbers = store.add_codebook(key)
        np.testing.assert_array_equal(store.get(places), [[3, 1, 4], [1, 5, 9]])
        np.testing.assert_array_equal(store.elements(places, 2, 5), [4, 1, 5])
        np.testing.assert_array_equal(store.get(numbers), codebook)
        contents.append(store.content(places))
    assert contents[0] == contents[1]
