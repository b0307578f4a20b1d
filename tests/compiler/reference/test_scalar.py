"""Scalar ops: compiled code against the reference on NaN, infinities, zeros and denormals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
import pytest
from ncnnc.compiler.reference import make_interpreter
from ncnnc.compiler.reference.conversions import numpy_type
from ncnnc.dialects.weight_store import WeightStore
from ncnnc.passes.loops.emit.building import vector_math
from ncnnc.passes.loops.vectorize_linalg import VectorizeLinalgPass
from xdsl.dialects import arith, math
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Operation

from tests.helpers.elements import TARGETS
from tests.helpers.kernel_runner import Kernel, compile_functions
from tests.helpers.special_values import ELEMENTS, FLOATS, agree, parsed, special

pytestmark = pytest.mark.isa

APPROXIMATE = 2e-6


@dataclass(frozen=True)
class Body:
    """Makes %r of %a and, if it has a second operand, %b."""

    text: str
    operands: tuple[str, ...] = ("f32",)
    result: str = "f32"
    tolerance: float = 0.0
    """Relative; 0 for the same bits."""
    is_defined: Callable[..., np.ndarray | bool] = lambda *_: True
    """Returns whether MLIR's op is defined, not poison."""

    def arrays(self) -> list[np.ndarray]:
        """Return all combinations of special values."""
        pairs = np.array(list(product(range(len(FLOATS)), repeat=2))).T
        places = pairs if len(self.operands) > 1 else [np.arange(len(FLOATS))]
        return [special(t)[i % len(special(t))] for t, i in zip(self.operands, places, strict=True)]


def of_two(op: str, element: str = "f32", **more) -> Body:
    return Body(f"%r = {op} %a, %b : {element}", (element, element), element, **more)


def shift(op: str, element: str) -> Body:
    """Return a shift by less than the width: any other is poison."""
    width = ELEMENTS[element].width.data - 1
    text = f"%w = arith.constant {width} : {element}\n%s = arith.andi %b, %w : {element}\n"
    return Body(text + f"%r = {op} %a, %s : {element}", (element, element), element)


def compared(op: str, predicate: str, element: str) -> Body:
    text = f"%c = {op} {predicate}, %a, %b : {element}\n%r = arith.select %c, %a, %b : {element}"
    return Body(text, (element, element), element)


def converted(kind: str, source: str, result: str, **more) -> Body:
    return Body(f"%r = arith.{kind} %a : {source} to {result}", (source,), result, **more)


def holds(limit: float, lowest: float) -> Callable[[np.ndarray], np.ndarray]:
    """Return where floats have an integer of a type, before their fraction is dropped."""
    return lambda x: (np.trunc(x) >= lowest) & (np.trunc(x) < limit)


INTEGERS = ("i8", "i16", "i32")
INTEGER_OPS = [f"arith.{op}" for op in ("addi", "subi", "muli", "andi", "ori", "xori")]
INTEGER_OPS += [f"arith.{op}" for op in ("maxsi", "minsi", "maxui", "minui")]
FLOAT_OPS = [f"arith.{op}" for op in ("addf", "subf", "mulf", "divf", "maximumf", "minimumf")]
NARROWER = (("i8", "i16"), ("i8", "i32"), ("i16", "i32"))
LIMITS = {"i8": 2.0**7, "i16": 2.0**15, "i32": 2.0**31}
OF_TWO = (math.Atan2Op, math.CopySignOp, math.PowFOp)


def math_body(op: type[Operation], tolerance: float) -> Body:
    if op in OF_TWO:
        return of_two(op.name, tolerance=tolerance)
    return Body(f"%r = {op.name} %a : f32", tolerance=tolerance)


BODIES = [
    *(of_two(op) for op in (*FLOAT_OPS, "simd.maximum", "simd.minimum")),
    Body("%r = arith.negf %a : f32"),
    Body("%r = simd.to_int8 %a", result="i8"),
    Body("%r = simd.fma %a, %b, %a : f32", ("f32", "f32"), tolerance=2e-7),
    *(math_body(op, 0.0) for op in vector_math.NATIVE),
    *(math_body(op, APPROXIMATE) for op in (*vector_math.EXPANSIONS, *vector_math.LIBRARY)),
    *(
        Body(f'%r = simd.call "{f}"(%a, %b) : (f32, f32) -> f32', ("f32", "f32"))
        for f in ("fmodf", "remainderf")
    ),
    *(compared("arith.cmpf", p, "f32") for p in arith.CMPF_COMPARISON_OPERATIONS),
    *(of_two(op, element) for op in INTEGER_OPS for element in INTEGERS),
    *(shift(f"arith.{op}", e) for op in ("shli", "shrsi", "shrui") for e in INTEGERS),
    *(compared("arith.cmpi", p, e) for p in arith.CMPI_COMPARISON_OPERATIONS for e in INTEGERS),
    *(converted(kind, *types) for kind in ("extsi", "extui") for types in NARROWER),
    *(converted("trunci", wide, narrow) for narrow, wide in NARROWER),
    *(converted(kind, e, "f32") for kind in ("sitofp", "uitofp") for e in INTEGERS),
    *(converted("fptosi", "f32", e, is_defined=holds(n, -n)) for e, n in LIMITS.items()),
    *(converted("fptoui", "f32", e, is_defined=holds(2 * n, 0)) for e, n in LIMITS.items()),
    *(converted("bitcast", *types) for types in (("f32", "i32"), ("i32", "f32"))),
    converted("truncf", "f32", "bf16"),
    converted("extf", "bf16", "f32"),
]


def generic(number: int, body: Body) -> str:
    """Return a function with the body in a loop."""
    size = len(body.arrays()[0])
    names = ["%a", "%b"][: len(body.operands)]
    types = [f"memref<{size}x{element}>" for element in (*body.operands, body.result)]
    inputs = [f"%x{i}" for i in range(len(names))]
    same = ", ".join(["affine_map<(d0) -> (d0)>"] * len(types))
    arguments = [f"{n}: {t}" for n, t in zip([*inputs, "%y"], types, strict=True)]
    scalars = [f"{n}: {t}" for n, t in zip(names, body.operands, strict=True)]
    return f"""
    func.func @f{number}({", ".join(arguments)}) {{
      linalg.generic {{indexing_maps = [{same}], iterator_types = ["parallel"]}}
        ins({", ".join(inputs)} : {", ".join(types[:-1])}) outs(%y : {types[-1]}) {{
      ^bb0({", ".join(scalars)}, %previous: {body.result}):
        {body.text}
        linalg.yield %r : {body.result}
      }}
      func.return
    }}"""


@cache
def functions() -> str:
    return "".join(generic(i, body) for i, body in enumerate(BODIES))


@cache
def expected() -> list[np.ndarray]:
    """Return what the reference computes, by body."""
    interpreter = make_interpreter(WeightStore())
    bodies = [op.body for op in parsed(functions()).walk() if isinstance(op, GenericOp)]
    results: list[np.ndarray] = []
    with np.errstate(all="ignore"):
        for body, region in zip(BODIES, bodies, strict=True):
            arrays = body.arrays()
            result = np.zeros(arrays[0].shape, numpy_type(ELEMENTS[body.result]))
            (value,) = interpreter.run_ssacfg_region(region, (*arrays, result), "body")
            results.append(np.asarray(value))
    return results


def differences(
    bodies: Sequence[Body], kernels: Sequence[Kernel], results: Sequence[np.ndarray]
) -> list[str]:
    """Return a line for each body whose code disagrees with its results."""
    lines: list[str] = []
    for body, kernel, result in zip(bodies, kernels, results, strict=True):
        arrays = body.arrays()
        got = kernel(*arrays)
        wrong = ~agree(got, result, body.tolerance) & body.is_defined(*arrays)
        lines += [
            f"{body.text} of {[a[i] for a in arrays]}: {got[i]}, by the reference {result[i]}"
            for i in np.flatnonzero(wrong)[:3]
        ]
    return lines


@pytest.mark.parametrize("target", TARGETS)
def test_scalar_ops(target: str):
    kernels = compile_functions(functions(), target, [VectorizeLinalgPass()])
    assert differences(BODIES, kernels, expected()) == []
