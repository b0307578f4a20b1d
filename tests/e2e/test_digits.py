"""The trained example: small files, and digits that are read correctly."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import ncnnc
import numpy as np
import pytest

pytestmark = pytest.mark.isa

FOLDER = Path(__file__).parents[2] / "examples" / "digits"
PARAM, WEIGHTS = str(FOLDER / "digits.param"), str(FOLDER / "digits.bin")
LEAST_ACCURACY = 0.97


@pytest.fixture(scope="module")
def held_out() -> tuple[np.ndarray, np.ndarray]:
    """Images that training never saw, and their labels."""
    with np.load(FOLDER / "digits_test.npz") as test:
        return test["images"], test["labels"]


@pytest.fixture(scope="module")
def model() -> ncnnc.CompiledModel:
    return ncnnc.compile(PARAM, WEIGHTS, target="host")


def ncnn_classifier() -> Callable[[np.ndarray], np.ndarray]:
    """The example in the ncnn wheel, from image to probabilities."""
    ncnn = pytest.importorskip("ncnn", reason="the ncnn wheel is the oracle")
    net = ncnn.Net()
    net.opt.num_threads = 1
    net.opt.use_fp16_storage = False
    assert net.load_param(PARAM) == 0
    assert net.load_model(WEIGHTS) == 0

    def classify(image: np.ndarray) -> np.ndarray:
        extractor = net.create_extractor()
        extractor.input("data", ncnn.Mat(image).clone())
        return np.array(extractor.extract("prob")[1])

    return classify


def test_files_are_small():
    sizes = [(FOLDER / name).stat().st_size for name in ("digits.param", "digits.bin")]
    assert 0 < sum(sizes) < 60_000
    assert (FOLDER / "digits_test.npz").stat().st_size < 60_000


def test_test_set_is_what_the_model_reads(held_out):
    images, labels = held_out
    assert images.shape == (450, 1, 8, 8)
    assert images.dtype == np.float32
    assert images.min() == 0
    assert images.max() == 1
    assert sorted(set(labels.tolist())) == list(range(10))
    assert np.bincount(labels).min() > 30


def test_compiled_model_reads_the_digits(model, held_out):
    images, labels = held_out
    read = np.array([model(image).argmax() for image in images])
    assert (read == labels).mean() >= LEAST_ACCURACY


@pytest.mark.oracle
def test_ncnn_reads_the_digits(held_out):
    images, labels = held_out
    classify = ncnn_classifier()
    read = np.array([classify(image).argmax() for image in images])
    assert (read == labels).mean() >= LEAST_ACCURACY


@pytest.mark.oracle
def test_compiled_model_agrees_with_ncnn(model, held_out):
    classify = ncnn_classifier()
    for image in held_out[0][:50]:
        expected = classify(image)
        assert np.abs(model(image) - expected).max() <= 1e-4 * expected.max()
