"""Shape inference of a graph with unknown extents."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from typing import Any

from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, SSAValue

from ...dialects.ncnn.base import NcnnOp
from ...dialects.ncnn.errors import ShapeError, UnknownShapeError
from ...dialects.ncnn.internal.weight import WeightOp
from ...dialects.ncnn.layers.reshape import ReshapeOp
from ...dialects.ncnn.opaque import OpaqueOp
from ...dialects.ncnn.rules.axes import MAX_RANK
from ...dialects.ncnn.rules.borrowed_types import set_type
from ...dialects.ncnn.rules.extents import Extent, is_unknown
from ...dialects.ncnn.rules.formulas import Condition, Formulas
from ...dialects.ncnn.shapes import UNRANKED, Shape, has_shape, shape_of, tensor_type
from ...passes.common.limits import MAX_BATCHED_LAYERS, MAX_ELEMENTS


@dataclass(frozen=True)
class Misfit:
    """An op that does not take its operands."""

    place: int
    op: NcnnOp | ReturnOp
    reason: str


class GraphTrace:
    """A function's ops, whose results take types of unknown extents inside `borrowed_types`."""

    def __init__(self, main: FuncOp, formulas: Formulas):
        self.formulas = formulas
        self.ops = [op for op in main.body.block.ops if isinstance(op, NcnnOp | ReturnOp)]
        self.end = 0
        """The index of the op at which the last run ended."""
        self.batches: dict[SSAValue, int] = {}
        """The items of the blobs that are batches, whose types are those of one item."""
        self.batched_layers: list[int] = [0]
        """Of each place how many layers the layers on batches before it become."""
        self._types: dict[tuple[tuple[bool, int], ...], Attribute] = {}
        self._last: dict[int, tuple[list[Attribute], tuple[Condition, ...], list[Attribute]]] = {}

    def run(self, first: int = 0) -> Misfit | None:
        """Infer shapes from the op at a place on; the first op that does not fit, or None."""
        self.formulas.forget_from(first)
        for place in range(first, len(self.ops)):
            self.formulas.place = place
            self.formulas.recent.clear()
            op = self.ops[place]
            if self.repeat(place, op):
                continue
            try:
                self.infer(place, op)
            except (ShapeError, ZeroDivisionError) as error:
                self.end = place
                return Misfit(place, op, str(error))
            self.remember(place, op)
        self.end = len(self.ops)
        return None

    def run_again(self) -> Misfit | None:
        """
        Infer shapes for other numbers, from the first op whose conditions no longer hold.
        """
        conditions = self.formulas.conditions.items()
        broken = (place for c, place in conditions if not self.formulas.is_true(c))
        return self.run(min(broken, default=self.end))

    def repeat(self, place: int, op: NcnnOp | ReturnOp) -> bool:
        """Do what an op did last, if it reads the same formulas and they compare as then."""
        last = self._last.get(place)
        if last is None or any(v.type is not t for v, t in zip(op.operands, last[0], strict=True)):
            return False
        if not all(map(self.formulas.is_true, last[1])):
            return False
        for condition in last[1]:
            self.formulas.conditions.setdefault(condition, place)
        for result, type in zip(op.results, last[2], strict=True):
            set_type(result, type)
        del self.batched_layers[place + 1 :]
        self.batched_layers.append(self.batched_layers[place])
        return True

    def remember(self, place: int, op: NcnnOp | ReturnOp) -> None:
        """Keep what an op has compared and made, unless it has to do with batches."""
        if any(value in self.batches for value in (*op.operands, *op.results)):
            self._last.pop(place, None)
            return
        types = ([value.type for value in values] for values in (op.operands, op.results))
        operands, results = types
        self._last[place] = (operands, tuple(self.formulas.recent), results)

    def infer(self, place: int, op: NcnnOp | ReturnOp) -> None:
        """Give the results of an op their types. Raises: ShapeError, ZeroDivisionError."""
        del self.batched_layers[place + 1 :]
        self.batched_layers.append(self.batched_layers[place])
        if isinstance(op, ReturnOp):
            for value in op.operands:
                if value in self.batches and len(shape_of(value)) == MAX_RANK:
                    raise ShapeError("an output that is a batch would have 5 dimensions")
            return
        if isinstance(op, WeightOp):
            return
        if isinstance(op, OpaqueOp) or not all(map(has_shape, op.operands)):
            self.set_unknown(op)
            return
        try:
            shapes, count = self.results_of(op)
        except UnknownShapeError:
            self.set_unknown(op)
            return
        for result, shape in zip(op.results, shapes, strict=True):
            check_size(shape)
            set_type(result, self.type_of(shape))
            self.batches.pop(result, None)
            if count != 1:
                self.batches[result] = count
        if count != 1 or any(operand in self.batches for operand in op.operands):
            self.batched_layers[-1] += int(count)
            if self.batched_layers[-1] > MAX_BATCHED_LAYERS:
                raise ShapeError(f"batches become more than {MAX_BATCHED_LAYERS} layers")

    def set_unknown(self, op: NcnnOp) -> None:
        """Set the types of an op's results to unknown."""
        for result in op.results:
            set_type(result, UNRANKED)
            self.batches.pop(result, None)

    def results_of(self, op: NcnnOp) -> tuple[Sequence[Shape], int]:
        """Return the shapes of an op's results, or of their items, and how many items they have."""
        known = set(self.formulas.conditions)
        try:
            return self.rule_of(op)
        except UnknownShapeError:
            raise
        except Exception as error:
            with self.numbers_for(op) as extents:
                try:
                    found = self.rule_of(op)
                except (ShapeError, ZeroDivisionError):
                    if isinstance(error, ShapeError | ZeroDivisionError):
                        raise error from None
                    self.require(extents, known)
                    raise
                # The rule does what formulas cannot: it is taken for the current candidate alone.
                self.require(extents, known)
                return found

    def require(self, extents: Sequence[Extent], known: set[Any]) -> None:
        """Make the current numbers conditions, and nothing else that an op has compared."""
        conditions = self.formulas.conditions
        for condition in [c for c in conditions if c not in known]:
            del conditions[condition]
        for extent in extents:
            extent.__index__()

    @contextmanager
    def numbers_for(self, op: NcnnOp) -> Generator[list[Extent]]:
        """Let the operands of an op have the numbers of the current candidate as extents."""
        types = {value: value.type for value in op.operands}
        extents: list[Extent] = []
        for value in types:
            shape = shape_of(value)
            extents += [extent for extent in shape if is_unknown(extent)]
            numbers = [e.number if is_unknown(e) else e for e in shape]
            if any(is_unknown(extent) for extent in shape):
                set_type(value, tensor_type(numbers))
        try:
            yield extents
        finally:
            for value, kept in types.items():
                set_type(value, kept)

    def rule_of(self, op: NcnnOp) -> tuple[Sequence[Shape], int]:
        """Return the result of an op's shape rule, for items of batches too."""
        counts = [self.batches.get(operand, 1) for operand in op.operands]
        if isinstance(op, ReshapeOp):
            _, result = op.batches([shape_of(operand) for operand in op.operands], counts)
            return [result.shape], result.count
        sizes: list[int] = []
        for count in counts:
            if count != 1 and not any(count == other for other in sizes):
                sizes.append(count)
        if len(sizes) > 1:
            raise ShapeError(f"takes a batch of {sizes[0]} and one of {sizes[1]}")
        return op.infer_shapes(), sizes[0] if sizes else 1

    def type_of(self, shape: Shape) -> Attribute:
        """Return the tensor type of a shape, each once."""
        key = tuple((True, e.node) if is_unknown(e) else (False, int(e)) for e in shape)
        if key not in self._types:
            self._types[key] = tensor_type(shape)
        return self._types[key]


def check_size(shape: Shape) -> None:
    """Check the number of cells. Raises: ShapeError for a blob without cells, or with too many."""
    for extent in shape:
        if extent < 1:
            raise ShapeError("a blob would be empty")
    if prod(shape) > MAX_ELEMENTS:
        raise ShapeError("a blob would have more than 2^31 elements")
