"""Programs of several modules: the same object for any number of processes, whatever befalls."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.backend.llvm import program_text
from ncnnc.compiler.backend.object import object_code
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.compiler.backend.object.object_code import emit_program
from ncnnc.compiler.diagnostics import InternalError
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.forks import PROGRESS_THREAD, may_fork
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.program.assemble import assemble
from ncnnc.dialects.target.records import Target
from ncnnc.runtime.code.elf import LoadedObject
from ncnnc.runtime.sessions.compiled_model import CompiledModel

from tests.helpers.small_network import CONVOLUTIONS

BASELINE = Target.parse("x86-64")
TEXTS = (
    """
@state = external global i64
declare float @powf(float, float)
define internal i64 @helper(i64 %x) noinline {
  %old = load i64, ptr @state
  %y = add i64 %x, %old
  ret i64 %y
}
define hidden i64 @one(i64 %x) {
  %y = call i64 @helper(i64 %x)
  ret i64 %y
}
""",
    """
@table = internal constant [4 x i64] [i64 3, i64 5, i64 7, i64 11]
declare float @powf(float, float)
define internal i64 @helper(i64 %x) noinline {
  %p = getelementptr [4 x i64], ptr @table, i64 0, i64 %x
  %y = load i64, ptr %p
  ret i64 %y
}
define hidden i64 @two(i64 %x) {
  %y = call i64 @helper(i64 %x)
  ret i64 %y
}
define float @power(float %x) {
  %y = call float @powf(float %x, float 2.0)
  ret float %y
}
""",
    """
@state = global i64 1000
declare hidden i64 @one(i64)
declare hidden i64 @two(i64)
define i64 @both(i64 %x) {
  %a = call i64 @one(i64 %x)
  %b = call i64 @two(i64 %x)
  %sum = add i64 %a, %b
  store i64 %sum, ptr @state
  ret i64 %sum
}
""",
)


def test_modules_find_each_other_and_keep_what_is_theirs():
    loaded = LoadedObject(emit_program(TEXTS, BASELINE, 1))
    both = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(loaded.address("both") or 0)
    assert [both(0), both(3)] == [1003, 1003 + 3 + 11]
    power = ctypes.CFUNCTYPE(ctypes.c_float, ctypes.c_float)(loaded.address("power") or 0)
    assert power(3.0) == 9.0


@pytest.mark.parametrize("jobs", [0, 2, 3, 7])
def test_the_object_is_the_same_for_any_number_of_jobs(jobs: int):
    assert emit_program(TEXTS, BASELINE, jobs) == emit_program(TEXTS, BASELINE, 1)


def in_processes(monkeypatch: pytest.MonkeyPatch, here: Callable[[], object], other: object):
    """Let this process do something before each module, and its forks something else."""
    process = os.getpid()

    def emit(text: str, target: Target) -> bytes:
        if os.getpid() == process:
            here()
        else:
            assert callable(other)
            other()
        return emit_object(text, target)

    monkeypatch.setattr(object_code, "emit_object", emit)


def killed():
    os.kill(os.getpid(), signal.SIGKILL)


def failing():
    raise InternalError("only here")


@pytest.mark.parametrize("end", [killed, failing])
def test_what_another_process_fails_to_make_is_made_by_this_one(
    end: Callable[[], None], monkeypatch: pytest.MonkeyPatch
):
    expected = emit_program(TEXTS, BASELINE, 1)
    files = os.listdir("/proc/self/fd")
    in_processes(monkeypatch, lambda: time.sleep(0.05), end)
    assert emit_program(TEXTS, BASELINE, 2) == expected
    assert os.listdir("/proc/self/fd") == files


def test_without_processes_this_one_does_it_all(monkeypatch: pytest.MonkeyPatch):
    expected = emit_program(TEXTS, BASELINE, 1)

    def refused() -> int:
        raise BlockingIOError("no process is left")

    monkeypatch.setattr(os, "fork", refused)
    files = os.listdir("/proc/self/fd")
    assert emit_program(TEXTS, BASELINE, 3) == expected
    assert os.listdir("/proc/self/fd") == files


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_llvm_refuses_is_the_same_error(jobs: int):
    with pytest.raises(InternalError, match="LLVM: "):
        emit_program([*TEXTS, "define nothing"], BASELINE, jobs)


def test_an_interrupt_ends_all_processes(monkeypatch: pytest.MonkeyPatch):
    processes: list[int] = []
    fork = os.fork

    def noted() -> int:
        processes.append(fork())
        return processes[-1]

    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fork", noted)
    in_processes(monkeypatch, interrupted, lambda: time.sleep(60))
    files = os.listdir("/proc/self/fd")
    with pytest.raises(KeyboardInterrupt):
        emit_program(TEXTS, BASELINE, 3)
    assert len(processes) == 2
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
    assert os.listdir("/proc/self/fd") == files


@pytest.mark.parametrize(("name", "allowed"), [("another", False), (PROGRESS_THREAD, True)])
def test_no_fork_beside_threads_that_may_hold_locks(name: str, allowed: bool):
    end = threading.Event()
    thread = threading.Thread(target=end.wait, name=name)
    thread.start()
    try:
        assert may_fork() == allowed
    finally:
        end.set()
        thread.join()
    assert may_fork()


@pytest.mark.isa
def test_a_network_of_several_modules_computes_the_same(monkeypatch: pytest.MonkeyPatch):
    lowered = lower(CompileOptions(CONVOLUTIONS, random_weights=1))
    whole = assemble(lowered)
    monkeypatch.setattr(program_text, "MODULE_CHARACTERS", 1)
    assert len(program_text.program_texts(lowered.module)) > 2
    split = [assemble(replace(lowered, jobs=jobs)) for jobs in (1, 2, 3)]
    assert split[0].object_code not in (whole.object_code, b"")
    assert split[0].object_code == split[1].object_code == split[2].object_code
    blob = np.random.default_rng(1).standard_normal((16, 20, 20)).astype(np.float32)
    for threads in (1, 2):
        expected, got = (CompiledModel(p, threads).run({"in": blob}) for p in (whole, split[0]))
        assert np.array_equal(expected["out"], got["out"])


@pytest.mark.parametrize("made", ["pipe", "fork"])
def test_an_interrupt_while_something_is_made_leaves_nothing(
    made: str, monkeypatch: pytest.MonkeyPatch
):
    make: Callable[[], object] = getattr(os, made)
    here = os.getpid()

    def interrupted() -> object:
        result = make()
        if os.getpid() == here:
            signal.raise_signal(signal.SIGINT)
        return result

    files, handler = os.listdir("/proc/self/fd"), signal.getsignal(signal.SIGINT)
    children = Path(f"/proc/self/task/{here}/children")
    before = children.read_text()
    monkeypatch.setattr(os, made, interrupted)
    with pytest.raises(KeyboardInterrupt):
        emit_program(TEXTS, BASELINE, jobs=3)
    assert os.listdir("/proc/self/fd") == files
    assert signal.getsignal(signal.SIGINT) == handler
    assert children.read_text() == before
