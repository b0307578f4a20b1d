"""The target that a module is compiled for."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute
from xdsl.utils.exceptions import PassFailedException

from ...dialects.element_types import element_of
from ...dialects.target.attributes import MachineAttr
from ...dialects.target.elements import element_type
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


def lanes_for(target: Target, *types: Attribute) -> int:
    """Lanes of code that works on all these types: those of the type with the fewest."""
    return min(target.lanes_of(element_type(element_of(type))) for type in types)
