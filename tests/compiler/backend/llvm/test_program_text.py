"""Machine code and entry points: what LLVM gets and gives, and code that runs."""

from __future__ import annotations

import ctypes
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from ncnnc.compiler.backend.llvm.program_text import program_text
from ncnnc.compiler.backend.object.machine_code import emit_assembly, emit_object
from ncnnc.compiler.diagnostics import InternalError
from ncnnc.dialects.kernel import Kernel
from ncnnc.dialects.simd import Simd
from ncnnc.dialects.target.records import Target
from ncnnc.runtime.code.jit import LoadedCode
from ncnnc.runtime.errors import ArtifactError
from ncnnc.runtime.sessions.barrier_log import BarrierLog
from ncnnc.runtime.sessions.stopping import NEVER
from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.func import Func
from xdsl.dialects.memref import MemRef
from xdsl.parser import Parser

pytestmark = pytest.mark.isa

BASELINE = Target.parse("x86-64")
TWICE = """define void @twice(ptr %p) {
  %x = load float, ptr %p, align 4
  %y = fadd float %x, %x
  store float %y, ptr %p, align 4
  ret void
}
"""


def test_object_code_runs():
    code = LoadedCode(emit_object(TWICE, BASELINE), BASELINE.features)
    value = ctypes.c_float(1.5)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(code.address("twice"))(ctypes.addressof(value))
    assert value.value == 3


def test_unknown_function():
    code = LoadedCode(emit_object(TWICE, BASELINE), BASELINE.features)
    with pytest.raises(ArtifactError, match="has no function 'thrice'"):
        code.address("thrice")


def test_code_for_a_target_uses_its_vectors_only():
    text = TWICE.replace("float", "<16 x float>")
    assembly = {
        name: emit_assembly(text, Target.parse(name))
        for name in ("x86-64", "x86-avx", "x86-avx512")
    }
    assert "zmm" in assembly["x86-avx512"]
    assert "ymm" in assembly["x86-avx"]
    assert "zmm" not in assembly["x86-avx"]
    assert "ymm" not in assembly["x86-64"]


@pytest.mark.parametrize("emit", [emit_object, emit_assembly])
def test_text_that_llvm_refuses_is_our_error(emit):
    with pytest.raises(InternalError, match="LLVM: "):
        emit("define void @f() { nonsense }", BASELINE)


GRAPH = """
func.func private @half(%x: memref<2xf32>, %y: memref<2xf32>) {
  %c = arith.constant dense<0.5> : vector<2xf32>
  %v = simd.load %x[0] : memref<2xf32> -> vector<2xf32>
  %h = arith.mulf %v, %c : vector<2xf32>
  simd.store %h, %y[0] : vector<2xf32>, memref<2xf32>
  func.return
}
func.func @main(%a: memref<2xf32> {kernel.role = #kernel<role input>},
                %b: memref<2xf32> {kernel.role = #kernel<role input>},
                %y: memref<2xf32> {kernel.role = #kernel<role output>},
                %z: memref<2xf32> {kernel.role = #kernel<role output>},
                %w: memref<1xi8> {kernel.role = #kernel<role weights>},
                %arena: memref<1xi8> {kernel.role = #kernel<role arena>},
                %workspace: memref<1xi8> {kernel.role = #kernel<role workspace>},
                %thread: index {kernel.role = #kernel<role thread>},
                %threads: index {kernel.role = #kernel<role threads>}) {
  func.call @half(%a, %z) : (memref<2xf32>, memref<2xf32>) -> ()
  func.call @half(%b, %y) : (memref<2xf32>, memref<2xf32>) -> ()
  func.return
}
"""


def program() -> LoadedCode:
    """Object code of a graph with two inputs and two outputs."""
    context = Context()
    for dialect in (Builtin, Func, Arith, MemRef, Kernel, Simd):
        context.load_dialect(dialect)
    module = Parser(context, GRAPH).parse_module()
    module.verify()
    text = program_text(module, BASELINE.function_attributes)
    object_code = emit_object(text, BASELINE)
    return LoadedCode(object_code, BASELINE.features)


STRIDED = """define void @columns(ptr noalias %x, ptr noalias %y, i64 %stride) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ]
  %at = mul nsw i64 %i, %stride
  %a = getelementptr inbounds float, ptr %x, i64 %at
  %v = load float, ptr %a, align 4
  %b = getelementptr inbounds float, ptr %y, i64 %i
  store float %v, ptr %b, align 4
  %n = add nsw i64 %i, 1
  %t = icmp slt i64 %n, 64
  br i1 %t, label %loop, label %exit
exit:
  ret void
}
"""


def test_strength_is_reduced_unless_the_record_leaves_it_out():
    multiplies = {
        name: "imul" in emit_assembly(STRIDED, Target.parse(name))
        for name in ("x86-64", "x86-avx", "x86-avx2", "x86-avx512", "x86-64")
    }
    assert multiplies == {"x86-64": False, "x86-avx": True, "x86-avx2": True, "x86-avx512": True}


def test_code_does_not_depend_on_what_was_compiled_before_or_meanwhile():
    targets = [BASELINE, *map(Target.parse, ("x86-avx2", "x86-avx512"))]
    alone = [emit_object(STRIDED, target) for target in targets]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(partial(emit_object, STRIDED), targets * 8))
    assert together == alone * 8


def test_entry_points_unpack_their_arrays():
    code = program()
    a, b, y, z = np.array([[2, 4], [6, 8], [0, 0], [0, 0]], np.float32)
    inputs = (ctypes.c_void_p * 2)(a.ctypes.data, b.ctypes.data)
    outputs = (ctypes.c_void_p * 2)(y.ctypes.data, z.ctypes.data)
    run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 7)(code.address("ncnnc_run"))
    run(inputs, outputs, None, None, None, NEVER.stop, NEVER.progress)
    assert (y.tolist(), z.tolist()) == ([3, 4], [1, 2])
    stamps = np.zeros(5, np.uint64)
    log = BarrierLog(1)
    call = (ctypes.c_void_p * 10)(
        *map(ctypes.addressof, (inputs, outputs)),
        *(None, None, None, NEVER.stop, NEVER.progress),
        *(log.team.thread_number, log.team.team_size, stamps.ctypes.data),
    )
    y[:], z[:] = 0, 0
    log.team.parallel(code.address("ncnnc_profile"), ctypes.addressof(call), 1, 0)
    assert (y.tolist(), z.tolist()) == ([3, 4], [1, 2])
    # One stamp before each of the two steps and one after it; the fifth is not ours.
    assert (np.diff(stamps[:4]) >= 0).all()
    assert stamps[:4].all()
    assert stamps[4] == 0
