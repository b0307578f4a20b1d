"""`kernel.recurrence` with steps known at run time, and of integers."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.compiler.reference.int8 import int8_steps
from ncnnc.dialects.constraints import int_attr
from ncnnc.dialects.element_types import element_of_array
from ncnnc.dialects.kernel.attributes import (
    Direction,
    DirectionAttr,
    RecurrentCell,
    RecurrentCellAttr,
)
from ncnnc.dialects.kernel.recurrence import RecurrenceOp
from ncnnc.dialects.ncnn.internal.weight_forms import FlippedSumStarts, MatvecWeights
from ncnnc.dialects.target.records import ISAS, Target
from ncnnc.passes.kernels.weights.packing import pack_arrays, pad_outermost
from xdsl.dialects.builtin import MemRefType, UnitAttr
from xdsl.ir import Attribute

from tests.helpers.bounded_kernels import T, bounds, run_bounded, within
from tests.helpers.elements import on_all_targets
from tests.helpers.int8_kernels import Machine, bytes_like, on_all_machines
from tests.helpers.kernel_runner import Kernel, compile_kernel
from tests.helpers.turns import in_turn

pytestmark = [pytest.mark.isa, pytest.mark.slow]

MOST, OUTPUTS = 48, 13


class Layer:
    """A recurrent layer with random weights, for any number of steps."""

    def __init__(
        self, cell: RecurrentCell, direction: Direction, target: str, hidden: int, shared: bool
    ):
        self.target, lanes, directions = target, Target.parse(target).lanes, direction.times
        projected, blocks = hidden != OUTPUTS, -(-hidden // lanes)
        columns = directions * blocks * cell.gates * lanes
        shapes = [(MOST, columns), (columns * OUTPUTS,)]
        if cell is RecurrentCell.GRU:
            shapes.append((directions, blocks * lanes))
        if projected:
            shapes.append((directions * -(-OUTPUTS // lanes) * lanes * hidden,))
        shapes += [(directions, OUTPUTS), (directions, hidden)][: cell.states]
        random = np.random.default_rng(1)
        self.x, *self.others = (random.uniform(-0.3, 0.3, s).astype(np.float32) for s in shapes)
        self.width = directions * OUTPUTS
        self.states = [(directions, OUTPUTS), (directions, hidden)][: cell.states]
        self.states += [(directions, hidden)] * projected
        self.properties: dict[str, Attribute] = {
            "cell_kind": RecurrentCellAttr(cell),
            "direction": DirectionAttr(direction),
            "lanes": int_attr(lanes),
            "group": int_attr(1),
            "initial": UnitAttr(),
        }
        if projected:
            self.properties["projection_group"] = int_attr(1)
        if shared:
            self.properties["shares_vectors"] = UnitAttr()

    def kernel(self, steps: int, **more: Attribute) -> Kernel:
        """The kernel of at most so many steps."""
        return compile_kernel(
            RecurrenceOp,
            [(steps, self.x.shape[1]), *(a.shape for a in self.others)],
            (steps, self.width),
            self.properties | more,
            target=self.target,
            more_outputs=self.states,
        )

    def check(self) -> None:
        """Compare dynamic with static extents, bit for bit."""
        bounded = self.kernel(MOST, bounds=bounds(T, self.x.shape[1]))
        for count in (1, 2, 17, MOST):
            fixed = self.kernel(count)
            expected = fixed(self.x[:count], *self.others)
            result = run_bounded(bounded, [within(self.x, count), *self.others], [count])
            np.testing.assert_array_equal(result[:count], expected)
            assert np.isfinite(expected).all()
            assert np.isnan(result[count:]).all()
            states = len(self.states)
            for found, state in zip(bounded.scratch[:states], fixed.scratch[:states], strict=True):
                np.testing.assert_array_equal(found, state)


@pytest.mark.parametrize(
    ("cell", "target", "direction"),
    in_turn(tuple(Direction), tuple(RecurrentCell), tuple(ISAS)),
)
def test_steps_known_at_run_time(cell: RecurrentCell, target: str, direction: Direction):
    Layer(cell, direction, target, OUTPUTS, shared=False).check()


@on_all_targets
@pytest.mark.parametrize("cell", RecurrentCell)
def test_steps_that_threads_share(cell: RecurrentCell, target: str):
    Layer(cell, Direction.REVERSE, target, OUTPUTS, shared=True).check()


@on_all_targets
def test_projection(target: str):
    Layer(RecurrentCell.LSTM, Direction.BOTH, target, 17, shared=False).check()


def test_no_step_stays_in_the_buffers():
    layer = Layer(RecurrentCell.LSTM, Direction.REVERSE, "x86-avx2", OUTPUTS, shared=False)
    kernel = layer.kernel(MOST, bounds=bounds(T, layer.x.shape[1]))
    result = run_bounded(kernel, [within(layer.x, 0), *layer.others], [0])
    assert np.isnan(result[1:]).all()


@on_all_machines
@pytest.mark.parametrize("shared", [False, True], ids=["own", "shared"])
def test_int8(machine: Machine, shared: bool):
    """Rounded states times weights of any bytes: exact sums."""
    lanes, k, product = machine.lanes, machine.k, machine.product()
    random, blocks = np.random.default_rng(1), -(-OUTPUTS // machine.lanes)
    x, state, scales = (
        random.uniform(-1, 1, shape).astype(np.float32)
        for shape in ((3, blocks * lanes), (1, OUTPUTS), (blocks * lanes,))
    )
    weights = pad_outermost(bytes_like(OUTPUTS, OUTPUTS), lanes)
    factors = scales / 4096
    packed = pack_arrays(MatvecWeights(lanes, blocks, 1, 1, k), [weights])
    inputs = [x, packed.reshape(-1), factors]
    if machine.has_starts:
        inputs.append(pack_arrays(FlippedSumStarts(lanes), [weights]))
    properties: dict[str, Attribute] = {
        "cell_kind": RecurrentCellAttr(RecurrentCell.RNN),
        "direction": DirectionAttr(Direction.FORWARD),
        "lanes": int_attr(lanes),
        "group": int_attr(blocks),
        "product": product,
        "initial": UnitAttr(),
        **({"shares_vectors": UnitAttr()} if shared else {}),
    }
    kernel = compile_kernel(
        RecurrenceOp,
        [MemRefType(element_of_array(a), a.shape) for a in (*inputs, state)],
        (3, OUTPUTS),
        properties,
        target=machine.name,
        more_outputs=[(1, OUTPUTS)],
        runs_on=machine.runs_on,
    )
    found = kernel(*inputs, state)
    for row, before, result in zip(x, [state, *found[:-1, None]], found, strict=True):
        steps, scale = int8_steps(before, -1)
        sums = steps @ weights.T.astype(np.float32) * (factors / scale)
        expected = np.tanh(row + sums)[0, :OUTPUTS]
        np.testing.assert_allclose(result, expected, rtol=0, atol=3e-7)
