"""Lower the steps of recurrent layers: products of weights with the state, and the gates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects.builtin import i32
from xdsl.ir import SSAValue

from ....dialects.kernel.attributes import Direction, RecurrentCell
from ....dialects.kernel.base import buffer_shape
from ....dialects.kernel.recurrence import RecurrenceOp
from ....dialects.target.records import Target
from ...common.target import lanes_for
from ..emit.building.builder import Index, LoopBuilder
from ..emit.building.conversions import convert
from ..emit.building.vector_math import tanh
from ..emit.conv.conv_tile import Panel
from ..emit.int8.products import FORMS, WeightVectors, joined, sum_starts, unchanged
from ..emit.int8.rows import multiply_int8_rows
from ..emit.int8.steps import quantize_row
from ..emit.rows.recurrent_cells import gru_cell, lstm_cell, sums_of
from ..emit.rows.row_products import ProductRows, multiply_rows
from . import loops


@loops.register(RecurrenceOp)
def recurrence(b: LoopBuilder, op: RecurrenceOp, target: Target) -> None:
    """Compute both directions in parallel, or steps in sequence, divided among threads."""
    steps = Recurrence(b, op)
    if op.shares_vectors is None:
        b.parallel(steps.directions, steps.direction)
    else:
        steps.shared_steps()


@dataclass(frozen=True)
class BufferPlace:
    """Elements of a buffer from an index on."""

    memory: SSAValue
    at: Index


@dataclass(frozen=True)
class RecurrentStep:
    """One step of a direction."""

    direction: Index
    row: Index
    """Row of x and of the output."""
    hidden: BufferPlace | None
    """The previous hidden state; None if it is zero."""
    cell: BufferPlace | None
    """The previous cell state; None if it is zero, or there is none."""


@dataclass(frozen=True)
class StepGroups:
    """Blocks of vectors that a step computes, in groups that are computed together."""

    blocks: int
    size: int
    rest: int | None
    """Lanes of the last block; None if it is whole."""
    body: Callable[[RecurrentStep, Index, int | None, BufferPlace | None, SSAValue | None], None]
    """
    Computes a group: of a step, from its first block on, with so many lanes of the last block;
    from the hidden state that is multiplied, and by what products with it are multiplied.
    """


class Recurrence:
    """The loops of one recurrent layer."""

    def __init__(self, b: LoopBuilder, op: RecurrenceOp):
        self.b, self.op = b, op
        self.kind, self.direction_kind = op.cell_kind.data, op.direction.data
        self.inputs = op.named_inputs()
        self.x, self.weights = self.inputs["x"], self.inputs["weights"]
        self.y, self.final_state = op.outputs[:2]
        self.directions = op.direction.data.times
        steps = b.extent(op, 0, buffer_shape(self.x)[0])
        # The first step is outside of the loop; in a run of 0 steps it only changes buffers.
        self.steps = steps if isinstance(steps, int) else b.max(steps, 1)
        self.lanes, self.outputs, self.hidden = (
            op.lanes.value.data,
            op.output_size,
            op.hidden_size,
        )
        self.gates, self.blocks, self.group = self.kind.gates, op.blocks, op.group.value.data

    # Steps ---------------------------------------------------------------------------------------

    def direction(self, d: Index) -> None:
        """Compute all steps of a direction; the initial states are given or zero."""
        b = self.b
        self.own_step(self.first_step(d))
        b.loop(1, self.steps, 1, lambda t: self.own_step(self.later_step(d, t)))
        self.copy_final_state(d)

    def own_step(self, step: RecurrentStep) -> None:
        """Compute a step by one thread: all blocks of the hidden state, and its projection."""
        multiplied, factor = self.multiplied(step)
        for groups in self.groups_of_step():
            self.over_groups(groups, lambda f, n, g=groups: g.body(step, f, n, multiplied, factor))

    def multiplied(self, step: RecurrentStep) -> tuple[BufferPlace | None, SSAValue | None]:
        """Return the state that is multiplied, rounded if that is of int8, and its factor."""
        if step.hidden is None or self.op.record is None:
            return step.hidden, None
        assert self.op.workspace is not None
        source, to = (step.hidden.memory, step.hidden.at), (self.op.workspace, 0)
        form = FORMS[self.op.record.form]
        factor = quantize_row(self.b, source, to, self.outputs, self.lanes, form)
        return BufferPlace(self.op.workspace, 0), factor

    def shared_steps(self) -> None:
        """Compute the steps of the only direction in sequence, each by all threads."""
        b = self.b
        self.shared_step(self.first_step(0))
        b.loop(1, self.steps, 1, lambda t: self.shared_step(self.later_step(0, t)))
        b.parallel(1, self.copy_final_state)

    def shared_step(self, step: RecurrentStep) -> None:
        """Compute the groups of blocks of a step in parallel; each thread rounds the state."""
        for groups in self.groups_of_step():
            self.share_groups(groups, step)

    def groups_of_step(self) -> list[StepGroups]:
        """Return the stages of a step, in order."""
        hidden = StepGroups(
            self.blocks, self.group, self.hidden % self.lanes or None, self.gates_of
        )
        if self.op.projection_group is None:
            return [hidden]
        blocks, group = -(-self.outputs // self.lanes), self.op.projection_group.value.data
        return [hidden, StepGroups(blocks, group, self.outputs % self.lanes or None, self.project)]

    def over_groups(self, groups: StepGroups, body: Callable[[Index, int | None], None]) -> None:
        """Call `body(first block, lanes of a partial last block)` for each group of blocks."""
        uniform = groups.blocks - groups.size if groups.rest else groups.blocks
        self.b.loop(0, uniform, groups.size, lambda first: body(first, None))
        if groups.rest:
            body(uniform, groups.rest)

    def share_groups(self, groups: StepGroups, step: RecurrentStep) -> None:
        """Compute the groups of a stage in parallel."""
        b, count = self.b, groups.blocks // groups.size

        def some(low: Index, high: Index) -> None:
            is_first = groups.body == self.gates_of
            multiplied, factor = self.multiplied(step) if is_first else (None, None)

            def one(group: Index) -> None:
                first = b.mul(group, groups.size)

                def body(lanes: int | None) -> None:
                    groups.body(step, first, lanes, multiplied, factor)

                if groups.rest is None or count == 1:
                    body(groups.rest)
                    return
                is_last = b.compare("eq", group, count - 1)
                b.when(is_last, lambda: body(groups.rest), lambda: body(None))

            b.loop(low, high, 1, one)

        b.share(count, some)

    def copy_final_state(self, d: Index) -> None:
        """Copy the output of the last step."""
        last = self.output_place(d, self.row(d, self.b.sub(self.steps, 1)))
        self.copy(last, BufferPlace(self.final_state, self.b.mul(d, self.outputs)), self.outputs)

    def first_step(self, d: Index) -> RecurrentStep:
        """Return step 0 of a direction."""
        b, given = self.b, self.inputs.get("state")
        state = None if given is None else BufferPlace(given, b.mul(d, self.outputs))
        given = self.inputs.get("cell")
        cell = None if given is None else BufferPlace(given, b.mul(d, self.hidden))
        return RecurrentStep(d, self.row(d, 0), state, cell)

    def later_step(self, d: Index, t: Index) -> RecurrentStep:
        """Return step t > 0 of a direction: the previous output is the state."""
        before = self.output_place(d, self.row(d, self.b.sub(t, 1)))
        return RecurrentStep(d, self.row(d, t), before, self.cell_place(d))

    def row(self, d: Index, t: Index) -> Index:
        """Return the row of x that step t reads."""
        b, last = self.b, self.b.sub(self.steps, 1)
        if self.direction_kind is Direction.FORWARD:
            return t
        backward = b.sub(last, t)
        if self.direction_kind is Direction.REVERSE:
            return backward
        # t + d * (last - 2 t)
        return b.add(t, b.mul(d, b.sub(backward, t)))

    def output_place(self, d: Index, row: Index) -> BufferPlace:
        """Return the place of a direction's output row."""
        at = self.b.linear((row, self.directions * self.outputs), (d, self.outputs))
        return BufferPlace(self.y, at)

    def cell_place(self, d: Index) -> BufferPlace | None:
        """Return the place of an LSTM's cell state between steps."""
        if self.kind is not RecurrentCell.LSTM:
            return None
        return BufferPlace(self.op.outputs[2], self.b.mul(d, self.hidden))

    def copy(self, source: BufferPlace, destination: BufferPlace, count: int) -> None:
        """Copy contiguous elements."""
        b = self.b

        def vector(i: Index, first: int) -> None:
            value = b.load(source.memory, b.add(source.at, i), 0, self.lanes, first)
            b.store(value, destination.memory, b.add(destination.at, i), 0, first)

        b.for_vectors(count, self.lanes, vector)

    # Groups of blocks ----------------------------------------------------------------------------

    def gates_of(
        self,
        step: RecurrentStep,
        first: Index,
        partial: int | None,
        multiplied: BufferPlace | None,
        factor: SSAValue | None,
    ) -> None:
        """Compute the hidden state of a group of blocks."""
        to = self.hidden_place(step)
        sums = self.sums(step.direction, multiplied, first, factor)
        for i in range(self.group):
            last = partial if i == self.group - 1 else None
            self.block(step, self.b.add(first, i), sums[i], to, last)

    def hidden_place(self, step: RecurrentStep) -> BufferPlace:
        """Return the place of a step's hidden state: the output, or the buffer to project."""
        if self.op.projection_group is None:
            return self.output_place(step.direction, step.row)
        return BufferPlace(self.op.outputs[-1], self.b.mul(step.direction, self.hidden))

    def sums(
        self, d: Index, state: BufferPlace | None, first: Index, factor: SSAValue | None
    ) -> list[list[SSAValue]]:
        """
        Return the products of the state for all gates of a group of blocks; none for a zero state.
        """
        b, vectors = self.b, self.group * self.gates
        if state is None:
            return [[] for _ in range(self.group)]
        vector = b.mul(b.add(b.mul(d, self.blocks), first), self.gates)
        at = b.mul(vector, self.op.padded_state * self.lanes)
        rows = ProductRows(state.memory, state.at, 1, self.op.padded_state)
        if factor is None:
            sums = multiply_rows(b, rows, Panel(self.weights, at, self.lanes), vectors)
        else:
            sums = self.int8_sums(rows, at, b.mul(vector, self.lanes), factor)
        return [sums[i * self.gates : (i + 1) * self.gates] for i in range(self.group)]

    def int8_sums(
        self, rows: ProductRows, at: Index, column: Index, factor: SSAValue
    ) -> list[SSAValue]:
        """The same of integers, times their factors: of weights and columns from some on."""
        b, lanes, product = self.b, self.lanes, self.op.product
        assert product is not None
        width = min(lanes_for(b.target, i32), lanes)
        count = self.group * self.gates * (lanes // width)
        weights = WeightVectors(self.weights, at, count, width, product)
        starts = sum_starts(b, self.inputs.get("starts"), column, count, width)
        sums = joined(b, multiply_int8_rows(b, rows, weights, starts, unchanged), lanes)
        of_row = b.splat(factor, lanes)
        factors = [
            b.mulf(of_row, b.load(self.inputs["factors"], column, v * lanes, lanes))
            for v in range(len(sums))
        ]
        floats = [convert(b, "sitofp", sum, of_row.type) for sum in sums]
        return [b.mulf(sum, factor) for sum, factor in zip(floats, factors, strict=True)]

    def project(
        self,
        step: RecurrentStep,
        first: Index,
        partial: int | None,
        multiplied: BufferPlace | None,
        factor: SSAValue | None,
    ) -> None:
        """Compute a group of output blocks from the hidden state."""
        b, d, hidden = self.b, step.direction, self.hidden_place(step)
        assert self.op.projection_group is not None
        group = self.op.projection_group.value.data
        vector = b.add(b.mul(d, -(-self.outputs // self.lanes)), first)
        at = b.mul(vector, self.hidden * self.lanes)
        panel = Panel(self.inputs["projection"], at, self.lanes)
        rows = ProductRows(hidden.memory, hidden.at, 1, self.hidden)
        to = self.output_place(d, step.row)
        place = b.add(to.at, b.mul(first, self.lanes))
        for i, value in enumerate(multiply_rows(b, rows, panel, group)):
            last = partial if i == group - 1 else None
            b.store(value, to.memory, place, i * self.lanes, last)

    # One block -----------------------------------------------------------------------------------

    def block(
        self,
        step: RecurrentStep,
        block: Index,
        products: list[SSAValue],
        to: BufferPlace,
        partial: int | None,
    ) -> None:
        """Compute the hidden state of a block from its gates."""
        b, lanes = self.b, self.lanes
        first, at = b.add(b.mul(step.direction, self.blocks), block), b.mul(block, lanes)
        x_at = b.linear((step.row, buffer_shape(self.x)[1]), (first, self.gates * lanes))
        x = [b.load(self.x, x_at, gate * lanes, lanes) for gate in range(self.gates)]
        match self.kind:
            case RecurrentCell.RNN:
                value = tanh(b, sums_of(b, x, products)[0])
            case RecurrentCell.GRU:
                bias = b.load(self.inputs["new_bias"], b.mul(first, lanes), 0, lanes)
                before = self.loaded(step.hidden, at, partial)
                value = gru_cell(b, x, products, bias, before)
            case RecurrentCell.LSTM:
                before = self.loaded(step.cell, at, partial)
                value, cell = lstm_cell(b, sums_of(b, x, products), before)
                kept = self.cell_place(step.direction)
                assert kept is not None
                b.store(cell, kept.memory, b.add(kept.at, at), 0, partial)
        b.store(value, to.memory, b.add(to.at, at), 0, partial)

    def loaded(self, place: BufferPlace | None, at: Index, partial: int | None) -> SSAValue | None:
        """Load a vector of a state; None if it is zero."""
        if place is None:
            return None
        return self.b.load(place.memory, self.b.add(place.at, at), 0, self.lanes, partial)
