"""Import model files, named or in memory, to IR."""

from __future__ import annotations

import mmap
import os
from dataclasses import replace
from typing import NoReturn

from xdsl.dialects.builtin import ModuleOp

from ....dialects.context import NcnncContext
from ....runtime.files.input_files import open_input, shown_path
from ....runtime.suggestions import did_you_mean
from ... import zoo
from ...bundle.archive import ArchivedFile
from ...bundle.location import weights_beside
from ...diagnostics import PARAM_IN_MEMORY, ModelError
from ...format import param_binary_reader as param_binary
from ...format import param_reader
from ...format.foreign_files import LONGEST, hint_for_foreign_file, hint_for_suffix
from ...format.records import MAX_FILE_BYTES, LayerRecord, ModelRecord, too_long
from ...format.weights import StoredArray, WeightSource
from ...format.weights_reader import WeightsReader
from ...option_values import FileOrBytes
from ..model_format import ImportOptions, ModelSource
from ..survey.missing_shapes import with_shapes_beside
from .cut import cut_model
from .implicit_inputs import with_implicit_inputs
from .importer import caches_of, import_model
from .names_beside import with_names_beside
from .random_weights import RandomWeights

WEIGHTS_IN_MEMORY = "<bin>"


def read_model_record(param: FileOrBytes, name: str = PARAM_IN_MEMORY) -> ModelRecord:
    """
    Read a model's layers from a `.param` or `.param.bin`, recognised by content; `name` is the name
    in errors of content that is no file. A file without Input layers gets one for each blob without
    a producer. A `.param.bin` gets the names of the header in its folder, if there is one.

    Raises: ModelError if it cannot be read, or at its first mistake.
    """
    if isinstance(param, bytes):
        data, file = param, name
    else:
        file = os.fspath(param)
        data = _content(file)
    if data.startswith(param_binary.START):
        record = param_binary.read_param_binary(data, file)
        source = param if isinstance(param, bytes) else file
        return with_implicit_inputs(with_names_beside(record, source))
    return with_implicit_inputs(param_reader.read_param_text(data, file))


def open_weights(weights: FileOrBytes) -> WeightsReader:
    """Open a `.bin`, mapping a file. Raises: ModelError if it cannot be read."""
    if isinstance(weights, bytes):
        name = weights.name if isinstance(weights, ArchivedFile) else WEIGHTS_IN_MEMORY
        return WeightsReader(weights, name)
    file = os.fspath(weights)
    try:
        with open_input(file) as stream:
            if os.fstat(stream.fileno()).st_size == 0:
                return WeightsReader(b"", file)
            return WeightsReader(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ), file)
    except (OSError, ValueError) as e:
        _fail_to_read(file, e)


def load_model_files(
    ctx: NcnncContext, source: ModelSource, options: ImportOptions = ImportOptions()
) -> ModuleOp:
    """
    Import a model from files or bytes.

    Without `weights` and a seed, the `.bin` in the folder of the `.param` is used (`m.bin` for
    `m.param`, `m.param.bin`); it may be absent if the model stores no weights. Inputs that need a
    shape and have none get the one in `metadata.yaml` or `m.pnnx.param` in the same folder.

    Raises: as `read_model_record`, `open_weights` and `import_model`.
    """
    record = read_model_record(source.model, source.name)
    if not options.allow_unknown_shapes:
        part = cut_model(record, options.shapes, options.outputs)
        shapes = with_shapes_beside(source.model, part, options.shapes, caches_of(part))
        options = replace(options, shapes=shapes)
    return import_model(ctx, record, weights_of(source, record), options)


def weights_of(source: ModelSource, record: ModelRecord) -> WeightSource:
    """Return generated weights, or the weights of a file. Raises: as `open_weights`."""
    if source.seed is not None:
        return RandomWeights(source.seed)
    if source.weights is not None:
        return open_weights(source.weights)
    return _default_weights(source.model, record)


def _default_weights(param: str | bytes, record: ModelRecord) -> WeightSource:
    if isinstance(param, ArchivedFile):
        return _MissingWeights(record, f"'{shown_path(param.archive)}' has no weights for it")
    if isinstance(param, bytes):
        return _MissingWeights(record, "no weights are given")
    path = weights_beside(param)
    if path.exists():
        return open_weights(path)
    return _MissingWeights(record, f"its weights are missing: '{shown_path(path)}' does not exist")


class _MissingWeights:
    """Stands for missing weights; raises an error when a layer reads an array."""

    def __init__(self, record: ModelRecord, reason: str):
        self.record = record
        self.reason = reason

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        hint = "name the .bin, or use --random-weights"
        raise self.record.error(layer, self.reason, hint)

    def finish(self) -> None:
        """Do nothing: no weights can be left over."""


def _content(file: str) -> bytes:
    """Return all bytes of a file, if its size is plausible."""
    try:
        with open_input(file) as stream:
            size = os.fstat(stream.fileno()).st_size
            data = stream.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as e:
        _fail_to_read(file, e)
    if len(data) > MAX_FILE_BYTES:
        hint = hint_for_foreign_file(data[:LONGEST]) or hint_for_suffix(file)
        raise too_long(max(size, len(data)), file, hint=hint)
    return data


def _fail_to_read(file: str, error: OSError | ValueError) -> NoReturn:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    hint = _similar_name(file) if isinstance(error, FileNotFoundError) else None
    raise ModelError(f"cannot be read: {reason}", file=file, hint=hint) from None


def _similar_name(file: str) -> str | None:
    """
    Return the question whether a similar file of the folder, or a network of the zoo, was meant.
    """
    folder, name = os.path.split(file)
    try:
        names = sorted(os.listdir(folder or "."))
    except OSError:
        names = []
    return did_you_mean(name, [*names, *([] if folder else zoo.NAMES)]) or None
