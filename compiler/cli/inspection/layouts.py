"""`ncnnc inspect --layouts`: the layout of every edge of the graph, and its four reasons."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ....runtime.files.input_files import shown_path
from ...diagnostics import UsageError
from ..arguments import compile_options, only_shapes
from ..model_source import is_artifact, with_measured_choices, with_weights

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp, TensorType
    from xdsl.dialects.func import FuncOp
    from xdsl.ir import Operation, SSAValue

    from ....passes.schedule.layout.plan import LayoutPlan

REASONS = ("option", "hardware", "count", "layer")
COLUMNS = ("blob", "read by", "shape", "layout", "conversion", *REASONS)


def inspect_layouts(arguments: argparse.Namespace) -> int:
    """Print a row for each edge, and its conversion. Raises: UsageError; NcnncError."""
    from ...driver.lower import lower
    from ...pipeline.steps import Level
    from ..output.console import progress
    from ..output.tables import print_table

    if is_artifact(arguments.model):
        raise UsageError(f"{shown_path(arguments.model)} is compiled: --layouts needs the .param")
    options = with_weights(compile_options(arguments, inputs=only_shapes(arguments.input)))
    options = with_measured_choices(options)
    with progress(f"choosing layouts of {options.name}") as show:
        lowered = lower(options, Level.GRAPH, show)
    plan, main = plan_of(lowered.module)
    print_table(COLUMNS, rows_of(plan, main, lowered.ctx.blob_names), keys=2)
    print()
    shared = sum(len(uses) > 1 for uses in plan.converted.values())
    views = sum(is_view(value, wanted) for value, wanted in plan.converted)
    print(f"conversions    {len(plan.converted)}, {shared} of them shared, {views} without a copy")
    return 0


def plan_of(module: ModuleOp) -> tuple[LayoutPlan, FuncOp]:
    """Return the plan of `assign-layout` for a module at level `graph`, and its function."""
    from ....dialects.main_function import find_main
    from ....passes.schedule.assign_layout import AssignLayoutPass
    from ....passes.schedule.layout.plan import LayoutPlan

    main = find_main(module)
    return LayoutPlan.of(main, AssignLayoutPass().layout_options(module)), main


def rows_of(plan: LayoutPlan, main: FuncOp, blob_names: Mapping[str, str]) -> list[tuple[str, ...]]:
    """The edges in order, weights stored as layers want them excepted; names are the file's."""
    from ....dialects.ncnn.internal.weight import is_weight
    from ....dialects.ncnn.shapes import shape_of

    rows: list[tuple[str, ...]] = []
    for (op, index), choice in plan.choices.items():
        value = op.operands[index]
        if is_weight(value):
            continue
        rows.append(
            (
                blob_name(value, main, blob_names),
                reader_name(op, index, main),
                "x".join(map(str, shape_of(value))),
                "plain" if choice.pack == 1 else f"pack {choice.pack}",
                conversion_text(plan, op, index),
                *choice.reasons,
            )
        )
    return rows


def blob_name(value: SSAValue, main: FuncOp, blob_names: Mapping[str, str]) -> str:
    """The name of a blob; of one without, that of the layer which makes it."""
    from xdsl.ir import BlockArgument, OpResult

    from ....dialects.main_function import input_names
    from ....passes.common.errors import layer_name

    if isinstance(value, OpResult):
        hint = value.name_hint or layer_name(value.op)
        return blob_names.get(hint, hint)
    assert isinstance(value, BlockArgument)  # results have hints
    return input_names(main)[value.index]


def reader_name(op: Operation, index: int, main: FuncOp) -> str:
    """The layer that reads a blob, or the output that it is."""
    from xdsl.dialects.func import ReturnOp

    from ....dialects.main_function import output_names
    from ....passes.common.errors import layer_name

    if isinstance(op, ReturnOp):
        return f"output {output_names(main)[index]}"
    return layer_name(op)


def conversion_text(plan: LayoutPlan, op: Operation, index: int) -> str:
    """Describe a conversion: `pack`, `unpack, shared by 2`, `unpack, no copy`, or ""."""
    from ....dialects.ncnn.attributes import pack_of

    value = op.operands[index]
    blob = plan.type_of(value)
    wanted = plan.choices[op, index].type_of(blob)
    uses = plan.converted.get((value, wanted))
    if uses is None:
        return ""
    packs = pack_of(blob), pack_of(wanted)
    texts = ["cast" if packs[0] == packs[1] else "unpack" if packs[1] == 1 else "pack"]
    texts += [f"shared by {len(uses)}"] * (len(uses) > 1)
    texts += ["no copy"] * is_view(value, wanted)
    return ", ".join(texts)


def is_view(value: SSAValue, wanted: TensorType) -> bool:
    """Return whether a conversion copies nothing."""
    from ....dialects.ncnn.attributes import converts_as_view, pack_of
    from ....dialects.ncnn.shapes import shape_of

    return converts_as_view(shape_of(value), pack_of(wanted))
