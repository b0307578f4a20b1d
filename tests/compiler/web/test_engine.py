"""The threads of a module: one that fails ends the run of all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.compiler.driver.compile import compile_program
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.web.writing import write_web
from ncnnc.dialects.target.records import Target

from tests.helpers.small_network import PARAM
from tests.helpers.web_module import needs_node, node

pytestmark = [pytest.mark.isa, needs_node]

TARGET = "wasm+threads"
FAILING = """
@ncnnc_barrier = global ptr null
define void @ncnnc_run(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6) { ret void }
define void @ncnnc_worker(ptr %call) {
  %at = getelementptr i8, ptr %call, i32 28
  %thread_number = load ptr, ptr %at
  %number = call i32 %thread_number()
  %fails = icmp eq i32 %number, NUMBER
  br i1 %fails, label %fail, label %meet
fail:
  call void @llvm.trap()
  unreachable
meet:
  %barrier = load ptr, ptr @ncnnc_barrier
  call void %barrier()
  ret void
}
declare void @llvm.trap()
"""
"""A program of which one thread fails before the others meet it."""


@pytest.mark.parametrize("number", [0, 2])
def test_a_thread_that_fails(number: int, tmp_path: Path):
    options = CompileOptions(PARAM, None, target=TARGET, random_weights=0)
    text = FAILING.replace("NUMBER", str(number))
    program = replace(compile_program(options), object_code=emit_object(text, Target.parse(TARGET)))
    write_web(tmp_path / "net.wasm", [program])
    script = """
        import { load } from "./net.mjs";
        const model = await load({ threads: 3 });
        const values = { in: new Float32Array(3 * 11 * 13) };
        for (const run of [() => model.runSync(values), () => model.runSync(values)]) {
          try { run(); } catch (error) { console.log(String(error)); }
        }
        const alone = await load();
        console.log(Object.keys(alone.runSync(values)));
    """
    problem = "Error: the model has failed: RuntimeError: unreachable"
    assert node(tmp_path, script).splitlines() == [problem, problem, "[ 'out' ]"]
