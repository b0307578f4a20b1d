"""Compiles one kernel at a time, and runs it on numpy arrays."""

from __future__ import annotations

import ctypes
import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np
from ncnnc.compiler.backend.llvm.module_printer import print_llvm_ir
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.compiler.driver.import_model import make_context
from ncnnc.compiler.program import lowered
from ncnnc.dialects.element_types import dtype_of
from ncnnc.dialects.entry_points import ArgumentRole
from ncnnc.dialects.kernel import KernelOp
from ncnnc.dialects.kernel.aliasing import argument_entry
from ncnnc.dialects.kernel.base import buffer_shape
from ncnnc.dialects.kernel.role import argument_of, with_role
from ncnnc.dialects.simd.extrema import MaximumOp
from ncnnc.dialects.target.records import Target
from ncnnc.passes.common.target import set_target
from ncnnc.passes.loops.convert_kernel_to_loops import lower_kernel
from ncnnc.runtime.code.jit import LoadedCode
from numpy.lib.stride_tricks import sliding_window_view
from xdsl.dialects import arith, func, linalg, math, memref, scf
from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    FloatAttr,
    MemRefType,
    ModuleOp,
    f32,
    i64,
)
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap, AffineSymExpr
from xdsl.parser import Parser
from xdsl.passes import ModulePass

from tests.helpers.by_meaning import by_meaning
from tests.helpers.needed_features import needs_features_of
from tests.helpers.verifying import verify

Body = Callable[[Block], SSAValue]


@dataclass
class Kernel:
    """A compiled kernel: `kernel(*inputs)` returns its (first) output."""

    output_type: MemRefType
    scratch: list[np.ndarray]
    """Further outputs, and the workspace."""
    text: str
    address: int
    keep: list[object] = field(default_factory=list)
    symbols: np.ndarray | None = None
    """The extents that a kernel with bounds receives: set its elements before a call."""

    def bind(self, inputs: Sequence[np.ndarray], output: np.ndarray) -> Callable[[], None]:
        """A call without arguments, for timing."""
        dynamic = [] if self.symbols is None else [self.symbols]
        arrays = [*dynamic, *inputs, output, *self.scratch]
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in arrays]
        function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * len(arrays))(self.address)

        def call(_keep: object = (arrays, self)) -> None:
            function(*pointers)

        return call

    def __call__(self, *inputs: np.ndarray) -> np.ndarray:
        output = garbage(self.output_type)
        for array in self.scratch:
            array[...] = 1e3 if array.dtype == np.float32 else garbage_of(array.dtype)
        self.bind([np.ascontiguousarray(a) for a in inputs], output)()
        return output


Operand = tuple[int, ...] | MemRefType
"""Operand of a kernel: a shape, of f32, or a type."""


def garbage_of(dtype: np.dtype) -> float:
    """Return the contents of unwritten memory: NaN, or a conspicuous number."""
    return np.nan if dtype == np.float32 else np.iinfo(dtype).max // 2


def garbage(type: MemRefType) -> np.ndarray:
    """An array of a buffer's shape and type that no kernel has written."""
    dtype = np.dtype(dtype_of(type.element_type))
    return np.full(type.get_shape(), garbage_of(dtype), dtype)


def buffer(operand: Operand) -> MemRefType:
    """The type of an operand."""
    return operand if isinstance(operand, MemRefType) else MemRefType(f32, operand)


KEPT: WeakKeyDictionary[LoadedCode, list[object]] = WeakKeyDictionary()
"""Python objects that loaded code calls."""


def load_code(
    module: ModuleOp, target: Target, runs_on: Target | None = None
) -> tuple[str, LoadedCode]:
    """
    LLVM IR of a module at level 4, and its machine code. Skips the test if the CPU lacks it.

    With `runs_on` code of that target, with the products that it lacks by their meaning.
    """
    set_target(module, target)
    text = print_llvm_ir(module, target.function_attributes)
    if runs_on is None:
        return text, LoadedCode(lowered.emit_program([text], target, 1), target.features)
    runnable, keep = by_meaning(text, target, runs_on)
    code = LoadedCode(emit_object(runnable, runs_on), runs_on.features)
    KEPT[code] = keep
    return text, code


def compile_functions(
    source: str | ModuleOp, target: str, passes: Sequence[ModulePass] = ()
) -> list[Kernel]:
    """
    Compile the functions of a module, or of its text, lowered by some passes; the last buffer of
    each is its output, the first are the symbols, if there are any. Verified after each pass.
    """
    needs_features_of(target)
    found, ctx = Target.parse(target), make_context()
    for dialect in (arith.Arith, func.Func, linalg.Linalg, math.Math, memref.MemRef, scf.Scf):
        ctx.load_dialect(dialect)
    module = source if isinstance(source, ModuleOp) else Parser(ctx, source).parse_module()
    set_target(module, found)
    module.verify()
    for step in passes:
        step.apply(ctx, module)
        verify(module)
    llvm, code = load_code(module, found)
    kernels: list[Kernel] = []
    for function in module.ops:
        assert isinstance(function, func.FuncOp)
        buffers = [a.type for a in function.body.block.args if isinstance(a.type, MemRefType)]
        dynamic = argument_of(function, ArgumentRole.SYMBOLS)
        symbols = None if dynamic is None else np.zeros(buffer_shape(dynamic), np.int64)
        address = code.address(function.sym_name.data)
        kernels.append(Kernel(buffers[-1], [], llvm, address, [code], symbols))
    return kernels


def compile_kernel(
    kind: type[KernelOp],
    inputs: Sequence[Operand],
    output: Operand,
    properties: Mapping[str, Attribute],
    epilogue: Region | None = None,
    target: str = "x86-avx512",
    more_outputs: Sequence[Operand] = (),
    runs_on: str | None = None,
) -> Kernel:
    """
    Lower one kernel op on such memrefs to machine code.

    With `runs_on` to that of another target, with products that it lacks by their meaning.
    """
    needs_features_of(runs_on or target)
    found = Target.parse(target)
    types = [buffer(operand) for operand in (*inputs, output, *more_outputs)]
    count = len(inputs)
    key = (os.environ.get("PYTEST_CURRENT_TEST"), kind, count, types, properties, found, runs_on)
    made = next((one for one in RECENT if one.is_of(key, epilogue)), None)
    if made is None:
        again = epilogue and epilogue.clone()
        module = lowered_kernel(kind, types, count, properties, epilogue, found)
        (function,) = module.ops
        assert isinstance(function, func.FuncOp)
        workspace = function.body.block.args[-1].type
        loaded = load_code(module, found, runs_on and Target.parse(runs_on))
        made = RecentKernel(key, again, workspace, *loaded)
        RECENT.append(made)
    symbols = np.zeros(symbol_count(properties), np.int64) if "bounds" in properties else None
    scratch = [garbage(type) for type in (*types[count + 1 :], made.workspace)]
    address = made.code.address("kernel")
    return Kernel(types[count], scratch, made.text, address, [made.code], symbols)


@dataclass(frozen=True)
class RecentKernel:
    """A kernel that a test has just compiled, and may need again: for each image of a batch."""

    key: tuple[object, ...]
    """The test, and the arguments but the epilogue."""
    epilogue: Region | None
    workspace: MemRefType
    text: str
    code: LoadedCode

    def is_of(self, key: tuple[object, ...], epilogue: Region | None) -> bool:
        """Return whether such arguments would be compiled to it."""
        if self.key != key or self.epilogue is None or epilogue is None:
            return self.key == key and self.epilogue is epilogue
        return self.epilogue.is_structurally_equivalent(epilogue)


RECENT: deque[RecentKernel] = deque(maxlen=8)


def symbolic(*extents: int | AffineExpr) -> AffineMapAttr:
    """Return bounds, some of them expressions of symbols."""
    results = [AffineExpr.constant(e) if isinstance(e, int) else e for e in extents]
    symbols = [e for result in results for e in result.dfs() if isinstance(e, AffineSymExpr)]
    count = 1 + max((symbol.position for symbol in symbols), default=-1)
    return AffineMapAttr(AffineMap(0, count, tuple(results)))


def symbol_count(properties: Mapping[str, Attribute]) -> int:
    """Count the symbols of the bounds among a kernel's properties; 0 without bounds."""
    bounds = properties.get("bounds")
    return bounds.data.num_symbols if isinstance(bounds, AffineMapAttr) else 0


def lowered_kernel(
    kind: type[KernelOp],
    types: Sequence[MemRefType],
    count: int,
    properties: Mapping[str, Attribute],
    epilogue: Region | None,
    target: Target,
) -> ModuleOp:
    """
    A function with the loops of a kernel, of `count` inputs and outputs of these types; if it has
    bounds, its first argument are the symbols.
    """
    probe = Block(arg_types=types).args
    sized = kind.make(probe[:count], probe[count:], properties, epilogue and epilogue.clone())
    workspace = sized.workspace_type()
    symbols = symbol_count(properties)
    dynamic = [MemRefType(i64, [symbols])] if symbols else []
    block = Block(arg_types=[*dynamic, *types, workspace or MemRefType(f32, [1])])
    operands = block.args[len(dynamic) :]
    op = kind.build(
        operands=[operands[:count], operands[count:-1], operands[-1:] if workspace else []],
        properties=dict(properties),
        regions=[[epilogue] if epilogue is not None else []],
        result_types=[[]],
    )
    block.add_ops([op, func.ReturnOp()])
    arguments = [a.type for a in block.args]
    attributes = [argument_entry(type) for type in arguments]
    if dynamic:
        attributes[0] = with_role(attributes[0], ArgumentRole.SYMBOLS)
    entries = ArrayAttr(attributes)
    function = func.FuncOp("kernel", (arguments, []), Region(block), arg_attrs=entries)
    module = ModuleOp([function])
    op.verify()
    lower_kernel(op, target)
    verify(module)
    return module


def lowered_text(
    kind: type[KernelOp],
    inputs: Sequence[Operand],
    output: Operand,
    properties: Mapping[str, Attribute],
    epilogue: Region | None,
    target: str,
) -> str:
    """LLVM IR of a kernel, for targets that need not run here."""
    found, types = Target.parse(target), [buffer(operand) for operand in (*inputs, output)]
    module = lowered_kernel(kind, types, len(inputs), properties, epilogue, found)
    set_target(module, found)
    return print_llvm_ir(module, found.function_attributes)


def make_epilogue(operands: int, body: Body) -> Region:
    """A region of scalars: the accumulator and `operands` more."""
    block = Block(arg_types=[f32] * (operands + 1))
    block.add_op(YieldOp(body(block)))
    return Region(block)


def bias(block: Block) -> SSAValue:
    """value + bias."""
    value, per_channel = block.args
    return add(block, value, per_channel)


def bias_relu(block: Block) -> SSAValue:
    """max(value + bias, 0)."""
    return relu(block, bias(block))


def bias_residual_relu(block: Block) -> SSAValue:
    """max(value + bias + residual, 0)."""
    value, per_channel, residual = block.args
    return relu(block, add(block, add(block, value, per_channel), residual))


def add(block: Block, a: SSAValue, b: SSAValue) -> SSAValue:
    """a + b."""
    op = arith.AddfOp(a, b)
    block.add_op(op)
    return op.result


def relu(block: Block, value: SSAValue) -> SSAValue:
    """max(value, 0)."""
    zero = arith.ConstantOp(FloatAttr(0.0, f32))
    op = MaximumOp(value, zero.result)
    block.add_ops([zero, op])
    return op.result


def many_steps(block: Block) -> SSAValue:
    """value + 14 * bias, as a long epilogue."""
    value, per_channel = block.args
    for _ in range(14):
        value = add(block, value, per_channel)
    return value


def pack(x: np.ndarray, lanes: int) -> np.ndarray:
    """`c,h,w` to `ceil(c/p),h,w,p`; the lanes past the last channel hold garbage. Any rank."""
    channels, *size = x.shape
    padded = np.full((-(-channels // lanes) * lanes, *size), garbage_of(x.dtype), x.dtype)
    padded[:channels] = x
    return np.ascontiguousarray(np.moveaxis(padded.reshape(-1, lanes, *size), 1, -1))


def unpack(x: np.ndarray, channels: int) -> np.ndarray:
    """`ceil(c/p),h,w,p` to `c,h,w`."""
    blocks, *size, lanes = x.shape
    return np.moveaxis(x, -1, 1).reshape(blocks * lanes, *size)[:channels]


def convolve(
    x: np.ndarray,
    weights: np.ndarray,
    stride: Sequence[int] | None = None,
    dilation: Sequence[int] | None = None,
    pad: Sequence[int] | None = None,
    groups: int = 1,
) -> np.ndarray:
    """
    The definition of a convolution, in float64: `c,h,w` and `[out][in/groups][kh][kw]`, or as many
    axes as there are; the pads are before each, then after each.
    """
    outputs, per_group, *kernel = weights.shape
    axes = len(kernel)
    stride, dilation = stride or [1] * axes, dilation or [1] * axes
    pad = pad or [0] * (2 * axes)
    around = [(0, 0), *zip(pad[:axes], pad[axes:], strict=True)]
    padded = np.pad(x.astype(np.float64), around)
    reach = [(k - 1) * d + 1 for k, d in zip(kernel, dilation, strict=True)]
    windows = sliding_window_view(padded, reach, tuple(range(1, 1 + axes)))
    windows = windows[:, *(slice(None, None, s) for s in stride)]
    windows = windows[..., *(slice(None, None, d) for d in dilation)]
    groups_of_windows = windows.reshape(groups, per_group, *windows.shape[1:])
    filters = weights.astype(np.float64).reshape(groups, outputs // groups, per_group, *kernel)
    summed = list(range(1, 2 + axes)), [0, *range(1 + axes, 1 + 2 * axes)]
    return np.concatenate(
        [np.tensordot(f, w, summed) for f, w in zip(filters, groups_of_windows, strict=True)]
    )
