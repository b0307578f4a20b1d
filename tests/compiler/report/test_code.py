"""Lines of loops, LLVM IR and assembly are linked, and assembly is that of the program."""

from __future__ import annotations

import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.report.code import NO_LINE, CodeOfKernel, code_of_kernels, split_assembly

from tests.helpers.reports import options_of

TARGETS = ("x86-64", "x86-avx2", "x86-avx512")


def kernels_and_assembly(target: str) -> tuple[dict[str, CodeOfKernel], str]:
    lowered = lower(options_of(target=target))
    return code_of_kernels(lowered), lowered.assembly()


@pytest.mark.parametrize("target", TARGETS)
def test_the_assembly_is_that_of_the_program(target: str):
    code, whole = kernels_and_assembly(target)
    assert code
    expected = split_assembly(whole, code)
    for symbol, kernel in code.items():
        # Labels are numbered by the functions of the module.
        assert len(kernel.assembly.lines) == len(expected[symbol].lines)
        for line, other in zip(kernel.assembly.lines, expected[symbol].lines, strict=True):
            assert line.split()[0] == other.split()[0] or ".L" in line


def test_stores_come_from_stores():
    code, _ = kernels_and_assembly("x86-avx2")
    for kernel in code.values():
        stores = [i for i, line in enumerate(kernel.llvm.lines) if line.startswith("  store <8 x")]
        found = {kernel.loops[kernel.llvm.origins[i]].split()[0] for i in stores}
        assert found <= {"simd.store"}
        assert len(kernel.llvm.lines) == len(kernel.llvm.origins)
        for line, origin in zip(kernel.assembly.lines, kernel.assembly.origins, strict=True):
            assert origin == NO_LINE or kernel.llvm.lines[origin].startswith("  ")
            if line.lstrip().startswith("vfmadd") and origin != NO_LINE:
                assert "fmuladd" in kernel.llvm.lines[origin] or "fma" in kernel.llvm.lines[origin]


def test_most_instructions_have_an_origin():
    code, _ = kernels_and_assembly("x86-avx2")
    origins = [origin for kernel in code.values() for origin in kernel.assembly.origins]
    assert sum(origin != NO_LINE for origin in origins) > 0.7 * len(origins)
