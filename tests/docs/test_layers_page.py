"""docs/layers.md lists every layer once."""

from __future__ import annotations

import re

from ncnnc.dialects.contrib import contrib_layers
from ncnnc.dialects.ncnn import LAYER_OPS

from tests.generators.layers_page import PAGE, table, updated


def test_the_table_of_layers_is_up_to_date():
    text = PAGE.read_text(encoding="utf-8")
    assert updated(text) == text, "run python -m tests.generators.layers_page"


def test_the_table_of_layers_has_every_layer_once():
    own, contrib, others = re.split(r"^(\| contrib: .*)$", table(), flags=re.MULTILINE)
    listed = re.findall(r"\b[A-Z]\w+", own + others)
    assert sorted(listed) == sorted([*LAYER_OPS, "Input", "MemoryData"])
    assert set(contrib.split(" | ")[1].removesuffix(" |").split(", ")) == set(contrib_layers())
