"""`kernel.recurrence` with steps known at run time: the results and states of the fixed number."""

from __future__ import annotations

import numpy as np
import pytest
from ncnnc.dialects.constraints import int_attr
from ncnnc.dialects.kernel.attributes import (
    Direction,
    DirectionAttr,
    RecurrentCell,
    RecurrentCellAttr,
)
from ncnnc.dialects.kernel.recurrence import RecurrenceOp
from ncnnc.dialects.target.records import ISAS, Target
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute

from tests.helpers.bounded_kernels import T, bounds, run_bounded, within
from tests.helpers.elements import on_all_targets
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
