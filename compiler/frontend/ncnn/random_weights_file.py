"""Write generated weights as a `.bin`, so that ncnn can run the same model."""

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
    """Generated weights that record the arrays read, to write a `.bin`."""

    def __init__(self, record: ModelRecord, seed: int, most: int):
        self.source = BoundedWeights(record, RandomWeights(seed), most)
        self.given: list[tuple[StoredArray, bool]] = []
        """The arrays, and whether each has a storage tag."""

    def read(
        self, shape: tuple[int, ...], tagged: bool, layer: LayerRecord, name: str
    ) -> StoredArray:
        """Return the importer's next array, and record it."""
        stored = self.source.read(shape, tagged, layer, name)
        self.given.append((stored, tagged))
        return stored

    def finish(self) -> None:
        """Do nothing: there is no end to check."""
        self.source.finish()

    def chunks(self) -> Iterator[Chunk]:
        """Yield the bytes of the `.bin`, drawing the arrays one after the other."""
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
    Write weights of a seed, which do not depend on shapes, up to `most` bytes (default: by memory).

    Raises: ModelError; OSError.
    """
    record = read_model_record(param)
    weights = RecordedWeights(record, seed, generated_bytes() if most is None else most)
    ctx = NcnncContext()
    options = ImportOptions(shapes, allow_unknown_shapes=True, keep_unsupported=True)
    import_model(ctx, record, weights, options)
    write_atomically(path, weights.chunks())
