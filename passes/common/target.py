"""The target that a module is compiled for."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import PassFailedException

from ...dialects.target.attributes import MachineAttr
from ...dialects.target.records import Target


def set_target(module: ModuleOp, target: Target) -> None:
    """Set the module's `target.machine`."""
    module.attributes[MachineAttr.name] = MachineAttr.of(target)


def target_of(module: ModuleOp) -> Target:
    """The record of the module's `target.machine`. Raises: PassFailedException if it has none."""
    machine = module.attributes.get(MachineAttr.name)
    if not isinstance(machine, MachineAttr):
        raise PassFailedException(
            f"the module has no {MachineAttr.name}; run attach-target{{target=...}} first"
        )
    return machine.target
