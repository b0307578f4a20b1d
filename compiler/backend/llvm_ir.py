"""
Level 5: prints a module of loops and vectors as LLVM IR text. It decides nothing.

One walk over structured IR. A `simd` op becomes one or two lines; `scf.for` becomes a rotated loop
with phis. Index constants never become instructions, and an address `base[i + c]` is one GEP for
`base[i]`, shared in its block and the blocks inside, plus a constant GEP, which x86 addressing
absorbs.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Any, cast

from xdsl.context import Context
from xdsl.dialects import arith, func, math, memref, scf
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    Float32Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    ModuleOp,
    VectorType,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.exceptions import PassFailedException
from xdsl.utils.target import Target

from ...dialects.kernel.structure import ViewOp
from ...dialects.simd import ops as simd

_BINARY: dict[type[Operation], str] = {
    arith.AddiOp: "add nsw",
    arith.SubiOp: "sub nsw",
    arith.MuliOp: "mul nsw",
    arith.DivUIOp: "udiv",
    arith.RemUIOp: "urem",
    arith.DivSIOp: "sdiv",
    arith.RemSIOp: "srem",
    arith.AndIOp: "and",
    arith.OrIOp: "or",
    arith.XOrIOp: "xor",
    arith.ShLIOp: "shl",
    arith.ShRUIOp: "lshr",
    arith.ShRSIOp: "ashr",
    arith.AddfOp: "fadd",
    arith.SubfOp: "fsub",
    arith.MulfOp: "fmul",
    arith.DivfOp: "fdiv",
}
_INTRINSICS: dict[type[Operation], str] = {
    arith.MaximumfOp: "maximum",
    arith.MinimumfOp: "minimum",
    arith.MinSIOp: "smin",
    arith.MaxSIOp: "smax",
    arith.MinUIOp: "umin",
    arith.MaxUIOp: "umax",
    math.SqrtOp: "sqrt",
    math.AbsFOp: "fabs",
    math.FloorOp: "floor",
    math.CeilOp: "ceil",
    math.TruncOp: "trunc",
    math.RoundEvenOp: "roundeven",
    math.CopySignOp: "copysign",
    simd.FmaOp: "fmuladd",
}
_COMPARE_INT = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
_COMPARE_FLOAT = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)
_REDUCTIONS = {"add": "fadd", "mul": "fmul", "max": "fmax", "min": "fmin"}


def llvm_type(type: Attribute) -> str:
    """The LLVM spelling of a type. Raises: PassFailedException for one that has none here."""
    known = _SPELLINGS.get(id(type))
    if known is None:
        known = _SPELLINGS[id(type)] = (_spelling(type), type)
    return known[0]


_SPELLINGS: dict[int, tuple[str, Attribute]] = {}
"""By identity, since hashing a type costs more than spelling it; keeps the types alive."""


def _spelling(type: Attribute) -> str:
    match type:
        case IndexType():
            return "i64"
        case IntegerType():
            return f"i{type.width.data}"
        case Float32Type():
            return "float"
        case MemRefType():
            return "ptr"
        case VectorType():
            return f"<{type.get_shape()[0]} x {llvm_type(type.element_type)}>"
        case _:
            raise PassFailedException(f"no LLVM type for {type}")


def _suffix(type: Attribute) -> str:
    """Intrinsic name suffix: f32, i64, v16f32."""
    if isinstance(type, VectorType):
        return f"v{type.get_shape()[0]}{_suffix(type.element_type)}"
    return "f32" if isinstance(type, Float32Type) else llvm_type(type)


def float_literal(value: float) -> str:
    """A float constant as LLVM wants it: the double's bits, of a value that float32 holds."""
    single = struct.unpack("<f", struct.pack("<f", value))[0]
    return f"0x{struct.unpack('<Q', struct.pack('<d', single))[0]:016X}"


class FunctionPrinter:
    """Prints one `func.func`. `declarations` collects the intrinsics and C functions it calls."""

    def __init__(self, lines: list[str], declarations: set[str]):
        self.lines = lines
        self.declarations = declarations
        self.names: dict[SSAValue, str] = {}
        self.counter = 0
        self.label = "entry"
        self.addresses: dict[tuple[str, str], str] = {}

    # Helpers -----------------------------------------------------------------------------------

    def fresh(self) -> str:
        """A new value name."""
        self.counter += 1
        return f"%v{self.counter}"

    def emit(self, text: str) -> str:
        """A line that defines a new value; its name."""
        name = self.fresh()
        self.lines.append(f"  {name} = {text}")
        return name

    def typed(self, value: SSAValue) -> str:
        """`<type> <name>`."""
        return f"{llvm_type(value.type)} {self.names[value]}"

    def call(self, function: str, result: Attribute, operands: Sequence[SSAValue]) -> str:
        """A call of an intrinsic or C function, declared on the way."""
        types = ", ".join(llvm_type(v.type) for v in operands)
        kind = llvm_type(result)
        self.declarations.add(f"declare {kind} @{function}({types})")
        arguments = ", ".join(self.typed(v) for v in operands)
        return self.emit(f"call {kind} @{function}({arguments})")

    def address(self, op: Any) -> str:
        """A pointer to the element that a memory op accesses."""
        pointer = self.names[op.base]
        element = llvm_type(cast(MemRefType, op.base.type).element_type)
        if op.index is not None:
            key = (pointer, self.names[op.index])
            known = self.addresses.get(key)
            if known is None:
                known = self.emit(f"getelementptr inbounds {element}, ptr {key[0]}, i64 {key[1]}")
                self.addresses[key] = known
            pointer = known
        offset = op.offset.value.data
        if offset:
            pointer = self.emit(f"getelementptr inbounds {element}, ptr {pointer}, i64 {offset}")
        return pointer

    def start_block(self, label: str) -> None:
        """Begin a basic block."""
        self.lines.append(f"{label}:")
        self.label = label

    def scoped(self, block: Block) -> None:
        """Print a nested block; addresses computed inside are forgotten after it."""
        outer = self.addresses
        self.addresses = dict(outer)
        self.block(block)
        self.addresses = outer

    def block(self, block: Block) -> None:
        """Print the ops of a block in order."""
        for op in block.ops:
            printer = _PRINTERS.get(type(op))
            if printer is None:
                raise PassFailedException(f"cannot print {op.name} as LLVM IR")
            printer(self, op)

    def function(
        self, op: func.FuncOp, name: str | None = None, internal: bool = False, extra: str = ""
    ) -> None:
        """Print a whole function, under another name and with an extra parameter if given."""
        arguments = []
        for i, argument in enumerate(op.body.block.args):
            self.names[argument] = f"%a{i}"
            attributes = " noalias" if isinstance(argument.type, MemRefType) else ""
            arguments.append(f"{llvm_type(argument.type)}{attributes} %a{i}")
        arguments += [extra] if extra else []
        private = op.sym_visibility is not None and op.sym_visibility.data == "private"
        linkage = "internal " if private or internal else ""
        header = f"define {linkage}void @{name or op.sym_name.data}({', '.join(arguments)}) #0 {{"
        self.lines += [header, "entry:"]
        self.at_start()
        self.block(op.body.block)
        self.lines += ["}", ""]

    def at_start(self) -> None:
        """Hook: a function begins."""

    def after_call(self) -> None:
        """Hook: a call has been printed."""


def _constant(p: FunctionPrinter, op: arith.ConstantOp) -> None:
    value = op.value
    match value:
        case IntegerAttr():
            text = str(value.value.data)
        case FloatAttr():
            text = float_literal(value.value.data)
        case DenseIntOrFPElementsAttr():
            text = _dense(value)
        case _:
            raise PassFailedException(f"no LLVM constant for {value}")
    p.names[op.result] = text


def _dense(value: DenseIntOrFPElementsAttr) -> str:
    element = llvm_type(value.get_element_type())
    values = cast("Sequence[float]", value.get_values())
    if element == "float":
        texts = [float_literal(v) for v in values]
    else:
        texts = [str(v) for v in values]
    if len(set(texts)) == 1:
        zero = texts[0] in ("0", "0x0000000000000000")
        return "zeroinitializer" if zero else f"splat ({element} {texts[0]})"
    return f"<{', '.join(f'{element} {t}' for t in texts)}>"


def _binary(p: FunctionPrinter, op: Operation) -> None:
    a, b = op.operands
    p.names[op.results[0]] = p.emit(
        f"{_BINARY[type(op)]} {llvm_type(a.type)} {p.names[a]}, {p.names[b]}"
    )


def _intrinsic(p: FunctionPrinter, op: Operation) -> None:
    type_ = op.results[0].type
    name = f"llvm.{_INTRINSICS[type(op)]}.{_suffix(type_)}"
    p.names[op.results[0]] = p.call(name, type_, op.operands)


def _number(p: FunctionPrinter, op: Operation) -> None:
    """maxnumf, minnumf as compare and select: one max/min instruction on x86."""
    a, b = op.operands
    type_ = llvm_type(a.type)
    relation = "ogt" if isinstance(op, arith.MaxnumfOp) else "olt"
    bits = f"<{simd.lanes_of(a.type)} x i1>" if isinstance(a.type, VectorType) else "i1"
    mask = p.emit(f"fcmp {relation} {type_} {p.names[a]}, {p.names[b]}")
    p.names[op.results[0]] = p.emit(
        f"select {bits} {mask}, {type_} {p.names[a]}, {type_} {p.names[b]}"
    )


def _negate(p: FunctionPrinter, op: arith.NegfOp) -> None:
    p.names[op.result] = p.emit(f"fneg {p.typed(op.operand)}")


def _compare_int(p: FunctionPrinter, op: arith.CmpiOp) -> None:
    relation = _COMPARE_INT[op.predicate.value.data]
    p.names[op.result] = p.emit(f"icmp {relation} {p.typed(op.lhs)}, {p.names[op.rhs]}")


def _compare_float(p: FunctionPrinter, op: arith.CmpfOp) -> None:
    relation = _COMPARE_FLOAT[op.predicate.value.data]
    p.names[op.result] = p.emit(f"fcmp {relation} {p.typed(op.lhs)}, {p.names[op.rhs]}")


def _compare_lanes(p: FunctionPrinter, op: simd.CompareOp) -> None:
    p.names[op.result] = p.emit(f"fcmp {op.predicate.data} {p.typed(op.a)}, {p.names[op.b]}")


def _select(p: FunctionPrinter, op: Operation) -> None:
    p.names[op.results[0]] = p.emit(f"select {', '.join(p.typed(v) for v in op.operands)}")


def _index_cast(p: FunctionPrinter, op: arith.IndexCastOp) -> None:
    source, result = llvm_type(op.input.type), llvm_type(op.result.type)
    if source == result:
        p.names[op.result] = p.names[op.input]
        return
    kind = "sext" if int(source[1:]) < int(result[1:]) else "trunc"
    p.names[op.result] = p.emit(f"{kind} {p.typed(op.input)} to {result}")


def _convert(p: FunctionPrinter, op: simd.ConvertOp) -> None:
    kind, result = op.kind.data, llvm_type(op.result.type)
    p.names[op.result] = p.emit(f"{kind} {p.typed(op.value)} to {result}")


def _mask(lanes: int, first: int) -> str:
    return f"<{', '.join('i1 true' if i < first else 'i1 false' for i in range(lanes))}>"


def _load(p: FunctionPrinter, op: simd.LoadOp) -> None:
    type_ = llvm_type(op.result.type)
    pointer = p.address(op)
    if op.first is None:
        align = 8 if type_ == "i64" else 4
        p.names[op.result] = p.emit(f"load {type_}, ptr {pointer}, align {align}")
        return
    lanes = simd.lanes_of(op.result.type)
    name = f"llvm.masked.load.{_suffix(op.result.type)}.p0"
    p.declarations.add(f"declare {type_} @{name}(ptr, i32, <{lanes} x i1>, {type_})")
    mask = _mask(lanes, op.first.value.data)
    p.names[op.result] = p.emit(
        f"call {type_} @{name}(ptr {pointer}, i32 4, <{lanes} x i1> {mask}, "
        f"{type_} zeroinitializer)"
    )


def _store(p: FunctionPrinter, op: simd.StoreOp) -> None:
    pointer = p.address(op)
    if op.first is None:
        p.lines.append(f"  store {p.typed(op.value)}, ptr {pointer}, align 4")
        return
    lanes, type_ = simd.lanes_of(op.value.type), llvm_type(op.value.type)
    name = f"llvm.masked.store.{_suffix(op.value.type)}.p0"
    p.declarations.add(f"declare void @{name}({type_}, ptr, i32, <{lanes} x i1>)")
    mask = _mask(lanes, op.first.value.data)
    p.lines.append(
        f"  call void @{name}({p.typed(op.value)}, ptr {pointer}, i32 4, <{lanes} x i1> {mask})"
    )


def _splat_of(p: FunctionPrinter, scalar: str, type_: VectorType) -> str:
    vector, lanes = llvm_type(type_), type_.get_shape()[0]
    element = llvm_type(type_.element_type)
    first = p.emit(f"insertelement {vector} poison, {element} {scalar}, i64 0")
    return p.emit(
        f"shufflevector {vector} {first}, {vector} poison, <{lanes} x i32> zeroinitializer"
    )


def _broadcast_load(p: FunctionPrinter, op: simd.BroadcastLoadOp) -> None:
    type_ = cast(VectorType, op.result.type)
    scalar = p.emit(f"load {llvm_type(type_.element_type)}, ptr {p.address(op)}, align 4")
    p.names[op.result] = _splat_of(p, scalar, type_)


def _splat(p: FunctionPrinter, op: simd.SplatOp) -> None:
    p.names[op.result] = _splat_of(p, p.names[op.value], cast(VectorType, op.result.type))


def _prefetch(p: FunctionPrinter, op: simd.PrefetchOp) -> None:
    p.declarations.add("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    p.lines.append(f"  call void @llvm.prefetch.p0(ptr {p.address(op)}, i32 0, i32 3, i32 1)")


def _shuffle(p: FunctionPrinter, op: simd.ShuffleOp) -> None:
    mask = [int(v) for v in op.mask.get_values()]
    entries = ", ".join("i32 poison" if v < 0 else f"i32 {v}" for v in mask)
    p.names[op.result] = p.emit(
        f"shufflevector {p.typed(op.a)}, {p.typed(op.b)}, <{len(mask)} x i32> <{entries}>"
    )


def _reduce(p: FunctionPrinter, op: simd.ReduceOp) -> None:
    kind = _REDUCTIONS[op.kind.data]
    vector = llvm_type(op.value.type)
    name = f"llvm.vector.reduce.{kind}.{_suffix(op.value.type)}"
    start = {"fadd": f"float {float_literal(-0.0)}, ", "fmul": f"float {float_literal(1.0)}, "}
    start_type = "float, " if kind in start else ""
    p.declarations.add(f"declare float @{name}({start_type}{vector})")
    # Reassociation is what makes it a tree of vector adds instead of a chain of 16 scalar ones.
    flags = "reassoc " if kind in start else ""
    p.names[op.result] = p.emit(
        f"call {flags}float @{name}({start.get(kind, '')}{p.typed(op.value)})"
    )


def _call_lanes(p: FunctionPrinter, op: simd.CallOp) -> None:
    """A C math function on each lane."""
    arguments, result = list(op.arguments), op.result.type
    name = op.callee.data
    scalars = ", ".join(["float"] * len(arguments))
    p.declarations.add(f"declare float @{name}({scalars})")
    if not isinstance(result, VectorType):
        values = ", ".join(p.typed(a) for a in arguments)
        p.names[op.result] = p.emit(f"call float @{name}({values})")
        return
    vector, type_ = "poison", llvm_type(result)
    for lane in range(result.get_shape()[0]):
        values = [p.emit(f"extractelement {p.typed(a)}, i64 {lane}") for a in arguments]
        value = p.emit(f"call float @{name}({', '.join(f'float {v}' for v in values)})")
        vector = p.emit(f"insertelement {type_} {vector}, float {value}, i64 {lane}")
    p.names[op.result] = vector


def _view(p: FunctionPrinter, op: memref.ViewOp) -> None:
    base, shift = p.names[op.source], p.names[op.byte_shift]
    p.names[op.result] = p.emit(f"getelementptr inbounds i8, ptr {base}, i64 {shift}")


def _part(p: FunctionPrinter, op: ViewOp) -> None:
    element = llvm_type(cast(MemRefType, op.source.type).element_type)
    base, offset = p.names[op.source], op.offset.value.data
    p.names[op.result] = p.emit(f"getelementptr inbounds {element}, ptr {base}, i64 {offset}")


def _call(p: FunctionPrinter, op: func.CallOp) -> None:
    arguments = ", ".join(p.typed(v) for v in op.arguments)
    p.lines.append(f"  call void @{op.callee.string_value()}({arguments})")
    p.after_call()


def _barrier(p: FunctionPrinter, op: simd.BarrierOp) -> None:
    """Call the function that `@ncnnc_barrier` points to, unless this thread is alone."""
    p.counter += 1
    n = p.counter
    several = p.emit(f"icmp ugt i64 {p.names[op.threads]}, 1")
    p.lines.append(f"  br i1 {several}, label %meet{n}, label %met{n}")
    p.start_block(f"meet{n}")
    p.declarations.add("@ncnnc_barrier = global ptr null")
    function = p.emit("load ptr, ptr @ncnnc_barrier, align 8")
    p.lines += [f"  call void {function}()", f"  br label %met{n}"]
    p.start_block(f"met{n}")


def _return(p: FunctionPrinter, op: func.ReturnOp) -> None:
    if op.arguments:
        raise PassFailedException("functions return nothing at this level")
    p.lines.append("  ret void")


def _known(value: SSAValue) -> int | None:
    owner = value.owner
    if isinstance(owner, arith.ConstantOp) and isinstance(owner.value, IntegerAttr):
        return owner.value.value.data
    return None


def _for(p: FunctionPrinter, op: scf.ForOp) -> None:
    _loop(p, op.lb, op.ub, op.step, op.body, list(op.iter_args), list(op.res))


def _parallel(p: FunctionPrinter, op: scf.ParallelOp) -> None:
    if len(op.lowerBound) != 1 or op.initVals:
        raise PassFailedException("scf.parallel must have one dimension and no reduction here")
    _loop(p, op.lowerBound[0], op.upperBound[0], op.step[0], op.body, [], [])


def _loop(
    p: FunctionPrinter,
    lower: SSAValue,
    upper: SSAValue,
    step: SSAValue,
    body: Region,
    inits: list[SSAValue],
    results: list[SSAValue],
) -> None:
    """A rotated loop, guarded unless it is known to run at least once."""
    p.counter += 1
    n = p.counter
    before = p.label
    low, high = _known(lower), _known(upper)
    guarded = low is None or high is None or low >= high
    if guarded:
        enter = p.emit(f"icmp slt i64 {p.names[lower]}, {p.names[upper]}")
        p.lines.append(f"  br i1 {enter}, label %loop{n}, label %exit{n}")
    else:
        p.lines.append(f"  br label %loop{n}")
    p.start_block(f"loop{n}")
    phis_at = len(p.lines)
    iv, *carried = body.block.args
    p.names[iv] = f"%i{n}"
    for j, argument in enumerate(carried):
        p.names[argument] = f"%c{n}_{j}"
    p.scoped(body.block)
    last = body.block.last_op
    nexts = [p.names[v] for v in last.operands] if isinstance(last, scf.YieldOp) else []
    latch = p.label
    p.lines.append(f"  %n{n} = add nsw i64 %i{n}, {p.names[step]}")
    p.lines.append(f"  %t{n} = icmp slt i64 %n{n}, {p.names[upper]}")
    p.lines.append(f"  br i1 %t{n}, label %loop{n}, label %exit{n}")
    phis = [f"  %i{n} = phi i64 [ {p.names[lower]}, %{before} ], [ %n{n}, %{latch} ]"]
    for j, (init, following) in enumerate(zip(inits, nexts, strict=True)):
        kind = llvm_type(init.type)
        phis.append(
            f"  %c{n}_{j} = phi {kind} [ {p.names[init]}, %{before} ], [ {following}, %{latch} ]"
        )
    p.lines[phis_at:phis_at] = phis
    p.start_block(f"exit{n}")
    for result, init, following in zip(results, inits, nexts, strict=True):
        if guarded:
            kind = llvm_type(init.type)
            p.names[result] = p.emit(
                f"phi {kind} [ {p.names[init]}, %{before} ], [ {following}, %{latch} ]"
            )
        else:
            p.names[result] = following


def _if(p: FunctionPrinter, op: scf.IfOp) -> None:
    p.counter += 1
    n = p.counter
    has_else = bool(op.false_region.blocks)
    other = f"else{n}" if has_else else f"endif{n}"
    p.lines.append(f"  br i1 {p.names[op.cond]}, label %then{n}, label %{other}")
    ends: list[tuple[str, list[str]]] = []
    branches = [("then", op.true_region)] + ([("else", op.false_region)] if has_else else [])
    for name, region in branches:
        p.start_block(f"{name}{n}")
        p.scoped(region.block)
        last = region.block.last_op
        values = [p.names[v] for v in last.operands] if isinstance(last, scf.YieldOp) else []
        ends.append((p.label, values))
        p.lines.append(f"  br label %endif{n}")
    p.start_block(f"endif{n}")
    for j, result in enumerate(op.results):
        pairs = ", ".join(f"[ {values[j]}, %{label} ]" for label, values in ends)
        p.names[result] = p.emit(f"phi {llvm_type(result.type)} {pairs}")


def _nothing(p: FunctionPrinter, op: Operation) -> None:
    """Terminators, which the enclosing op has dealt with."""


_PRINTERS: dict[type[Operation], Callable[[FunctionPrinter, Any], None]] = {
    **dict.fromkeys(_BINARY, _binary),
    **dict.fromkeys(_INTRINSICS, _intrinsic),
    arith.ConstantOp: _constant,
    arith.MaxnumfOp: _number,
    arith.MinnumfOp: _number,
    arith.NegfOp: _negate,
    arith.CmpiOp: _compare_int,
    arith.CmpfOp: _compare_float,
    arith.SelectOp: _select,
    arith.IndexCastOp: _index_cast,
    simd.CompareOp: _compare_lanes,
    simd.SelectOp: _select,
    simd.ConvertOp: _convert,
    simd.LoadOp: _load,
    simd.StoreOp: _store,
    simd.BroadcastLoadOp: _broadcast_load,
    simd.SplatOp: _splat,
    simd.PrefetchOp: _prefetch,
    simd.ShuffleOp: _shuffle,
    simd.ReduceOp: _reduce,
    simd.CallOp: _call_lanes,
    memref.ViewOp: _view,
    ViewOp: _part,
    func.CallOp: _call,
    func.ReturnOp: _return,
    scf.ForOp: _for,
    scf.ParallelOp: _parallel,
    scf.IfOp: _if,
    scf.YieldOp: _nothing,
    scf.ReduceOp: _nothing,
    simd.BarrierOp: _barrier,
}


def print_llvm_ir(module: ModuleOp, vector_bits: int = 512) -> str:
    """
    The module as LLVM IR text, every function in order.

    `vector_bits` is what LLVM may use for vectors that it makes itself. Raises: PassFailedException
    for an op that does not belong to this level.
    """
    lines: list[str] = []
    declarations: set[str] = set()
    for op in module.ops:
        if not isinstance(op, func.FuncOp):
            raise PassFailedException(f"expected functions only, found {op.name}")
        if not op.is_declaration:
            FunctionPrinter(lines, declarations).function(op)
    return module_text(lines, declarations, vector_bits)


def module_text(lines: list[str], declarations: set[str], vector_bits: int) -> str:
    """Functions, what they call, and the attributes that they all have."""
    width = f'"prefer-vector-width"="{vector_bits}" "min-legal-vector-width"="{vector_bits}"'
    attributes = f"attributes #0 = {{ nounwind {width} }}"
    return "\n".join([*lines, *sorted(declarations), attributes]) + "\n"


@dataclass(frozen=True)
class LLVMIRTarget(Target):
    """Output target `llvm-ir`: `ncnnc-opt -t llvm-ir`."""

    name = "llvm-ir"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(print_llvm_ir(module))
