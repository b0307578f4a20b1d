"""List everything that ncnnc cannot compile, at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i8

from ....dialects.contrib import find_layer
from ....dialects.ncnn import layer_op
from ....dialects.ncnn.base import NcnnOp
from ....dialects.ncnn.layers.split import SplitOp
from ....dialects.ncnn.opaque import OpaqueOp
from ....dialects.ncnn.opaque_layers import OPAQUE_LAYERS
from ....dialects.ncnn.rules.found_rows import FoundRowsOp, has_found_rows
from ....dialects.ncnn.shapes import has_shape, shape_of
from ....passes.common.errors import LayerPlace, place_of
from ....runtime.suggestions import did_you_mean
from ...diagnostics import ModelError, UnsupportedError
from ...format.layer_types import LAYER_TYPES, PNNX_GRAPH, is_pnnx_graph, is_pnnx_type, unconverted
from ...format.records import LayerRecord, ModelRecord

PLACES_SHOWN = 8
_QUANTIZED_PROPERTIES = ("int8_scale_term", "quantize_term")
CORNERS = 4
"""Least numbers in a row of regions: a layer that pools a region then reads only the best row."""

DATA_TYPES = ("Input", "MemoryData")
"""Layers that become a parameter or a constant, not an op."""


@dataclass(frozen=True)
class RefusedLayer:
    """A layer supported by ncnn that no op can express, although its type has an op."""

    layer: LayerRecord
    reason: str


@dataclass(frozen=True)
class Finding:
    """Layers that cannot be compiled, with the reason; places in a binary file have no line."""

    text: str
    first: LayerPlace
    hint: str | None = None


def is_supported(type: str) -> bool:
    """Return whether layers of this type can be compiled in general."""
    return type in DATA_TYPES or layer_op(type) is not None


def is_known(type: str) -> bool:
    """Return whether a type is one of ncnn's."""
    return type in OPAQUE_LAYERS or is_supported(type)


def layers_of_other_types(
    model: ModelRecord, known: Callable[[str], bool] = is_supported
) -> dict[str, list[LayerRecord]]:
    """Return the layers whose type is not `known`, registered or built in, by type."""
    others: dict[str, list[LayerRecord]] = {}
    for layer in model.layers:
        if not known(layer.type) and find_layer(layer.type) is None:
            others.setdefault(layer.type, []).append(layer)
    return others


def check_types(model: ModelRecord) -> None:
    """Check types. Raises: UnsupportedError naming all types unknown to ncnn, and their places."""
    others = layers_of_other_types(model, is_known)
    if others:
        reason = "not ncnn's, so that what it stores is unknown"
        raise error_of([_finding_of_types(model, others, reason)], model.file)


def unsupported_error(
    model: ModelRecord, refused: Sequence[RefusedLayer], module: ModuleOp | None
) -> ModelError:
    """
    Return the error that names all known obstacles to compiling a model.
    """
    others = layers_of_other_types(model)
    findings = [_finding_of_types(model, others, "not supported")] if others else []
    findings += _findings_of_refused(model, refused)
    findings += findings_of_module(module) if module is not None else []
    if len(findings) == len(refused) == 1:
        (only,) = refused
        return UnsupportedError(
            only.reason,
            file=model.file,
            line=only.layer.line,
            offset=only.layer.offset,
            layer=only.layer.name,
            layer_type=only.layer.type,
        )
    return error_of(findings, model.file)


def check_runnable(module: ModuleOp) -> None:
    """Check a graph of known shapes. Raises: UnsupportedError naming the unsupported layers."""
    findings = findings_of_module(module) + _findings_of_shapes(module)
    if findings:
        raise error_of(findings, findings[0].first.file)


def error_of(findings: Sequence[Finding], file: str | None) -> UnsupportedError:
    """Return one error for all findings, at the first place."""
    first = min((f.first for f in findings), key=lambda place: place.line or place.offset or 0)
    return UnsupportedError(
        "; ".join(finding.text for finding in findings),
        file=file,
        line=first.line,
        offset=first.offset,
        hint=next((finding.hint for finding in findings if finding.hint), None),
    )


def findings_of_module(module: ModuleOp) -> list[Finding]:
    """Return the problems of ops that the IR can express but that cannot be compiled."""
    ops = _ops_of_layers(module)
    quantized = [op for op in ops if _is_quantized(op)]
    readers = [op for op in ops if any(map(has_found_rows, op.operands)) and not _may_read(op)]
    found = (
        (quantized, "int8 is not supported yet; quantized layers", "use the float32 model"),
        (
            readers,
            "how many detections there are depends on the data; layers that read them",
            "make the detections an output of the model",
        ),
    )
    return [_finding_of_ops(ops, text, hint) for ops, text, hint in found if ops]


def _may_read(op: NcnnOp) -> bool:
    """Return whether the result may be independent of the number of detected rows."""
    from ....dialects.ncnn.layers.roi import RoiOp

    if isinstance(op, RoiOp):
        whole = not has_found_rows(op.input)
        return whole and (not has_shape(op.rois) or shape_of(op.rois)[-1] >= CORNERS)
    return isinstance(op, SplitOp) or (isinstance(op, FoundRowsOp) and op.READS_FOUND_ROWS)


def _findings_of_shapes(module: ModuleOp) -> list[Finding]:
    """Return the layers whose shapes stay unknown although those of their inputs are known."""
    ops = [op for op in _ops_of_layers(module) if all(map(has_shape, op.operands))]
    dynamic = [op for op in ops if not all(map(has_shape, op.results))]
    text = "shapes that are computed while the network runs are not supported; layers"
    return [_finding_of_ops(dynamic, text, None)] if dynamic else []


def _ops_of_layers(module: ModuleOp) -> list[NcnnOp]:
    ops = (op for op in module.walk() if isinstance(op, NcnnOp))
    return [op for op in ops if not isinstance(op, OpaqueOp)]


def _finding_of_ops(ops: Sequence[NcnnOp], text: str, hint: str | None) -> Finding:
    places = list(dict.fromkeys(map(place_of, ops)))  # a layer on a batch is several ops
    names = _listed([f"'{place.layer}'" if place.layer else "?" for place in places])
    return Finding(f"{text} ({len(places)}): {names}", places[0], hint)


def _finding_of_types(
    model: ModelRecord, others: Mapping[str, list[LayerRecord]], reason: str
) -> Finding:
    first = next(iter(others.values()))[0]
    listed = "; ".join(f"{type} ({_lines(layers)})" for type, layers in others.items())
    what = "layer types are" if len(others) > 1 else "layer type is"
    text = f"{len(others)} {what} {reason}: {listed}"
    if is_pnnx_graph(layer.type for layer in (model.whole or model).layers):
        return Finding(text, _place(model, first), PNNX_GRAPH)
    hints = filter(None, map(_hint, others))
    return Finding(text, _place(model, first), next(hints, None))


def _findings_of_refused(model: ModelRecord, refused: Sequence[RefusedLayer]) -> list[Finding]:
    """Return a finding of all layers whose parameters or inputs are not supported, by reason."""
    if not refused:
        return []
    groups: dict[str, list[LayerRecord]] = {}
    for entry in refused:
        groups.setdefault(f"{entry.layer.type}: {entry.reason}", []).append(entry.layer)
    listed = "; ".join(f"{what} ({_lines(layers)})" for what, layers in groups.items())
    what = "layers have" if len(refused) > 1 else "layer has"
    text = f"{len(refused)} {what} parameters or inputs that are not supported: {listed}"
    return [Finding(text, _place(model, refused[0].layer))]


def _place(model: ModelRecord, layer: LayerRecord) -> LayerPlace:
    return LayerPlace(layer.name, model.file, layer.line, layer.offset)


def _lines(layers: list[LayerRecord]) -> str:
    places = [
        str(layer.line) if layer.line is not None else f"{layer.offset:#x}" for layer in layers
    ]
    return f"line{'s' * (len(places) > 1)} {_listed(places)}"


def _listed(places: list[str]) -> str:
    rest = len(places) - PLACES_SHOWN
    return ", ".join(places[:PLACES_SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def _hint(type: str) -> str | None:
    """Suggest an explanation for a type that is not one of ncnn's."""
    if type in LAYER_TYPES:
        return None
    if is_pnnx_type(type):
        return unconverted(type)
    guess = did_you_mean(type, sorted({*LAYER_TYPES, *DATA_TYPES}))
    absent = f"ncnn has no layer type '{type}';"
    return f"{guess or absent} ncnnc.register_layer adds your own"


def _is_quantized(op: NcnnOp) -> bool:
    """Return whether an op uses quantized weights in a way that has no float32 equivalent."""
    if op.supports_int8():
        return False
    found = (op.properties.get(name) for name in _QUANTIZED_PROPERTIES)
    if any(term.value.data for term in found if isinstance(term, IntegerAttr)):
        return True
    types = (value.type for value in (*op.operands, *op.results))
    return any(isinstance(type, TensorType) and type.element_type == i8 for type in types)
