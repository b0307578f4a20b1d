"""Runs cases of a layer, counts what comes of them, and says what failed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .case import GENERATORS, Generator, LayerCase
from .checking import Checker, Kind, Outcome, Way, has_op
from .defects import known_defect
from .draws import Draws, Unsuitable
from .shrinking import Choices, shrunk
from .tolerance import Arrays

ATTEMPTS = 200
"""Number of draws without a case after which a generator counts as broken."""


@dataclass(frozen=True)
class Failure:
    """A case that we get wrong."""

    seed: int
    target: str
    choices: Choices
    case: LayerCase
    outcome: Outcome

    def report(self) -> str:
        """Return the text of the report."""
        arrays = self.case.input_arrays.items()
        inputs = [f"{name}: {list(array.shape)} {array.dtype}" for name, array in arrays]
        weights = [f"{list(w.array.shape)} {w.storage}" for w in self.case.weights]
        return "\n".join(
            [
                f"{self.case.layer}, seed {self.seed}, {self.outcome.detail}",
                f"--replay {','.join(map(str, self.choices)) or '0'} --target {self.target}",
                self.case.param_text() + f"inputs: {', '.join(inputs)}",
                f"weights: {', '.join(weights) or 'none'}",
            ]
        )


@dataclass
class Tally:
    """Outcomes of the cases of a layer."""

    layer: str
    counts: Counter[Kind] = field(default_factory=Counter)
    undefined: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    seconds: float = 0.0

    def line(self) -> str:
        """A row of the table that is printed."""
        counts = ", ".join(f"{self.counts[kind]} {kind}" for kind in Kind if self.counts[kind])
        reasons = "".join(f"\n    {count} x {text}" for text, count in self.undefined.most_common())
        return f"{self.layer:<24} {counts}, {self.seconds:.1f} s{reasons}"


def draw(generator: Generator, seed: int, sharing: int = 1) -> tuple[Choices, LayerCase]:
    """The case of a seed; so many neighbouring seeds share all but the elements of arrays."""
    for attempt in range(ATTEMPTS):
        array_seed = None if sharing == 1 else f"{generator.layer} {seed} {attempt}"
        d = Draws(f"{generator.layer} {seed // sharing} {attempt}", array_seed=array_seed)
        try:
            case = generator.case(d)
        except Unsuitable:
            continue
        return tuple(d.made), case
    raise AssertionError(f"{generator.layer}, seed {seed}: no case in {ATTEMPTS} attempts")


def cases(layer: str, seeds: range) -> Iterator[LayerCase]:
    """The cases of these seeds."""
    return (draw(GENERATORS[layer], seed)[1] for seed in seeds)


def run_layer_cases(
    checker: Checker,
    layer: str,
    seeds: range,
    targets: Sequence[str],
    most_failures: int = 3,
    shrinking: bool = True,
    sharing: int = 1,
) -> Tally:
    """
    Check the cases of these seeds, which take turns with the targets.

    So many neighbouring seeds share a program, which is compiled once.
    """
    generator, tally, started = GENERATORS[layer], Tally(layer), time.perf_counter()
    drawn = {seed: draw(generator, seed, sharing) for seed in seeds}
    known = {} if sharing > 1 else run_groups(checker, drawn, targets)
    for seed, (choices, case) in drawn.items():
        target = targets[seed // sharing % len(targets)]
        outcome = checker.outcome(case, target, known.get(seed, {}))
        tally.counts[outcome.kind] += 1
        if outcome.kind in (Kind.UNDEFINED, Kind.DEFECT):
            tally.undefined[outcome.detail] += 1
        if outcome.kind is Kind.WRONG and len(tally.failures) < most_failures:
            found = Failure(seed, target, choices, case, outcome)
            tally.failures.append(simplified(checker, generator, found) if shrinking else found)
    tally.seconds = time.perf_counter() - started
    return tally


def run_groups(
    checker: Checker, drawn: Mapping[int, tuple[Choices, LayerCase]], targets: Sequence[str]
) -> dict[int, dict[Way, Arrays]]:
    """Return the results of cases that stand in one network: of a target, or of the optimizer."""
    cases = {s: case for s, (_, case) in drawn.items() if not known_defect(case) and has_op(case)}
    groups = [(Way.EXPORTED, "", cases)]
    for place, target in enumerate(targets):
        turn = {seed: case for seed, case in cases.items() if seed % len(targets) == place}
        groups.append((Way.COMPILED, target, turn))
    found: dict[int, dict[Way, Arrays]] = {seed: {} for seed in cases}
    for way, target, group in groups:
        if way in checker.ways and group:
            results = checker.computed_together([*group.values()], way, target)
            for seed, arrays in zip(group, results, strict=True):
                if arrays is not None:
                    found[seed][way] = arrays
    return found


def simplified(checker: Checker, generator: Generator, failure: Failure) -> Failure:
    """The failure as a small case that is wrong in the same way."""

    def fails(case: LayerCase) -> bool:
        outcome = checker.outcome(case, failure.target)
        return outcome.kind is Kind.WRONG and outcome.way is failure.outcome.way

    choices, case = shrunk(generator, failure.choices, fails)
    outcome = checker.outcome(case, failure.target)
    return Failure(failure.seed, failure.target, choices, case, outcome)
