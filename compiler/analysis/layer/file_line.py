"""Describe a layer's line in a model file, with parameters by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ....dialects.ncnn.layer import LayerSpec, ParamValue
from ...diagnostics import UsageError, unknown_name
from ...format.param_reader import lines_of
from ...format.records import FEATURE_MASK, SHAPE_HINT, LayerRecord, ModelRecord
from ...frontend.ncnn.data_layers import INPUT, MEMORY_DATA
from ...frontend.ncnn.parameters import fill_parameters
from ...frontend.ncnn.raw_layers import spec_of_layer

OF_ANY_LAYER = {SHAPE_HINT: "shape_hint", FEATURE_MASK: "feature_mask"}
"""Parameters that every layer may have, by id."""


@dataclass(frozen=True)
class FileParameter:
    """A parameter such as `0=64`, with its name; None if ncnn does not read it from the layer."""

    id: int
    name: str | None
    value: ParamValue | list[int | float]

    @property
    def text(self) -> str:
        """Return the value; the elements of an array are separated by commas."""
        return ",".join(map(str, self.value)) if isinstance(self.value, list) else str(self.value)


@dataclass(frozen=True)
class FileLine:
    """A layer as written in its file."""

    layer: LayerRecord
    place: str
    """`m.param:7`, or file and byte of a binary one."""
    text: str | None
    """The line; None for a binary file."""
    given: tuple[FileParameter, ...]
    """The parameters in the line, ordered by id."""
    defaults: tuple[FileParameter, ...]
    """The other parameters, with their default values."""


def find_layer_record(record: ModelRecord, name: str) -> LayerRecord:
    """Return the first layer of a name. Raises: UsageError if the requested blobs need none."""
    found = _named(record.layers, name)
    if found is not None:
        return found
    if record.whole is not None and _named(record.whole.layers, name) is not None:
        blobs, given = (", ".join(f"'{b}'" for b in x) for x in (record.outputs, record.inputs))
        reason = f"{blobs} {'do' if len(record.outputs) > 1 else 'does'} not need it"
        raise UsageError(f"layer '{name}' is left out: {reason}{given and f', given {given}'}")
    raise unknown_name("layer", name, [layer.name for layer in record.layers])


def _named(layers: Sequence[LayerRecord], name: str) -> LayerRecord | None:
    return next((layer for layer in layers if layer.name == name), None)


def file_line(record: ModelRecord, layer: LayerRecord, content: bytes) -> FileLine:
    """Describe a layer of a file. Raises: ModelError for a parameter of a wrong kind."""
    text = None
    if layer.line is not None:
        text = lines_of(content.decode())[layer.line - 1].strip()
    where = f"{layer.offset or 0:#x}" if layer.line is None else layer.line
    given, others = parameters_of(record, layer)
    return FileLine(layer, f"{record.file}:{where}", text, given, others)


def parameters_of(
    record: ModelRecord, layer: LayerRecord
) -> tuple[tuple[FileParameter, ...], tuple[FileParameter, ...]]:
    """Return given parameters of a layer, and the others. Raises: ModelError for a wrong kind."""
    spec = spec_of_data(layer)
    filled = {} if spec is None else fill_parameters(spec, layer, record)
    ids = {} if spec is None else {param.id: param.name for param in spec.params}
    names = OF_ANY_LAYER | ids
    given = [
        FileParameter(id, names.get(id), filled.get(names.get(id, ""), layer.params[id]))
        for id in sorted(layer.params)
    ]
    others = [
        FileParameter(id, name, filled[name]) for id, name in ids.items() if id not in layer.params
    ]
    return tuple(given), tuple(others)


def spec_of_data(layer: LayerRecord) -> LayerSpec | None:
    """Return the spec of a layer, even if it has no op; None for an unknown type."""
    data = {spec.type: spec for spec in (INPUT, MEMORY_DATA)}
    return data.get(layer.type) or spec_of_layer(layer)
