"""The target that a module is compiled for."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import PassFailedException

from ...dialects.element_types import element_of
from ...dialects.target.attributes import MachineAttr, ProductAttr, machine_of
from ...dialects.target.elements import element_type
from ...dialects.target.products import FLOAT32, InnerKernel, ProductTypes
from ...dialects.target.records import MissingProductError, Target
from .errors import OperationError


def set_target(module: ModuleOp, target: Target) -> None:
    """Set the module's `target.machine`."""
    module.attributes[MachineAttr.name] = MachineAttr.of(target)


def target_of(module: ModuleOp) -> Target:
    """
    Return the record of the module's `target.machine`. Raises: PassFailedException without one.
    """
    target = machine_of(module)
    if target is None:
        raise PassFailedException(
            f"the module has no {MachineAttr.name}; run attach-target{{target=...}} first"
        )
    return target


def inner_kernel_of(op: Operation, types: ProductTypes, target: Target) -> InnerKernel:
    """Return the inner kernel that multiplies for an op. Raises: OperationError without one."""
    try:
        return target.inner_kernel(types)
    except MissingProductError as error:
        raise OperationError(op, str(error)) from error


def product_of(types: ProductTypes, target: Target) -> ProductAttr | None:
    """Return the product instruction, None for float32. Raises: MissingProductError."""
    product = target.inner_kernel(types).product
    return None if product.types == FLOAT32 else ProductAttr.of(target.isa, product)


def lanes_for(target: Target, *types: Attribute) -> int:
    """Return the lanes of code on all these types: those of the type with the fewest."""
    return min(target.lanes_of(element_type(element_of(type))) for type in types)


def vector_length(extent: int, lanes: int) -> int:
    """Lanes for a loop of that extent: the target's, or the least power of two that holds it."""
    return min(lanes, 1 << (extent - 1).bit_length())
