"""Level 3 to level 4: perfect loop nests become loops over vectors."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import AffineMapAttr, MemRefType, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.dialects.linalg import ops as linalg
from xdsl.dialects.linalg.attrs import IteratorType
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import SSAValue
from xdsl.ir.affine import AffineBinaryOpExpr, AffineBinaryOpKind, AffineExpr, AffineMap
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from ..support.appending import appended_in_place_of
from ..support.builder import Index, LoopBuilder, memref_strides, static_shape
from ..support.inline_body import inline_body
from ..support.loop_nest import Access, Nest, emit_copy, emit_nest, vector_length
from ..support.target import target_of


@dataclass(frozen=True)
class VectorizeLinalgPass(ModulePass):
    """
    Replace each `linalg.generic` on memrefs by loops, the vectorised one innermost.

        linalg.generic {...} ins(%x : memref<2x16x16xf32>) outs(%y : memref<2x16x16xf32>) {
          ^bb0(%a: f32, %b: f32): %r = arith.maxnumf %zero, %a : f32  linalg.yield %r : f32 }
        -> scf.for %i = %c0 to %c512 step %c64 { simd.load %x[%i + 0] ... simd.store ... }

    Loops that all operands traverse alike are merged. The vector is the innermost parallel dimension
    along which the output is contiguous and no input strides; its last part is masked. Reductions
    start from the output's previous value.

    Raises: PassFailedException for what is no affine, static loop nest.
    """

    name = "vectorize-linalg"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        lanes = target_of(op).lanes.data
        for function in op.walk():
            if not isinstance(function, FuncOp) or function.is_declaration:
                continue
            for generic in list(function.body.block.ops):
                if isinstance(generic, linalg.GenericOp):
                    with appended_in_place_of(generic) as b:
                        lower_generic(b, generic, lanes)


def lower_generic(b: LoopBuilder, op: linalg.GenericOp, lanes: int) -> None:
    """Append the loops of one op."""
    operands = [*op.inputs, *op.outputs]
    if len(op.outputs) != 1 or not all(isinstance(v.type, MemRefType) for v in operands):
        raise PassFailedException("linalg.generic must have one output, and memrefs as operands")
    maps = [attribute.data for attribute in op.indexing_maps if isinstance(attribute, AffineMapAttr)]
    nest = Nest(
        loop_extents(operands, maps),
        tuple(access(v, m) for v, m in zip(operands, maps, strict=True)),
    )
    kinds = [iterator.data for iterator in op.iterator_types]
    reduced = [d for d, kind in enumerate(kinds) if kind is IteratorType.REDUCTION]
    if reduced:
        emit_reduction(b, op, nest, reduced, lanes)
        return
    block = op.body.block
    previous = block.args[-1]
    terminator = block.last_op
    if len(nest.inputs) == 1 and isinstance(terminator, YieldOp):
        if terminator.operands[0] is block.args[0]:
            emit_copy(b, nest, lanes)
            return
    if previous.first_use is not None:
        nest = Nest(nest.extents, (*nest.inputs, nest.output, nest.output))

    def body(values) -> SSAValue:
        arguments = list(values)
        if previous.first_use is None:
            arguments.append(arguments[0] if arguments else b.constant(0.0))
        return inline_body(b, block, arguments)[0]

    emit_nest(b, nest, lanes, body)


def emit_reduction(
    b: LoopBuilder, op: linalg.GenericOp, nest: Nest, reduced: list[int], lanes: int
) -> None:
    """Loops over the parallel dimensions; in each, accumulators carried through the others."""
    parallel = [d for d in range(len(nest.extents)) if d not in reduced]
    vector = nest.vector_dimension()
    if vector in reduced:
        vector = None
    width = 1 if vector is None else vector_length(nest.extents[vector], lanes)

    def load(access: Access, at: Index, partial: int | None) -> SSAValue:
        if vector is not None and access.strides[vector] == 1:
            return b.load(access.memref, at, access.offset, width, partial)
        return b.broadcast(access.memref, at, access.offset, width)

    def advance(starts: list[Index], d: int, i: Index) -> list[Index]:
        pairs = zip(starts, nest.accesses, strict=True)
        return [b.add(start, b.mul(i, a.strides[d])) for start, a in pairs]

    def accumulate(
        starts: list[Index], position: int, value: SSAValue, partial: int | None
    ) -> SSAValue:
        if position == len(reduced):
            values = [load(a, s, partial) for a, s in zip(nest.inputs, starts, strict=False)]
            return inline_body(b, op.body.block, [*values, value])[0]
        d = reduced[position]

        def step(i: Index, carried: SSAValue) -> list[SSAValue]:
            return [accumulate(advance(starts, d, i), position + 1, carried, partial)]

        return b.loop(0, nest.extents[d], 1, step, [value])[0]

    def point(starts: list[Index], partial: int | None) -> None:
        value = accumulate(starts, 0, load(nest.output, starts[-1], partial), partial)
        b.store(value, nest.output.memref, starts[-1], nest.output.offset, partial)

    def level(position: int, starts: list[Index]) -> None:
        if position == len(parallel):
            point(starts, None)
            return
        d = parallel[position]
        extent, step = nest.extents[d], width if d == vector else 1
        whole = extent // step * step
        b.loop(0, whole, step, lambda i: level(position + 1, advance(starts, d, i)))
        if whole < extent:
            remainder(position + 1, advance(starts, d, whole), extent - whole)

    def remainder(position: int, starts: list[Index], partial: int) -> None:
        if position == len(parallel):
            point(starts, partial)
            return
        d = parallel[position]
        b.loop(
            0, nest.extents[d], 1, lambda i: remainder(position + 1, advance(starts, d, i), partial)
        )

    level(0, [0] * len(nest.accesses))


def access(operand: SSAValue, map: AffineMap) -> Access:
    """The operand's flat address as a linear function of the loop indices."""
    strides = memref_strides(static_shape(operand))
    if not all(is_linear(result) for result in map.results):
        raise PassFailedException(f"the map {map} is not linear")
    zeros = [0] * map.num_dims
    offset = _flat(map, zeros, strides)
    return Access(
        operand,
        offset,
        tuple(
            _flat(map, [int(e == d) for e in range(map.num_dims)], strides) - offset
            for d in range(map.num_dims)
        ),
    )


def _flat(map: AffineMap, indices: list[int], strides: list[int]) -> int:
    return sum(i * s for i, s in zip(map.eval(indices, []), strides, strict=True))


def is_linear(expression: AffineExpr) -> bool:
    """Whether an expression has sums and products only."""
    if not isinstance(expression, AffineBinaryOpExpr):
        return True
    if expression.kind not in (AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul):
        return False
    return is_linear(expression.lhs) and is_linear(expression.rhs)


def loop_extents(operands: list[SSAValue], maps: list[AffineMap]) -> tuple[int, ...]:
    """Iterations of each loop: the extent of an axis that is indexed by just that loop."""
    extents: dict[int, int] = {}
    for operand, map in zip(operands, maps, strict=True):
        for extent, expression in zip(static_shape(operand), map.results, strict=True):
            for d in range(map.num_dims):
                if expression == AffineExpr.dimension(d):
                    extents[d] = min(extent, extents.get(d, extent))
    dimensions = maps[0].num_dims
    if len(extents) < dimensions:
        raise PassFailedException("every loop must index an axis of an operand by itself")
    return tuple(extents[d] for d in range(dimensions))
