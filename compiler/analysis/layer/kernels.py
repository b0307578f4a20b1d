"""Describe the kernels that compute a layer: functions, register tiles, buffers, workspaces."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from xdsl.dialects import memref
from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, MemRefType, ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Attribute, Operation, SSAValue

from ....dialects.constraints import int_list
from ....dialects.element_types import buffer_bytes
from ....dialects.entry_points import ArgumentRole
from ....dialects.kernel import KernelOp
from ....dialects.kernel.convolution import ConvolutionKernelOp
from ....dialects.kernel.depthwise import DepthwiseOp
from ....dialects.kernel.role import argument_roles
from ....dialects.kernel.structure import ViewOp
from ....dialects.kernel.window import WindowKernelOp
from ....dialects.main_function import argument_attributes, blob_name, find_main
from ....dialects.target.attributes import ProductAttr
from ....passes.kernels.bufferize import KEY_ATTRIBUTE
from ....passes.kernels.outline_kernels import workspace_bytes
from ....passes.loops.emit.conv.window import Window
from ....runtime.model.program import ProgramStep
from ...program.assemble import byte_shift, step_of
from .ops import calls_of_layer

SCHEDULE = ("register", "block", "reduction_block")
"""Properties of kernels that define the tiling of loops."""
WHOLE = "0"
"""Value for a loop that is not tiled."""


@dataclass(frozen=True)
class BufferUse:
    """An operand of a kernel."""

    role: str
    """`in`, `out` or `weights`."""
    place: str
    """Location: `arena + 4096` in bytes, a weight's key, or `input 'data'[0]` in elements."""
    type: str
    bytes: int


@dataclass(frozen=True)
class KernelUse:
    """A call of a kernel."""

    index: int
    """Index of the call, from 0."""
    steps: int
    """Number of calls of the whole model."""
    step: ProgramStep
    schedule: tuple[tuple[str, str], ...]
    """The schedule's entries by name, such as the register tile."""
    workspace_bytes: int
    """Workspace of one thread. Units: bytes."""
    buffers: tuple[BufferUse, ...]
    product: ProductAttr | None = None
    """The instruction that multiplies, if the kernel names one."""
    saving: float = 1.0
    """Multiplications of the definition for each one of the algorithm."""

    @property
    def weight_bytes(self) -> int:
        return sum(buffer.bytes for buffer in self.buffers if buffer.role == "weights")


def kernels_of_layer(module: ModuleOp, layer: str) -> list[KernelUse]:
    """Return the kernels that compute a layer, in order; the module is at level `kernels`."""
    main = find_main(module)
    calls = [op for op in main.body.block.ops if isinstance(op, CallOp)]
    return [
        kernel_use(module, call, calls.index(call), len(calls))
        for call in calls_of_layer(main, layer)
    ]


def function_of(module: ModuleOp, call: CallOp) -> FuncOp:
    name = call.callee.string_value()
    functions = (op for op in module.body.block.ops if isinstance(op, FuncOp))
    return next(function for function in functions if function.sym_name.data == name)


def kernel_use(module: ModuleOp, call: CallOp, index: int, steps: int) -> KernelUse:
    """Describe the computation of a call and its operands."""
    inner = function_of(module, call).body.block.ops
    kernel = next(op for op in inner if isinstance(op, KernelOp | GenericOp))
    main = find_main(module)
    operands = list(call.arguments)[: len(kernel.inputs) + len(kernel.outputs)]
    buffers = [
        buffer_use(main, value, "in" if place < len(kernel.inputs) else "out")
        for place, value in enumerate(operands)
    ]
    product = kernel.properties.get("product")
    return KernelUse(
        index,
        steps,
        step_of(call),
        schedule_of(kernel),
        workspace_bytes(kernel),
        tuple(buffers),
        product if isinstance(product, ProductAttr) else None,
        saving_of(kernel),
    )


def saving_of(kernel: Operation) -> float:
    """Return the multiplications of the definition for each one of the kernel."""
    if isinstance(kernel, DepthwiseOp):
        return 1.0 if kernel.computes_pairs else saving_of_borders(kernel)
    if not isinstance(kernel, ConvolutionKernelOp):
        return 1.0
    if tile := kernel.inner_algorithm.winograd_tile:
        return (3 * tile / (tile + 2)) ** 2
    return saving_of_borders(kernel) if kernel.sums_by_channel else 1.0


def saving_of_borders(kernel: WindowKernelOp) -> float:
    """Return the same for a kernel that skips taps on padding."""
    window = Window.of(kernel)
    axes = (window.slices, window.rows, window.columns)
    seen = prod(sum(len(axis.taps_seen(out)) for out in range(axis.out_size)) for axis in axes)
    return prod(axis.kernel * axis.out_size for axis in axes) / seen


def schedule_of(kernel: Operation) -> tuple[tuple[str, str], ...]:
    """Return the properties that define the tiling of loops: `register` as `6x4`."""
    found = [(name, kernel.properties[name]) for name in SCHEDULE if name in kernel.properties]
    texts = [(name, numbers_text(attr)) for name, attr in found]
    return tuple((name, text) for name, text in texts if text != WHOLE)


def numbers_text(attr: Attribute) -> str:
    """Print a number, or several as `6x4`."""
    if isinstance(attr, DenseArrayBase):
        return "x".join(map(str, int_list(attr)))
    assert isinstance(attr, IntegerAttr)  # lists are above
    return str(attr.value.data)


def buffer_use(main: FuncOp, value: SSAValue, role: str) -> BufferUse:
    """Describe the location of an operand."""
    type = value.type
    assert isinstance(type, MemRefType)  # after bufferize
    text = f"{'x'.join(map(str, type.get_shape()))} {type.element_type}"
    place, is_weight = place_of_buffer(main, value)
    return BufferUse("weights" if is_weight else role, place, text, buffer_bytes(type))


def place_of_buffer(main: FuncOp, value: SSAValue) -> tuple[str, bool]:
    """Return the memory that a buffer is in, and whether it holds weights."""
    part = ""
    while isinstance(owner := value.owner, ViewOp | memref.ViewOp):
        if isinstance(owner, memref.ViewOp):
            if KEY_ATTRIBUTE in owner.attributes:
                return str(owner.attributes[KEY_ATTRIBUTE]).strip('"'), True
            part, value = f" + {byte_shift(owner)}", owner.source
        else:
            part, value = f"[{owner.offset.value.data}]", owner.source
    index = list(main.body.block.args).index(value)  # pyright: ignore[reportArgumentType]
    role = argument_roles(main)[index]
    name = blob_name(argument_attributes(main)[index])
    assert isinstance(role, ArgumentRole)  # an argument of main
    return f"{role.value} '{name}'{part}" if name else f"{role.value}{part}", False
