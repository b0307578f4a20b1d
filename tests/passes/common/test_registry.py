"""Functions for ops are found in the modules where they are looked for first."""

from __future__ import annotations

from typing import Any

import pytest
from ncnnc.dialects.kernel import Kernel
from ncnnc.dialects.ncnn import Ncnn
from ncnnc.dialects.simd import Simd
from ncnnc.passes.common.registry import Registry
from ncnnc.passes.common.scalar import formulas
from ncnnc.passes.decompose.batching.rules import rules
from ncnnc.passes.kernels.from_ncnn import conversions
from ncnnc.passes.loops.from_kernel import loops

OPS = (*Ncnn.operations, *Kernel.operations)


def modules_of(registry: Registry[Any]) -> dict[str, tuple[str, list[str]]]:
    """By op the module of its function, when all are imported, and where it is looked for."""
    for op in Simd.operations:  # None has a function: the last look-up imports all modules.
        assert registry.find(op) is None
    found = {op: registry.find(op) for op in OPS}
    return {
        op.name: (function.__module__.rsplit(".", 1)[-1], registry.modules_for(op))
        for op, function in found.items()
        if function is not None
    }


@pytest.mark.parametrize("registry", [conversions, loops, formulas])
def test_the_module_of_a_function_is_looked_into(registry: Registry[Any]):
    modules = modules_of(registry)
    assert modules
    assert {op: m for op, m in modules.items() if m[0] not in m[1]} == {}


def test_modules_named_after_themes_are_all_imported():
    modules = modules_of(rules)
    assert {op: m for op, m in modules.items() if m[1] and m[0] not in m[1]} == {}
    assert any(not looked_into for _, looked_into in modules.values())


def test_what_is_named_after_an_op_comes_before_what_is_listed():
    assert conversions.modules_for(_op("ncnn.crop")) == ["crop"]
    assert conversions.modules_for(_op("ncnn.pixelshuffle")) == ["permute"]
    assert loops.modules_for(_op("kernel.unpack")) == ["pack"]


def _op(name: str) -> type:
    (op,) = (op for op in OPS if op.name == name)
    return op
