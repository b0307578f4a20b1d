"""
Search the schedules of a network's layers by measuring compiled programs.

A round compiles the whole network once, each layer with another choice than it has, and profiles it
in turns with the cost model's program. So a candidate is measured between its neighbours, as it
will run, and one compilation measures a candidate of every layer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

from ....dialects.ncnn.schedule import ScheduledOp
from ....runtime.errors import NcnncError
from ....runtime.sessions.compiled_model import CompiledModel
from ...driver.compile import compile_program
from ...driver.lower import lower
from ...options.compile_options import CompileOptions
from ...options.tuned_schedules import LayerChoice, TunedSchedules
from ...pipeline.steps import Level
from .neighbours import neighbours
from .scheduled_layers import TunedLayer, layers_of_network, scheduled_ops
from .tuning_report import TuningReport
from .turns import ComparedTurns, TimedProgram

MARGIN = 0.98
"""Time of a choice, in that of the present one, below which it is taken."""
TURNS, LAST_TURNS = 3, 7
"""Turns in which a round's choices, and all that were found, are compared with the default."""
LEAST_SHARE = 0.002
"""Share of the network's time from which on a layer is searched."""
EXPENSIVE = 0.9
"""Share of the time of layers with choices left that the layers of a round take."""
LAST_ROUNDS = 2
"""Times that a round takes which are kept for comparing what was found."""

Progress = Callable[[str], None]


@dataclass
class ScheduleSearch:
    """A search with options of a model, without `tune`."""

    options: CompileOptions
    seconds: float
    progress: Progress
    layers: list[TunedLayer] = field(default_factory=list[TunedLayer])
    whole: float = 1.0
    """Time of the network with what was found, in that of the cost model's program."""
    rounds: int = 0
    interrupted: bool = False

    def __post_init__(self) -> None:
        self.target = self.options.machine
        self.threads = self.options.default_threads or 1
        self.started = perf_counter()
        self.ops = self.scheduled({})
        self.layers = layers_of_network(self.ops, self.target, self.threads)

    def search(self) -> None:
        """Try choices until the time is over, none is left or Ctrl-C is pressed."""
        try:
            if not self.candidates_are_left():
                return
            self.progress("compiling the network")
            default = self.compiled({})
            self.measure_default(default)
            while self.has_time() and (proposed := self.proposals()):
                self.try_round(default, proposed)
            if self.rounds:
                self.progress("comparing what was found")
                self.compare_all(default)
        except KeyboardInterrupt:
            self.interrupted = True

    def begin_with(self, choices: Sequence[LayerChoice]) -> None:
        """Begin with a choice for each kind of layers, with none if they cannot be scheduled."""
        for layer, choice in zip(self.layers, choices, strict=True):
            layer.choice = choice
        try:
            self.scheduled(self.chosen())
        except NcnncError:
            self.begin_with([LayerChoice()] * len(self.layers))

    def candidates_are_left(self) -> bool:
        """Return whether any layer has a choice that was never tried."""
        self.ops = self.scheduled(self.chosen())
        return any(self.next_choice(layer) is not None for layer in self.layers)

    def measure_default(self, default: TimedProgram) -> None:
        """Put the most expensive layers first."""
        times = default.profile(default.runs)
        for layer in self.layers:
            layer.settle(times)
        total = sum(seconds for _, seconds in times)
        self.layers.sort(key=lambda layer: -layer.seconds)
        self.searched = [x for x in self.layers if x.seconds >= LEAST_SHARE * total]
        self.round_seconds = perf_counter() - self.started

    def has_time(self) -> bool:
        """Return whether a round, and the last comparison, end in time."""
        left = self.seconds - (perf_counter() - self.started)
        return left > (1 + LAST_ROUNDS) * self.round_seconds

    def proposals(self) -> dict[int, LayerChoice]:
        """
        Return choices to try, by the place of the layer: of the layers that take most of the time
        of all with choices left.
        """
        left = {p: c for p, x in enumerate(self.searched) if (c := self.next_choice(x)) is not None}
        total, reached = sum(self.searched[place].seconds for place in left), 0.0
        found: dict[int, LayerChoice] = {}
        for place, choice in left.items():
            if reached <= EXPENSIVE * total:
                found[place] = choice
            reached += self.searched[place].seconds
        return found

    def next_choice(self, layer: TunedLayer) -> LayerChoice | None:
        """Return a choice near that of a layer that was not tried yet."""
        op = self.ops.get(layer.names[0])
        if op is None:
            return None
        choices = neighbours(op, layer.choice, self.target)
        return next((choice for choice in choices if str(choice) not in layer.tried), None)

    def try_round(self, default: TimedProgram, proposed: Mapping[int, LayerChoice]) -> None:
        """Measure choices, and keep those that win in each turn; half of them if one is refused."""
        started = perf_counter()
        self.rounds += 1
        self.progress(f"round {self.rounds}: {len(proposed)} layers")
        layers = [self.searched[place] for place in proposed]
        try:
            other = self.compiled(self.chosen() | named(layers, proposed.values()))
        except NcnncError:
            self.leave_out(proposed)
            return
        compared, won = ComparedTurns.of(default, other, TURNS), False
        for layer, choice in zip(layers, proposed.values(), strict=True):
            layer.tried.add(str(choice))
            if (ratio := compared.ratio(layer)) < MARGIN * layer.ratio:
                layer.choice, layer.ratio, won = choice, ratio, True
        if won:
            self.ops = self.scheduled(self.chosen())
        self.round_seconds = perf_counter() - started

    def leave_out(self, proposed: Mapping[int, LayerChoice]) -> None:
        """Find the choice that cannot be compiled, by trying the first half of some alone."""
        places = list(proposed)
        if len(places) == 1:
            self.searched[places[0]].tried.add(str(proposed[places[0]]))
            return
        half = {place: proposed[place] for place in places[: len(places) // 2]}
        chosen = named([self.searched[place] for place in half], half.values())
        try:
            self.scheduled(self.chosen() | chosen)
            compile_program(self.with_choices(self.chosen() | chosen))
        except NcnncError:
            self.leave_out(half)
            return
        self.leave_out({place: proposed[place] for place in places[len(places) // 2 :]})

    def compare_all(self, default: TimedProgram) -> None:
        """Drop choices that do not win with all others, and all if the network does not."""
        found = [layer for layer in self.layers if str(layer.choice)]
        if not found:
            return
        compared = ComparedTurns.of(default, self.compiled(self.chosen()), LAST_TURNS)
        for layer in found:
            layer.ratio = compared.ratio(layer)
            if layer.ratio >= MARGIN:
                layer.choice, layer.ratio = LayerChoice(), 1.0
        if not (kept := self.chosen()):
            return
        if len(kept) < sum(len(layer.names) for layer in found):
            compared = ComparedTurns.of(default, self.compiled(kept), LAST_TURNS)
        self.whole = compared.ratio()
        if self.whole >= 1:
            self.whole = 1.0
            for layer in found:
                layer.choice, layer.ratio = LayerChoice(), 1.0

    def report(self) -> TuningReport:
        """Return what was tried and found."""
        seconds = perf_counter() - self.started
        figures = self.target.name, self.threads, self.rounds, seconds, self.whole
        return TuningReport(*figures, self.interrupted, tuple(self.layers))

    def chosen(self) -> dict[str, LayerChoice]:
        """Return the choices that were found, by the name of the layer."""
        return {n: x.choice for x in self.layers if str(x.choice) for n in x.names}

    def with_choices(self, choices: Mapping[str, LayerChoice]) -> CompileOptions:
        """Return the options with choices for layers."""
        layers = {name: str(choice) for name, choice in sorted(choices.items())}
        tuned = TunedSchedules(self.target.name, layers) if layers else None
        return replace(self.options, tuned=tuned)

    def scheduled(self, choices: Mapping[str, LayerChoice]) -> dict[str, ScheduledOp]:
        """Return the scheduled ops of layers that have these choices. Raises: NcnncError."""
        module = lower(self.with_choices(choices), Level.SCHEDULED).module
        return scheduled_ops(module, (*self.options.conv, *self.options.schedule))

    def compiled(self, choices: Mapping[str, LayerChoice]) -> TimedProgram:
        """Return a program whose layers have these choices. Raises: NcnncError."""
        program = compile_program(self.with_choices(choices))
        return TimedProgram.of(CompiledModel(program, self.threads))


def named(layers: Sequence[TunedLayer], choices: Iterable[LayerChoice]) -> dict[str, LayerChoice]:
    """Return the choices of layers by their names."""
    pairs = zip(layers, choices, strict=True)
    return {name: choice for layer, choice in pairs for name in layer.names}
