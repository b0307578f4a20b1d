"""Writes generated weights as a `.bin`, so that ncnn can run what we run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ....dialects.context import NcnncContext
from ....runtime.files.replacing_files import write_atomically
from ...format.records import LayerRecord, ModelRecord
from ...format.weights import StoredArray
from ...format.weights_writer import Chunk, WeightStorage, array_chunks
from ..model_format import ImportOptions, generated_bytes
from .importer import import_model
from .model_files import read_model_record
from .random_weights import BoundedWeights, RandomWeights


class RecordedWeights:
    """Generated weights that know what they gave, which a `.bin` is made of."""

    def __init__(self, record: ModelRecord, seed: int, most: int):
        self.source = BoundedWeights(record, RandomWeights(seed), most)
        self.given: list[tuple[StoredArray, bool]] = []
        """The arrays, and whether a storage tag is before each."""

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """The next array of the importer's."""
        stored = self.source.read(shape, tagged, layer, name)
        self.given.append((stored, tagged))
        return stored

    def finish(self) -> None:
        """All arrays were read."""
        self.source.finish()

    def chunks(self) -> Iterator[Chunk]:
        """The bytes of the `.bin`, for which the arrays are drawn one after the other."""
        for stored, tagged in self.given:
            array = stored.array() if callable(stored.array) else stored.array
            yield from array_chunks(
                array.astype(np.float32, copy=False), tagged, WeightStorage.FLOAT32
            )


def write_random_weights(
    param: str,
    seed: int,
    shapes: Mapping[str, tuple[int, ...]],
    path: str,
    most: int | None = None,
) -> None:
    """
    Write weights of a seed, whatever the shapes, `most` bytes, or what memory is there for.

    Raises: ModelError; OSError.
    """
    record = read_model_record(param)
    weights = RecordedWeights(record, seed, generated_bytes() if most is None else most)
    ctx = NcnncContext()
    options = ImportOptions(shapes, allow_unknown_shapes=True, keep_unsupported=True)
    import_model(ctx, record, weights, options)
    write_atomically(path, weights.chunks())
