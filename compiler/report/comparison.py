"""Puts reports side by side, layer by layer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..diagnostics import ModelError
from .record import FORMAT

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
    """The runs, by file, and a row for each layer that one of them has a kernel for."""
    costs = [costs_by_layer(facts) for facts in reports.values()]
    types = {
        layer["name"]: layer["type"] for facts in reports.values() for layer in facts["layers"]
    }
    layers = dict.fromkeys(layer for one in costs for layer in one)
    names = dict.fromkeys(facts["name"] for facts in reports.values())
    return {
        "name": " and ".join(names),
        "runs": [run_facts(path, facts) for path, facts in reports.items()],
        "rows": [
            {
                "layer": layer,
                "type": types.get(layer, ""),
                "cells": [one.get(layer) for one in costs],
            }
            for layer in layers
        ],
    }


def run_facts(path: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The sums of a report."""
    steps, memory = facts["steps"], facts["memory"]
    measured = bool(steps) and "us" in steps[0]
    return {
        "file": Path(path).stem,
        **{name: facts[name] for name in ("target", "ncnnc", "threads")},
        **{name: memory[name] for name in ("weights", "arena", "workspace")},
        "kernels": len(steps),
        "flops": sum(step["flops"] for step in steps),
        "us": sum(step["us"] for step in steps) if measured else None,
    }


def costs_by_layer(facts: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The kernels of each layer, and their time and arithmetic together."""
    found: dict[str, list[dict[str, Any]]] = {}
    for step in facts["steps"]:
        found.setdefault(step["layer"], []).append(step)
    return {
        layer: {
            "kernels": ", ".join(step["kernel"] for step in steps),
            "flops": sum(step["flops"] for step in steps),
            "us": sum(step.get("us", 0) for step in steps),
        }
        for layer, steps in found.items()
    }
