"""Convert detections: filter boxes by score, then select the best."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import FloatAttr, UnitAttr, f32
from xdsl.ir import SSAValue

from ....dialects.detections import DETECTION_FIELDS, SIZED_DETECTION_FIELDS
from ....dialects.kernel.detection import ClassDetectionsOp, DecodeYoloOp, SelectDetectionsOp
from ....dialects.ncnn.layers.detection import (
    DetectionOutputOp,
    YoloDetectionOutputOp,
    YoloOp,
    Yolov3DetectionOutputOp,
)
from ....dialects.ncnn.shapes import shape_of
from ..building.kernel_builder import KernelBuilder
from ..building.symbolic_boxes import physical_extents
from . import conversions


@conversions.register(DetectionOutputOp)
def detection_output(
    k: KernelBuilder, op: DetectionOutputOp, operands: Sequence[SSAValue]
) -> Sequence[SSAValue]:
    """Select the best of each class, then the best of all."""
    locations, confidence, priors = operands
    count, classes = op.prior_count(), op.class_count()
    scores = (classes, count) if op.is_mxnet() else (count, classes)
    rows = (count, 4) if op.is_mxnet() else (2, shape_of(op.priors)[-1])
    inputs = [
        k.view(locations, (count, 4)),
        k.view(confidence, scores),
        k.view(priors, rows),
    ]
    properties = {
        "confidence": op.confidence_threshold,
        "overlap": op.nms_threshold,
        "variances": op.variances if op.is_mxnet() else None,
    }
    table = k.empty((classes - 1, DETECTION_FIELDS, op.candidates_per_class()), op.output.type)
    found = k.insert(ClassDetectionsOp.make(inputs, [table], properties))
    return [
        k.insert(SelectDetectionsOp.make([found], [k.empty(shape_of(op.output), op.output.type)]))
    ]


@conversions.register(YoloDetectionOutputOp)
@conversions.register(Yolov3DetectionOutputOp)
def yolo(k: KernelBuilder, op: YoloOp, operands: Sequence[SSAValue]) -> Sequence[SSAValue]:
    """Decode the boxes of each input, then select the best."""
    is_v2 = isinstance(op, YoloDetectionOutputOp)
    softmax, fields = (UnitAttr(), DETECTION_FIELDS) if is_v2 else (None, SIZED_DETECTION_FIELDS)
    is_dynamic = any(map(k.extents.is_symbolic, operands))
    boxes, channels = op.box_count(), op.channels_per_box()
    tables: list[SSAValue] = []
    for index, (value, operand) in enumerate(zip(op.inputs, operands, strict=True)):
        height, width = op.grid(value)
        properties = {
            "confidence": op.confidence_threshold,
            "softmax": softmax,
            "cell_size": FloatAttr(op.cell_size(index), f32) if is_dynamic else None,
        }
        inputs = [
            k.view(operand, (boxes, channels, height, width)),
            k.constant("anchors", op.box_sizes(index) if is_dynamic else op.anchors(index)),
            k.constant("cells", cell_places(height, width)),
        ]
        table = k.empty((boxes, fields, height * width), op.output.type)
        tables.append(k.insert(DecodeYoloOp.make(inputs, [table], properties)))
    overlap = {"overlap": op.nms_threshold}
    result = k.empty(shape_of(op.output), op.output.type)
    select = SelectDetectionsOp.make(tables, [result], overlap)
    return [k.insert_bounded(select, physical_extents(op.output) if is_dynamic else None)]


def cell_places(height: int, width: int) -> np.ndarray:
    """Return column and row of each cell: `2,h*w`."""
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    return np.stack([columns, rows]).reshape(2, -1)
