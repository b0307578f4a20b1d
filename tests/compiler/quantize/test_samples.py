"""Samples from folders, lists, arrays and images."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.image import Image
from ncnnc.compiler.quantize.samples import CalibrationSamples, Data, open_samples
from ncnnc.runtime.errors import NcnncError
from ncnnc.runtime.model.tensors import TensorSpec

SPEC = TensorSpec("data", (3, 4, 5))
OTHER = TensorSpec("more", (2,))
PLAIN = Image()


def numbers(count: int) -> np.ndarray:
    return np.arange(count * 60, dtype=np.float32).reshape(count, 3, 4, 5)


def test_an_input_that_no_layer_reads_needs_no_samples():
    data = {"data": numbers(2)}
    samples = open_samples([SPEC, OTHER], data, PLAIN, unread=["more"])
    np.testing.assert_array_equal(samples[1]["more"], [0, 0])
    assert len(open_samples([SPEC, OTHER], numbers(2), PLAIN, unread=["more"])) == 2
    more = np.ones((2, 2), np.float32)
    samples = open_samples([SPEC, OTHER], {**data, "more": more}, PLAIN, unread=["more"])
    np.testing.assert_array_equal(samples[1]["more"], [1, 1])
    with pytest.raises(NcnncError, match="no samples for input 'more'"):
        open_samples([SPEC, OTHER], data, PLAIN)


def opened(data: Data) -> CalibrationSamples:
    return open_samples([SPEC], data, PLAIN)


def test_an_array_has_samples_along_its_first_axis():
    samples = opened(numbers(3))
    assert len(samples) == 3
    np.testing.assert_array_equal(samples[2]["data"], numbers(3)[2])
    assert len(opened(numbers(1)[0])) == 1


def test_a_sequence_of_arrays():
    samples = opened(list(numbers(2).astype(np.float64)))
    assert samples[1]["data"].dtype == np.float32
    assert [s["data"][0, 0, 0] for s in samples] == [0, 60]


def test_a_file_of_many_samples(tmp_path: Path):
    np.save(tmp_path / "x.npy", numbers(4).astype(np.float16))
    samples = opened(tmp_path / "x.npy")
    assert len(samples) == 4
    assert samples.describe(3).endswith("x.npy[3]")


def test_a_folder_is_read_in_order_of_names(tmp_path: Path):
    pillow = pytest.importorskip("PIL.Image", reason="images need pillow")
    (tmp_path / "inner").mkdir()
    np.save(tmp_path / "inner" / "b.npy", numbers(1)[0])
    pillow.fromarray(np.full((8, 10, 3), 100, np.uint8)).save(tmp_path / "a.png")
    (tmp_path / "notes.md").write_text("no sample")
    (tmp_path / ".hidden.png").write_text("nor this")
    samples = open_samples([SPEC], tmp_path, Image(mean=(90.0,), norm=(0.5,)))
    assert [Path(samples.describe(i)).name for i in range(len(samples))] == ["a.png", "b.npy"]
    np.testing.assert_array_equal(samples[0]["data"], np.full((3, 4, 5), 5, np.float32))


def test_a_list_of_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    np.save("x.npy", numbers(1)[0])
    Path("list.txt").write_text("x.npy\n\nx.npy\n")
    assert len(opened("list.txt")) == 2


def test_several_inputs_go_by_name():
    data = {"data": numbers(2), "more": np.ones((2, 2), np.float32)}
    samples = open_samples([SPEC, OTHER], data, PLAIN)
    assert set(samples[1]) == {"data", "more"}


def test_spread_is_even():
    samples = opened(numbers(10))
    assert samples.spread(4) == [0, 2, 5, 7]
    assert samples.spread(16) == list(range(10))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (numbers(0), "there are no samples in"),
        ([], "there are no samples for input 'data'"),
        (numbers(2)[..., :4], "has shape 2x3x4x4; input 'data' needs 3x4x5, or Nx3x4x5"),
        ({"dat": numbers(1)}, "unknown input 'dat'; did you mean 'data'?"),
        ({}, "there are no samples for input 'data'"),
        ("missing.npy", "No such file"),
        (3.0, "data must be arrays, or the name of a file or folder, not float"),
    ],
)
def test_what_cannot_be_opened(data: Data, reason: str):
    with pytest.raises(NcnncError, match=reason.replace("?", r"\?")):
        opened(data)


def test_a_folder_without_samples(tmp_path: Path):
    with pytest.raises(NcnncError, match="which has no image"):
        opened(tmp_path)


def test_a_list_without_samples(tmp_path: Path):
    (tmp_path / "list.txt").write_text("\n")
    with pytest.raises(NcnncError, match="which lists no file"):
        opened(tmp_path / "list.txt")


def test_nan_is_refused_with_the_sample(tmp_path: Path):
    x = numbers(2)
    x[1, 0, 0, 0] = np.nan
    np.save(tmp_path / "x.npy", x)
    samples = opened(tmp_path / "x.npy")
    assert samples[0]["data"].shape == (3, 4, 5)
    with pytest.raises(NcnncError, match=r"x.npy\[1\]: error: input 'data' has NaN or infinite"):
        samples[1]


def test_masks_may_have_minus_infinity():
    x = numbers(1)
    x[0, 0, 0, 0] = -np.inf
    assert opened(x)[0]["data"][0, 0, 0] == -np.inf
    x[0, 0, 0, 1] = np.inf
    with pytest.raises(NcnncError, match="has NaN or infinite"):
        opened(x)[0]


def test_several_inputs_need_names_and_as_many_samples():
    with pytest.raises(NcnncError, match="the model has 2 inputs: data, more; hint"):
        open_samples([SPEC, OTHER], numbers(1), PLAIN)
    data = {"data": numbers(2), "more": np.ones((3, 2), np.float32)}
    with pytest.raises(NcnncError, match="2 of 'data', 3 of 'more'"):
        open_samples([SPEC, OTHER], data, PLAIN)


def test_what_is_no_array_of_numbers_is_refused():
    samples = opened([{"data": numbers(1)[0]}])
    with pytest.raises(NcnncError, match="blob 'data' needs float32, not object"):
        samples[0]
