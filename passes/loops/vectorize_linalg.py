"""Lower perfect loop nests to loops over vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.context import Context
from xdsl.dialects.builtin import MemRefType, ModuleOp, i1
from xdsl.dialects.func import FuncOp
from xdsl.dialects.linalg.attrs import IteratorType
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Attribute, SSAValue
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ...dialects.kernel.bounds import bounds_of
from ..common.target import lanes_for, target_of, vector_length
from .emit.building.appending import appended_in_place_of
from .emit.building.builder import Index, LoopBuilder
from .emit.building.inline_body import inline_body
from .emit.building.linalg_access import access, loop_extents
from .emit.building.loop_nest import AffineAccess, Nest, load_vector
from .emit.building.transposed_nest import emit_elementwise


class VectorizeLinalgPass(ModulePass):
    """
    Replace each `linalg.generic` on memrefs by loops, the vectorised one innermost.

        linalg.generic {...} ins(%x : memref<2x16x16xf32>) outs(%y : memref<2x16x16xf32>) {
          ^bb0(%a: f32, %b: f32): %r = simd.maximum %zero, %a : f32  linalg.yield %r : f32 }
        -> scf.for %i = %c0 to %c512 step %c64 { simd.load %x[%i + 0] ... simd.store ... }

    Adjacent loops are merged if all operands allow it. The vectorized loop is the innermost
    parallel dimension along which the output is contiguous and no input is strided; its last vector
    is masked. All values have the same number of lanes, the least of the target's vectors for their
    types. Reductions start from the output's previous value. Loops end at `kernel.bounds`, the
    vectorized one at the end of a vector.

    Raises: PassFailedException for a nest that is not affine, or bounds for other loops.
    """

    name = "vectorize-linalg"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        target = target_of(op)
        for function in op.walk():
            if not isinstance(function, FuncOp) or function.is_declaration:
                continue
            for generic in list(function.body.block.ops):
                if isinstance(generic, GenericOp):
                    with appended_in_place_of(generic, target) as b:
                        lower_generic(b, generic, lanes_for(target, *types_of(generic)))


def types_of(op: GenericOp) -> list[Attribute]:
    """Return the element types that a nest uses, in memory and in between."""
    block = op.body.block
    between = [result.type for inner in block.ops for result in inner.results]
    # Masks do not count: they have their own registers, or those of the selected values.
    return [*(v.type for v in block.args), *(type for type in between if type != i1)]


def lower_generic(b: LoopBuilder, op: GenericOp, lanes: int) -> None:
    operands = [*op.inputs, *op.outputs]
    if len(op.outputs) != 1 or not all(isinstance(v.type, MemRefType) for v in operands):
        raise PassFailedException("linalg.generic must have one output, and memrefs as operands")
    maps = [a.data for a in op.indexing_maps]
    extents, bounds = loop_extents(operands, maps), bounds_of(op)
    if bounds is not None and len(bounds.results) != len(extents):
        raise PassFailedException(f"linalg.generic must have bounds of its {len(extents)} loops")
    nest = Nest(
        extents,
        b.extents(op, extents),
        tuple(access(v, m) for v, m in zip(operands, maps, strict=True)),
    )
    kinds = [iterator.data for iterator in op.iterator_types]
    reduced = [d for d, kind in enumerate(kinds) if kind is IteratorType.REDUCTION]
    if reduced:
        LinalgReduction(b, op, nest, reduced, lanes).emit()
        return
    block = op.body.block
    # Without inputs, the output's vectors determine the lanes of constants.
    reads_output = block.args[-1].first_use is not None or not op.inputs
    if reads_output:
        nest = replace(nest, accesses=(*nest.inputs, nest.output, nest.output))

    def body(values: Sequence[SSAValue]) -> SSAValue:
        arguments = list(values)
        if not reads_output:
            arguments.append(arguments[0])
        return inline_body(b, block, arguments)[0]

    emit_elementwise(b, nest, lanes, body)


class LinalgReduction:
    """
    Loops over parallel dimensions, including the vector's, around reduction loops with
    accumulators.
    """

    def __init__(self, b: LoopBuilder, op: GenericOp, nest: Nest, reduced: list[int], lanes: int):
        self.b, self.op, self.nest, self.reduced = b, op, nest, reduced
        self.parallel = [d for d in range(len(nest.extents)) if d not in reduced]
        vector = nest.vector_dimension()
        self.vector = None if vector in reduced else vector
        self.width = 1 if self.vector is None else vector_length(nest.extents[self.vector], lanes)

    def emit(self) -> None:
        """Append all loops."""
        self.level(0, [0] * len(self.nest.accesses), None)

    def level(self, position: int, starts: list[Index], partial: int | None) -> None:
        """
        Append the parallel loops from `position` on; `partial` lanes of the last vector exist.
        """
        b, nest = self.b, self.nest
        if position == len(self.parallel):
            value = self.load(nest.output, starts[-1], partial)
            value = self.accumulate(starts, 0, value, partial)
            b.store(value, nest.output.memref, starts[-1], nest.output.offset, partial)
            return
        d = self.parallel[position]
        step = self.width if d == self.vector else 1

        def body(i: Index, count: int) -> None:
            lanes = partial if count == step else count
            self.level(position + 1, self.nest.advance(self.b, starts, d, i), lanes)

        b.for_vectors(nest.extents[d], step, body, nest.ends[d])

    def accumulate(
        self, starts: list[Index], position: int, value: SSAValue, partial: int | None
    ) -> SSAValue:
        """Return the value after the reduction loops from `position` on."""
        nest = self.nest
        if position == len(self.reduced):
            places = zip(nest.inputs, starts, strict=False)
            values = [self.load(access, start, partial) for access, start in places]
            return inline_body(self.b, self.op.body.block, [*values, value])[0]
        d = self.reduced[position]

        def step(i: Index, carried: SSAValue) -> list[SSAValue]:
            return [
                self.accumulate(
                    self.nest.advance(self.b, starts, d, i), position + 1, carried, partial
                )
            ]

        return self.b.loop(0, nest.ends[d], 1, step, [value])[0]

    def load(self, access: AffineAccess, at: Index, partial: int | None) -> SSAValue:
        """Load an operand's vector."""
        stride = 0 if self.vector is None else access.strides[self.vector]
        place = at, access.offset
        return load_vector(self.b, access.memref, place, stride, self.width, partial)
