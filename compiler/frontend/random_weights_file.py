"""Writes generated weights as a `.bin`, so that ncnn can run what we run."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...dialects.context import NcnncContext
from ...runtime.replacing_files import write_atomically
from ..format.weights import StoredArray
from ..format.weights_writer import Chunk, WeightStorage, array_chunks
from . import LayerRecord, ModelRecord, import_model, read_model_record
from .random_weights import MOST_RANDOM_BYTES, BoundedWeights, RandomWeights


class RecordedWeights:
    """Generated weights that keep what they gave, as the bytes of a `.bin`."""

    def __init__(self, record: ModelRecord, seed: int, most: int):
        self.source = BoundedWeights(record, RandomWeights(seed), most)
        self.chunks: list[Chunk] = []

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """The next array of the importer's."""
        stored = self.source.read(shape, tagged, layer, name)
        array = stored.array() if callable(stored.array) else stored.array
        self.chunks += array_chunks(array.astype(np.float32), tagged, WeightStorage.FLOAT32)
        return StoredArray(stored.dtype, array)

    def finish(self) -> None:
        """All arrays were read."""
        self.source.finish()


def write_random_weights(
    param: str,
    seed: int,
    shapes: Mapping[str, tuple[int, ...]],
    path: str,
    most: int = MOST_RANDOM_BYTES,
) -> None:
    """
    Write the weights that a model has with this seed; they do not depend on shapes.

    Raises: ModelError if the model cannot be imported, or they have more bytes than that; OSError
    if the file cannot be written.
    """
    record = read_model_record(param)
    weights = RecordedWeights(record, seed, most)
    ctx = NcnncContext()
    import_model(ctx, record, weights, shapes, allow_unknown_shapes=True, keep_unsupported=True)
    write_atomically(path, weights.chunks)
