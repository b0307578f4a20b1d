"""Add the selection of boxes to the graph, for outputs that are heads of detectors."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import FloatAttr, IntegerAttr, ModuleOp, f32, i64
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Operation

from ...dialects.main_function import find_main, output_names
from ...dialects.ncnn.internal.detect_boxes import DetectBoxesOp
from ...dialects.ncnn.shapes import UNRANKED
from ..diagnostics import UsageError, unknown_name
from ..yolo_boxes import YoloBoxes


def insert_boxes(module: ModuleOp, boxes: Mapping[str, YoloBoxes]) -> None:
    """
    Replace heads as outputs by their boxes. The name "" stands for the only output.

        func.return %head : tensor<84x8400xf32>
        ->
        %y = ncnn.detect_boxes %head confidence 0.25 overlap 0.7 most 300 : ...
        func.return %y : tensor<*xf32>

    Raises: UsageError for an unknown output.
    """
    if not boxes:
        return
    main = find_main(module)
    names = output_names(main)
    if "" in boxes and len(names) != 1:
        raise UsageError(f"the model has {len(names)} outputs, name one: {', '.join(names)}")
    found = {name or names[0]: choice for name, choice in boxes.items()}
    for name in found:
        if name not in names:
            raise unknown_name("output", name, names)
    returned = main.body.block.last_op
    assert isinstance(returned, ReturnOp)
    for place, name in enumerate(names):
        if name in found:
            insert_choice(returned, place, found[name])
    main.update_function_type()


def insert_choice(returned: ReturnOp, place: int, boxes: YoloBoxes) -> None:
    """Return the boxes of one output; shapes are inferred, and heads checked, later."""
    head = returned.operands[place]
    numbers = {"confidence": boxes.confidence, "overlap": boxes.overlap}
    choice = DetectBoxesOp.build(
        operands=[head],
        properties={
            **{key: FloatAttr(number, f32) for key, number in numbers.items()},
            "most": IntegerAttr(boxes.most, i64),
        },
        result_types=[UNRANKED],
    )
    if isinstance(head.owner, Operation):
        choice.location = head.owner.location
    block = returned.parent_block()
    assert block is not None
    block.insert_op_before(choice, returned)
    returned.operands[place] = choice.output
