"""
Emit elementary functions of float32 as vector code: exp, log, tanh, erf and related ones.

Range reduction and polynomials, without branches, in ops that every target has. Where an
instruction looks numbers up in a register, powers of 2 come from a table. Errors are a few units in
the last place; results are right at infinities, overflow and NaN. The coefficients are minimax fits
(Lawson's weighted least squares) of relative error on the reduced range.
"""

from __future__ import annotations

import math as libm
from collections.abc import Callable, Sequence
from functools import cache

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import Float32Type, StringAttr, i32
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.utils.exceptions import PassFailedException

from .....dialects.element_types import element_of, lanes_of, vector_type
from .....dialects.kernel.attributes import EpsGuard
from .....dialects.simd.arithmetic import CallOp
from .builder import LoopBuilder
from .conversions import bitcast, convert, integer_op

LOG2_E = libm.log2(libm.e)
LN2_HIGH = 0.693145751953125
"""ln 2 to 12 bits, so that its products with exponents are exact."""
LN2_LOW = libm.log(2) - LN2_HIGH

ROUNDING = float(3 << 22)
"""Adding 1.5 * 2^23 rounds to an integer, which the low bits of the sum then hold."""
HALF_EXPONENT = 126
"""The exponent of 2^(n - 1) is n + 126: added with what rounds, it costs nothing."""
EXPONENT_OF_1 = 127
EXP2_LOWEST, EXP2_HIGHEST = -127.0, 128.0
"""Powers of 2 that are 0 and infinite in bits."""
EXP_LOWEST, EXP_HIGHEST = -87.3, 88.8
"""Arguments are clamped to these: e^x is infinite above, and 0 from -86.99 (1.7e-38) down."""
MANTISSA_BITS = 23
SQRT_HALF_BITS = 0x3F3504F3
SMALLEST_NORMAL = 2.0**-126
DENORMAL_SCALE = 2.0**23

EXP = (0.49999143591506395, 0.16666456408272695, 0.0418987405202036, 0.008374722994391973)
"""`(e^r - 1 - r) / r^2` for |r| <= ln(2) / 2, lowest power first, off by 1e-7."""
EXP2 = {
    1: (
        *(1.0, 0.6931470036506653, 0.24022242426872253, 0.05550733581185341),
        *(0.009671512991189957, 0.001326472731307149),
    ),
    8: (1.0, 0.08664340178254262, 0.003754025466081722, 0.00010839105820040782),
    32: (1.0, 0.021661166555988497, 0.0002345961888493675),
}
"""`2^(r / n)` for |r| <= 1/2 by n, lowest power first, to 9e-8: n is the size of a table."""
EXPM1 = (0.500000009570084, 0.16666518306017, 0.0416662041388, 0.00836895351, 0.00139506023)
"""The same to 3e-9, since what is small must have small errors."""
LOG = (
    *(0.3333333168203031, -0.25000826768495854, 0.20001235874998, -0.16623144461806),
    *(0.1420136867107633, -0.13162004197255853, 0.12765427780896, -0.07634387506676),
)
"""`(ln(1 + f) - f + f^2 / 2) / f^3` for sqrt(1/2) <= 1 + f <= sqrt(2)."""
ERF_SMALL = (
    *(0.1283791659137675, -0.3761262713608546, 0.11283600177663, -0.02685444465220),
    *(0.0051895354560726, -0.0008020842320635, 0.00007889123010343),
)
"""`erf(x) / x - 1` in x^2, for |x| <= 1."""
ERF_LARGE = (
    *(0.0003537193086734454, 1.1270400367665956, 0.6382256759816558, 0.10303736989318),
    *(-0.02180531889427539, 0.002939607450092, -0.000185574025324),
)
"""`-ln(1 - erf(x))` for 1 <= x <= 4."""
ERF_SATURATED = 4.0
"""From here on erf is 1 in float32."""
TANH_SATURATED = 10.0
"""From here on tanh is 1 in float32."""


def expand_math(b: LoopBuilder, op: Operation, operands: Sequence[SSAValue]) -> SSAValue | None:
    """Return the value of a float32 `math` op, None for other ops. Raises: PassFailedException."""
    kind = type(op)
    if kind not in EXPANSIONS and kind not in NATIVE and kind not in LIBRARY:
        return None
    require_f32(op)
    if isinstance(op, math.ExpOp) and FastMathFlag.APPROX_FUNC in op.fastmath.data:
        return approximate_exp(b, *operands)
    if kind in EXPANSIONS:
        return EXPANSIONS[kind](b, *operands)
    if kind in NATIVE:
        return b.float_op(kind, *operands)
    return library_call(b, LIBRARY[kind], *operands)


def require_f32(op: Operation) -> None:
    """Raises: PassFailedException for arithmetic on another type of floats."""
    for operand in op.operands:
        if not isinstance(element_of(operand.type), Float32Type):
            raise PassFailedException(f"{op.name} has code for f32 only, not {operand.type}")


def exp(b: LoopBuilder, x: SSAValue) -> SSAValue:
    """Return `e^x`; 0 where it is less than 1.7e-38."""
    if isinstance(x, OpResult) and isinstance(x.op, arith.NegfOp):
        return _exp_of_clamped(b, _clamped(b, x.op.operand, -EXP_HIGHEST, -EXP_LOWEST), -1)
    return _exp_of_clamped(b, _clamped(b, x, EXP_LOWEST, EXP_HIGHEST))


def approximate_exp(b: LoopBuilder, x: SSAValue, plus: SSAValue | None = None) -> SSAValue:
    """
    Return `e^x` for a `math.exp` that may be approximate; `plus` is added by its last
    multiplication.

    The relative error is 2e-7 plus |x| * 1.3e-8 (7e-8 without fused multiply-adds). Below 2^-127
    the result is 0, above 2^127.5 infinite.
    """
    if isinstance(x, OpResult) and isinstance(x.op, arith.NegfOp):
        negated = _clamped(b, x.op.operand, -EXP2_HIGHEST / LOG2_E, -EXP2_LOWEST / LOG2_E)
        return _approximate_exp_of_clamped(b, negated, -1, plus)
    clamped = _clamped(b, x, EXP2_LOWEST / LOG2_E, EXP2_HIGHEST / LOG2_E)
    return _approximate_exp_of_clamped(b, clamped, plus=plus)


def exp_of_negative(b: LoopBuilder, x: SSAValue) -> SSAValue:
    """Return `approximate_exp` for x <= 0, with one constant fewer in registers."""
    return _approximate_exp_of_clamped(b, b.maxf(constant(b, EXP2_LOWEST / LOG2_E, x), x))


def _approximate_exp_of_clamped(
    b: LoopBuilder, x: SSAValue, sign: int = 1, plus: SSAValue | None = None
) -> SSAValue:
    """
    Return `2^(n/t) * 2^(r/t)`, with `t * sign * x * log2(e) = n + r`, |r| <= 1/2; log2(e) is off by
    1.3e-8.

    A table of t entries has the powers of a remainder of n, so that few powers of r are needed; t
    is 1 without one.
    """
    lookup = b.target.lookup(lanes_of(x.type))
    entries = lookup.entries if lookup is not None else 1
    magic = constant(b, ROUNDING + EXPONENT_OF_1 * entries, x)
    log2_e = constant(b, sign * LOG2_E * entries, x)
    rounded = b.fma(x, log2_e, magic)
    r = b.fma(x, log2_e, b.subf(magic, rounded))
    power, fraction = _power_of_2(b, rounded, entries), polynomial(b, r, EXP2[entries])
    return b.mulf(fraction, power) if plus is None else b.fma(fraction, power, plus)


def _exp_of_clamped(b: LoopBuilder, x: SSAValue, sign: int = 1) -> SSAValue:
    """
    Return `e^(sign * x)`; negating x would cost an instruction and a register.

    With `s = sign * r` it is `2 * (1 + s + s^2 P(s))`: the half power, which never overflows by
    itself, needs the factor 2.
    """
    r, half_power = _reduce(b, x, sign)
    doubled = polynomial(b, r, [2 * c * sign ** (i + 1) for i, c in enumerate(EXP)])
    slope = b.fma(doubled, r, constant(b, 2.0, r))
    if sign < 0:
        slope = b.float_op(arith.NegfOp, slope)
    return b.mulf(b.fma(slope, r, constant(b, 2.0, r)), half_power)


def expm1(b: LoopBuilder, x: SSAValue) -> SSAValue:
    """Return `e^x - 1`, exact to the last places around 0 too."""
    r, half_power = _reduce(b, _clamped(b, x, EXP_LOWEST, EXP_HIGHEST))
    p = b.fma(b.mulf(r, r), polynomial(b, r, EXPM1), r)
    half = b.fma(half_power, p, b.subf(half_power, constant(b, 0.5, x)))
    return b.addf(half, half)


def _clamped(b: LoopBuilder, x: SSAValue, lowest: float, highest: float) -> SSAValue:
    return b.minf(constant(b, highest, x), b.maxf(constant(b, lowest, x), x))


def _reduce(b: LoopBuilder, x: SSAValue, sign: int = 1) -> tuple[SSAValue, SSAValue]:
    """Return r and 2^(n - 1), with `sign * x = n ln 2 + sign * r`, |r| <= ln(2) / 2."""
    magic = constant(b, ROUNDING + HALF_EXPONENT, x)
    rounded = b.fma(x, constant(b, sign * LOG2_E, x), magic)
    n = b.subf(rounded, magic)
    r = b.fma(n, constant(b, -sign * LN2_HIGH, x), x)
    r = b.fma(n, constant(b, -sign * LN2_LOW, x), r)
    return r, _power_of_2(b, rounded)


def _power_of_2(b: LoopBuilder, rounded: SSAValue, entries: int = 1) -> SSAValue:
    """
    Return the power of 2 whose exponent is in the low bits of a number rounded by addition; with a
    table of 2^k entries the lowest k bits select its mantissa.
    """
    integers = vector_type(i32, lanes_of(rounded.type))
    places, place_bits = bitcast(b, rounded, integers), entries.bit_length() - 1
    shift = b.constant(MANTISSA_BITS - place_bits, integers)
    bits = integer_op(b, arith.ShLIOp, places, shift)
    if entries > 1:
        bits = integer_op(b, arith.AddiOp, bits, b.lookup(places, mantissas(entries)))
    return bitcast(b, bits, rounded.type)


@cache
def mantissas(entries: int) -> tuple[int, ...]:
    """Return the mantissa of 2^(i / entries) by i, less the bits of i after the shift."""
    exact = (2.0 ** (i / entries) - 1 - i / entries for i in range(entries))
    return tuple(round(difference * (1 << MANTISSA_BITS)) for difference in exact)


def log(b: LoopBuilder, x: SSAValue) -> SSAValue:
    """Return the natural logarithm: -inf at 0, NaN below."""
    integers = vector_type(i32, lanes_of(x.type))
    zero, infinity = constant(b, 0.0, x), constant(b, libm.inf, x)
    denormal = b.compare_lanes("olt", x, constant(b, SMALLEST_NORMAL, x))
    scaled = b.select(denormal, b.mulf(x, constant(b, DENORMAL_SCALE, x)), x)
    correction = b.select(denormal, constant(b, float(-MANTISSA_BITS), x), zero)
    # x = 2^e * m with sqrt(1/2) <= m < sqrt(2)
    bits = bitcast(b, scaled, integers)
    shift = b.constant(MANTISSA_BITS, integers)
    above = integer_op(b, arith.SubiOp, bits, b.constant(SQRT_HALF_BITS, integers))
    exponent = integer_op(b, arith.ShRSIOp, above, shift)
    mantissa = integer_op(b, arith.SubiOp, bits, integer_op(b, arith.ShLIOp, exponent, shift))
    e = b.addf(convert(b, "sitofp", exponent, x.type), correction)
    f = b.subf(bitcast(b, mantissa, x.type), constant(b, 1.0, x))
    square = b.mulf(f, f)
    tail = b.mulf(b.mulf(square, f), polynomial(b, f, LOG))
    tail = b.fma(e, constant(b, LN2_LOW, x), tail)
    tail = b.fma(square, constant(b, -0.5, x), tail)
    value = b.fma(e, constant(b, LN2_HIGH, x), b.addf(f, tail))
    value = b.select(b.compare_lanes("olt", x, infinity), value, infinity)
    at_zero = b.select(
        b.compare_lanes("oeq", x, zero), constant(b, -libm.inf, x), constant(b, libm.nan, x)
    )
    return b.select(b.compare_lanes("ogt", x, zero), value, at_zero)


def log1p(b: LoopBuilder, x: SSAValue) -> SSAValue:
    """Return `ln(1 + x)`: the logarithm of u = 1 + x, plus what rounding u lost, relative to u."""
    one = constant(b, 1.0, x)
    u = b.addf(x, one)
    kept = b.subf(u, one)
    logarithm = log(b, u)
    corrected = b.addf(logarithm, b.divf(b.subf(x, kept), u))
    return b.select(b.compare_lanes("oeq", kept, x), logarithm, corrected)


def tanh(b: LoopBuilder, x: SSAValue) -> SSAValue:
    """Return `tanh(x)`: `t / (t + 2)` with `t = e^(2|x|) - 1`, and the sign of x."""
    magnitude = b.minf(constant(b, TANH_SATURATED, x), b.float_op(math.AbsFOp, x))
    t = expm1(b, b.addf(magnitude, magnitude))
    value = b.divf(t, b.addf(t, constant(b, 2.0, x)))
    return b.float_op(math.CopySignOp, value, x)


def sigmoid(b: LoopBuilder, x: SSAValue) -> SSAValue:
    """Return `1 / (1 + e^-x)`."""
    one = constant(b, 1.0, x)
    return b.divf(one, approximate_exp(b, b.float_op(arith.NegfOp, x), plus=one))


def erf(b: LoopBuilder, x: SSAValue) -> SSAValue:
    """Return the error function: an odd polynomial up to 1, `1 - e^-P(|x|)` beyond."""
    magnitude = b.float_op(math.AbsFOp, x)
    small = b.fma(x, polynomial(b, b.mulf(x, x), ERF_SMALL), x)
    clamped = b.minf(constant(b, ERF_SATURATED, x), magnitude)
    negated = polynomial(b, clamped, [-c for c in ERF_LARGE])
    large = b.subf(constant(b, 1.0, x), exp(b, negated))
    large = b.float_op(math.CopySignOp, large, x)
    return b.select(b.compare_lanes("ogt", magnitude, constant(b, 1.0, x)), large, small)


def rsqrt(b: LoopBuilder, x: SSAValue) -> SSAValue:
    """Return `1 / sqrt(x)`."""
    return b.divf(constant(b, 1.0, x), b.float_op(math.SqrtOp, x))


def guarded_reciprocal_root(
    b: LoopBuilder, square: SSAValue, eps: float, guard: EpsGuard
) -> SSAValue:
    """Return `1 / sqrt(square)`, with the root kept from 0 by eps."""
    least = constant(b, eps, square)
    match guard:
        case EpsGuard.ADDED_TO_SQUARE:
            return rsqrt(b, b.addf(square, least))
        case EpsGuard.LEAST_SQUARE:
            return rsqrt(b, b.maxf(square, least))
        case EpsGuard.ADDED_TO_ROOT:
            root = b.addf(b.float_op(math.SqrtOp, square), least)
        case EpsGuard.LEAST_ROOT:
            root = b.maxf(b.float_op(math.SqrtOp, square), least)
    return b.divf(constant(b, 1.0, square), root)


EXPANSIONS: dict[type[Operation], Callable[..., SSAValue]] = {
    math.ErfOp: erf,
    math.ExpM1Op: expm1,
    math.ExpOp: exp,
    math.Log1pOp: log1p,
    math.LogOp: log,
    math.RsqrtOp: rsqrt,
    math.TanhOp: tanh,
}
NATIVE = frozenset(
    (
        *(math.AbsFOp, math.CeilOp, math.CopySignOp, math.FloorOp),
        *(math.RoundEvenOp, math.SqrtOp, math.TruncOp),
    )
)
"""Ops that the back end has instructions for."""
LIBRARY: dict[type[Operation], str] = {
    math.AcosOp: "acosf",
    math.AcoshOp: "acoshf",
    math.AsinOp: "asinf",
    math.AsinhOp: "asinhf",
    math.Atan2Op: "atan2f",
    math.AtanOp: "atanf",
    math.AtanhOp: "atanhf",
    math.CbrtOp: "cbrtf",
    math.CosOp: "cosf",
    math.CoshOp: "coshf",
    math.Exp2Op: "exp2f",
    math.Log10Op: "log10f",
    math.Log2Op: "log2f",
    math.PowFOp: "powf",
    math.RoundOp: "roundf",
    math.SinOp: "sinf",
    math.SinhOp: "sinhf",
    math.TanOp: "tanf",
}
"""Ops that the C library computes, lane by lane."""


# Helpers ---------------------------------------------------------------------------------------


def library_call(b: LoopBuilder, function: str, *operands: SSAValue) -> SSAValue:
    """Call a C math function on every lane."""
    op = CallOp.create(
        operands=operands,
        properties={"callee": StringAttr(function)},
        result_types=[operands[0].type],
    )
    return b.insert(op)


def polynomial(b: LoopBuilder, x: SSAValue, coefficients: Sequence[float]) -> SSAValue:
    """Evaluate a polynomial by Horner's scheme; coefficients lowest power first."""
    terms = [constant(b, c, x) for c in coefficients]
    value = terms.pop()
    while terms:
        value = b.fma(value, x, terms.pop())
    return value


def constant(b: LoopBuilder, value: float, like: SSAValue) -> SSAValue:
    """Return a constant of the type of `like`."""
    return b.constant(value, like.type)
