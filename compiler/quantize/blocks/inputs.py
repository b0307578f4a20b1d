"""Run samples through the float32 model, and keep the inputs of its matrices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from tempfile import TemporaryFile
from typing import BinaryIO, cast

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue
from xdsl.pattern_rewriter import PatternRewriter

from ....dialects.context import NcnncContext
from ....dialects.main_function import find_main, input_names
from ....dialects.ncnn.families.block_quantization import BlockQuantization
from ....dialects.ncnn.layers.gemm import GemmOp
from ....dialects.ncnn.layers.multiheadattention import MultiHeadAttentionOp
from ....dialects.ncnn.shapes import shape_of
from ....passes.common.rebuild import rebuild
from ....passes.decompose.building.replacement_builder import ReplacementBuilder
from ....runtime.sessions.compiled_model import CompiledModel
from ...analysis.compared_values import source_of
from ...analysis.switched_model import rewrite_signature
from ...driver.import_model import import_graph, make_context
from ...driver.lower import lower
from ...frontend.shapes import infer_shapes
from ...options.compile_options import CompileOptions
from ...program.assemble import assemble
from ...reference.gemm import first_rows
from ..calibration import Progress
from ..samples import CalibrationSamples, taken_by
from .layers import BlockLayer, find_block_layers

MOST_ROWS = 4096
"""Largest number of rows kept for each blob, spread over all samples."""
SHARE = 12
"""Memory of the matrices, relative to that of the values computed by one program."""
LEAST_BYTES = 64 << 20
"""Size of values from which they are split between programs. Units: bytes."""

MatrixName = tuple[str, str]
"""A layer's name and a part of it."""


@dataclass(frozen=True)
class StoredRows:
    """Rows in the file."""

    offset: int
    shape: tuple[int, int]


class LayerInputs:
    """The rows that each matrix multiplies, in a temporary file."""

    def __init__(self, blobs: Mapping[MatrixName, str]):
        self.blobs = blobs
        self.segments: dict[str, list[StoredRows]] = {}
        self.file = cast("BinaryIO", TemporaryFile())

    def add(self, blob: str, rows: np.ndarray) -> None:
        """Append rows of a blob."""
        segment = StoredRows(self.file.tell(), (rows.shape[0], rows.shape[1]))
        self.segments.setdefault(blob, []).append(segment)
        self.file.write(np.ascontiguousarray(rows, np.float32).data)

    def blob_of(self, layer: BlockLayer, part: str) -> str | None:
        """Return the name of the blob that a matrix multiplies; None if it is not known."""
        return self.blobs.get((layer.name, part))

    def rows(self, blob: str) -> np.ndarray:
        """Return all kept rows of a blob."""
        return np.concatenate([*self._pieces(blob)])

    def _pieces(self, blob: str) -> Iterator[np.ndarray]:
        for segment in self.segments[blob]:
            self.file.seek(segment.offset)
            rows, columns = segment.shape
            data = self.file.read(rows * columns * 4)
            yield np.frombuffer(data, np.float32).reshape(segment.shape)


@dataclass(frozen=True)
class ReadValues:
    """A graph, and the values that its matrices multiply, by name in the order of the layers."""

    module: ModuleOp
    ctx: NcnncContext
    values: Mapping[str, SSAValue]
    readers: Mapping[str, BlockLayer]
    """The first layer that reads each value."""
    blobs: Mapping[MatrixName, str]
    matrix_bytes: int

    @classmethod
    def of(cls, options: CompileOptions, form: BlockQuantization) -> ReadValues:
        """Read a model. Raises: NcnncError if it has no such matrices."""
        ctx = make_context()
        module = import_graph(options, ctx)
        infer_shapes(module, ctx)
        layers = find_block_layers(module, ctx, form, options.name)
        read: dict[tuple[SSAValue, bool], str] = {}
        blobs: dict[MatrixName, str] = {}
        readers: dict[str, BlockLayer] = {}
        for layer in layers:
            for matrix in layer.matrices:
                value = multiplied(layer, matrix.part, ctx)
                if value is not None:
                    key = source_of(value), is_turned(layer)
                    name = read.setdefault(key, f"{len(read)}")
                    blobs[layer.name, matrix.part] = name
                    readers.setdefault(name, layer)
        values = {name: value for (value, _), name in read.items()}
        size = sum(4 * m.rows * m.columns for layer in layers for m in layer.matrices)
        return cls(module, ctx, values, readers, blobs, size)

    def groups(self) -> Iterator[list[str]]:
        """Yield names of values that together take a small share of the memory of the matrices."""
        most = max(self.matrix_bytes // SHARE, LEAST_BYTES)
        group: list[str] = []
        taken = 0
        for name, value in self.values.items():
            size = 4 * prod(shape_of(value))
            if group and taken + size > most:
                yield group
                group, taken = [], 0
            group.append(name)
            taken += size
        yield group


def collect_inputs(
    options: CompileOptions,
    form: BlockQuantization,
    samples: CalibrationSamples,
    progress: Progress,
) -> LayerInputs:
    """
    Return the inputs of all matrices. One program computes all of them; if they would take much
    memory, several programs compute some each, one after the other, with the layers before these.

    Raises: ModelError for elements that are not finite; NcnncError if the model cannot be compiled,
    or a sample does not fit.
    """
    read = ReadValues.of(options, form)
    found, groups = LayerInputs(read.blobs), list(read.groups())
    del read
    for index, names in enumerate(groups):
        part = f", part {index + 1} of {len(groups)}" if len(groups) > 1 else ""
        progress(f"compiling the float32 model{part}")
        collect_group(ReadValues.of(options, form), names, options, samples, found, progress)
    return found


def collect_group(
    read: ReadValues,
    names: Sequence[str],
    options: CompileOptions,
    samples: CalibrationSamples,
    found: LayerInputs,
    progress: Progress,
) -> None:
    """Compile a model that computes some values, and add their rows. Raises: ModelError."""
    results = {name: read.values[name] for name in names}
    model = compiled(options, read.module, read.ctx, results)
    most = -(-MOST_ROWS // len(samples))
    for index, inputs in enumerate(samples):
        progress(f"sample {index + 1} of {len(samples)}")
        for name, array in model.run(taken_by(model.inputs, inputs)).items():
            reader = read.readers[name]
            rows = spread(rows_of(array, is_turned(reader)), most)
            if not np.isfinite(rows).all():
                what = "its input has NaN or infinite elements"
                raise reader.error(f"{what} for sample '{samples.describe(index)}'")
            found.add(name, rows)


def multiplied(layer: BlockLayer, part: str, ctx: NcnncContext) -> SSAValue | None:
    """
    Return the value that a matrix multiplies; None if it is the inner one of an odd attention.
    """
    op = layer.op
    if isinstance(op, MultiHeadAttentionOp):
        return attended(op, ctx) if part == "out" else getattr(op, part)
    return op.a if isinstance(op, GemmOp) else op.input


def attended(op: MultiHeadAttentionOp, ctx: NcnncContext) -> SSAValue | None:
    """
    Insert a copy of a layer without its last projection, and return its result; None if impossible.
    """
    size = op.embed_dim.value.data
    if op.query_dim.value.data != size:
        return None
    builder = ReplacementBuilder(op, PatternRewriter(op))
    operands: dict[str, SSAValue | None] = {
        "out_weight": builder.constant(ctx.weights, "identity", np.eye(size, dtype=np.float32)),
        "out_bias": builder.constant(ctx.weights, "zeros", np.zeros(size, np.float32)),
    }
    copy = rebuild(op, operands=operands)
    builder.builder.insert(copy)
    return copy.output


def is_turned(layer: BlockLayer) -> bool:
    """Return whether a layer multiplies the columns of its input."""
    return isinstance(layer.op, GemmOp) and layer.op.transpose_a is not None


def compiled(
    options: CompileOptions,
    module: ModuleOp,
    ctx: NcnncContext,
    results: Mapping[str, SSAValue],
) -> CompiledModel:
    """Return a model that returns some values of a graph by name."""
    rewrite_signature(module, input_names(find_main(module)), results)
    lowered = lower(replace(options, outputs=()), imported=lambda: (module, ctx))
    return CompiledModel(assemble(lowered), options.threads)


def rows_of(array: np.ndarray, turned: bool) -> np.ndarray:
    """Return the rows that a matrix multiplies, of a blob as a layer has it."""
    matrix = first_rows(array)
    matrix = matrix.reshape(1, -1) if matrix.ndim == 1 else matrix
    return matrix.T if turned else matrix


def spread(rows: np.ndarray, most: int) -> np.ndarray:
    """Return at most `most` rows, spread evenly."""
    if len(rows) <= most:
        return rows
    return rows[np.arange(most) * len(rows) // most]
