"""The trained example in int8: what ncnn reads with it, and what the docs say of it."""

from __future__ import annotations

from pathlib import Path

import ncnnc
import numpy as np
import pytest

from tests.generators.wheel import run_wheel

pytestmark = [pytest.mark.isa, pytest.mark.oracle]

FOLDER = Path(__file__).parents[2] / "examples" / "digits"
PARAM, WEIGHTS = str(FOLDER / "digits.param"), str(FOLDER / "digits.bin")
MOST_LOST = 0.005
"""Of all images: how many more may be read wrongly."""
CALIBRATION = 100


@pytest.fixture(scope="module")
def images() -> tuple[np.ndarray, np.ndarray]:
    """Images that training never saw, and their labels."""
    pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    with np.load(FOLDER / "digits_test.npz") as test:
        return test["images"], test["labels"]


def our_probabilities(param: str, weights: str, images: np.ndarray) -> np.ndarray:
    """Return the compiled model's results for all images."""
    model = ncnnc.compile(param, weights)
    return np.array([model(image) for image in images])


def probabilities(param: str, weights: str, images: np.ndarray) -> np.ndarray:
    """Return the wheel's results for all images."""
    ncnn = pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    net = ncnn.Net()
    net.opt.num_threads = 1
    net.opt.use_fp16_storage = False
    assert net.load_param(param) == 0
    assert net.load_model(weights) == 0
    found = []
    for image in images:
        extractor = net.create_extractor()
        extractor.input("data", ncnn.Mat(image).clone())
        found.append(np.array(extractor.extract("prob")[1]))
    return np.array(found)


@pytest.mark.parametrize("method", ["kl", "mse"])
def test_accuracy_is_kept(images: tuple[np.ndarray, np.ndarray], tmp_path: Path, method: str):
    """Calibrated on images that accuracy is not measured on."""
    calibration, (rest, labels) = images[0][:CALIBRATION], (a[CALIBRATION:] for a in images)
    files = str(tmp_path / "q.param"), str(tmp_path / "q.bin")
    report = ncnnc.quantize(PARAM, WEIGHTS, *files, calibration, method=method, optimize=True)
    assert len(report.int8_layers) == 5
    for compute in (probabilities, our_probabilities):
        exact = (compute(PARAM, WEIGHTS, rest).argmax(1) == labels).mean()
        rounded = (compute(*files, rest).argmax(1) == labels).mean()
        assert rounded >= exact - MOST_LOST


def test_the_error_is_what_ncnn_has(images: tuple[np.ndarray, np.ndarray], tmp_path: Path):
    """The number of samples equals that of error measurements, so that the errors are the same."""
    few = images[0][:16]
    files = str(tmp_path / "q.param"), str(tmp_path / "q.bin")
    options = {"outputs": ["score"], "method": "minmax"}
    report = ncnnc.quantize(PARAM, WEIGHTS, *files, few, **options)
    exact, rounded = (
        np.array([run_wheel(p, w, {"data": x}, ["score"])["score"] for x in few])
        for p, w in (
            (Path(param).read_bytes(), Path(weights).read_bytes())
            for param, weights in ((PARAM, WEIGHTS), files)
        )
    )
    error = np.abs(rounded - exact).max() / np.abs(exact).max()
    assert report.error == pytest.approx(error, rel=0.15)
