"""Makes one HTML file of a report: the templates with the record in them, and no network."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
from importlib.resources import files
from string import Template
from typing import Any

from .record import Report

SHELL = ("base.js", "shell.js", "model.js", "graph.js")
MODEL = (*SHELL, "metrics.js", "layer.js", "charts.js", "code.js", "main.js")
COMPARISON = (*SHELL, "compare.js", "history.js", "pair.js")
SUITE = ("base.js", "suite.js")
ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}
"""Characters that end an element or begin another one: JSON has them in strings alone."""


def page_of(report: Report) -> str:
    """The page of a report; the same for equal reports."""
    texts = json.dumps(report.texts, separators=(",", ":"))
    packed = base64.b64encode(gzip.compress(texts.encode(), mtime=0)).decode()
    return filled(MODEL, report.facts, packed)


def filled(scripts: tuple[str, ...], facts: dict[str, Any], texts: str = "") -> str:
    """The template with its styles, scripts and data; nothing of the data is markup."""
    script = "".join(map(template, scripts))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return Template(template("page.html")).substitute(
        title=html.escape(facts["name"]),
        style=template("style.css"),
        script=script,
        digest=f"sha256-{digest}",
        facts=json.dumps(facts, separators=(",", ":")).translate(ESCAPES),
        texts=texts,
    )


def template(name: str) -> str:
    """The text of a file in `templates/`."""
    return (files(__name__.rpartition(".")[0]) / "templates" / name).read_text(encoding="utf-8")
