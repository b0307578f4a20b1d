"""Find shapes for the inputs of a graph: one that fits, and the sets around it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import prod

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from ...dialects.main_function import input_names
from ...dialects.ncnn.families.attention import EMPTY_CACHE, AttentionOp, is_empty
from ...dialects.ncnn.layers.reshape import FlattenOp, ReshapeOp
from ...dialects.ncnn.rules.borrowed_types import borrowed_types, set_type
from ...dialects.ncnn.rules.extents import is_unknown
from ...dialects.ncnn.rules.formulas import Formulas
from ...dialects.ncnn.rules.implied_shapes import PartialShape, any_extents
from ...dialects.ncnn.shapes import Shape, has_shape, shape_of, tensor_type
from .families import Family, families_of
from .implied import proposed_shapes, required_shapes
from .limits import EFFORTS, Clock, OutOfTime
from .search import Search
from .tracing import GraphTrace, Misfit
from .variables import Variable, add_variables, is_image

SECONDS = 5.0
"""Time limit for one graph. Units: seconds."""
HINT_SECONDS = 0.7
"""Time limit for the hint of an error. Units: seconds."""
SCALAR: Shape = (1,)
RANKS = (3, 2, 1, 4)
"""Ranks to try for unknown inputs, in this order."""
RANKS_OF_CELLS = (1, 2, 3, 4)
"""Ranks to try for inputs that depend only on their number of cells, such as sound."""
LINES_OF_TEXT = ((48, 320), (32, 320))
"""Heights and widths that recognisers of text are made for."""
MOST_RANKS = 40
"""Largest number of rank choices to try for one op that does not fit."""


@dataclass(frozen=True)
class Solution:
    """Shapes with which shape inference of a graph succeeds."""

    names: Sequence[str]
    """All inputs of the graph, in order."""
    shapes: Mapping[str, Shape]
    """Of each input one, those that were given too; empty caches are left out."""
    open: Sequence[str] = ()
    """The inputs whose shapes were not given."""
    declared: Mapping[str, Shape] = field(default_factory=dict[str, Shape])
    """The shapes that the file has for these."""
    is_complete: bool = True
    """True if the shapes of all blobs are known, so that none of them can be wrong."""
    families: Sequence[Family] = ()
    variables: Sequence[Variable] = ()
    alternatives: Mapping[str, Sequence[Shape]] = field(default_factory=dict[str, Sequence[Shape]])
    """Other shapes that fit, by input, of another rank or an image turned around."""
    caches: Sequence[str] = ()
    """The inputs that are taken as empty: caches of keys and values in the first run."""
    free_cells: Collection[str] = ()
    """The inputs that are only reshaped: any shape of as many cells fits."""

    def covers(self, shapes: Mapping[str, Shape]) -> bool:
        """Return true if other shapes of some inputs are said to fit as well."""
        current = [self.shapes[self.names[v.input]][v.axis] for v in self.variables]
        change: dict[int, int] = {}
        for place, variable in enumerate(self.variables):
            name = self.names[variable.input]
            shape = shapes.get(name, self.shapes[name])
            if shape == self.shapes[name] or shape in self.alternatives.get(name, ()):
                continue
            if name in self.free_cells and prod(shape) == prod(self.shapes[name]):
                continue
            if len(shape) != len(self.shapes[name]):
                return False
            if shape[variable.axis] != current[place]:
                change[place] = shape[variable.axis]
        left = set(change)
        for family in self.families:
            own = {v: change[v] for v in family.members() if v in left}
            if own and family.covers(own, current):
                left -= own.keys() if not family.is_alone or len(own) == len(change) else set()
        return not left


@dataclass(frozen=True)
class Unsolved:
    """The end of a search that found nothing."""

    op: Operation | None = None
    """The op that no candidate fits; None if none was tried."""
    reason: str = "nothing was tried"
    is_exhausted: bool = True
    """True if the search tried everything, and did not run out of time."""


class Solver:
    """
    The search for one graph, whose types stay as they are.

    Inputs named in `fixed` keep their shape. Of the others, shapes in `suggested` come first (a
    program's settings, say; None for an unknown extent), then those that the graph has, which are
    only hints of the file, then what the layers imply and what is usual.
    """

    def __init__(
        self,
        main: FuncOp,
        fixed: Collection[str] = (),
        suggested: Mapping[str, PartialShape] | None = None,
        seconds: float = SECONDS,
    ):
        self.main = main
        self.clock = Clock.of(seconds)
        self.names: Sequence[str] = input_names(main)
        self.arguments: Sequence[SSAValue] = main.body.block.args
        self.declared = {
            name: shape_of(value)
            for name, value in zip(self.names, self.arguments, strict=True)
            if has_shape(value) and not is_empty(value)
        }
        self.fixed = {name: self.declared[name] for name in fixed if name in self.declared}
        self.suggested = {**self.declared, **(suggested or {})}
        self.certain = required_shapes(
            main, {self.value(name): shape for name, shape in self.fixed.items()}
        )
        self.furthest: Misfit | None = None
        """The op that no search has come beyond so far."""
        self.first: Search | None = None
        self.caches = [name for name in self.names if self._is_cache(name)]
        self.open = [n for n in self.names if n not in self.fixed and n not in self.caches]

    def value(self, name: str) -> SSAValue:
        """Return the argument of an input."""
        return self.arguments[self.names.index(name)]

    def _is_cache(self, name: str) -> bool:
        """Return true if an input without a shape is a cache of attention."""
        value = self.value(name)
        users = [use.operation for use in value.uses]
        return name not in self.suggested and any(
            isinstance(user, AttentionOp) and value in user.caches for user in users
        )

    def solve(self) -> Solution | Unsolved:
        """Return one fitting shape of each input, without the sets around it."""
        with borrowed_types(self.main):
            try:
                found = self.search()
            except OutOfTime:
                return self.out_of_time()
            return self.solution(found) if isinstance(found, Search) else found

    def solve_sets(self) -> Solution | Unsolved:
        """Return a shape that fits, with the sets around it as far as there is time for them."""
        with borrowed_types(self.main):
            try:
                found = self.search()
            except OutOfTime:
                return self.out_of_time()
            if isinstance(found, Unsolved):
                return found
            solution = self.solution(found)
            families = tuple(families_of(found))
            alternatives = self.alternatives(solution)
            return replace(
                solution,
                families=families,
                alternatives=alternatives,
                free_cells=[name for name in self.open if self.is_only_reshaped(name)],
            )

    def out_of_time(self) -> Unsolved:
        """Return the end of a search that took too long: at the op that it has not come beyond."""
        misfit = self.furthest or (self.first.misfit if self.first else None)
        if misfit is None:
            return Unsolved(is_exhausted=False)
        return Unsolved(misfit.op, misfit.reason, is_exhausted=False)

    def is_only_reshaped(self, name: str) -> bool:
        """Return true if nothing but the cells of an input counts."""
        users = [use.operation for use in self.value(name).uses]
        return bool(users) and all(
            isinstance(user, FlattenOp)
            or (isinstance(user, ReshapeOp) and not user.takes_extents() and not user.references)
            for user in users
        )

    def fits(self, shapes: Mapping[str, Shape]) -> bool:
        """Return true if shape inference succeeds with these shapes of the free inputs."""
        with borrowed_types(self.main):
            return self.attempt({n: s for n, s in shapes.items() if n in self.open}).run()

    def solution(self, search: Search) -> Solution:
        """Return the shapes that a search has found."""
        shapes = {
            name: tuple(e.number if is_unknown(e) else e for e in shape_of(self.value(name)))
            for name in self.names
            if name not in self.caches
        }
        return Solution(
            self.names,
            shapes,
            self.open,
            {name: shape for name, shape in self.declared.items() if name in self.open},
            all(has_shape(value) for op in search.trace.ops for value in op.results),
            variables=search.variables,
            caches=self.caches,
        )

    # Ranks ---------------------------------------------------------------------------------------

    def search(self) -> Search | Unsolved:
        """
        Search with the ranks that are likely, then with others of the inputs that the op which does
        not fit depends on. A line of text is wide. Raises: OutOfTime.
        """
        found = self.search_ranks()
        if isinstance(found, Search):
            for image in found.groups.images():
                self.widen_text(found, image)
        return found

    def widen_text(self, search: Search, image: Sequence[int]) -> None:
        """Take a usual height and width of a line of text if high images do not fit."""
        variables = [search.variables[place] for place in image]
        before = tuple(search.formulas.candidate())
        if (
            any(v.suggested is not None for v in variables)
            or before[image[0]] == variables[0].first
        ):
            return
        for sizes in LINES_OF_TEXT:
            if search.try_numbers(dict(zip(image, sizes, strict=True))) is None:
                return
        search.try_numbers(dict(enumerate(before)))

    def search_ranks(self) -> Search | Unsolved:
        """Return the same without changes for lines of text. Raises: OutOfTime."""
        choices = self.choices()
        extents = {name: ranks[0] for name, ranks in choices.items()}
        search, efforts = self.attempt(extents), list(EFFORTS)
        self.first = search
        while not search.run(effort=efforts[0]) and search.misfit is not None:
            misfit = self.furthest = search.misfit
            if search.is_hopeless:
                return Unsolved(misfit.op, misfit.reason)
            reached = self.numbers_of(search)
            for changed in islice(self.other_choices(misfit, extents, choices), MOST_RANKS):
                self.clock.check()
                other = self.attempt(changed, reached)
                if other.run(misfit.place, efforts[0]):
                    search, extents, efforts = other, changed, list(EFFORTS)
                    break
            else:
                if len(efforts) == 1:
                    return Unsolved(misfit.op, misfit.reason)
                search = self.attempt(extents, reached)
                del efforts[0]
        return search

    def numbers_of(self, search: Search) -> dict[str, Shape]:
        """Of each input that is open the shape with which a search came to where it ended."""
        found: dict[str, Shape] = {}
        for variable, number in zip(search.variables, search.reached, strict=True):
            name = self.names[variable.input]
            found[name] = (*found.get(name, ()), number)
        return found

    def attempt(
        self, extents: Mapping[str, PartialShape], reached: Mapping[str, Shape] | None = None
    ) -> Search:
        """
        Return a search that begins with inputs of these extents, and with the numbers that another
        search has reached for those of the same rank. Call it inside `borrowed_types`.
        """
        formulas = Formulas()
        variables: list[Variable] = []
        beside_image = any(map(is_image, extents.values()))
        for index, name in enumerate(self.names):
            if name in self.fixed:
                set_type(self.value(name), tensor_type(self.fixed[name]))
            elif name in self.caches:
                set_type(self.value(name), tensor_type(EMPTY_CACHE))
            else:
                shape, own = add_variables(formulas, index, extents[name], beside_image)
                begun = (reached or {}).get(name, ())
                if len(begun) == len(own):
                    formulas.take({len(variables) + axis: n for axis, n in enumerate(begun)})
                variables += own
                set_type(self.value(name), tensor_type(shape))
        return Search(GraphTrace(self.main, formulas), variables, self.clock, self.certain)

    def choices(self) -> dict[str, list[PartialShape]]:
        """Of each input that is open the extents to begin with, for each rank that it may have."""
        known = {name: self.certain.of(self.value(name)) for name in self.open}
        proposed = proposed_shapes(self.main, {}, self.certain)
        found: dict[str, list[PartialShape]] = {}
        for name in self.open:
            likely = [self.suggested.get(name), proposed.of(self.value(name))]
            certain = known[name]
            if certain is not None:
                likely = [_merged(s, certain) for s in likely if s and len(s) == len(certain)]
                found[name] = [*filter(None, likely), certain][:1]
                continue
            ranks = RANKS_OF_CELLS if self.is_only_reshaped(name) else RANKS
            others = [] if name in self.suggested else [any_extents(rank) for rank in ranks]
            by_rank: dict[int, PartialShape] = {}
            for one in (*filter(None, likely), *others):
                by_rank.setdefault(len(one), one)
            found[name] = list(by_rank.values())
        return found

    def other_choices(
        self,
        misfit: Misfit,
        extents: Mapping[str, PartialShape],
        choices: Mapping[str, list[PartialShape]],
    ) -> Iterator[dict[str, PartialShape]]:
        """Give inputs before an op another rank: first all together, then each alone."""
        before = arguments_before(misfit.op)
        names = [n for n in self.open if self.value(n) in before and len(choices[n]) > 1]
        by_rank = {n: {len(choice): choice for choice in choices[n]} for n in names}
        for rank in RANKS:
            changed = {n: by_rank[n][rank] for n in names if rank in by_rank[n]}
            if len(changed) > 1:
                yield {**extents, **changed}
        for name in names:
            for choice in choices[name]:
                if len(choice) != len(extents[name]):
                    yield {**extents, name: choice}

    def alternatives(self, solution: Solution) -> dict[str, list[Shape]]:
        """Return fitting `likely_alternatives` of each input, broadcast ones included."""
        found: dict[str, list[Shape]] = {}
        try:
            for name in self.open:
                shape = solution.shapes[name]
                scalar = [SCALAR] if len(self.names) > 1 and shape != SCALAR else []
                for other in dict.fromkeys((*likely_alternatives(shape), *scalar)):
                    self.clock.check()
                    search = self.attempt({**solution.shapes, name: other})
                    if search.trace.run() is None:
                        found.setdefault(name, []).append(other)
        except OutOfTime:
            return found
        return found


def likely_alternatives(shape: Shape) -> list[Shape]:
    """
    Return a shape with a further axis of 1, or without one; an image with width and height swapped.
    """
    found: list[Shape] = []
    if len(shape) > 1 and shape[0] == 1:
        found.append(shape[1:])
    if len(shape) < 4:
        found.append((1, *shape))
    if len(shape) == 3 and shape[1] != shape[2]:
        found.append((shape[0], shape[2], shape[1]))
    return found


def _merged(suggested: PartialShape, certain: PartialShape) -> PartialShape:
    """Fill extents that are not certain with the suggested ones."""
    return tuple(s if c is None else c for s, c in zip(suggested, certain, strict=True))


def arguments_before(op: Operation) -> set[SSAValue]:
    """Return the arguments of a function that an op depends on."""
    seen: set[SSAValue] = set()
    waiting = list(op.operands)
    while waiting:
        value = waiting.pop()
        if value not in seen:
            seen.add(value)
            if not isinstance(value.owner, Block):
                waiting += value.owner.operands
    return {value for value in seen if isinstance(value.owner, Block)}
