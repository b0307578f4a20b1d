"""Detections: a data-dependent number of boxes, best first."""

from __future__ import annotations

from math import prod
from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, f32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, var_operand_def

from ...constraints import F32, I64, F32Array, float_list
from ...detections import DETECTION_FIELDS, YOLO_BOX_FIELDS
from ..errors import ShapeError
from ..families.fused_activation import NO_FLOATS
from ..layer import LayerSpec, Param, Params, ParamValue
from ..param_values import attribute_of
from ..rules.extents import is_unknown
from ..rules.found_rows import FoundRowsOp
from ..shapes import AnyTensor, Shape, shape_of
from .prior_box import (
    DEFAULT_VARIANCES,
    VARIANCE_NAMES,
    named_variances,
    variance_list,
    variance_params,
    variances_property,
)

MXNET = -233
"""Number of classes that denotes mxnet's form."""


class DetectionsOp(FoundRowsOp):
    """Base of the layers with a result `n,6`, a row for every detection."""

    output = result_def(AnyTensor)


def float_property(value: float) -> FloatAttr:
    return FloatAttr(value, f32)


def positive(attribute: IntegerAttr, name: str) -> int:
    """Return an integer property. Raises: ShapeError if it is not positive."""
    value = attribute.value.data
    if value < 1:
        raise ShapeError(f"{name} must be positive, not {value}")
    return value


@irdl_op_definition
class DetectionOutputOp(DetectionsOp):
    """
    `ncnn.detection_output %loc, %conf, %priors classes 21 overlap 0.45 top 100 confidence 0.25`.

    Single-shot detection: for every class but the background, take the priors with a score above
    `confidence`, of these the best `top`, without those that overlap a better one by more than
    `overlap`; then of all classes the best `keep`.

    Shapes: locations `priors*4`, confidence `priors*classes`, priors `2,priors*4` as PriorBox makes
    them. With `classes` -233, as mxnet has them: confidence `classes,priors`, priors `priors,4`,
    and the variances are parameters. Source: ncnn, detectionoutput.cpp.
    """

    name = "ncnn.detection_output"

    locations = operand_def(AnyTensor)
    confidence = operand_def(AnyTensor)
    priors = operand_def(AnyTensor)
    num_class = prop_def(I64)
    nms_threshold = prop_def(F32, default_value=float_property(0.05))
    nms_top_k = prop_def(I64, default_value=IntegerAttr(300, i64))
    keep_top_k = prop_def(I64, default_value=IntegerAttr(100, i64))
    confidence_threshold = prop_def(F32, default_value=float_property(0.5))
    variances = prop_def(F32Array, default_value=DEFAULT_VARIANCES)

    assembly_format = (
        "$locations `,` $confidence `,` $priors `classes` $num_class (`overlap` $nms_threshold^)? "
        "(`top` $nms_top_k^)? (`keep` $keep_top_k^)? (`confidence` $confidence_threshold^)? "
        "(`variances` $variances^)? attr-dict `:` functional-type(operands, results)"
    )

    LAYER: ClassVar = LayerSpec(
        "DetectionOutput",
        (
            Param(0, "num_class", "int", 0),
            Param(1, "nms_threshold", "float", 0.05),
            Param(2, "nms_top_k", "int", 300),
            Param(3, "keep_top_k", "int", 100),
            Param(4, "confidence_threshold", "float", 0.5),
            *variance_params(5),
        ),
    )

    def is_mxnet(self) -> bool:
        """Return whether scores are ordered by class, and all priors have the same variances."""
        return self.num_class.value.data == MXNET

    def prior_count(self) -> int:
        """Return the number of boxes. Raises: ShapeError if the priors have a wrong shape."""
        shape = shape_of(self.priors)
        if self.is_mxnet():
            if len(shape) < 2 or shape[-1] != 4:
                raise ShapeError(f"priors must have shape [n, 4], not {list(shape)}")
            return shape[-2]
        if len(shape) < 2 or shape[-2] < 2 or shape[-1] < 4:
            raise ShapeError(f"priors must have shape [2, 4 * n], not {list(shape)}")
        return shape[-1] // 4

    def class_count(self) -> int:
        """Return the number of classes with the background. Raises: ShapeError without any."""
        classes = self.num_class.value.data
        if self.is_mxnet():
            shape = shape_of(self.confidence)
            if len(shape) != 2 or shape[1] != self.prior_count():
                raise ShapeError(
                    f"confidence must have shape [classes, {self.prior_count()}], not {list(shape)}"
                )
            classes = shape[0]
        if classes < 2:
            raise ShapeError(f"needs a class beside the background, num_class is {classes}")
        return classes

    def candidates_per_class(self) -> int:
        """Return the largest number of boxes of one class."""
        return min(positive(self.nms_top_k, "nms_top_k"), self.prior_count())

    def infer_shapes(self) -> list[Shape]:
        variance_list(self.variances)
        priors, classes = self.prior_count(), self.class_count()
        for operand, values in ((self.locations, 4), (self.confidence, classes)):
            size = prod(shape_of(operand))
            if size < priors * values:
                raise ShapeError(f"{priors} priors need {priors * values} values, not {size}")
        most = (classes - 1) * self.candidates_per_class()
        return [(min(positive(self.keep_top_k, "keep_top_k"), most), DETECTION_FIELDS)]

    @classmethod
    def layer_properties(cls, params: Params) -> dict[str, Attribute | None]:
        assert cls.LAYER is not None
        given = [p for p in cls.LAYER.params if p.name not in VARIANCE_NAMES]
        return {
            **{p.name: attribute_of(params[p.name], p.kind) for p in given},
            "variances": variances_property(params),
        }

    def layer_params(self) -> dict[str, ParamValue]:
        return {**super().layer_params(), **named_variances(self.variances)}


INT32_END = 2.0**31
"""The first number above those of int32."""


class YoloOp(DetectionsOp):
    """
    Base of the YOLO layers: blobs `boxes*(5+classes),h,w`, with `boxes` boxes at every cell.

    A box's channels are x, y, width, height, objectness and the classes. It is kept if the score of
    its best class reaches `confidence_threshold` and no better box of any class overlaps it by more
    than `nms_threshold`.
    """

    inputs = var_operand_def(AnyTensor)
    num_class = prop_def(I64, default_value=IntegerAttr(20, i64))
    num_box = prop_def(I64, default_value=IntegerAttr(5, i64))
    confidence_threshold = prop_def(F32, default_value=float_property(0.01))
    nms_threshold = prop_def(F32, default_value=float_property(0.45))
    biases = prop_def(F32Array)

    def infer_shapes(self) -> list[Shape]:
        if not self.inputs:
            raise ShapeError("needs at least one input")
        rows = 0
        for index, value in enumerate(self.inputs):
            boxes, height, width = self.box_count(), *self.grid(value)
            self.check_anchors(index, height, width)
            rows += boxes * height * width
        return [(rows, DETECTION_FIELDS)]

    def box_count(self) -> int:
        """Return the number of boxes at a cell."""
        return positive(self.num_box, "num_box")

    def channels_per_box(self) -> int:
        return YOLO_BOX_FIELDS + positive(self.num_class, "num_class")

    def grid(self, value: SSAValue) -> tuple[int, int]:
        """Return the rows and columns of cells. Raises: ShapeError if the channels are no boxes."""
        shape, wanted = shape_of(value), self.channels_per_box()
        if len(shape) != 3 or shape[0] // self.box_count() != wanted:
            channels = self.box_count() * wanted
            raise ShapeError(f"an input must have shape [{channels}, h, w], not {list(shape)}")
        return shape[1], shape[2]

    def anchors(self, index: int) -> np.ndarray:
        """Return the relative sizes of anchors, `boxes,2`. Raises: ShapeError if some lack."""
        height, width = self.grid(self.inputs[index])
        self.check_anchors(index, height, width)
        image = np.float32(self.cell_size(index)) * np.array([width, height], np.float32)
        # x86 converts numbers outside int32 to the smallest int32.
        whole = np.where(image < INT32_END, np.floor(image), np.float32(-INT32_END))
        return self.box_sizes(index) / whole

    def box_sizes(self, index: int) -> np.ndarray:
        """Return the widths and heights of anchors, `boxes,2`. Raises: ShapeError if some lack."""
        raise ShapeError(f"{self.name} has no anchors")

    def cell_size(self, index: int) -> float:
        """Return the width and height of the cells of an input, in the unit of `box_sizes`."""
        return 1.0

    def check_anchors(self, index: int, height: int, width: int) -> None:
        """Raises: ShapeError if an input of these extents has no anchors."""
        raise ShapeError(f"{self.name} has no anchors")

    def bias_pairs(self) -> np.ndarray:
        """Return the biases as widths and heights: `n,2`."""
        values = np.array(float_list(self.biases), np.float32)
        return values[: values.size // 2 * 2].reshape(-1, 2)


YOLO_PARAMS = (
    Param(0, "num_class", "int", 20),
    Param(1, "num_box", "int", 5),
    Param(2, "confidence_threshold", "float", 0.01),
    Param(3, "nms_threshold", "float", 0.45),
    Param(4, "biases", "floats", []),
)
YOLO_FORMAT = (
    "$inputs (`classes` $num_class^)? (`boxes` $num_box^)? (`confidence` $confidence_threshold^)? "
    "(`overlap` $nms_threshold^)? `biases` $biases "
)


@irdl_op_definition
class YoloDetectionOutputOp(YoloOp):
    """
    `ncnn.yolo_detection_output %x classes 20 boxes 5 biases [1.08, 1.19, ...]`: YOLO, version 2.

    The score is `sigmoid(objectness) * softmax(classes)`; `biases` are widths and heights of the
    boxes, in cells. Source: ncnn, yolodetectionoutput.cpp (which, if it finds nothing, returns its
    input).
    """

    name = "ncnn.yolo_detection_output"
    assembly_format = YOLO_FORMAT + "attr-dict `:` functional-type(operands, results)"
    LAYER: ClassVar = LayerSpec("YoloDetectionOutput", YOLO_PARAMS)

    def box_sizes(self, index: int) -> np.ndarray:
        return self.bias_pairs()[: self.box_count()]

    def check_anchors(self, index: int, height: int, width: int) -> None:
        boxes, pairs = self.box_count(), len(self.bias_pairs())
        if pairs < boxes:
            raise ShapeError(f"{boxes} boxes need {2 * boxes} biases, not {2 * pairs}")


@irdl_op_definition
class Yolov3DetectionOutputOp(YoloOp):
    """
    `ncnn.yolov3_detection_output %x, %y boxes 3 biases [...] mask [3, 4, ...] scale [32, 16]`.

    YOLO, versions 3 and 4. The score is `1 / (1 + exp(-objectness) * (1 + exp(-class)))`, which is
    not the product of two sigmoids. `biases` are in pixels; `mask` numbers those of every box of
    every input, `anchors_scale` says how many pixels wide the cells of every input are.
    Source: ncnn, yolov3detectionoutput.cpp.
    """

    name = "ncnn.yolov3_detection_output"
    mask = prop_def(F32Array, default_value=NO_FLOATS)
    anchors_scale = prop_def(F32Array, default_value=NO_FLOATS)
    assembly_format = (
        YOLO_FORMAT + "(`mask` $mask^)? (`scale` $anchors_scale^)? "
        "attr-dict `:` functional-type(operands, results)"
    )
    LAYER: ClassVar = LayerSpec(
        "Yolov3DetectionOutput",
        (
            *YOLO_PARAMS,
            Param(5, "mask", "floats", [], integers_are_bits=True),
            Param(6, "anchors_scale", "floats", []),
        ),
    )

    def box_sizes(self, index: int) -> np.ndarray:
        return self.bias_pairs()[self.mask_of(index)]

    def cell_size(self, index: int) -> float:
        return float_list(self.anchors_scale)[index]

    def check_anchors(self, index: int, height: int, width: int) -> None:
        scales = float_list(self.anchors_scale)
        if len(scales) <= index:
            raise ShapeError(f"anchors_scale has {len(scales)} values, fewer than inputs")
        self.mask_of(index)
        # A number of at least 1 makes no extent smaller.
        if not scales[index] >= 1:
            if is_unknown(height) or is_unknown(width):
                raise ShapeError(f"anchors_scale {scales[index]} may make the image empty")
            image = np.float32(scales[index]) * np.array([width, height], np.float32)
            if image.min() < 1:
                raise ShapeError(f"anchors_scale {scales[index]} makes the image empty")

    def mask_of(self, index: int) -> list[int]:
        """Return the biases of the boxes of an input. Raises: ShapeError if there are none."""
        boxes, count = self.box_count(), len(self.bias_pairs())
        entries = float_list(self.mask)[index * boxes : (index + 1) * boxes]
        if len(entries) < boxes:
            given, wanted = len(float_list(self.mask)), len(self.inputs) * boxes
            raise ShapeError(f"mask has {given} values, the inputs' boxes need {wanted}")
        for entry in entries:
            if not (entry.is_integer() and 0 <= entry < count):
                raise ShapeError(f"mask holds {entry:g}, not one of the {count} biases")
        return [int(entry) for entry in entries]
