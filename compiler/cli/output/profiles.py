"""Shows where the time of a run goes: a row for every step, of one thread or of a team."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ....runtime.sessions.profiling import efficiency
from ....runtime.sessions.threads import describe_threads
from ...analysis.model_inputs import seeded_inputs
from .tables import print_table

if TYPE_CHECKING:
    from ....runtime.sessions.compiled_model import CompiledModel
    from ....runtime.sessions.profiling import StepTime

COLUMNS = ("layer", "kernel", "ms", "GFLOP/s", "share")
TEAM_COLUMNS = (*COLUMNS, "busy ms of each thread", "waits ms of each thread", "efficiency")
LEAST_ROUNDS = 20
MOST_ROUNDS = 2000
SHARE_ROUNDS = 10


def rounds_in(seconds: float, run_milliseconds: float) -> int:
    """Return the number of runs to profile in `seconds`, given the time of one run."""
    return min(max(LEAST_ROUNDS, round(seconds * 1e3 / run_milliseconds)), MOST_ROUNDS)


def show_profile(model: CompiledModel, rounds: int) -> list[dict[str, Any]]:
    """Print and return the profile of a model: see `show_steps`."""
    return show_steps(model, model.profile_threads(seeded_inputs(model.inputs), 0, rounds))


def show_steps(model: CompiledModel, profile: Sequence[StepTime]) -> list[dict[str, Any]]:
    """Print and return each step's milliseconds, GFLOP/s, share and efficiency (parts of 1)."""
    total = sum(time.seconds for time in profile)
    steps = [described(time, total) for time in profile]
    if model.program.symbols:  # arithmetic is counted for the extents that memory is planned for
        steps = [{**step, "gflops": 0.0} for step in steps]
    if model.threads == 1:
        rows = [row(step) for step in steps]
        rows.append(("total", "", f"{total * 1e3:.3f}", "", ""))
        print_table(COLUMNS, rows, numeric=COLUMNS[2:], keys=2)
        return steps
    rows = [(*row(step), *team_cells(step)) for step in steps]
    rows.append(("total", "", f"{total * 1e3:.3f}", "", "", *team_cells(shares_of(profile))))
    print_table(TEAM_COLUMNS, rows, numeric=TEAM_COLUMNS[2:], wrapped=TEAM_COLUMNS[5:7], keys=2)
    return steps


def show_shares(model: CompiledModel, counts: Sequence[int]) -> list[dict[str, Any]]:
    """Print and return how evenly `counts` threads share each step, in milliseconds."""
    inputs = seeded_inputs(model.inputs)
    profiles = [model.profile_shares(inputs, count, SHARE_ROUNDS) for count in counts]
    columns = ["layer", "kernel"]
    for count in counts:
        columns += [f"ms, {describe_threads(count)}", "efficiency"]
    rows = [
        (times[0].step.name, times[0].step.kernel, *share_cells([[time] for time in times]))
        for times in zip(*profiles, strict=True)
    ]
    rows.append(("total", "", *share_cells(profiles)))
    print_table(columns, rows, numeric=columns[2:], keys=2)
    totals = [sum(time.longest for time in profile) for profile in profiles]
    return [
        described(time, total)
        for profile, total in zip(profiles, totals, strict=True)
        for time in profile
    ]


def share_cells(profiles: Sequence[Sequence[StepTime]]) -> list[str]:
    """The longest shares of some steps and how even they are, for every number of threads."""
    cells: list[str] = []
    for times in profiles:
        shares = shares_of(times)
        cells += [f"{shares['longest_milliseconds']:.3f}", f"{shares['efficiency']:.2f}"]
    return cells


def described(time: StepTime, total: float) -> dict[str, Any]:
    """A step for machines; `total` is the time of all steps."""
    step, seconds = time.step, time.seconds
    return {
        "layer": step.name,
        "layers": step.layers,
        "kernel": step.kernel,
        "threads": len(time.busy),
        "milliseconds": seconds * 1e3,
        "gflops": step.flops / seconds / 1e9 if seconds else 0.0,
        "share": seconds / total if total else 0.0,
        **shares_of([time]),
    }


def shares_of(times: Sequence[StepTime]) -> dict[str, Any]:
    """The work and the waits of each thread in some steps, and how evenly the work is shared."""
    busy = [sum(seconds) for seconds in zip(*(time.busy for time in times), strict=True)]
    waits = [sum(seconds) for seconds in zip(*(time.waits for time in times), strict=True)]
    longest = sum(time.longest for time in times)
    return {
        "busy_milliseconds": [seconds * 1e3 for seconds in busy],
        "wait_milliseconds": [seconds * 1e3 for seconds in waits],
        "longest_milliseconds": longest * 1e3,
        "efficiency": efficiency(busy, longest),
    }


def row(step: dict[str, Any]) -> tuple[str, ...]:
    """A step in the order of COLUMNS."""
    others = len(step["layers"]) - 1
    return (
        step["layer"] + (f" (+{others})" if others > 0 else ""),
        step["kernel"],
        f"{step['milliseconds']:.3f}",
        f"{step['gflops']:.1f}" if step["gflops"] else "",
        f"{step['share']:.1%}",
    )


def team_cells(shares: dict[str, Any]) -> tuple[str, ...]:
    """Return the additional cells in the table of a team."""
    return (
        "  ".join(f"{time:.3f}" for time in shares["busy_milliseconds"]),
        "  ".join(f"{time:.3f}" for time in shares["wait_milliseconds"]),
        f"{shares['efficiency']:.2f}",
    )
