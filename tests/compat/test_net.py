"""`Net` of ncnn's interface: what it loads, describes and refuses."""

from __future__ import annotations

import gc
import io
import weakref
from pathlib import Path

import ncnnc.compat as ncnn
import numpy as np
import pytest

from tests.helpers.compat_networks import CUSTOM, TWO_OUTPUTS, convolution, image, stored

pytestmark = pytest.mark.isa
WEIGHTS = stored(*convolution())


def loaded(weights: bytes = WEIGHTS) -> ncnn.Net:
    """`TWO_OUTPUTS` from memory."""
    net = ncnn.Net()
    assert net.load_param_mem(TWO_OUTPUTS) == 0
    net.load_model_mem(weights)
    assert net.error == ""
    return net


def outputs_of(net: ncnn.Net) -> list[np.ndarray]:
    with net.create_extractor() as ex:
        assert ex.input("data", ncnn.Mat(image())) == 0
        return [np.array(ex.extract(name)[1]) for name in net.output_names()]


def test_bytes_behind_the_last_array_are_left_out(tmp_path: Path):
    file = tmp_path / "more.bin"
    file.write_bytes(WEIGHTS + b"more")
    net = ncnn.Net()
    assert net.load_param_mem(TWO_OUTPUTS) == 0
    with pytest.warns(RuntimeWarning, match="4 bytes are left over"):
        assert net.load_model(str(file)) == 0
    for found, expected in zip(outputs_of(net), outputs_of(loaded()), strict=True):
        assert np.array_equal(found, expected)


def test_a_network_says_what_it_has():
    net = loaded()
    assert net.input_names() == ["data"]
    assert net.output_names() == ["peak", "gate"]
    assert net.input_indexes() == [0]
    assert net.output_indexes() == [6, 7]
    names = ["data", "conv", "relu", "left", "right", "mean", "peak", "gate"]
    assert [blob.name for blob in net.blobs()] == names
    mean = net.blobs()[5]
    assert (mean.producer, mean.consumer, mean.shape.dims) == (4, 6, 0)
    assert net.blobs()[7].consumer == -1
    split = net.layers()[3]
    assert (split.type, split.name, split.bottoms, split.tops) == ("Split", "copy", [2], [3, 4])
    assert net.layers()[1].typeindex == 6


def test_clear_forgets_all():
    with loaded() as net:
        assert len(net.layers()) == 7
    assert net.blobs() == net.layers() == net.input_names() == net.output_indexes() == []


def test_files_and_readers_are_the_same(tmp_path: Path):
    (tmp_path / "m.param").write_text(TWO_OUTPUTS)
    (tmp_path / "m.bin").write_bytes(WEIGHTS)
    expected = outputs_of(loaded())
    from_files, from_readers = ncnn.Net(), ncnn.Net()
    assert from_files.load_param(str(tmp_path / "m.param")) == 0
    assert from_files.load_model(tmp_path / "m.bin") == 0
    assert from_readers.load_param(ncnn.DataReaderFromMemory(TWO_OUTPUTS.encode())) == 0
    assert from_readers.load_model(ncnn.DataReaderFromStdio(io.BytesIO(WEIGHTS))) == 0
    for net in (from_files, from_readers):
        for got, want in zip(outputs_of(net), expected, strict=True):
            np.testing.assert_array_equal(got, want)


def test_a_reader_of_the_program_may_read_little_at_a_time():
    class Slow(ncnn.DataReader):
        def __init__(self, data: bytes):
            self.data = data

        def read(self, buf: memoryview, size: int) -> int:
            piece, self.data = self.data[:7], self.data[7:]
            buf[: len(piece)] = piece
            return len(piece)

    net = ncnn.Net()
    assert net.load_param(Slow(TWO_OUTPUTS.encode())) == 0
    assert net.load_model(Slow(WEIGHTS)) == 0
    np.testing.assert_array_equal(outputs_of(net)[0], outputs_of(loaded())[0])


def test_an_empty_reader_gives_zeros():
    net = ncnn.Net()
    assert net.load_param_mem(TWO_OUTPUTS) == 0
    assert net.load_model(ncnn.DataReaderFromEmpty()) == 0
    peak, gate = outputs_of(net)
    assert not peak.any()
    np.testing.assert_array_equal(gate, np.full(4, 0.5, np.float32))


def test_a_binary_param_has_blobs_by_number():
    words = [7767517, 2, 2, 16, 0, 1, 0, -233, 26, 1, 1, 0, 1, -233]
    net = ncnn.Net()
    assert net.load_param_bin(ncnn.DataReaderFromMemory(np.array(words, "<i4").tobytes())) == 0
    assert net.load_model(ncnn.DataReaderFromEmpty()) == 0
    ex = net.create_extractor()
    assert ex.input(0, ncnn.Mat(np.array([-1, 2], np.float32))) == 0
    assert np.array(ex.extract(1)[1]).tolist() == [0, 2]


def test_weights_in_memory_are_kept():
    mem = bytearray(WEIGHTS)
    net = ncnn.Net()
    assert net.load_param_mem(TWO_OUTPUTS) == 0
    net.load_model_mem(mem)
    assert net.error == ""
    mem[:] = bytes(len(mem))
    np.testing.assert_array_equal(outputs_of(net)[0], outputs_of(loaded())[0])


@pytest.mark.parametrize(
    ("param", "reason"),
    [
        ("garbage", "7767517"),
        ("7767517\n2 2\nInput data 0 1 data\n", "layer"),
        (CUSTOM, "no layer of this type is known or registered"),
        (TWO_OUTPUTS.replace("1 1 conv relu", "1 1 mean relu"), "'mean'"),
    ],
)
def test_a_damaged_param_is_refused(param: str, reason: str, capsys: pytest.CaptureFixture[str]):
    net = ncnn.Net()
    assert net.load_param_mem(param) == -1
    assert reason in net.error
    assert net.error in capsys.readouterr().err
    assert net.blobs() == []
    assert net.load_model(ncnn.DataReaderFromEmpty()) == -1
    assert net.create_extractor().extract("output")[0] == -1


@pytest.mark.parametrize("weights", [b"", WEIGHTS[:-4]])
def test_damaged_weights_are_refused(weights: bytes):
    net = ncnn.Net()
    assert net.load_param_mem(TWO_OUTPUTS) == 0
    net.load_model_mem(weights)
    assert "<bin>" in net.error
    ex = net.create_extractor()
    assert ex.input("data", ncnn.Mat(image())) == -1
    code, mat = ex.extract("peak")
    assert (code, mat.empty()) == (-1, True)
    net.load_model_mem(WEIGHTS)
    assert net.error == ""


def test_missing_files_are_refused(tmp_path: Path):
    net = ncnn.Net()
    assert net.load_param(str(tmp_path / "m.param")) == -1
    assert "m.param" in net.error
    assert net.load_model(str(tmp_path / "m.bin")) == -1
    assert net.load_param("a\0b") == -1


def test_strict_raises(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(ncnn, "strict", True)
    with pytest.raises(ncnn.CompatError, match="garbage"):
        ncnn.Net().load_param_mem("garbage")
    with pytest.raises(ncnn.CompatError, match="no blob 'peek'; hint: did you mean 'peak'"):
        loaded().create_extractor().extract("peek")


def test_a_network_loads_another():
    net = loaded()
    assert net.load_param_mem("7767517\n2 2\nInput x 0 1 x\nReLU y 1 1 x y\n") == 0
    assert net.create_extractor().extract("y")[0] == -1
    assert net.load_model(ncnn.DataReaderFromEmpty()) == 0
    ex = net.create_extractor()
    ex.input("x", ncnn.Mat(np.array([-1, 3], np.float32)))
    assert np.array(ex.extract("y")[1]).tolist() == [0, 3]


def test_an_extractor_keeps_its_network():
    net = loaded()
    alive = weakref.ref(net)
    ex = net.create_extractor()
    del net
    gc.collect()
    ex.input("data", ncnn.Mat(image()))
    assert ex.extract("gate")[0] == 0
    del ex
    gc.collect()
    assert alive() is None


def test_bfloat16_is_an_option():
    net = ncnn.Net()
    net.opt.use_bf16_storage = True
    assert net.load_param_mem(TWO_OUTPUTS) == 0
    net.load_model_mem(WEIGHTS)
    assert net.error == ""
    for got, want in zip(outputs_of(net), outputs_of(loaded()), strict=True):
        np.testing.assert_allclose(got, want, atol=2e-2 * np.abs(want).max())


def test_there_is_no_vulkan():
    net = ncnn.Net()
    net.opt.use_vulkan_compute = True
    net.set_vulkan_device(0)
    assert net.vulkan_device() is None
