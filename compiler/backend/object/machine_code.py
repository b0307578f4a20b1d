"""LLVM IR text to machine code: an object file or assembly, with a lean list of LLVM passes."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from threading import Lock
from typing import TypeVar

import llvmlite.binding as llvm

from ....dialects.target.isa import PASS_SWITCHES, ObjectFormat
from ....dialects.target.records import Target
from ...diagnostics import InternalError

T = TypeVar("T")

_PROGRAM = "ncnnc"
"""Program name in options that LLVM parses like a command line."""
_GROUP = re.compile(r"^attributes #\d+ = \{", re.MULTILINE)
"""Begins a group of attributes of functions."""
_switching = Lock()
"""Held while options of LLVM's are changed."""


@cache
def _initialise() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def target_machine(target: Target) -> llvm.TargetMachine:
    """LLVM's machine for a target, which may be another than the one that we are on."""
    _initialise()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.isa.cpu,
        features=target.llvm_features,
        opt=2,
        reloc="static" if target.object_format is ObjectFormat.WASM else "pic",
        codemodel="small",
    )


@cache
def _passes(target: Target) -> tuple[llvm.PassBuilder, llvm.FunctionPassManager]:
    """
    Return a pass builder with CFG clean-up.

    Kernels arrive tiled, unrolled, and with each address computed once: value numbering and
    instruction combining never make them faster, and LLVM's full pipeline takes twice the time.
    llvmlite leaks 9 KiB per pass builder, so one is kept.
    """
    machine = target_machine(target)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(0))
    passes = llvm.create_new_function_pass_manager()
    passes.add_simplify_cfg_pass()
    return builder, passes


def _optimize(text: str, target: Target, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """The module of a text, with all functions simplified."""
    if target.system.unwinds:
        text = _GROUP.sub(r"\g<0> uwtable", text)
    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    builder, passes = _passes(target)
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)
    return module


@contextmanager
def _codegen_of(target: Target) -> Generator[None]:
    """
    Generate code without the passes of LLVM that the target's record leaves out.

    LLVM has switches for all of the process: one thread generates code at a time, and others that
    use LLVM find them as they were.
    """
    passes = target.left_out_passes
    with _switching:
        for name in passes:
            llvm.set_option(_PROGRAM, PASS_SWITCHES[name][0])
        try:
            yield
        finally:
            for name in passes:
                llvm.set_option(_PROGRAM, PASS_SWITCHES[name][1])


def prepare(target: Target) -> None:
    """Do what LLVM needs once a process, so that forks of this one find it done."""
    _passes(target)


def emit_object(text: str, target: Target) -> bytes:
    """The object file (ELF, position independent). Raises: InternalError if LLVM refuses."""
    return _emit(text, target, llvm.TargetMachine.emit_object)


def emit_vectorized_object(text: str, target: Target) -> bytes:
    """The object file of scalar loops, from LLVM's whole pipeline. Raises: InternalError."""
    return _emit(text, target, _emit_vectorized)


def _emit_vectorized(machine: llvm.TargetMachine, module: llvm.ModuleRef) -> bytes:
    options = llvm.create_pipeline_tuning_options(3)
    options.loop_vectorization = options.loop_interleaving = options.loop_unrolling = True
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return machine.emit_object(module)


def emit_assembly(text: str, target: Target) -> str:
    """The assembly text of a module. Raises: InternalError if LLVM refuses."""
    return _emit(text, target, llvm.TargetMachine.emit_assembly)


def _emit(text: str, target: Target, emit: Callable[[llvm.TargetMachine, llvm.ModuleRef], T]) -> T:
    machine = target_machine(target)
    try:
        module = _optimize(text, target, machine)
        with _codegen_of(target):
            return emit(machine, module)
    except RuntimeError as e:
        raise InternalError(f"LLVM: {str(e).splitlines()[0]}") from e
