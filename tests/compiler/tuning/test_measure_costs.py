"""The costs of this machine: positive, finite, and those that times tell."""

from __future__ import annotations

from math import isfinite

import pytest
from ncnnc.compiler.cache.measured_costs import stored_costs
from ncnnc.compiler.cli import main as cli
from ncnnc.compiler.options.target import parse_target
from ncnnc.compiler.tuning import measure_costs as measuring
from ncnnc.compiler.tuning.machine_kernels import KernelCode
from ncnnc.compiler.tuning.measure_costs import (
    CLOCK,
    L2,
    LATENCY,
    MEMORY,
    Timings,
    chosen_costs,
    costs_of,
    machine_kernels,
    widths,
)
from ncnnc.compiler.tuning.measured_choices import fastest, measured_choices
from ncnnc.compiler.tuning.measured_layers import MeasuredLayer, measured_differences
from ncnnc.dialects.kernel.attributes import Algorithm
from ncnnc.dialects.target.costs import COST_NAMES
from ncnnc.dialects.target.records import Target

ALWAYS = {"memory_bandwidth", "l2_bandwidth"}
ARITHMETIC = {"pipes", "pipe_bytes", "multiply_add_latency"}
CHOSEN = {"heavy_epilogue", "heavy_row_epilogue", "epilogue_vectors", "stores_under_way"}
CYCLE = 0.25e-9


@pytest.mark.isa
def test_the_command_measures_this_machine_and_keeps_its_costs(
    monkeypatch: pytest.MonkeyPatch, tmp_path, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(measuring, "SECONDS", 0.1)
    assert cli.main(["targets", "--measure"]) == 0
    lines = capsys.readouterr().out.splitlines()
    kept = stored_costs(parse_target("host").isa)
    assert ALWAYS | CHOSEN <= kept.keys() <= set(COST_NAMES)
    assert all(isfinite(value) and value > 0 for value in kept.values())
    assert lines[1].split() == ["cost", "measured", "shipped", "spread"]
    rows = [line.split() for line in lines[2 : 2 + len(kept)]]
    assert sorted(row[0] for row in rows) == list(kept)
    assert all(row[-1] == "%" and float(row[-2]) >= 0 for row in rows)
    assert lines[-1].endswith("measured-costs.json; --measured-costs uses them")
    assert parse_target("host", measured=True).costs.differing(
        parse_target("host").costs
    ).keys() <= set(kept)


def timings_of(target: Target, costs: Target, pipes: int, pipe_bytes: int) -> Timings:
    """Return the times of a machine on which the estimates of layers are right."""
    timings = Timings()
    kernels = machine_kernels(target)
    cycles: dict[object, float] = {
        CLOCK: 4 * kernels[CLOCK].units,
        L2: kernels[L2].units / 20,
        MEMORY: kernels[MEMORY].units / 5,
        LATENCY: 3 * kernels[LATENCY].units,
    }
    for size in widths(target):
        cycles[size] = kernels[size].units / pipes * max(size // pipe_bytes, 1)
    for difference in measured_differences(target, costs.costs):
        for layer in (difference.more, difference.less):
            cycles[layer] = layer.cycles(costs)
    for name, count in cycles.items():
        timings.seconds[name] = [count * CYCLE, 1.5 * count * CYCLE, 2 * count * CYCLE]
    return timings


@pytest.mark.parametrize(
    ("name", "pipe_bytes"),
    [("x86-avx2", 16), ("x86-avx2", 32), ("x86-avx512", 32), ("x86-avx512", 64)],
)
def test_times_tell_the_costs(name: str, pipe_bytes: int):
    target = Target.parse(name)
    dynamic = f"+pipe_bytes={pipe_bytes}+multiply_add_latency=3+l2_bandwidth=20+memory_bandwidth=5"
    solved = "+piece_cycles=9+copy_cycles=2"
    machine = Target.parse(
        f"{name}{dynamic}{solved}+transform_cycles=0.7+wide_transform_cycles=1.4"
    )
    timings = timings_of(target, machine, 2, pipe_bytes)
    found = {cost.name: cost for cost in costs_of(target, machine_kernels(target), timings)}
    transform = (
        "wide_transform_cycles"
        if machine.costs.passes(machine.isa.vector_bytes) > 1
        else "transform_cycles"
    )
    assert found.keys() == {
        *ALWAYS,
        *ARITHMETIC,
        "piece_cycles",
        "copy_cycles",
        transform,
    }
    for cost in found.values():
        assert cost.value == pytest.approx(vars(machine.costs)[cost.name], rel=0.02), cost.name
        assert cost.spread == pytest.approx(1.5)


def test_a_cost_that_times_contradict_stays():
    target = Target.parse("x86-avx2")
    timings = timings_of(target, target, 2, 32)
    (pieces, *_) = measured_differences(target, target.costs)
    timings.seconds[pieces.more] = [timings.best(pieces.less) / 2]
    found = [cost.name for cost in costs_of(target, machine_kernels(target), timings)]
    assert "piece_cycles" not in found
    assert "copy_cycles" in found


def test_an_isa_without_fused_multiply_adds_tells_less():
    kernels = machine_kernels(Target.parse("x86-64"))
    assert set(kernels) == {CLOCK, L2, MEMORY}


def test_layers_are_estimated_as_they_are_computed():
    layer = MeasuredLayer(16, 8, 8, 28, 3, Algorithm.TILED)
    assert layer.cycles(Target.parse("x86-avx2")) < layer.cycles(
        Target.parse("x86-avx2+copy_cycles=9")
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["x86-avx2", "x86-avx512"])
def test_the_value_with_the_fastest_kernels_is_taken(name: str):
    target = Target.parse(name)
    choices = {choice.cost: choice.codes(target) for choice in measured_choices(target)}
    assert choices.keys() == CHOSEN
    unmeasured = set()
    for cost, codes in choices.items():
        own, shipped = next(iter(codes.items()))
        assert own == vars(target.costs)[cost]
        others = [value for value, row in codes.items() if row != shipped]
        if not others:
            unmeasured.add(cost)
            continue
        timings = Timings()
        for value, row in codes.items():
            for code in row:
                timings.seconds.setdefault(code, [1.0, 1.5, 2.0])
                if value == others[-1] and code not in shipped:
                    timings.seconds[code] = [0.5, 0.75, 1.0]
        (found,) = chosen_costs({cost: codes}, timings)
        assert codes[int(found.value)] == codes[others[-1]]
        assert found.spread == pytest.approx(1.5)
    # A register tile of 16 registers never has more vectors than may be stored at once.
    assert unmeasured == ({"heavy_row_epilogue"} if name == "x86-avx2" else set())


@pytest.mark.parametrize(
    ("seconds", "value"), [("3 3 3", 6), ("3 2.98 2.96", 6), ("3 2 2.5", 4), ("3 4 2.5", 8)]
)
def test_the_shipped_value_stays_in_a_tie(seconds: str, value: int):
    codes = {v: [KernelCode("kernel", (), False, f"{v} {n}") for n in range(2)] for v in (6, 4, 8)}
    times = dict(zip(codes, map(float, seconds.split()), strict=True))
    assert fastest(codes, lambda code: times[int(code.text.split()[0])]) == value


def test_a_layer_weighs_as_much_as_another():
    """Twice as long for the short one is more than 10 % less for the long one."""
    short, long, other_short, other_long = (
        KernelCode("kernel", (), False, text) for text in ("1", "100", "2", "90")
    )
    codes = {6: [short, long], 8: [other_short, other_long]}
    assert fastest(codes, lambda code: float(code.text)) == 6
