"""`tune`: a search keeps what wins, in the cache and in a log that gives the same code again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import ncnnc
import numpy as np
import pytest
from ncnnc.compiler.cli.main import main
from ncnnc.compiler.diagnostics import OptionValueError, UsageError
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.options.tuned_schedules import LayerChoice, TunedSchedules
from ncnnc.compiler.tuning.search import schedule_search, turns
from ncnnc.compiler.tuning.search.neighbours import neighbours
from ncnnc.compiler.tuning.search.schedule_search import ScheduleSearch
from ncnnc.compiler.tuning.search.scheduled_layers import TunedLayer
from ncnnc.compiler.tuning.search.tuned_options import with_tuned_schedules
from ncnnc.compiler.tuning.search.tuning_report import TuningReport
from ncnnc.compiler.tuning.search.turns import ComparedTurns, StepTimes
from ncnnc.dialects.schedule_text import given_text, parse_schedule
from ncnnc.runtime.model.program import ProgramStep

from tests.helpers.lowering import param_text

LAYERS = """
    Convolution wide 1 1 x a 0=40 1=3 4=1 5=1 6=8640 9=1
    Convolution again 1 1 a b 0=40 1=1 5=1 6=1600
    Convolution alike 1 1 b c 0=40 1=1 5=1 6=1600
    Convolution unlike 1 1 c e 0=40 1=1 5=1 6=1600
    Swish swish 1 1 e f
    ConvolutionDepthWise deep 1 1 f d 0=40 1=3 4=1 5=1 6=360 7=40
    InnerProduct fc 1 1 d y 0=20 1=1 2=114400
"""
SHAPES = {"x": (24, 13, 11)}
WON = "winograd6"
MOST = 8
"""Choices of a layer that are compiled: one of each entry."""
SECONDS = {"wide": 6e-4, "again": 1e-4, "alike": 1e-4, "unlike": 1e-5, "deep": 2e-4, "fc": 1e-7}


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CompileOptions:
    """A small network, and an empty cache."""
    monkeypatch.setenv("NCNNC_CACHE_DIR", str(tmp_path / "cache"))
    param = tmp_path / "network.param"
    param.write_bytes(param_text(LAYERS, SHAPES))
    return CompileOptions(
        str(param),
        inputs=SHAPES,
        random_weights=1,
        target="x86-avx2",
        tune=1000,
        tune_log=str(tmp_path / "log"),
    )


@dataclass
class FakeProgram:
    """In place of a compiled program."""

    choices: Mapping[str, LayerChoice]
    runs: int = 1

    def profile(self, runs: int) -> StepTimes:
        return [(ProgramStep(n, (n,), "", 0, 0, n), time) for n, time in SECONDS.items()]


@dataclass
class FakeComparison:
    """In place of times: of the choices `fast`, which are in that of the default."""

    other: FakeProgram
    fast: Mapping[str, float]

    def ratio(self, layer: TunedLayer | None = None) -> float:
        if layer is None:
            return 0.9
        choice = self.other.choices.get(layer.names[0], LayerChoice())
        words = [choice.algorithm, *(given_text({k: v}) for k, v in choice.entries.items())]
        return min(self.fast.get(word, 1.0) for word in words)


class Searches:
    """Searches with fake times; counts what is compiled."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fast: Mapping[str, float]):
        self.fast = fast
        self.compiled: list[Mapping[str, LayerChoice]] = []
        self.compared = 0
        monkeypatch.setattr(ScheduleSearch, "compiled", self.compile)
        monkeypatch.setattr(schedule_search.ComparedTurns, "of", self.compare)

    def compile(self, choices: Mapping[str, LayerChoice]) -> FakeProgram:
        self.compiled.append(choices)
        return FakeProgram(choices)

    def compare(self, default: FakeProgram, other: FakeProgram, turns: int) -> FakeComparison:
        self.compared += 1
        return FakeComparison(other, self.fast)


def searched(options: CompileOptions) -> tuple[dict[str, str], TuningReport]:
    """Return the choices of a search by layer, and its report."""
    chosen, report = with_tuned_schedules(options)
    assert chosen.tune is chosen.tune_log is None
    return dict(chosen.tuned_layers), report


def test_what_wins_is_kept_and_known_from_then_on(options, monkeypatch):
    first = Searches(monkeypatch, {WON: 0.8, "register=[6]": 0.9})
    found, report = searched(options)
    assert found["wide"].startswith(WON)
    assert found["deep"] == "register=[6]"
    assert found.get("again") == found.get("alike")
    # Equal layers with equal epilogues are one, and one of a thousandth of the time is left alone.
    kinds = {layer.names: layer for layer in report.layers}
    assert {("again", "alike"), ("unlike",)} < kinds.keys()
    assert not kinds["fc",].tried
    assert "as before" in {row[3] for row in report.rows}
    assert str(report).endswith("the network takes 0.900 of the time")
    assert first.compiled[0] == {}
    again = Searches(monkeypatch, {})
    assert searched(replace(options, tune_log=None))[0] == found
    assert again.compared == 0


def test_nothing_wins(options, monkeypatch):
    Searches(monkeypatch, {WON: 0.99})
    found, report = searched(options)
    assert found == {}
    assert str(report).endswith("no layer is faster than by the cost model")


def test_ctrl_c_keeps_what_was_found(options, monkeypatch):
    searches = Searches(monkeypatch, {WON: 0.8})
    compare = searches.compare

    def interrupted(*given: object) -> FakeComparison:
        if searches.compared == 2:
            raise KeyboardInterrupt
        return compare(*given)

    monkeypatch.setattr(schedule_search.ComparedTurns, "of", interrupted)
    found, report = searched(options)
    assert report.interrupted
    assert found["wide"].startswith(WON)
    assert (
        json.loads(Path(options.tune_log).read_text())["layers"]["wide"]["choice"] == found["wide"]
    )


def test_a_choice_that_is_refused_is_left_out(options, monkeypatch):
    searches = Searches(monkeypatch, {})

    def refused(search: ScheduleSearch, choices: Mapping[str, LayerChoice]) -> FakeProgram:
        if str(choices.get("deep", "")) == "register=[6]":
            raise UsageError("it cannot be")
        return searches.compile(choices)

    monkeypatch.setattr(ScheduleSearch, "compiled", refused)
    monkeypatch.setattr(schedule_search, "compile_program", lambda o: refused(None, choices_of(o)))
    _, report = searched(options)
    (deep,) = (layer for layer in report.layers if layer.names == ("deep",))
    assert "register=[6]" in deep.tried
    assert len(deep.tried) > 1


def choices_of(options: CompileOptions) -> dict[str, LayerChoice]:
    return {name: LayerChoice.parse(text) for name, text in options.tuned_layers.items()}


def test_minima_of_turns_and_the_median_turn():
    step = ProgramStep("a", ("a", "relu"), "", 0, 0, "a")
    other = ProgramStep("relu", ("relu",), "", 0, 0, "relu")
    layer = TunedLayer("", ("a",), "")
    layer.settle([(step, 2.0), (ProgramStep("b", ("b",), "", 0, 0, "b"), 1.0)])
    assert layer.seconds == 2.0
    # What was in its kernel counts where it has one of its own.
    assert layer.time_in([(step, 1.0), (other, 0.5)]) == 1.5
    turns = [([(step, 2.0)], [(step, 1.0)]), ([(step, 2.0)], [(step, 1.8)])]
    assert ComparedTurns(turns).ratio(layer) == pytest.approx(0.7)
    assert ComparedTurns([*turns, turns[1]]).ratio() == pytest.approx(0.9)


@pytest.mark.isa
def test_every_choice_computes_the_same(options):
    search = ScheduleSearch(replace(options, tune=None, tune_log=None), 0, lambda step: None)
    image = np.random.default_rng(0).uniform(-1, 1, SHAPES["x"]).astype(np.float32)
    expected = search.compiled({}).model.run({"x": image})["y"]
    choices = {
        name: neighbours(op, LayerChoice(), search.target)[:MOST] for name, op in search.ops.items()
    }
    tried = 0
    for place in range(max(map(len, choices.values()))):
        chosen = {name: found[place] for name, found in choices.items() if place < len(found)}
        tried += len(chosen)
        found = search.compiled(chosen).model.run({"x": image})["y"]
        np.testing.assert_allclose(found, expected, rtol=0, atol=2e-4, err_msg=str(chosen))
    assert tried > 25


@pytest.mark.isa
def test_the_same_log_gives_the_same_bytes(options, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(turns, "TURN_SECONDS", 1e-3)
    arguments = ["compile", str(options.param), "--random-weights", "1", "--input", "x=24,13,11"]
    arguments += ["--target", "x86-avx2"]
    output = tmp_path / "m.ncnnc"
    assert main([*arguments, "-o", str(output), "--tune", "1"]) == 0
    assert "tuned: " in capsys.readouterr().err
    log = tmp_path / "m.tune.json"
    target = json.loads(log.read_text())["target"]
    again = replace(options, tune=None, tune_log=None, tuned=str(log))
    assert compile_program(again).object_code == ncnnc.load(output).program.object_code
    entries = json.loads(log.read_text())
    entries["layers"]["wide"]["choice"] = "winograd2 block=8"
    log.write_text(json.dumps(entries))
    changed = replace(again, tuned=str(log))
    assert changed.tuned == TunedSchedules(
        target, {**again.tuned_layers, "wide": "winograd2 block=8"}
    )
    assert compile_program(changed).object_code != compile_program(again).object_code


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"target": "x86-64+mine"}, "log for x86-64.mine, not for"),
        ({"format": 0}, "its format is 0, this ncnnc reads 1"),
        ({"layers": {"wide": {"choice": "register=["}}}, "a number is expected"),
        ({"layers": 3}, "no object where one is expected"),
    ],
)
def test_logs_that_are_refused(changes: dict[str, object], reason: str, options, tmp_path: Path):
    log = tmp_path / "bad.json"
    log.write_text(json.dumps({"format": 1, "target": "host", "layers": {}, **changes}))
    with pytest.raises(OptionValueError, match=reason):
        replace(options, tune=None, tune_log=None, tuned=str(log))


@pytest.mark.parametrize(
    "given", [{"memory_limit": "1M"}, {"tune": None}, {"tune": 0}, {"tune": float("inf")}]
)
def test_what_does_not_go_together(given: dict[str, object], options):
    with pytest.raises(OptionValueError, match="tune"):
        replace(options, **given)


def test_entries_are_printed_as_they_are_parsed():
    for text in ("register=[8,2],block=16,cropped=false", "query=<register=[3,2],panels=true>"):
        assert given_text(parse_schedule(text)) == text
        assert str(LayerChoice.parse(f"gemm {text}")) == f"gemm {text}"
    assert str(LayerChoice.parse("tiled:24")) == "tiled:24"
