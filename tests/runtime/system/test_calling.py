"""Code for System V's calling convention and code for Windows' call each other, on any x86-64."""

from __future__ import annotations

import ctypes

import llvmlite.binding as llvm
import pytest
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.dialects.target.records import Target
from ncnnc.runtime.code.elf import LoadedObject
from ncnnc.runtime.system.calling import from_windows, is_x86, to_windows
from ncnnc.runtime.system.code_memory import native_entry, placed

pytestmark = [pytest.mark.isa, pytest.mark.skipif(not is_x86(), reason="is about x86-64")]

# `windows` passes seven pointers as Windows does to the function that it is given, with numbers in
# registers that this must keep; `callee` is a function of Windows that changes what it may.
TEXT = """
define i64 @windows(ptr %f, ptr %a) {
  %kept = load volatile <2 x double>, ptr %a
  %r = call win64cc i64 %f(ptr %a, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6)
  store volatile <2 x double> %kept, ptr %a
  ret i64 %r
}

define i64 @system_v(ptr %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g) {
  call void asm sideeffect "xorps %xmm6, %xmm6", "~{xmm6}"()
  call void asm sideeffect "xorps %xmm15, %xmm15", "~{xmm15}"()
  call void asm sideeffect "xorl %esi, %esi; xorl %edi, %edi", "~{rsi},~{rdi}"()
  %big = alloca [20000 x i8]
  store volatile i8 1, ptr %big
  %1 = mul i64 %b, 100000
  %2 = mul i64 %c, 10000
  %3 = mul i64 %d, 1000
  %4 = mul i64 %e, 100
  %5 = mul i64 %f, 10
  %6 = add i64 %1, %2
  %7 = add i64 %6, %3
  %8 = add i64 %7, %4
  %9 = add i64 %8, %5
  %10 = add i64 %9, %g
  ret i64 %10
}

define win64cc i64 @of_windows(i64 %a, i64 %b, i64 %c, i64 %d) {
  call void asm sideeffect "movq %rsp, 8(%rsp)", ""()
  %1 = mul i64 %a, 1000
  %2 = mul i64 %b, 100
  %3 = mul i64 %c, 10
  %4 = add i64 %1, %2
  %5 = add i64 %4, %3
  %6 = add i64 %5, %d
  ret i64 %6
}

define win64cc float @power(float %a, float %b) {
  %r = fsub float %a, %b
  ret float %r
}
"""


@pytest.fixture(scope="module")
def code() -> LoadedObject:
    llvm.initialize_native_asmparser()  # of inline assembly
    return LoadedObject(emit_object(TEXT, Target.parse("x86-64")))


def test_windows_calls_compiled_code(code: LoadedObject):
    """All seven arguments arrive, and registers that Windows keeps are kept."""
    between = placed(from_windows(code.address("system_v") or 0))
    assert between is not None
    address, _kept = native_entry(code.address("windows") or 0)
    call = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(address)
    kept = (ctypes.c_double * 8)(1.5, -2.5)
    aligned = ctypes.addressof(kept) + -ctypes.addressof(kept) % 16
    values = (ctypes.c_double * 2).from_address(aligned)
    values[:] = 1.5, -2.5
    assert call(between.address, aligned) == 123456
    assert values[:] == [1.5, -2.5]


def test_compiled_code_calls_windows(code: LoadedObject):
    between = placed(to_windows(code.address("of_windows") or 0))
    assert between is not None
    address, _kept = native_entry(between.address)
    function = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 4)(address)
    assert function(1, 2, 3, 4) == 1234


def test_floats_are_passed_alike(code: LoadedObject):
    between = placed(to_windows(code.address("power") or 0))
    assert between is not None
    address, _kept = native_entry(between.address)
    function = ctypes.CFUNCTYPE(ctypes.c_float, *[ctypes.c_float] * 2)(address)
    assert function(5.0, 2.0) == 3.0
