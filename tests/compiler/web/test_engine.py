"""The threads of a module: one that fails, hangs or is ended ends the run of all."""

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
PROGRAM = """
@ncnnc_barrier = global ptr null
define void @ncnnc_run(ptr %0, ptr %1, ptr %2, ptr %3, ptr %4, ptr %5, ptr %6) { ret void }
define void @ncnnc_worker(ptr %call) {
  %at = getelementptr i8, ptr %call, i32 28
  %thread_number = load ptr, ptr %at
  %number = call i32 %thread_number()
  %is_other = icmp eq i32 %number, NUMBER
  br i1 %is_other, label %other, label %meet
other:
  END
meet:
  %barrier = load ptr, ptr @ncnnc_barrier
  call void %barrier()
  ret void
}
declare void @llvm.trap()
"""
"""A program of which one thread does something else before the others meet it."""
FAIL = "call void @llvm.trap()\n  unreachable"
HANG = "br label %other"


def write(folder: Path, number: int, end: str) -> None:
    """Write `net.wasm` with the program."""
    options = CompileOptions(PARAM, None, target=TARGET, random_weights=0)
    text = PROGRAM.replace("NUMBER", str(number)).replace("END", end)
    program = replace(compile_program(options), object_code=emit_object(text, Target.parse(TARGET)))
    write_web(folder / "net.wasm", [program])


@pytest.mark.parametrize(
    ("number", "end", "problem"),
    [
        (0, FAIL, "RuntimeError: unreachable"),
        (2, FAIL, "RuntimeError: unreachable"),
        (1, HANG, "thread 1 made no step within 1000 ms"),
    ],
)
def test_a_thread_that_fails(number: int, end: str, problem: str, tmp_path: Path):
    write(tmp_path, number, end)
    script = """
        import { load } from "./net.mjs";
        const model = await load({ threads: 3, timeout: 1000 });
        const values = { in: new Float32Array(3 * 11 * 13) };
        for (const run of [() => model.runSync(values), () => model.runSync(values)]) {
          try { run(); } catch (error) { console.log(String(error)); }
        }
        const alone = await load();
        console.log(Object.keys(alone.runSync(values)));
    """
    error = f"Error: the model has failed: {problem}"
    assert node(tmp_path, script).splitlines() == [error, error, "[ 'out' ]"]


def test_a_thread_that_is_ended(tmp_path: Path):
    """Its event comes too late for `runSync` in the same turn, and in time for a later one."""
    write(tmp_path, 9, FAIL)
    script = """
        import { createRequire, syncBuiltinESMExports } from "node:module";
        const threads = createRequire(import.meta.url)("node:worker_threads");
        const started = [];
        threads.Worker = class extends threads.Worker {
          constructor(...parameters) { super(...parameters); started.push(this); }
        };
        syncBuiltinESMExports();
        const { load } = await import("./net.mjs");
        const values = { in: new Float32Array(3 * 11 * 13) };
        for (const isSeen of [false, true]) {
          const model = await load({ threads: 3, timeout: 1000 });
          console.log(Object.keys(model.runSync(values)));
          const ended = started.at(-1).terminate();
          if (isSeen) await ended;
          try { model.runSync(values); } catch (error) { console.log(String(error)); }
        }
    """
    failed = "Error: the model has failed:"
    assert node(tmp_path, script).splitlines() == [
        "[ 'out' ]",
        f"{failed} thread 2 made no step within 1000 ms",
        "[ 'out' ]",
        f"{failed} thread 2 has ended",
    ]
