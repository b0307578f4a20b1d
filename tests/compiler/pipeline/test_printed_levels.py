"""IR of every level prints as what parses to the same."""

from __future__ import annotations

import random

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.pipeline.runner import module_text
from ncnnc.compiler.pipeline.steps import Level

from tests.generators.mutations import change_values, rename, seed_models
from tests.helpers.long_runs import rounds, tell
from tests.helpers.parsing import parse_module

LEVELS = (Level.IMPORT, Level.GRAPH, Level.SCHEDULED, Level.KERNELS, Level.LOOPS)
TARGETS = {"x86-64": "fp32", "x86-avx2+vnni": "fp32", "x86-avx512+bf16": "bf16"}
MODELS = rounds(12, 3_000)


def options_of(number: int, target: str) -> CompileOptions:
    """A model, mostly one with another name and other values of parameters."""
    dice = random.Random(number)
    files = dice.choice(seed_models())
    for change in dice.sample((rename, change_values), dice.randint(0, 2)):
        files = change(dice, files)
    precision = TARGETS[target]
    return CompileOptions(files.param, files.weights, target=target, precision=precision)


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_ir_of_every_level_parses(target: str):
    printed = 0
    for number in range(MODELS):
        for level in LEVELS:
            try:
                module = lower(options_of(number, target), level).module
            except ModelError:
                break
            text = module_text(module, locations=True)
            parsed = parse_module(text)
            parsed.verify()
            assert module_text(parsed, locations=True) == text, (number, level)
            printed += 1
    assert printed > 2 * MODELS
    tell(f"{printed} modules for {target} parse as printed")
