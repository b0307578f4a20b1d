"""Text and classes that a compiled model makes of its outputs, compared with numpy."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import import_model
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.options.words import named_postprocessing
from ncnnc.compiler.postprocessing import ArgMax, CtcDecoding, Postprocessing
from ncnnc.compiler.reference import run_reference
from ncnnc.compiler.reference.classes import best_classes

from tests.helpers.lowering import TARGETS

PARAM = b"7767517\n2 2\nInput in0 0 1 in0\nReLU r 1 1 in0 out0 0=1.0\n"
"""An output that is the input."""


def compiled(shape: tuple[int | str, ...], steps: Postprocessing, **options: Any) -> Any:
    return ncnnc.compile(
        PARAM, None, random_weights=0, inputs={"in0": shape}, postprocess={"": steps}, **options
    )


def scores(*shape: int) -> np.ndarray:
    """Return scores with equal ones and, if there are many, some that are no numbers."""
    x = np.random.default_rng(sum(shape)).integers(-9, 9, shape).astype(np.float32)
    x.reshape(-1)[7::5] = np.nan
    return x


def characters(steps: np.ndarray, blank: int) -> np.ndarray:
    """Return class and score of the characters of a text."""
    best = best_classes(steps, 1)
    groups = [list(group) for _, group in groupby(range(len(steps)), lambda i: best[i])]
    rows = [(best[i], steps[i, best[i]]) for i, *_ in groups if best[i] != blank]
    return np.array(rows, np.float32).reshape(-1, 2)


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("steps", "classes", "blank"), [(1, 3, 0), (17, 4, 3), (70, 97, 0)])
def test_text(steps: int, classes: int, blank: int, target: str):
    x = scores(steps, classes)
    x[:, blank] += 5
    found = compiled(x.shape, CtcDecoding(blank), target=target)(x)
    np.testing.assert_array_equal(found, characters(x, blank))


@pytest.mark.isa
def test_text_of_other_forms():
    x = scores(13, 5)
    wanted = characters(x, 0)
    assert len(wanted) > 4
    np.testing.assert_array_equal(compiled((13, 1, 5), CtcDecoding())(x[:, None]), wanted)
    np.testing.assert_array_equal(compiled((1, 13, 5), CtcDecoding(most=4))(x[None]), wanted[:4])
    blanks = np.tile(np.float32([1, 0]), (9, 1))
    assert compiled(blanks.shape, CtcDecoding())(blanks).shape == (0, 2)
    one, two = compiled(x.shape, CtcDecoding(), batch=2)(np.stack([x, x[::-1]]))
    np.testing.assert_array_equal(one[: len(wanted)], wanted)
    np.testing.assert_array_equal(two[two[:, 0] >= 0], characters(x[::-1], 0))


@pytest.mark.isa
def test_extents_known_at_run_time():
    text = compiled(("T", 6), CtcDecoding(), dims={"T": (1, 40)})
    first = compiled(("T", 6), CtcDecoding(most=3), dims={"T": (1, 40)})
    for steps in (1, 16, 39):
        x = scores(steps, 6)
        np.testing.assert_array_equal(text(x), characters(x, 0))
        np.testing.assert_array_equal(first(x), characters(x, 0)[:3])
    pixels = compiled((3, "H", "W"), ArgMax(), dims={"H": (2, 9), "W": (2, 50)})
    for size in ((9, 50), (5, 17), (2, 2)):
        x = scores(3, *size)
        np.testing.assert_array_equal(pixels(x), best_classes(x, 0))


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("shape", [(3, 1, 7), (21, 13, 17), (5, 9, 64)])
def test_class_of_each_pixel(shape: tuple[int, ...], target: str):
    x = scores(*shape)
    found = compiled(x.shape, ArgMax(), target=target, threads=2)(x)
    np.testing.assert_array_equal(found, best_classes(x, 0))


@pytest.mark.isa
@pytest.mark.parametrize("shape", [(40,), (1, 40), (40, 1, 1)])
def test_best_classes(shape: tuple[int, ...]):
    x = np.random.default_rng(0).permutation(40).astype(np.float32)
    order = np.argsort(-x)[:5]
    found = compiled(shape, ArgMax(5))(x.reshape(shape))
    np.testing.assert_array_equal(found, np.stack([order, x[order]], axis=1))


@pytest.mark.parametrize(
    ("shape", "steps"),
    [
        ((13, 5), CtcDecoding()),
        ((13, 5), CtcDecoding(4, most=20)),
        ((7,), ArgMax(3)),
        ((4, 3, 5), ArgMax()),
    ],
)
@pytest.mark.isa
def test_the_reference_finds_the_same(shape: tuple[int, ...], steps: Postprocessing):
    x = scores(*shape)
    options = CompileOptions(PARAM, inputs={"in0": shape}, postprocess={"": steps})
    module, ctx = import_model(options)
    infer_shapes(module, ctx)
    found = run_reference(module, ctx.weights, {"in0": x})["out0"]
    np.testing.assert_array_equal(found, compiled(shape, steps)(x))


@pytest.mark.parametrize(
    ("shape", "steps", "reason"),
    [
        ((2, 5, 6), CtcDecoding(), "steps have the shape [steps, classes], not [2, 5, 6]"),
        ((5, 6), CtcDecoding(6), "the blank is class 6, steps have 6 classes"),
        ((2, 5, 6), ArgMax(2), "each pixel gets one class, not 2"),
        ((5, 6), ArgMax(), "scores of classes have the shape [c] or [c, h, w], not [5, 6]"),
        ((1, 5, 6), ArgMax(), "of one class each pixel has the same"),
        ((5,), ArgMax(6), "6 of 5 classes cannot be chosen"),
    ],
)
def test_outputs_that_do_not_fit(shape: tuple[int, ...], steps: Postprocessing, reason: str):
    with pytest.raises(ncnnc.NcnncError, match=re.escape(reason)):
        compiled(shape, steps)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ctc", ("", CtcDecoding())),
        ("out0=ctc:blank=96:most=25", ("out0", CtcDecoding(96, 25))),
        ("argmax:k=5", ("", ArgMax(5))),
    ],
)
def test_words(text: str, expected: tuple[str, Postprocessing]):
    assert named_postprocessing(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ctx", "unknown kind of output 'ctx'; did you mean 'ctc'?"),
        ("ctc:blank=-1", "blank must be at least 0"),
        ("argmax:k=0", "k must be at least 1"),
        ("argmax:top=5", "unknown step of postprocessing 'top'"),
    ],
)
def test_wrong_words(text: str, reason: str):
    with pytest.raises(ncnnc.UsageError, match=re.escape(reason)):
        named_postprocessing(text)
