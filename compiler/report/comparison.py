"""Puts reports side by side, layer by layer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..diagnostics import ModelError
from .record import FORMAT, rounded

FACTS = re.compile(r'<script type="application/json" id="facts">(.*?)</script>', re.S)


def read_facts(path: str) -> dict[str, Any]:
    """The record in a page. Raises: ModelError if the file is no report; OSError."""
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    found = FACTS.search(text)
    facts: dict[str, Any] = {}
    try:
        facts = json.loads(found[1]) if found else {}
    except ValueError:
        pass  # It has no format, either.
    if facts.get("format") != FORMAT:
        hint = "ncnnc report MODEL -o FILE.html writes one"
        raise ModelError("this is no report of this version of ncnnc", file=path, hint=hint)
    return facts


def compared_reports(reports: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The runs by file, their graphs, each once, and a row for each layer of any of them."""
    cells = [cells_of(facts) for facts in reports.values()]
    types = {
        layer["name"]: layer["type"] for facts in reports.values() for layer in facts["layers"]
    }
    graphs: list[dict[str, Any]] = []
    runs: list[dict[str, Any]] = []
    for path, facts in reports.items():
        graph = graph_of(facts)
        if graph not in graphs:
            graphs.append(graph)
        runs.append(run_facts(path, facts) | {"graph": graphs.index(graph)})
    return {
        "name": " and ".join(dict.fromkeys(facts["name"] for facts in reports.values())),
        "runs": runs,
        "graphs": graphs,
        "rows": [
            {"layer": layer, "type": types[layer], "cells": [one.get(layer) for one in cells]}
            for layer in types
        ],
    }


def graph_of(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is drawn of a report's graph."""
    layers = [
        {name: layer[name] for name in ("name", "type", "makes")} for layer in facts["layers"]
    ]
    return {"layers": layers, **{name: facts[name] for name in ("edges", "shapes", "parts")}}


def run_facts(path: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The sums of a report."""
    steps, memory = facts["steps"], facts["memory"]
    return {
        "file": Path(path).stem,
        **{name: facts[name] for name in ("target", "ncnnc", "threads")},
        **{name: memory[name] for name in ("weights", "arena", "workspace")},
        "kernels": len(steps),
        "flops": sum(step["flops"] for step in steps),
        "us": total_time(steps),
    }


def total_time(steps: Sequence[Mapping[str, Any]]) -> float | None:
    """The microseconds of some steps; None if they were not measured."""
    return sum(step["us"] for step in steps) if all("us" in step for step in steps) else None


def cells_of(facts: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The kernels of each layer of a report, their total cost, and the choices."""
    steps: dict[str, list[dict[str, Any]]] = {}
    for step in facts["steps"]:
        steps.setdefault(step["layer"], []).append(step)
    return {
        layer["name"]: {
            "outcome": layer.get("outcome", ""),
            "algorithms": [op["algorithm"] for op in layer.get("chosen", ()) if op["algorithm"]],
            "error": facts["errors"].get(layer["name"]),
            **costs_of(steps.get(layer["name"], [])),
        }
        for layer in facts["layers"]
    }


def costs_of(steps: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The costs of a layer's kernels; its roof is that of all of them, by their arithmetic."""
    flops, us = sum(step["flops"] for step in steps), total_time(steps)
    under_roofs = sum(step["flops"] / step["roof"] for step in steps if step.get("roof"))
    rates = {"gflops": flops / us / 1e3, "roof": flops / under_roofs} if us and under_roofs else {}
    return {
        "kernels": [step["kernel"] for step in steps],
        "flops": flops,
        "us": us,
        "bytes": sum(step["bytes"] for step in steps),
        "weights": sum(step["weights"] for step in steps),
        **{name: rounded(rate) for name, rate in rates.items()},
    }
