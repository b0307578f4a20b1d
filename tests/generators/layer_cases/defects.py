"""
Defects of the wheel: what of its results, or of its crashes, is no measure.

Cases that have one are skipped, and counted. `docs/wheel-defects.md` is made of this list, and a
test lets the wheel show each on the example.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from xdsl.utils.str_enum import StrEnum

from .case import LayerCase, Storage, Weight

DYNAMIC_CONVOLUTION = 19
ABSENT = -233


class Symptom(StrEnum):
    """Symptom of a defect of the wheel."""

    CRASH = "crash"
    UNWRITTEN = "reads unwritten memory"
    WRONG = "wrong result"


@dataclass(frozen=True)
class Defect:
    """A defect of the wheel in the cases of some layers that the predicate selects."""

    layers: tuple[str, ...]
    symptom: Symptom
    text: str
    has: Callable[[LayerCase], bool]
    example: LayerCase
    cpu_flag: str = ""
    """A flag of `/proc/cpuinfo` without which the wheel runs other code, which is right."""


def ones(*shape: int) -> np.ndarray:
    """A blob of ones."""
    return np.ones(shape, np.float32)


def has_large_dilation(case: LayerCase) -> bool:
    """Return whether the output of a dilated convolution is smaller than the dilation."""
    kernel, dilation, stride = (case.param(id, 1) for id in (1, 2, 3))
    if case.params.get(DYNAMIC_CONVOLUTION):
        kernel = case.inputs[1].shape[-1]
    square = case.param(11, kernel) == kernel and case.param(12, dilation) == dilation
    if dilation == 1 or stride != 1 or case.param(13, stride) != 1 or not square:
        return False
    reach, left, top = (kernel - 1) * dilation + 1, case.param(4), case.param(14, case.param(4))
    pads = left + case.param(15, left), top + case.param(16, top)
    if left < 0:
        pads = (reach - 1,) * 2
    extents = zip(case.inputs[0].shape[:-3:-1], pads, strict=True)
    return any(extent + pad - reach + 1 < dilation for extent, pad in extents)


def is_uneven(case: LayerCase) -> bool:
    """Return true if inputs of a Concat differ along another axis than that of the layer."""
    axis = case.param(0) % case.rank()
    return len({(*x.shape[:axis], *x.shape[axis + 1 :]) for x in case.inputs}) > 1


def finds_nothing(case: LayerCase) -> bool:
    """Return whether no box of a YoloDetectionOutput reaches the confidence threshold."""
    classes, boxes, threshold = case.param(0, 20), case.param(1, 5), case.params.get(2, 0.01)
    x = case.inputs[0].reshape(boxes, 5 + classes, -1).astype(np.float64)
    with np.errstate(all="ignore"):
        powers = np.exp(x[:, 5:])
        scores = powers.max(axis=1) / powers.sum(axis=1) / (1 + np.exp(-x[:, 4]))
    return not (scores >= float(str(threshold))).any()


def has_certain_background(case: LayerCase) -> bool:
    """Return whether a prior is background and a class beyond the threshold, without a softmax."""
    threshold, scores = case.params.get(4, 0.5), case.inputs[1]
    is_mxnet = case.params.get(0) == ABSENT
    scores = scores.T if is_mxnet else scores.reshape(-1, case.param(0))
    skipped = scores[:, 0] >= np.float32(1 - float(str(threshold)))
    return bool((skipped & (scores[:, 1:].max(axis=1) > float(str(threshold)))).any())


def has_expressions_without_axes(case: LayerCase) -> bool:
    """Return whether a Crop has its starts as expressions for all axes."""
    return 19 in case.params and 21 not in case.params


def samples_beyond(case: LayerCase) -> bool:
    """Return whether a ROIAlign of the first version may sample past the last cell."""
    if case.param(5) == 1:
        return False
    box = case.inputs[1].reshape(2, 2) * float(str(case.params.get(2, 1.0)))
    if case.param(4):
        return bool((box[1] - 0.5 > case.inputs[0].shape[:0:-1]).any())
    extents = np.maximum(box[1] - box[0], 1)
    return bool((box[0] + extents > case.inputs[0].shape[:0:-1]).any())


def has_negative_padding(case: LayerCase) -> bool:
    """
    Return whether SAME padding is negative along one axis, as for a kernel smaller than its stride,
    and positive along another.
    """
    pools = case.layer.startswith("Pooling")
    mode, same = (case.param(5), (2, 3)) if pools else (case.param(4), (-233, -234))
    if mode not in same or (pools and (case.param(4) or case.param(7))):
        return False
    totals: list[int] = []
    for axis, extent in enumerate(reversed(case.inputs[0].shape[1:])):
        kernel, stride = along(case, 1, axis), along(case, 2 if pools else 3, axis)
        reach = (kernel - 1) * (1 if pools else along(case, 2, axis)) + 1
        totals.append(reach + (extent - 1) // stride * stride - extent)
    return min(totals) < 0 < max(totals)


def along(case: LayerCase, id: int, axis: int) -> int:
    """A parameter of windows along x, y, or z; that of x counts for those that are not given."""
    return case.param(10 * axis + id, case.param(id, 1))


def has_nan(case: LayerCase) -> bool:
    """Return whether an element is NaN."""
    return any(np.isnan(array).any() for array in case.inputs)


VECTOR_OF_CLASSES = 8
"""Of so many classes at a time AVX2 finds the best."""


def class_fields(case: LayerCase) -> list[np.ndarray]:
    """The logits of classes in each input of a YOLO layer: `boxes,classes,cells`."""
    classes, boxes = case.param(0, 20), case.param(1, 5)
    return [blob.reshape(boxes, 5 + classes, -1)[:, 5:] for blob in case.inputs]


def has_nan_among_many_classes(case: LayerCase) -> bool:
    """Return true if a class is NaN that is compared with others in a vector."""
    many = case.param(0, 20) >= VECTOR_OF_CLASSES
    return many and any(np.isnan(fields).any() for fields in class_fields(case))


def has_class_without_end(case: LayerCase) -> bool:
    """Return true if the logit of a class is infinite or NaN."""
    return not all(np.isfinite(fields).all() for fields in class_fields(case))


NAN_CLASS = np.zeros((14, 1, 1), np.float32)
NAN_CLASS[5], NAN_CLASS[12], NAN_CLASS[13] = 3, np.nan, 2
INFINITE_CLASS = np.zeros((6, 4, 4), np.float32)
INFINITE_CLASS[5] = np.inf
IMAGE = np.array([100, 100, 1], np.float32)

BOX = np.array([0.1, 0.2, 0.5, 0.8], np.float32)
"""The corners of a prior."""
DILATED = Weight(ones(16, 16, 3, 3), Storage.FLOAT32)

DEFECTS: tuple[Defect, ...] = (
    Defect(
        ("Convolution", "ConvolutionDepthWise"),
        Symptom.CRASH,
        "a dilated convolution of stride 1 and a square kernel whose output is smaller than the"
        " dilation (without packing)",
        has_large_dilation,
        LayerCase("Convolution", (ones(16, 5, 5),), {0: 16, 1: 3, 2: 2, 6: 2304}, (DILATED,)),
    ),
    Defect(
        ("Scale",),
        Symptom.CRASH,
        "factors from a blob and a bias from the file: the bias is not loaded",
        lambda case: len(case.inputs) > 1 and case.param(1) == 1,
        LayerCase("Scale", (ones(3), ones(3)), {0: ABSENT, 1: 1}, (Weight(ones(3)),)),
    ),
    Defect(
        ("Scale",),
        Symptom.UNWRITTEN,
        "factors `c,1,1` from a blob: the gaps between its channels are read (with packing if c is"
        " no multiple of 4; these are refused)",
        lambda case: len(case.inputs) > 1 and case.rank(1) > 2 and len(case.inputs[1]) > 1,
        LayerCase("Scale", (ones(8, 2, 2), ones(8, 1, 1)), {0: ABSENT}),
    ),
    Defect(
        ("Concat",),
        Symptom.UNWRITTEN,
        "blobs whose sizes differ along another axis: parts of the result stay unwritten, or are"
        " written twice (refused)",
        is_uneven,
        LayerCase("Concat", (ones(3, 6, 6), ones(3, 5, 6))),
    ),
    Defect(
        ("Crop",),
        Symptom.CRASH,
        "starts and ends that are expressions, without the axes (id 21)",
        has_expressions_without_axes,
        LayerCase("Crop", (ones(8),), {19: "0", 20: "5"}),
    ),
    Defect(
        ("Slice",),
        Symptom.CRASH,
        "a list of points that has none",
        lambda case: case.params.get(2) == (),
        LayerCase("Slice", (ones(3),), {2: ()}),
    ),
    Defect(
        ("DetectionOutput",),
        Symptom.UNWRITTEN,
        "a prior whose background has a score of at least one less the threshold, and another class"
        " one above it, as without a softmax (MobileNetV2-SSDLite): its box is reported, but not"
        " computed",
        has_certain_background,
        LayerCase(
            "DetectionOutput",
            (ones(4), np.array([0.9, 0.6], np.float32), np.stack([BOX, ones(4)])),
            {0: 2, 4: 0.5},
        ),
    ),
    Defect(
        ("Yolov3DetectionOutput",),
        Symptom.WRONG,
        "a class that is NaN, of eight or more, on CPUs with AVX-512: code that compares eight at a"
        " time loses these",
        has_nan_among_many_classes,
        LayerCase(
            "Yolov3DetectionOutput", (NAN_CLASS,), {0: 9, 1: 1, 4: (1.0, 1.0), 5: (0.0,), 6: (1.0,)}
        ),
        cpu_flag="avx512f",
    ),
    Defect(
        ("Proposal",),
        Symptom.CRASH,
        "a score that is NaN: sorting runs out of the list",
        lambda case: bool(np.isnan(case.inputs[0]).any()),
        LayerCase("Proposal", (np.nan * ones(18, 1, 1), 0 * ones(36, 1, 1), IMAGE), {5: 0}),
    ),
    Defect(
        ("YoloDetectionOutput",),
        Symptom.WRONG,
        "the softmax of classes that are infinite or NaN is a number in vectors, and NaN after the"
        " last whole vector",
        has_class_without_end,
        LayerCase("YoloDetectionOutput", (INFINITE_CLASS,), {0: 1, 1: 1, 4: (1.0, 1.4)}),
    ),
    Defect(
        ("YoloDetectionOutput",),
        Symptom.WRONG,
        "it works in place: where nothing is detected the result is the input, not an empty blob",
        finds_nothing,
        LayerCase(
            "YoloDetectionOutput", (-9 * ones(6, 2, 2),), {0: 1, 1: 1, 2: 0.5, 4: (1.0, 1.4)}
        ),
    ),
    Defect(
        ("ROIAlign",),
        Symptom.WRONG,
        "the first version, if the region (of at least one cell) ends behind the last cell: of a"
        " sample there the next row is read, or what follows the blob",
        samples_beyond,
        LayerCase(
            "ROIAlign",
            (np.array([[[1], [2], [3]]], np.float32), np.array([0.3, 0.1, 0.6, 0.2], np.float32)),
            {0: 2, 1: 1},
        ),
    ),
    Defect(
        ("SDPA",),
        Symptom.UNWRITTEN,
        "caches from outside, in float32",
        lambda case: case.param(7) == 1 and not case.param(18),
        LayerCase(
            "SDPA",
            (ones(2, 8, 16), ones(2, 5, 16), ones(2, 5, 16), ones(2, 7, 16), ones(2, 7, 16)),
            {7: 1},
            tops=3,
        ),
    ),
    Defect(
        (
            *("Pooling", "Pooling3D", "Convolution", "Convolution3D"),
            *("ConvolutionDepthWise", "ConvolutionDepthWise3D"),
        ),
        Symptom.WRONG,
        "SAME padding that is less than 0 along an axis (the kernel being smaller than the stride)"
        " and more than 0 along another: columns before the image are cut off, but not rows",
        has_negative_padding,
        LayerCase(
            "Pooling",
            (np.arange(9 * 13, dtype=np.float32).reshape(1, 13, 9),),
            {1: 2, 2: 3, 5: 3},
        ),
    ),
    Defect(
        ("Clip", "HardSigmoid", "Sigmoid", "TanH"),
        Symptom.WRONG,
        "NaN becomes a number, in vectors another one than after the last whole vector",
        has_nan,
        LayerCase("Clip", (np.nan * ones(17),), {0: -1.0, 1: 1.0}),
    ),
)


def known_defect(case: LayerCase) -> Defect | None:
    """The defect that a case meets."""
    found = (defect for defect in DEFECTS if case.layer in defect.layers and defect.has(case))
    return next(found, None)
