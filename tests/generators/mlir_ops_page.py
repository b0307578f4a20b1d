"""
Writes `docs/mlir-ops.md`: the ops of MLIR in our IR, and the tests that hold their meaning.

    python -m tests.generators.mlir_ops_page

Tests check that the page is up to date, that it has each op that occurs, and that each is tested.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ncnnc.passes.loops.emit.building import vector_math
from xdsl.ir import Operation

PAGE = Path(__file__).parents[2] / "docs" / "mlir-ops.md"
HEAD = """\
# Ops of MLIR

Our IR uses these ops of MLIR's dialects, with MLIR's meaning: NaN, infinities, signed zeros,
overflow and poison included. What MLIR lacks, or defines differently from what ncnn computes, is an
op of our own: `simd.maximum` and `simd.minimum` return the second operand if one is NaN, as x86's
instructions do; `arith.maximumf` returns NaN.

Compiled code is compared with this meaning on special values, for every target that the machine
runs: `test_scalar.py` and `test_lanes.py` in `tests/compiler/reference`. xDSL's
`canonicalize`, which rewrites these ops by MLIR's rules, leaves the results of a network the same
bits (`tests/compiler/backend/test_mlir_ops.py`).
`python -m tests.generators.mlir_ops_page` writes this page.

| op | levels | meaning in code | test |
|---|---|---|---|
"""
SCALARS = "`test_scalar.py`, `test_lanes.py`"
LOOPS = "`test_mlir_ops.py`, all kernels"
INDICES = "`test_lanes.py`, all kernels"


def joined(ops: Iterable[type[Operation]]) -> str:
    """The names of ops."""
    return ", ".join(sorted(op.name for op in ops))


ELEMENTWISE = {
    "arith.addf, arith.subf, arith.mulf, arith.divf, arith.negf": "IEEE 754; `contract` allows a "
    "product and a sum to become one FMA",
    "arith.maximumf, arith.minimumf": "NaN if one operand is; -0 is less than 0",
    "arith.cmpf, arith.select": "ordered and unordered predicates",
    "arith.addi, arith.subi, arith.muli": "modulo 2^n; with `overflow<nsw>` poison on overflow",
    "arith.andi, arith.ori, arith.xori": "bits",
    "arith.shli, arith.shrsi, arith.shrui": "poison for shifts by the width or more",
    "arith.maxsi, arith.minsi, arith.maxui, arith.minui, arith.cmpi": "signed or unsigned",
    "arith.extsi, arith.extui, arith.trunci, arith.bitcast": "bits",
    "arith.sitofp, arith.uitofp": "round to nearest, ties to even",
    "arith.fptosi, arith.fptoui": "drop the fraction; poison if the result does not fit",
    "arith.extf, arith.truncf": "bfloat16 and float32; round to nearest, ties to even",
    joined(vector_math.NATIVE): "exact",
    joined((*vector_math.EXPANSIONS, *vector_math.LIBRARY)): "within 2e-6; level 4 expands them or "
    "calls libm",
}
OTHERS = {
    "builtin.module, func.func, func.return": ("all", "functions", LOOPS),
    "func.call": ("3, 4", "calls of kernels", LOOPS),
    "tensor.empty": ("3", "no code: a result's buffer", LOOPS),
    "linalg.generic, linalg.yield": ("2, 3", "a loop nest; the body of an epilogue", SCALARS),
    "memref.alloc": ("3", "a part of the arena, after `plan-memory`", LOOPS),
    "memref.view, memref.cast": ("3, 4", "addresses", LOOPS),
    "arith.constant": ("all", "a literal", LOOPS),
    "arith.divsi, arith.divui, arith.remsi, arith.remui, arith.index_cast": (
        "4",
        "indices; poison for a divisor of 0",
        INDICES,
    ),
    "scf.for, scf.if, scf.while, scf.condition, scf.yield": (
        "4",
        "branches and phis; the induction variable does not overflow: extents are below 2^48",
        LOOPS,
    ),
    "scf.parallel, scf.reduce": (
        "4",
        "iterations in any order; without a reduction. `parallelize` gives each thread a part",
        LOOPS,
    ),
}


def names(row: str) -> list[str]:
    """The ops of a row."""
    return row.split(", ")


def listed() -> list[str]:
    """All ops of the page."""
    return [name for row in (*ELEMENTWISE, *OTHERS) for name in names(row)]


def line(ops: str, levels: str, meaning: str, test: str) -> str:
    """A line of the table."""
    return f"| {', '.join(f'`{name}`' for name in names(ops))} | {levels} | {meaning} | {test} |\n"


def page() -> str:
    """The whole text."""
    rows = [line(ops, *others) for ops, others in OTHERS.items()]
    rows += [line(ops, "2, 3, 4", meaning, SCALARS) for ops, meaning in ELEMENTWISE.items()]
    return HEAD + "".join(rows)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
