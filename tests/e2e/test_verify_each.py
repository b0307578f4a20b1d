"""The IR of whole networks is valid after every pass, down to the loops."""

from __future__ import annotations

import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions


@pytest.mark.parametrize(
    ("name", "target"),
    [("squeezenet", "x86-avx512"), ("shufflenet_v2", "x86-avx2"), ("mobilenet_v3", "x86-64")],
)
def test_networks_of_the_zoo(name: str, target: str):
    lowered = lower(CompileOptions(name, target=target, verify_each=True))
    assert lowered.runner.verified.keys() == set(lowered.module.walk())
