"""The inputs and outputs of the graph's function."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute

from ...dialects.main_function import find_main, input_names, output_names
from ...dialects.ncnn.found_rows import has_found_rows
from ...dialects.ncnn.integer_operands import integer_sources
from ...runtime.tensors import TensorSpec


def signature(
    module: ModuleOp, batch: int = 0
) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
    """
    Inputs and outputs of the graph, by blob name; those of a batch for so many items. How many rows
    were found is not known of an item then: the others stay.
    """
    inputs, outputs = signature_of_item(module)
    if not batch:
        return inputs, outputs
    return _of_batch(inputs, batch), _of_batch(outputs, batch)


def _of_batch(specs: Iterable[TensorSpec], size: int) -> tuple[TensorSpec, ...]:
    """The specs of so many items at once."""
    return tuple(
        replace(spec, shape=(size, *spec.shape), has_found_rows=False, is_batch=True)
        for spec in specs
    )


def signature_of_item(
    module: ModuleOp,
) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
    """Inputs and outputs of the graph as it is imported."""
    main = find_main(module)
    bounds = integer_sources(main)
    types, returned = main.function_type, main.get_return_op()
    outputs = _specs(types.outputs, output_names(main))
    if returned is not None:
        found = map(has_found_rows, returned.operands)
        specs = zip(outputs, found, strict=True)
        outputs = tuple(replace(spec, has_found_rows=flag) for spec, flag in specs)
    inputs = _specs(types.inputs, input_names(main))
    arguments = zip(inputs, main.body.block.args, strict=True)
    return tuple(_of_integers(spec, bounds.get(a)) for spec, a in arguments), outputs


def _of_integers(spec: TensorSpec, bounds: tuple[int, int] | None) -> TensorSpec:
    """The spec of an input that layers read as int32, between bounds; any other as it is."""
    return spec if bounds is None else replace(spec, dtype="int32", bounds=bounds)


def _specs(types: Iterable[Attribute], names: Sequence[str]) -> tuple[TensorSpec, ...]:
    specs: list[TensorSpec] = []
    for type, name in zip(types, names, strict=True):
        assert isinstance(type, TensorType)
        specs.append(TensorSpec(name, tuple(type.get_shape())))
    return tuple(specs)
