"""
Code has only instructions of its target, and is chosen by what the CPU and the system say.

That a machine without a feature refuses such code before it is entered is tested with the features
(`tests/runtime/code/test_cpu.py`, where valgrind presents a CPU without AVX-512).
"""

from __future__ import annotations

import re
from pathlib import Path

import ncnnc
import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions

from tests.generators.random_graphs import random_network
from tests.helpers.long_runs import rounds, tell
from tests.helpers.small_network import PARAM

NETWORKS = rounds(0, 60)
FOREIGN = {
    "x86-64": r"%ymm|%zmm|%xmm1[6-9]|\{%k|\tv[a-z]+ps|\tpmulld|\troundps",
    "x86-avx": r"%zmm|%xmm1[6-9]|\{%k|\tvfmadd|\tvpadd[bdw]\s.*ymm",
    "x86-avx2": r"%zmm|%[xy]mm1[6-9]|%[xy]mm[23]\d|\{%k|\tkmov",
}
"""Patterns that the assembly of a target must not contain."""
PACKAGE = Path(ncnnc.__file__).parents[2]


def foreign_instructions(options: CompileOptions) -> list[str]:
    """Lines of the assembly that the target does not have."""
    lines = lower(options).assembly().splitlines()
    assert len(lines) > 100
    return [line for line in lines if re.search(FOREIGN[options.target], line)]


@pytest.mark.parametrize("target", FOREIGN)
def test_code_has_only_instructions_of_its_target(target: str):
    options = CompileOptions(PARAM, random_weights=1, target=target)
    assert foreign_instructions(options) == []
    for seed in range(NETWORKS):
        network = random_network(seed)
        files = network.param_text().encode(), network.weight_bytes()
        assert foreign_instructions(CompileOptions(*files, target=target)) == [], seed
    tell(f"{target}: {1 + NETWORKS} networks without foreign instructions")


def test_larger_targets_have_what_smaller_ones_may_not():
    """The expressions find something."""
    text = lower(CompileOptions(PARAM, random_weights=1, target="x86-avx512")).assembly()
    for target, pattern in FOREIGN.items():
        assert re.search(pattern, text), target


def test_no_target_is_taken_from_the_name_of_a_cpu():
    """It implies features that the system may hide."""
    folders = ("compiler", "dialects", "passes", "runtime")
    sources = [path for folder in folders for path in (PACKAGE / folder).rglob("*.py")]
    assert len(sources) > 100
    assert [path for path in sources if "get_host_cpu_name" in path.read_text()] == []
