"""Check a model's graph beyond single layers."""

from __future__ import annotations

from ....runtime.suggestions import did_you_mean
from ...format.records import FEATURE_MASK, SHAPE_HINT, LayerRecord, ModelRecord


def check_graph(model: ModelRecord) -> None:
    """
    Check that each blob is produced once, before its use. Raises: ModelError at the first layer.
    """
    producers: dict[str, LayerRecord] = {}
    for layer in model.layers:
        for blob in layer.bottoms:
            if blob not in producers:
                raise model.error(layer, *_missing_blob(model, layer, blob))
        for blob in layer.tops:
            if blob in producers:
                raise model.error(
                    layer,
                    f"output blob '{blob}' exists already, from {place_of_layer(producers[blob])}",
                )
            producers[blob] = layer
        _check_common_parameters(model, layer)


def place_of_layer(layer: LayerRecord) -> str:
    """Return a layer's name, and its place in the file."""
    where = f"line {layer.line}" if layer.line is not None else f"offset {layer.offset:#x}"
    return f"layer '{layer.name}' ({where})"


def _missing_blob(model: ModelRecord, layer: LayerRecord, blob: str) -> tuple[str, str | None]:
    """Return reason and hint for an input blob that does not exist yet."""
    if blob in layer.tops:
        return f"input blob '{blob}' is the layer's own output", None
    maker = next((later for later in model.layers if blob in later.tops), None)
    if maker is not None:
        reason = f"input blob '{blob}' is made only later, by {place_of_layer(maker)}"
        return reason, "a layer must come after the layers that make its inputs"
    names = [top for other in model.layers for top in other.tops]
    return f"no layer makes input blob '{blob}'", did_you_mean(blob, names) or None


def _check_common_parameters(model: ModelRecord, layer: LayerRecord) -> None:
    """Check the parameters common to all layer types: shape hints and feature mask."""
    mask = layer.params.get(FEATURE_MASK, 0)
    if not isinstance(mask, int):
        raise model.error(layer, f"parameter {FEATURE_MASK} (feature mask) must be an integer")
    hint = layer.params.get(SHAPE_HINT, [])
    if not isinstance(hint, list) or not all(isinstance(v, int) for v in hint):
        raise model.error(
            layer, f"parameter {SHAPE_HINT} (shape hint) must be an array of integers"
        )
    if hint and len(hint) not in (4 * len(layer.tops), 5 * len(layer.tops)):
        reason = f"the shape hint has {len(hint)} values, not 4 or 5 for each of the outputs"
        raise model.error(layer, reason)
