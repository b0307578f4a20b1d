"""The layers of a `.param` file, as written."""

from __future__ import annotations

from dataclasses import dataclass

from ..diagnostics import ModelError

RecordValue = int | float | str | list[int | float]
"""A parameter as in the file; the layer's spec checks it later."""

MAGIC = 7767517
"""The first number of both forms of a `.param`."""
ARRAY_KEY = -23300
"""The key of an array is this minus the parameter's id: in text that is its old spelling."""
CONTROL_CHARACTERS = r"\x00-\x08\x0e-\x1f\x7f"
"""Characters that no text contains, for regular expressions; white space is not included."""
MAX_STRING_BYTES = 255
"""Longest parameter that is a string."""

MAX_FILE_BYTES = 64 << 20
MAX_LAYERS = 20_000
"""Real networks have less than 5,000; more would take minutes."""
MAX_BLOBS = 100_000
MAX_BLOBS_OF_LAYER = 4096
"""Most inputs, and most outputs, of one layer."""
MAX_NAME_BYTES = 255
"""Longest layer or blob name; ncnn reads no longer ones."""
MAX_PARAMETER_ID = 31

SHAPE_HINT = 30
"""Parameter id of the shapes that ncnn stores for its own choice of algorithms."""
FEATURE_MASK = 31
"""Parameter id of the bits that switch features of ncnn off for a layer."""


def check_file_size(
    data: bytes, file: str, line: int | None = None, offset: int | None = None
) -> None:
    """Check a file's size. Raises: ModelError, at this place, if it is too long for a `.param`."""
    if len(data) > MAX_FILE_BYTES:
        raise too_long(len(data), file, line, offset)


def too_long(
    size: int,
    file: str,
    line: int | None = None,
    offset: int | None = None,
    hint: str | None = None,
) -> ModelError:
    """Return the error for a file of more bytes than a `.param` may have."""
    reason = f"the file has {size} bytes, more than {MAX_FILE_BYTES >> 20} MiB"
    return ModelError(reason, file=file, line=line, offset=offset, hint=hint)


@dataclass(frozen=True)
class LayerRecord:
    """One layer of a model file; blobs by name, parameters by number."""

    type: str
    name: str
    bottoms: tuple[str, ...]
    tops: tuple[str, ...]
    params: dict[int, RecordValue]
    line: int | None
    """Line in the text file, from 1; None in a binary one."""
    offset: int | None = None
    """Byte offset in the binary file; None in a text one."""


@dataclass(frozen=True)
class ModelRecord:
    """A whole `.param` or `.param.bin`: its layers in file order."""

    layers: tuple[LayerRecord, ...]
    blob_count: int
    file: str
    """Name of the file, for diagnostics."""
    inputs: tuple[str, ...] = ()
    """Inner blobs given instead of computed: Inputs of this part of a model."""
    outputs: tuple[str, ...] = ()
    """The blobs to compute, in order; empty means all blobs that no layer reads."""
    whole: ModelRecord | None = None
    """The model that contains this part; None for a whole model."""

    def error(self, layer: LayerRecord, reason: str, hint: str | None = None) -> ModelError:
        """Return an error at the place of `layer`."""
        return layer_error(self.file, layer, reason, hint)


def layer_error(file: str, layer: LayerRecord, reason: str, hint: str | None = None) -> ModelError:
    """Return an error at the place of a layer of `file`."""
    from ...dialects.contrib import marked_type  # imports xDSL, which only errors need here

    return ModelError(
        reason,
        file=file,
        line=layer.line,
        offset=layer.offset,
        layer=layer.name,
        layer_type=marked_type(layer.type),
        hint=hint,
    )
