"""Changes for an op that does not fit: the likely ones first."""

from __future__ import annotations

from ncnnc.compiler.input_shapes.changes import KNOWN_MISFIT, UNUSUAL, Changes
from ncnnc.compiler.input_shapes.groups import Groups
from ncnnc.compiler.input_shapes.limits import Clock
from ncnnc.compiler.input_shapes.moves import Moves
from ncnnc.compiler.input_shapes.tracing import Misfit
from ncnnc.compiler.input_shapes.variables import add_variables
from xdsl.dialects.func import ReturnOp

from tests.helpers.shape_search import fits, solve, text_of, unknowns

INTERPOLATION = text_of(
    "Split l 1 2 x d e",
    "Split m 1 2 z f g",
    "Concat k 2 1 d f k 0=0",
    "Convolution c 1 1 k c 0=4 1=1 6=24",
    "Concat j 5 1 c e g u v j 0=0",
    "Convolution o 1 1 j y 0=4 1=1 6=1600",
    inputs="x z u v",
)
"""Two frames, and features of both, of which only the sum of channels is known."""


def changes_of(*extents: int) -> tuple[Changes, list]:
    formulas, _ = unknowns()
    shapes, variables = [], []
    for input, extent in enumerate(extents):
        shape, own = add_variables(formulas, input, (extent,))
        shapes += shape
        variables += own
    return Changes(Moves(Groups(formulas, variables)), Clock.of(10)), shapes


def misfit(place: int) -> Misfit:
    """An op without operands that has made the comparisons of the current place."""
    return Misfit(place, ReturnOp(), "does not fit")


def test_features_of_two_frames_have_as_many_channels():
    solution = solve(INTERPOLATION)
    assert [shape[0] for shape in solution.shapes.values()] == [3, 3, 195, 195]
    assert fits(INTERPOLATION, dict(solution.shapes))


def test_the_most_usual_number_comes_first():
    changes, (x,) = changes_of(7)
    assert x % 5 != 0
    cost, change = changes.for_misfit(misfit(1))[0]
    assert change == {0: 100}
    assert cost < UNUSUAL


def test_an_order_of_extents_may_change_before_an_equality():
    """A maximum, say, does not care; what was joined does."""
    changes, (x, y) = changes_of(16, 32)
    formulas = changes.formulas
    assert x < y
    formulas.place = 1
    formulas.recent.clear()
    assert x != 100
    assert changes.for_misfit(misfit(1))[0][1] == {0: 100}


def test_what_did_not_fit_is_not_tried_again():
    changes, (x, y) = changes_of(16, 32)
    formulas = changes.formulas
    assert x != 64
    assert changes.for_misfit(misfit(0))[0][1] == {0: 64}
    formulas.forget_from(0)
    formulas.take({0: 64})
    formulas.place = 1
    formulas.recent.clear()
    assert y + x != 48
    by_change = {
        tuple(change.items()): cost for cost, change in reversed(changes.for_misfit(misfit(1)))
    }
    assert by_change[(0, 16),] >= KNOWN_MISFIT


def test_limits_are_no_goals():
    changes, (x,) = changes_of(16)
    assert not 1 << 24 < x * x
    assert x < 1 << 24
    assert changes.for_misfit(misfit(0)) == []
