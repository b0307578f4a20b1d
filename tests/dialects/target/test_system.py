"""Systems by the names of machines."""

from __future__ import annotations

import pytest
from ncnnc.dialects.target.system import X86_64, native_system


@pytest.mark.parametrize(
    ("machine", "architecture"),
    [("x86_64", "x86_64"), ("AMD64", "x86_64"), ("arm64", "aarch64"), ("ARM64", "aarch64")],
)
def test_families_by_the_names_of_systems(machine: str, architecture: str):
    assert native_system(machine).architecture == architecture


def test_an_unknown_machine_has_the_usual_system():
    assert native_system("riscv64") is X86_64
