"""The function that calls all kernels: however many there are, no part of it is long."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from ncnnc.compiler.backend.llvm.graph_printer import MOST_CALLS
from ncnnc.compiler.backend.llvm.program_text import program_text
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.dialects.kernel import Kernel
from ncnnc.dialects.simd import Simd
from ncnnc.dialects.target.records import Target
from ncnnc.runtime.code.jit import LoadedCode
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
CALL = """
  func.call @count(%first) : (memref<1xf32>) -> ()
  func.call @count(%second) : (memref<1xf32>) -> ()
  simd.barrier %threads
"""


COUNT = """
func.func private @count(%x: memref<1xf32>) {
  %one = arith.constant 1.0 : f32
  %v = simd.load %x[0] : memref<1xf32> -> f32
  %h = arith.addf %v, %one : f32
  simd.store %h, %x[0] : f32, memref<1xf32>
  func.return
}
"""


def graph_text(pairs: int) -> str:
    """LLVM IR of a graph of so many pairs of calls; each adds 1 to an element of the arena."""
    return printed(f"""{COUNT}
func.func @main(%arena: memref<8xi8> {{kernel.role = #kernel<role arena>}},
                %thread: index {{kernel.role = #kernel<role thread>}},
                %threads: index {{kernel.role = #kernel<role threads>}}) {{
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %first = memref.view %arena[%c0][] : memref<8xi8> to memref<1xf32>
  %second = memref.view %arena[%c4][] : memref<8xi8> to memref<1xf32>
  {CALL * pairs}
  func.return
}}
""")


def outputs_text(count: int) -> str:
    """LLVM IR of a graph of so many outputs, each of which a call adds 1 to."""
    role = "{kernel.role = #kernel<role output>}"
    arguments = ", ".join(f"%o{i}: memref<1xf32> {role}" for i in range(count))
    calls = "\n".join(f"func.call @count(%o{i}) : (memref<1xf32>) -> ()" for i in range(count))
    return printed(f"{COUNT} func.func @main({arguments}) {{\n{calls}\nfunc.return\n}}")


def printed(text: str) -> str:
    """LLVM IR of a module."""
    context = Context()
    for dialect in (Builtin, Func, Arith, MemRef, Kernel, Simd):
        context.load_dialect(dialect)
    module = Parser(context, text).parse_module()
    module.verify()
    return program_text(module, BASELINE.function_attributes)


@pytest.mark.parametrize("pairs", [0, 1, MOST_CALLS // 2, MOST_CALLS // 2 + 1, 2 * MOST_CALLS])
def test_every_part_does_its_share(pairs):
    code = LoadedCode(emit_object(graph_text(pairs), BASELINE), BASELINE.features)
    counts = np.zeros(2, np.float32)
    pointers = (None, None, None, counts.ctypes.data, None, NEVER.stop, NEVER.progress)
    ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 7)(code.address("ncnnc_run"))(*pointers)
    assert counts.tolist() == [pairs, pairs]
    stamps = np.zeros(4 * pairs + 1, np.uint64)
    log = BarrierLog(1)
    call = (ctypes.c_void_p * 10)(
        *pointers, log.team.thread_number, log.team.team_size, stamps.ctypes.data
    )
    log.team.parallel(code.address("ncnnc_profile"), ctypes.addressof(call), 1, 0)
    assert counts.tolist() == [2 * pairs, 2 * pairs]
    assert stamps[:-1].all()
    assert stamps[-1] == 0


def test_no_function_makes_more_calls_than_a_part_may():
    bodies = graph_text(2 * MOST_CALLS).split("define ")
    calls = [body.count("call void @count") for body in bodies]
    assert max(calls) == MOST_CALLS
    assert sum(calls) == 2 * 4 * MOST_CALLS  # for running and for profiling


def test_a_short_graph_is_one_function():
    assert graph_text(1).count("define internal i1 @graph") == 2


@pytest.mark.parametrize("pairs", [1, 3, MOST_CALLS // 2 + 1, 2 * MOST_CALLS])
def test_a_stopped_run_goes_on_where_it_was(pairs):
    code = LoadedCode(emit_object(graph_text(pairs), BASELINE), BASELINE.features)
    counts = np.zeros(2, np.float32)
    stop, progress = np.ones(1, np.int32), np.zeros(2, np.int64)
    addresses = (array.ctypes.data for array in (counts, stop, progress))
    arena, *control = addresses
    run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 7)(code.address("ncnnc_run"))
    for done in range(1, pairs):
        run(None, None, None, arena, None, *control)
        assert counts.tolist() == [done, done]
        assert progress[1] == 2 * done
        progress[...] = 2 * done, 0
    run(None, None, None, arena, None, *control)
    assert counts.tolist() == [pairs, pairs]
    assert progress[1] == 0


def test_many_outputs_are_found_by_every_part():
    text = outputs_text(2 * MOST_CALLS + 1)
    code = LoadedCode(emit_object(text, BASELINE), BASELINE.features)
    values = np.arange(2 * MOST_CALLS + 1, dtype=np.float32)
    outputs = (ctypes.c_void_p * len(values))(
        *(values.ctypes.data + 4 * i for i in range(len(values)))
    )
    pointers = (None, ctypes.addressof(outputs), None, None, None, NEVER.stop, NEVER.progress)
    ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 7)(code.address("ncnnc_run"))(*pointers)
    np.testing.assert_array_equal(values, np.arange(1, 2 * MOST_CALLS + 2))


def test_no_function_has_a_parameter_for_each_output():
    heads = [line for line in outputs_text(MOST_CALLS + 1).splitlines() if "define " in line]
    assert sum("@graph" in head for head in heads) == 6
    assert max(head.count("ptr ") for head in heads) < 10
