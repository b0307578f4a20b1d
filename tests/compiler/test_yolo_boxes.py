"""Boxes that a compiled model chooses, compared with the choice in numpy."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.driver.import_model import import_model
from ncnnc.compiler.frontend.shapes import infer_shapes
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.options.words import named_postprocessing
from ncnnc.compiler.postprocess.heads import HeadRows, rows_above
from ncnnc.compiler.postprocess.suppression import intersection_over_union, kept_boxes
from ncnnc.compiler.reference import run_reference
from ncnnc.compiler.reference.rotated_boxes import probabilistic_overlap
from ncnnc.compiler.yolo_boxes import YoloBoxes

from tests.helpers.bundles import write_head
from tests.helpers.heads import Known, columns_head
from tests.helpers.lowering import TARGETS

PARAM = b"7767517\n2 2\nInput in0 0 1 in0\nReLU r 1 1 in0 head 0=1.0\n"
"""A head that is the input."""
CHOICE = YoloBoxes(confidence=0.3, overlap=0.5, most=40)


def columns(boxes: int, classes: int, seed: int = 0) -> np.ndarray:
    """Return a head `4+classes,boxes` with crowded boxes."""
    rng = np.random.default_rng(seed)
    parts = [(0, 200, 2), (5, 90, 2), (0, 1, classes)]
    rows = [rng.uniform(low, high, (count, boxes)) for low, high, count in parts]
    return np.concatenate(rows).astype(np.float32)


def rows_with_objects(boxes: int, classes: int) -> np.ndarray:
    """Return a head `boxes,5+classes`."""
    certainty = np.random.default_rng(1).uniform(0, 1, boxes).astype(np.float32)
    return np.insert(columns(boxes, classes), 4, certainty, axis=0).T.copy()


def final(boxes: int) -> np.ndarray:
    """Return a head `boxes,6` of corners, scores and classes."""
    rows = columns(boxes, 1).T
    corners = np.sort(rows[:, :4], axis=1)
    classes = np.arange(boxes, dtype=np.float32)[:, None] % 7
    return np.concatenate([corners, rows[:, 4:], classes], axis=1)


def with_extras(head: np.ndarray, axis: int, extras: int = 5) -> np.ndarray:
    """Return a head with further numbers of each box."""
    shape = [*head.shape]
    shape[axis] = extras
    more = np.random.default_rng(2).normal(0, 9, shape).astype(np.float32)
    return np.concatenate([head, more], axis=axis)


def compiled(shape: tuple[int | str, ...], choice: YoloBoxes = CHOICE, **options: Any) -> Any:
    """Return a model whose head is its input, which it leaves as it is."""
    inputs = {"in0": shape}
    return ncnnc.compile(
        PARAM, None, random_weights=0, inputs=inputs, postprocess={"head": choice}, **options
    )


def expected(rows: HeadRows, choice: YoloBoxes = CHOICE, extras: int = 0) -> np.ndarray:
    """Return the rows that numpy chooses."""
    found = rows_above(rows, choice.confidence, extras, is_rotated=False)
    if not rows.is_end_to_end:
        kept = kept_boxes(found.boxes, found.labels, choice.overlap, intersection_over_union)
        found = found.take(kept)
    parts = (found.labels[:, None], found.scores[:, None], found.boxes, found.extras)
    return np.concatenate(parts, axis=1)[: choice.most]


@pytest.mark.isa
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("boxes", "classes"), [(17, 1), (333, 3), (130, 80)])
def test_columns(boxes: int, classes: int, target: str):
    head = columns(boxes, classes)
    found = compiled(head.shape, target=target)(head)
    np.testing.assert_array_equal(found, expected(HeadRows(head.T)))


@pytest.mark.isa
def test_rows_with_scores_of_objects():
    head = rows_with_objects(301, 5)
    wanted = expected(HeadRows(head, has_object_score=True))
    np.testing.assert_array_equal(compiled(head.shape)(head), wanted)
    np.testing.assert_array_equal(compiled((1, *head.shape))(head[None]), wanted)


@pytest.mark.isa
def test_heads_that_have_chosen():
    head = final(50)
    wanted = expected(HeadRows(head, is_end_to_end=True))
    np.testing.assert_array_equal(compiled(head.shape)(head), wanted)


FORMS: dict[str, tuple[np.ndarray, int, Callable[[np.ndarray], HeadRows]]] = {
    "columns": (columns(150, 2), 0, lambda x: HeadRows(x.T)),
    "objects": (rows_with_objects(150, 2), 1, lambda x: HeadRows(x, has_object_score=True)),
    "final": (final(50), 1, lambda x: HeadRows(x, is_end_to_end=True)),
}
"""Form of a head -> one, the axis of a box's numbers, and how it is read."""
CASES = [*(("columns", target) for target in TARGETS), ("objects", "host"), ("final", "host")]


@pytest.mark.isa
@pytest.mark.parametrize(("form", "target"), CASES)
def test_numbers_behind_the_scores(form: str, target: str):
    pose = replace(CHOICE, task="pose", extras=5)
    crowd, axis, read = FORMS[form]
    head = with_extras(crowd, axis)
    found = compiled(head.shape, pose, target=target)(head)
    np.testing.assert_array_equal(found, expected(read(head), pose, 5))


@pytest.mark.isa
def test_numbers_behind_the_scores_of_other_extents():
    pose = replace(CHOICE, task="pose", extras=5)
    model = compiled((11, "N"), pose, dims={"N": (20, 90)})
    for boxes in (20, 55, 90):
        head = with_extras(columns(boxes, 2, boxes), 0)
        np.testing.assert_array_equal(model(head), expected(HeadRows(head.T), pose, 5))
    head = with_extras(columns(33, 2), 0)
    (one, two) = compiled(head.shape, pose, batch=2)(np.stack([head, head[:, ::-1]]))
    np.testing.assert_array_equal(one[one[:, 0] >= 0], expected(HeadRows(head.T), pose, 5))
    np.testing.assert_array_equal(one, two)


MASKS = b"""7767517
4 4
Input in0 0 1 in0
Input in1 0 1 in1
ReLU r 1 1 in0 out0 0=1.0
ReLU s 1 1 in1 out1 0=1.0
"""
"""A head and prototypes that are the inputs."""


def masked(
    size: tuple[int, int], prototypes: int, **options: Any
) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Return rows and masks as a compiled model finds them, and as numpy does."""
    height, width = size
    rng = np.random.default_rng(height)
    parts = [(-9, 4 * width, 1), (-9, 4 * height, 1), (1, 3 * width, 2), (0, 1, 3)]
    numbers = [rng.uniform(low, high, (count, 90)) for low, high, count in parts]
    head = np.concatenate([*numbers, rng.normal(size=(prototypes, 90))]).astype(np.float32)
    inputs = {"in0": head, "in1": rng.normal(size=(prototypes, *size)).astype(np.float32)}
    steps = YoloBoxes(0.9, 0.6, 40, "segment", prototypes)
    given: dict[str, Any] = {"inputs": {name: x.shape for name, x in inputs.items()}}
    given |= {"postprocess": {"": steps}, **options}
    found = ncnnc.compile(MASKS, None, random_weights=0, **given).run(inputs)
    module, ctx = import_model(CompileOptions(MASKS, **given))
    infer_shapes(module, ctx)
    return found, run_reference(module, ctx.weights, inputs)


@pytest.mark.isa
@pytest.mark.parametrize(
    ("size", "prototypes", "target"),
    [*(((17, 37), 5, target) for target in TARGETS), ((1, 3), 1, "host")],
)
def test_masks(size: tuple[int, int], prototypes: int, target: str):
    found, wanted = masked(size, prototypes, target=target, threads=2)
    assert 0 < len(found["out0"]) < 40
    assert found["out1"].dtype == np.int8
    assert found["out1"].any()
    np.testing.assert_array_equal(found["out0"], wanted["out0"])
    np.testing.assert_array_equal(found["out1"], wanted["out1"])


def test_masks_that_do_not_fit():
    steps = {"out0": YoloBoxes(task="segment")}
    shapes: dict[str, Any] = {"in0": (40, 90), "in1": (31, 4, 4)}
    with pytest.raises(ncnnc.NcnncError, match="32 coefficients of masks, there are 31 prototypes"):
        ncnnc.compile(MASKS, None, inputs=shapes, postprocess=steps)
    param = b"7767517\n2 2\nInput in0 0 1 in0\nReLU r 1 1 in0 out0\n"
    with pytest.raises(ncnnc.UsageError, match="masks need one other output, the prototypes"):
        ncnnc.compile(param, None, inputs={"in0": (40, 90)}, postprocess=steps)


@pytest.mark.isa
@pytest.mark.parametrize(("form", "target"), CASES)
def test_rotated_boxes(form: str, target: str):
    """Overlaps are computed in float32, and in float64 by numpy: none is near the limit."""
    obb = YoloBoxes(0.3, 0.4, 200, "obb")
    crowd, axis, read = FORMS[form]
    head = with_extras(crowd, axis, 1)
    found = rows_above(read(head), obb.confidence, 1, is_rotated=True)
    boxes = np.concatenate([found.boxes, found.extras], axis=1).astype(np.float64)
    if not found.suppressed:
        kept = kept_boxes(boxes, found.labels, obb.overlap, probabilistic_overlap)
        assert len(kept) < len(boxes) - 5
        found = found.take(kept)
    parts = (found.labels[:, None], found.scores[:, None], found.boxes, found.extras)
    wanted = np.concatenate(parts, axis=1)
    np.testing.assert_array_equal(compiled(head.shape, obb, target=target)(head), wanted)
    options: dict[str, Any] = {"inputs": {"in0": head.shape}, "postprocess": {"": obb}}
    module, ctx = import_model(CompileOptions(PARAM, **options))
    infer_shapes(module, ctx)
    numpy = run_reference(module, ctx.weights, {"in0": head})["head"]
    np.testing.assert_array_equal(numpy, wanted)


@pytest.mark.isa
@pytest.mark.parametrize("letterbox", [114.0, None])
def test_pixels_of_the_image(letterbox: float | None, tmp_path: Path):
    """Boxes and keypoints, of one image and of a batch, are where `placement` moves them."""
    boxes = [
        Known((4, -8, 60, 20), 0.9, 0, [10, 20, 0.5]),
        Known((30, 40, 99, 60), 0.8, 1, [1, 2, 0]),
    ]
    text = "task: pose\nimgsz: [64, 96]\nnames: [a, b]\nkpt_shape: [1, 3]\n"
    folder = str(write_head(tmp_path, text, out0=columns_head(boxes, 2)))
    image = ncnnc.Image(resize=(64, 96), letterbox=letterbox)
    pixels = np.zeros((2, 100, 75, 3), np.uint8)
    for batch, x in ((0, pixels[0]), (2, pixels)):
        given: dict[str, Any] = {"preprocess": {"in0": image}, "batch": batch}
        rows, wanted = (
            ncnnc.compile(folder, postprocess={"": YoloBoxes(coordinates=kind)}, **given)(x)
            for kind in ("image", "input")
        )
        place = image.placement((100, 75))
        for i in (2, 4):
            wanted[..., i : i + 2] = place.to_image(wanted[..., i : i + 2]).clip(0, (75, 100))
        wanted[..., 6:8] = place.to_image(wanted[..., 6:8])
        count = (..., slice(len(boxes)), slice(None))
        np.testing.assert_allclose(rows[count], wanted[count], rtol=1e-6, atol=1e-5)
    module, ctx = import_model(
        CompileOptions(
            f"{folder}/model.ncnn.param",
            preprocess={"in0": image},
            postprocess={"": YoloBoxes(coordinates="image")},
        )
    )
    infer_shapes(module, ctx)
    inputs = {"in0": pixels[0], "in0.extents": np.array([100, 75, 225], np.int32)}
    found = run_reference(module, ctx.weights, inputs)["out0"]
    np.testing.assert_allclose(found, rows[0][: len(found)], rtol=1e-6, atol=1e-5)


def test_the_image_needs_to_be_resized():
    reason = "coordinates of the image need one image that is resized, not 0"
    with pytest.raises(ncnnc.UsageError, match=reason):
        compiled((8, 20), YoloBoxes(coordinates="image"))


@pytest.mark.isa
def test_what_is_no_number_is_not_found():
    head = columns(64, 2)
    head[4:] = 0.9
    head[0, ::2] = np.nan
    head[3, 1::4] = np.inf
    head[4, 3::8] = np.nan
    found = compiled(head.shape, YoloBoxes(overlap=1.0, most=64))(head)
    assert np.isfinite(found).all()
    assert len(found) == 16
    assert (found[:, 0] == 1).sum() == 8


@pytest.mark.isa
def test_nothing_is_found():
    head = columns(40, 3)
    head[4:] = 0.1
    assert compiled(head.shape)(head).shape == (0, 6)


@pytest.mark.isa
def test_extents_known_at_run_time_and_batches():
    model = compiled((6, "N"), dims={"N": (20, 90)})
    for boxes in (20, 55, 90):
        head = columns(boxes, 2, boxes)
        np.testing.assert_array_equal(model(head), expected(HeadRows(head.T)))
    head = columns(33, 2)
    (one, two) = compiled(head.shape, batch=2)(np.stack([head, head[:, ::-1]]))
    np.testing.assert_array_equal(one, two)
    np.testing.assert_array_equal(one[one[:, 0] >= 0], expected(HeadRows(head.T)))


@pytest.mark.parametrize(
    ("shape", "name", "reason"),
    [
        ((4, 20), "head", "a YOLO head has the shape [4+classes, n], [n, 5+classes] or [n, 6]"),
        ((2, 8, 20), "head", "not [2, 8, 20]"),
        ((8, 20), "haed", "did you mean 'head'?"),
    ],
)
def test_outputs_that_are_no_heads(shape: tuple[int, ...], name: str, reason: str):
    param = b"7767517\n2 2\nInput in0 0 1 in0\nReLU r 1 1 in0 head\n"
    with pytest.raises(ncnnc.NcnncError, match=re.escape(reason)):
        ncnnc.compile(param, None, inputs={"in0": shape}, postprocess={name: CHOICE})


def test_the_only_output_needs_no_name():
    param = b"7767517\n3 4\nInput in0 0 1 in0\nSplit s 1 2 in0 a b\nReLU r 1 1 a c\n"
    with pytest.raises(ncnnc.UsageError, match="the model has 2 outputs, name one: b, c"):
        ncnnc.compile(param, None, inputs={"in0": (8, 20)}, postprocess={"": CHOICE})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("yolo", ("", YoloBoxes())),
        ("out0=yolo", ("out0", YoloBoxes())),
        ("out0=yolo:most=7", ("out0", YoloBoxes(most=7))),
        ("yolo:task=pose:extras=34", ("", YoloBoxes(task="pose", extras=34))),
        ("yolo:overlap=0.5:confidence=0.1", ("", YoloBoxes(confidence=0.1, overlap=0.5))),
    ],
)
def test_words(text: str, expected: tuple[str, YoloBoxes]):
    assert named_postprocessing(text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("out0=yola", "unknown kind of output 'yola'"),
        ("yolo:task=poses", "unknown task 'poses'; did you mean 'pose'?"),
        ("yolo:task=obb:coordinates=image", "rotated boxes have the coordinates of the network's"),
        ("yolo:coordinates=picture", "unknown coordinates 'picture'"),
        ("yolo:mots=3", "did you mean 'most'?"),
        ("yolo:most", "most needs a number, not ''"),
        ("yolo:most=1.5", "most needs a number, not '1.5'"),
        ("yolo:most=0", "most must be at least 1"),
        ("yolo:overlap=2", "overlap must be in 0..1, not 2"),
        ("yolo:most=1:most=2", "most is given twice"),
    ],
)
def test_wrong_words(text: str, reason: str):
    with pytest.raises(ncnnc.UsageError, match=re.escape(reason)):
        named_postprocessing(text)


def test_other_objects_are_refused():
    with pytest.raises(
        TypeError,
        match="postprocess of 'out0' must be one of YoloBoxes, CtcDecoding, ArgMax, not dict",
    ):
        ncnnc.compile("m.param", postprocess=cast("Any", {"out0": {}}))


@pytest.mark.parametrize("head", [columns(120, 3), rows_with_objects(120, 3), final(50)])
def test_the_reference_chooses_the_same(head: np.ndarray):
    param = "7767517\n2 2\nInput in0 0 1 in0\nReLU r 1 1 in0 head 0=1.0\n"
    options = CompileOptions(
        param.encode(), inputs={"in0": head.shape}, postprocess={"head": CHOICE}
    )
    module, ctx = import_model(options)
    infer_shapes(module, ctx)
    found = run_reference(module, ctx.weights, {"in0": head})["head"]
    form = {7: HeadRows(head.T), 8: HeadRows(head, True), 6: HeadRows(head, False, True)}
    wanted = expected(form[min(head.shape)])
    np.testing.assert_allclose(found, wanted, rtol=1e-6)
