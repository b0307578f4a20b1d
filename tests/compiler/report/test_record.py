"""The record of a small network: what other tools say of it, layer by layer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from ncnnc.compiler.analysis.layer.report import report_layer
from ncnnc.compiler.analysis.memory_use import memory_use
from ncnnc.compiler.report.record import report_model

from tests.helpers.reports import PARAM, options_of, record_of, report_of


@pytest.fixture(scope="module")
def facts() -> dict[str, Any]:
    return report_of().facts


def layer(facts: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in facts["layers"] if one["name"] == name)


def test_all_layers_but_splits(facts: dict[str, Any]):
    names = [line.split()[1] for line in PARAM.splitlines()[2:]]
    assert [one["name"] for one in facts["layers"]] == [n for n in names if n != "split"]
    edges = {(facts["layers"][s]["name"], facts["layers"][t]["name"]) for s, t, _ in facts["edges"]}
    assert {("relu1", "conv2"), ("relu1", "add"), ("conv2", "add")} <= edges


def test_a_layer_is_as_inspect_shows_it(facts: dict[str, Any]):
    for name in ("conv1", "bn1", "conv2", "drop", "fc"):
        known = report_layer(options_of(), name)
        found = layer(facts, name)
        assert found["weights"] == list(known.trace.blobs.weights)
        assert found["multiply_adds"] == known.trace.blobs.multiply_adds
        assert [form[0] for form in found["history"]] == [f.pass_name for f in known.trace.forms]
        assert [one["algorithm"] for one in found["chosen"]] == [
            list(op.algorithm) for op in known.trace.scheduled
        ]
        steps = [i for i, step in enumerate(facts["steps"]) if name in step["layers"]]
        assert steps == [kernel.index for kernel in known.trace.kernels]
        remarks = [r for r in facts["remarks"] if name in r["layers"]]
        assert [r["pass"] for r in remarks] == [r.pass_name for r in known.remarks]


def test_memory_is_as_inspect_shows_it(facts: dict[str, Any]):
    use = memory_use(options_of())
    assert facts["memory"]["arena"] == use.arena
    assert [step["live"] for step in facts["steps"]] == [kernel.live for kernel in use.kernels]
    parts = [part for buffer in facts["memory"]["buffers"] for part in buffer["parts"]]
    assert max(end for _, end, _, _ in parts) == use.arena
    for number, step in enumerate(facts["steps"]):
        alive = sum(end - start for start, end, first, last in parts if first <= number <= last)
        assert alive >= step["live"]


def test_buffers_that_are_alive_together_lie_apart(facts: dict[str, Any]):
    parts = [part for buffer in facts["memory"]["buffers"] for part in buffer["parts"]]
    for place, (start, end, first, last) in enumerate(parts):
        for low, high, begun, ended in parts[:place]:
            assert end <= low or high <= start or last < begun or ended < first


@pytest.mark.isa
def test_measured_steps_have_times():
    facts = report_of(measured=True, threads=2).facts
    assert all(step["us"] > 0 and len(step["busy"]) == 2 for step in facts["steps"])
    rates = facts["roof"]["gflops"]
    for step in facts["steps"]:
        limit = rates[step["instruction"]] * step["saving"] * 2 * 1.01
        assert step["roof"] < limit if step["by_memory"] else step["roof"] <= limit
    assert min(facts["roof"]["weights"], *(rate for _, rate in facts["roof"]["blobs"])) > 0.1
    json.dumps(facts)


def test_equal_inputs_have_equal_records(facts: dict[str, Any]):
    again = report_of()
    assert json.dumps(again.facts) == json.dumps(facts)


def test_without_code_kernels_have_no_text():
    report = report_model(options_of(), record_of(), code=False)
    assert report.texts["kernels"] == {}
    assert any("call @" in line for line in report.texts["levels"]["kernels"]["text"])


def test_lines_of_a_level_know_their_layers():
    texts = report_of().texts["levels"]
    for level in texts.values():
        lines = zip(level["text"], level["owner"], strict=True)
        owned = {name for _, owner in lines for name in level["owners"][owner]}
        assert {"conv1", "conv2", "fc"} <= owned
    imported = texts["import"]
    (line,) = [i for i, text in enumerate(imported["text"]) if "= ncnn.batchnorm" in text]
    assert imported["owners"][imported["owner"][line]] == ["bn1"]
