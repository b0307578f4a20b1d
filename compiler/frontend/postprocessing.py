"""Add postprocessing to the graph: boxes, text or classes in place of outputs."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import FloatAttr, ModuleOp, UnitAttr, UnrankedTensorType, f32, i8
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Attribute, Operation

from ...dialects.constraints import int_attr
from ...dialects.main_function import find_main, output_names
from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.internal.classes import ClassesOp
from ...dialects.ncnn.internal.decode_ctc import DecodeCtcOp
from ...dialects.ncnn.internal.detect_boxes import DetectBoxesOp
from ...dialects.ncnn.internal.from_pixels import FromPixelsResizeOp
from ...dialects.ncnn.internal.instance_masks import InstanceMasksOp
from ...dialects.ncnn.internal.place_rows import PlaceRowsOp
from ...dialects.ncnn.shapes import UNRANKED
from ..diagnostics import UsageError, unknown_name
from ..postprocessing import ArgMax, CtcDecoding, Postprocessing
from ..yolo_boxes import IMAGE, POSE, ROTATED, SEGMENT, YoloBoxes


def insert_postprocessing(module: ModuleOp, outputs: Mapping[str, Postprocessing]) -> None:
    """
    Replace outputs by what is made of them. The name "" stands for the only output.

        func.return %head : tensor<84x8400xf32>
        ->
        %y = ncnn.detect_boxes %head confidence 0.25 overlap 0.7 most 300 : ...
        func.return %y : tensor<*xf32>

    Raises: UsageError for an unknown output.
    """
    if not outputs:
        return
    main = find_main(module)
    names = output_names(main)
    unnamed = outputs.get("")
    if unnamed is not None and len(names) != 1 + has_masks(unnamed):
        raise UsageError(f"the model has {len(names)} outputs, name one: {', '.join(names)}")
    found = {name or names[0]: steps for name, steps in outputs.items()}
    for name in found:
        if name not in names:
            raise unknown_name("output", name, names)
    returned = main.body.block.last_op
    assert isinstance(returned, ReturnOp)
    for place, name in enumerate(names):
        if name in found:
            insert_steps(returned, place, found[name])
    main.update_function_type()


def insert_steps(returned: ReturnOp, place: int, steps: Postprocessing) -> None:
    """Return what is made of one output; shapes are inferred, and outputs checked, later."""
    output = returned.operands[place]
    kind, properties = op_of(steps)
    op = kind.build(operands=[output], properties=properties, result_types=[UNRANKED])
    insert_op(returned, place, op)
    if has_masks(steps):
        others = [other for other in range(len(returned.operands)) if other != place]
        if len(others) != 1:
            reason = "masks need one other output, the prototypes"
            raise UsageError(f"{reason}; the model has {len(others)} others")
        operands = [returned.operands[place], returned.operands[others[0]]]
        masks = InstanceMasksOp.build(operands=operands, result_types=[UnrankedTensorType(i8)])
        insert_op(returned, others[0], masks)
    if isinstance(steps, YoloBoxes) and steps.coordinates == IMAGE:
        insert_op(returned, place, placing_op(returned, place, steps))


def placing_op(returned: ReturnOp, place: int, steps: YoloBoxes) -> PlaceRowsOp:
    """Return the op that moves boxes to the image. Raises: UsageError without a resized image."""
    block = returned.parent_block()
    assert block is not None
    images = [op for op in block.ops if isinstance(op, FromPixelsResizeOp)]
    if len(images) != 1:
        reason = f"coordinates of the image need one image that is resized, not {len(images)}"
        raise UsageError(f"{reason}; hint: --preprocess data=resize=640,640:letterbox=114")
    return PlaceRowsOp.build(
        operands=[returned.operands[place], images[0].extents],
        properties={
            "size": images[0].size,
            "letterbox": UnitAttr() if images[0].letterbox is not None else None,
            "point": int_attr(steps.point) if steps.task == POSE else None,
        },
        result_types=[UNRANKED],
    )


def insert_op(returned: ReturnOp, place: int, op: NcnnOp) -> None:
    """Insert an op before the return, and return its result in place of an output."""
    if isinstance(owner := op.operands[0].owner, Operation):
        op.location = owner.location
    block = returned.parent_block()
    assert block is not None
    block.insert_op_before(op, returned)
    returned.operands[place] = op.results[0]


def has_masks(steps: Postprocessing) -> bool:
    """Return whether postprocessing reads two outputs: a head, and prototypes of masks."""
    return isinstance(steps, YoloBoxes) and steps.task == SEGMENT


def op_of(steps: Postprocessing) -> tuple[type[NcnnOp], dict[str, Attribute]]:
    """Return an op's type and properties."""
    match steps:
        case ArgMax(k):
            return ClassesOp, {"top": int_attr(k)}
        case CtcDecoding(blank, most):
            return DecodeCtcOp, {"blank": int_attr(blank), "most": int_attr(most)}
        case YoloBoxes(confidence, overlap, most):
            numbers = {"confidence": confidence, "overlap": overlap}
            floats = {name: FloatAttr(number, f32) for name, number in numbers.items()}
            extras = {"extras": int_attr(steps.numbers)} if steps.numbers else {}
            rotated = {"rotated": UnitAttr()} if steps.task == ROTATED else {}
            return DetectBoxesOp, {**floats, "most": int_attr(most), **extras, **rotated}
