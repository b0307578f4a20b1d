"""`Extractor` of ncnn's interface: any blob, again and again, in any order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, cast

import ncnnc.compat as ncnn
import numpy as np
import pytest
from ncnnc.compat.networks.parts import fitted

from tests.compat.test_net import WEIGHTS, loaded
from tests.helpers.compat_networks import TWO_OUTPUTS, convolution, image
from tests.helpers.detections import Planted, yolo_blob

pytestmark = pytest.mark.isa


def conv_of(x: np.ndarray) -> np.ndarray:
    """The convolution of `TWO_OUTPUTS` by numpy."""
    weight, bias = convolution()
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))
    return np.einsum("chwij,ocij->ohw", windows, weight) + bias[:, None, None]


def blobs_of(x: np.ndarray) -> dict[str, np.ndarray]:
    """All blobs of `TWO_OUTPUTS` by numpy."""
    conv = conv_of(x)
    relu = np.maximum(conv, 0)
    mean = relu.mean((1, 2))
    c, h, w = relu.shape
    peak = relu.reshape(c, h // 2, 2, w // 2, 2).max((2, 4))
    gate = 1 / (1 + np.exp(-mean))
    named = {"data": x, "conv": conv, "relu": relu, "left": relu, "right": relu}
    return {**named, "mean": mean, "peak": peak, "gate": gate}


def check(ex: ncnn.Extractor, name: str | int, want: np.ndarray) -> None:
    code, mat = ex.extract(name)
    assert code == 0, ex.error
    np.testing.assert_allclose(np.array(mat), want, atol=1e-5 * np.abs(want).max())


def test_all_blobs_in_any_order():
    net, x = loaded(), image()
    for order in (1, -1):
        ex = net.create_extractor()
        ex.input("data", ncnn.Mat(x))
        for name, want in list(blobs_of(x).items())[::order]:
            check(ex, name, want)
            check(ex, name, want)


def test_results_are_written_without_changing_others():
    ex = loaded().create_extractor()
    ex.input("data", ncnn.Mat(image()))
    for name in ("gate", "gate", "conv", "gate"):
        _, mat = ex.extract(name)
        check(ex, name, np.array(mat))
        mat.numpy()[...] = -1


def test_blobs_by_index():
    net, x = loaded(), image()
    ex = net.create_extractor()
    assert ex.input(0, ncnn.Mat(x)) == 0
    for index, want in enumerate(blobs_of(x).values()):
        check(ex, index, want)
    assert ex.extract(np.int64(7))[0] == 0


def test_four_ways_to_extract():
    ex = loaded().create_extractor()
    x = image()
    named: Any = {"blob_name": "data", "in": ncnn.Mat(x)}
    assert ex.input(**named) == 0
    want = blobs_of(x)["peak"]
    for found in (ex.extract("peak"), ex.extract(6, 1), ex.extract(blob_name="peak", type=1)):
        np.testing.assert_allclose(np.array(found[1]), want, rtol=1e-4)
    for key in ("peak", 6):
        mat = ncnn.Mat()
        assert ex.extract(key, mat) == 0
        np.testing.assert_allclose(np.array(mat), want, rtol=1e-4)


def test_inner_blobs_are_inputs():
    x = image()
    want = blobs_of(x)
    ex = loaded().create_extractor()
    assert ex.input("relu", ncnn.Mat(want["relu"])) == 0
    check(ex, "gate", want["gate"])
    check(ex, "peak", want["peak"])
    ex = loaded().create_extractor()
    ex.input("left", ncnn.Mat(2 * want["relu"]))
    ex.input("data", ncnn.Mat(x))
    check(ex, "mean", 2 * want["mean"])
    check(ex, "peak", want["peak"])


def test_sizes_come_with_inputs_and_new_inputs_count():
    ex = loaded().create_extractor()
    for height, width in ((6, 8), (2, 4), (6, 8)):
        x = image(height, width, seed=width)
        ex.input("data", ncnn.Mat(x))
        check(ex, "peak", blobs_of(x)["peak"])


def test_what_is_extracted_together_is_computed_together():
    net = loaded()
    x = image()
    for _ in range(2):
        ex = net.create_extractor()
        ex.input("data", ncnn.Mat(x))
        check(ex, "gate", blobs_of(x)["gate"])
        check(ex, "conv", blobs_of(x)["conv"])
    alike = net.create_extractor()
    alike.input("data", ncnn.Mat(x))
    check(alike, "gate", blobs_of(x)["gate"])
    assert set(vars(alike)["_results"]) == {"gate", "peak", "conv"}


def test_what_cannot_be_extracted():
    net = loaded()
    ex = net.create_extractor()
    code, mat = ex.extract("peak")
    assert (code, mat.empty()) == (-100, True)
    assert ex.error == "peak needs the input 'data', which is not given"
    assert np.array(mat).size == 0
    assert ex.extract("nothing")[0] == ex.extract(8)[0] == ex.extract(-1)[0] == -1
    assert ex.input("nothing", ncnn.Mat(3)) == ex.input(8, ncnn.Mat(3)) == -1
    assert ex.input("data", ncnn.Mat(image()[:2])) == 0
    assert ex.extract("peak")[0] == -100
    assert "channels" in ex.error
    assert ex.input("data", ncnn.Mat()) == 0
    assert ex.extract("peak")[0] == -100
    assert ex.input("data", ncnn.Mat(image())) == 0
    assert ex.extract("peak")[0] == 0
    with pytest.raises(TypeError, match=r"takes an ncnn\.Mat"):
        ex.input("data", cast(Any, image()))
    with pytest.raises(TypeError, match="missing"):
        ex.extract()


def test_only_networks_make_extractors():
    with pytest.raises(TypeError, match="No constructor"):
        ncnn.Extractor()


def test_settings_change_no_result():
    pool = ncnn.PoolAllocator()
    with loaded().create_extractor() as ex:
        ex.set_light_mode(True)
        ex.set_num_threads(2)
        ex.set_blob_allocator(pool)
        ex.set_workspace_allocator(pool)
        ex.input("data", ncnn.Mat(image()))
        check(ex, "gate", blobs_of(image())["gate"])
        ex.clear()
        assert ex.input("data", ncnn.Mat(image())) == ex.extract("gate")[0] == -1
        assert "cleared" in ex.error


def test_an_output_that_does_not_fit_leaves_the_others():
    net = ncnn.Net()
    assert (
        net.load_param_mem(
            "7767517\n4 5\nInput x 0 1 x\nSplit s 1 2 x a b\nReLU r 1 1 a r\n"
            "Reshape q 1 1 b q 0=3 1=5\n"
        )
        == 0
    )
    assert net.load_model(ncnn.DataReaderFromEmpty()) == 0
    for _ in range(2):
        ex = net.create_extractor()
        ex.input("x", ncnn.Mat(np.array([-1, 1], np.float32)))
        assert np.array(ex.extract("r")[1]).tolist() == [0, 1]
        assert ex.extract("q")[0] == -100


def test_items_of_a_batch_with_results_of_different_shapes():
    net = ncnn.Net()
    layer = "YoloDetectionOutput y 1 1 x y 0=2 1=1 2=0.1 3=0.45 -23304=2,1.0,2.0"
    assert net.load_param_mem(f"7767517\n2 2\nInput x 0 1 x\n{layer}\n") == 0
    assert net.load_model(ncnn.DataReaderFromEmpty()) == 0
    found = [Planted(0, 1, 1, 0, 4.0), Planted(0, 3, 3, 1, 4.0)]
    items = np.stack([yolo_blob(1, 2, 4, 4, found[:count]) for count in (1, 2)])
    ex = net.create_extractor()
    ex.input("x", ncnn.Mat(items, batch_index=0))
    code, mat = ex.extract("y")
    assert (code, mat.empty()) == (-100, True)
    assert ex.error == "the items of a batch have results of shapes (1, 6), (2, 6)"


def test_packed_and_half_values_are_inputs():
    x = np.concatenate([image(), image(seed=5)[:1]])
    net = ncnn.Net()
    assert net.load_param_mem("7767517\n2 2\nInput x 0 1 x\nReLU r 1 1 x y\n") == 0
    assert net.load_model(ncnn.DataReaderFromEmpty()) == 0
    half = ncnn.cast_float32_to_float16(ncnn.Mat(x))
    for mat in (ncnn.Mat(x), half):
        for pack in (1, 4):
            ex = net.create_extractor()
            assert ex.input("x", ncnn.convert_packing(mat, pack)) == 0
            code, made = ex.extract("y")
            assert code == 0, ex.error
            np.testing.assert_allclose(np.array(made), np.maximum(x, 0), rtol=1e-3)


def test_a_batch_runs_item_by_item():
    items = np.stack([image(seed=seed) for seed in range(3)])
    ex = loaded().create_extractor()
    ex.input("data", ncnn.Mat(items, batch_index=0))
    code, mat = ex.extract("mean")
    assert (code, mat.n) == (0, 3)
    want = np.stack([blobs_of(item)["mean"] for item in items])
    np.testing.assert_allclose(mat.numpy(batch_index=0), want, rtol=1e-4)


def test_many_threads_extract_at_once():
    net = loaded()
    sizes = [(2 * (1 + n % 3), 8) for n in range(24)]

    def run(size: tuple[int, int]) -> np.ndarray:
        ex = net.create_extractor()
        ex.set_num_threads(1 + size[0] % 4 // 2)
        ex.input("data", ncnn.Mat(image(*size)))
        return np.array(ex.extract("peak")[1])

    with ThreadPoolExecutor(8) as threads:
        for size, peak in zip(sizes, threads.map(run, sizes), strict=True):
            np.testing.assert_allclose(peak, blobs_of(image(*size))["peak"], rtol=1e-4)


def test_other_numbers_are_converted():
    ex = loaded().create_extractor()
    x = image()
    for other in (x.astype(np.float64), np.asfortranarray(x), x[:, ::-1][:, ::-1]):
        ex.input("data", ncnn.Mat(other))
        check(ex, "gate", blobs_of(x)["gate"])


def test_integers_in_floats():
    tokens = np.array([0, 7, 3], np.int32)
    assert fitted(tokens.view(np.float32), "int32").tolist() == [0, 7, 3]
    assert fitted(np.array([0, 7, 3], np.float32), "int32").tolist() == [0, 7, 3]
    assert fitted(np.array([0.5], np.float32), "int32").dtype == np.float32
    assert fitted(np.array([0.5], np.float16), "float32").dtype == np.float32


def test_tokens_look_up_rows():
    net = ncnn.Net()
    assert net.load_param_mem("7767517\n2 2\nInput t 0 1 t\nEmbed e 1 1 t e 0=2 1=4 2=0 3=8\n") == 0
    net.load_model_mem(bytes(4) + np.arange(8, dtype=np.float32).tobytes())
    assert net.error == ""
    for tokens in (np.array([3, 1], np.int32), np.array([3, 1], np.int32).view(np.float32)):
        ex = net.create_extractor()
        ex.input("t", ncnn.Mat(tokens))
        assert np.array(ex.extract("e")[1]).tolist() == [[6, 7], [2, 3]]


@pytest.mark.oracle
def test_results_are_the_wheels():
    wheel = pytest.importorskip("ncnn")
    net = wheel.Net()
    for option in ("use_fp16_storage", "use_fp16_packed", "use_fp16_arithmetic"):
        setattr(net.opt, option, False)
    assert net.load_param_mem(TWO_OUTPUTS) == 0
    weights = np.frombuffer(WEIGHTS, np.uint8).tobytes()
    net.load_model_mem(weights)
    x = image()
    theirs, ours = net.create_extractor(), loaded().create_extractor()
    theirs.set_light_mode(False)
    theirs.input("data", wheel.Mat(x).clone())
    ours.input("data", ncnn.Mat(x))
    for index in range(8):
        code, mat = theirs.extract(index)
        assert code == 0
        check(ours, index, np.array(mat))
