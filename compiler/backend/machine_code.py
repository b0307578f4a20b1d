"""LLVM IR text to machine code: an object file or assembly, with a lean list of LLVM passes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import llvmlite.binding as llvm

from ...dialects.target.records import Target
from ..diagnostics import InternalError

T = TypeVar("T")


@cache
def _initialise() -> None:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()


def target_machine(target: Target) -> llvm.TargetMachine:
    """LLVM's machine for a target, which may be another than the one that we are on."""
    _initialise()
    return llvm.Target.from_triple(target.isa.triple).create_target_machine(
        cpu=target.isa.cpu,
        features=target.llvm_features,
        opt=2,
        reloc="pic",
        codemodel="small",
    )


@cache
def _passes(target: Target) -> tuple[llvm.PassBuilder, llvm.FunctionPassManager]:
    """
    Value numbering and CFG clean-up.

    The kernels arrive tiled and unrolled: instruction combining, half as long again as both, never
    makes them faster, and LLVM's full pipeline costs twice the time. llvmlite does not free all of
    what runs passes, 9 KiB each time: it is made once.
    """
    machine = target_machine(target)
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(0))
    passes = llvm.create_new_function_pass_manager()
    passes.add_new_gvn_pass()
    passes.add_simplify_cfg_pass()
    return builder, passes


def _optimize(text: str, target: Target, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """The module of a text, with all functions simplified."""
    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    builder, passes = _passes(target)
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)
    return module


def emit_object(text: str, target: Target) -> bytes:
    """The object file (ELF, position independent). Raises: InternalError if LLVM refuses."""
    return _emit(text, target, llvm.TargetMachine.emit_object)


def emit_assembly(text: str, target: Target) -> str:
    """The assembly text of a module. Raises: InternalError if LLVM refuses."""
    return _emit(text, target, llvm.TargetMachine.emit_assembly)


def _emit(text: str, target: Target, emit: Callable[[llvm.TargetMachine, llvm.ModuleRef], T]) -> T:
    machine = target_machine(target)
    try:
        return emit(machine, _optimize(text, target, machine))
    except RuntimeError as e:
        raise InternalError(f"LLVM: {str(e).splitlines()[0]}") from e
