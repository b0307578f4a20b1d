"""What ncnnc cannot compile, said all at once."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i8

from ...dialects.ncnn import NcnnOp
from ...dialects.ncnn.attention import AttentionOp
from ...dialects.ncnn.detection import has_found_rows
from ...dialects.ncnn.gemm import GemmOp
from ...dialects.ncnn.opaque_layers import OPAQUE_LAYERS
from ...dialects.ncnn.split import SplitOp
from ...passes.support.errors import place_of
from ..diagnostics import UnsupportedError
from .layer_types import LAYER_TYPES, pnnx_hint
from .records import LayerRecord, ModelRecord

PLACES_SHOWN = 8
_QUANTISED_PROPERTIES = ("int8_scale_term", "quantize_term")


def check_supported(
    model: ModelRecord, supported: Collection[str], keep_unsupported: bool = False
) -> None:
    """
    Check that every layer type is `supported`, or with `keep_unsupported` at least ncnn's own.

    Raises: UnsupportedError naming every other layer type, with all its places.
    """
    kept = OPAQUE_LAYERS if keep_unsupported else ()
    unsupported: dict[str, list[LayerRecord]] = {}
    for layer in model.layers:
        if layer.type not in supported and layer.type not in kept:
            unsupported.setdefault(layer.type, []).append(layer)
    if not unsupported:
        return
    first = next(iter(unsupported.values()))[0]
    listed = "; ".join(f"{type} ({_lines(layers)})" for type, layers in unsupported.items())
    what = "layer types are" if len(unsupported) > 1 else "layer type is"
    reason = (
        "not ncnn's, so that what it stores is unknown" if keep_unsupported else "not supported"
    )
    raise UnsupportedError(
        f"{len(unsupported)} {what} {reason}: {listed}",
        file=model.file,
        line=first.line,
        offset=first.offset,
        hint=_hint(first.type, supported),
    )


def _lines(layers: list[LayerRecord]) -> str:
    places = [
        str(layer.line) if layer.line is not None else f"{layer.offset:#x}" for layer in layers
    ]
    return f"line{'s' * (len(places) > 1)} {_listed(places)}"


def _listed(places: list[str]) -> str:
    rest = len(places) - PLACES_SHOWN
    return ", ".join(places[:PLACES_SHOWN]) + (f" and {rest} more" if rest > 0 else "")


def _hint(type: str, supported: Collection[str]) -> str | None:
    """What may be behind a type that ncnn does not have either."""
    if type in LAYER_TYPES:
        return None
    if (hint := pnnx_hint(type)) is not None:
        return hint
    similar = difflib.get_close_matches(type, sorted({*LAYER_TYPES, *supported}), 1)
    return f"did you mean '{similar[0]}'?" if similar else f"ncnn has no layer type '{type}'"


def check_runnable(module: ModuleOp) -> None:
    """
    Raises: UnsupportedError naming the layers that compute with int8, that keep keys and values
    from run to run, or that read detections, if there are any.
    """
    ops = [op for op in module.walk() if isinstance(op, NcnnOp)]
    quantised = [op for op in ops if _is_quantised(op)]
    _refuse(quantised, "int8 is not supported yet; quantised layers", "use the float32 model")
    cached = [op for op in ops if isinstance(op, AttentionOp) and op.kv_cache is not None]
    _refuse(cached, "key/value caches are not supported; layers with one", None)
    readers = [op for op in ops if any(map(has_found_rows, op.operands))]
    readers = [op for op in readers if not isinstance(op, SplitOp)]
    reason = "how many detections there are depends on the data; layers that read them"
    _refuse(readers, reason, "make the detections an output of the model")


def _refuse(ops: Sequence[NcnnOp], what: str, hint: str | None) -> None:
    """Raises: UnsupportedError naming the ops, if there are any."""
    if not ops:
        return
    places = [place_of(op) for op in ops]
    names = _listed([f"'{place.layer}'" if place.layer else "?" for place in places])
    raise UnsupportedError(
        f"{what} ({len(ops)}): {names}",
        file=places[0].file,
        line=places[0].line,
        offset=places[0].offset,
        hint=hint,
    )


def _is_quantised(op: NcnnOp) -> bool:
    """Whether an op computes with int8 weights, or scales to quantise with."""
    if isinstance(op, GemmOp) and op.quantizes_inputs:
        return False
    terms = (op.properties.get(name) for name in _QUANTISED_PROPERTIES)
    if any(isinstance(term, IntegerAttr) and term.value.data != 0 for term in terms):
        return True
    types = (value.type for value in (*op.operands, *op.results))
    return any(isinstance(type, TensorType) and type.element_type == i8 for type in types)
