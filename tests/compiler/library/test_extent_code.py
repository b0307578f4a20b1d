"""Expressions of extents in C and in LLVM IR compute what they do in Python."""

from __future__ import annotations

import ctypes

import pytest
from ncnnc.compiler.backend.object.machine_code import emit_object
from ncnnc.compiler.library.extent_code import LlvmFunction, c_expression
from ncnnc.dialects.target.system import NATIVE
from ncnnc.runtime.code.jit import LoadedCode
from ncnnc.runtime.model.symbols import ExtentExpression

EXPRESSIONS = ["T", "7", "P + T", "2 * T - 3 * P", "(T - 9) // 4 + 1", "-5 + (P - T) // 3", "0 - T"]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_c(expression: str):
    text = c_expression(expression, {"T": "e.T", "P": "e.P"}, "quotient")
    values = {"INT64_C": int, "quotient": lambda a, b: a // b}

    class Extents:
        T, P = 5, 11

    assert eval(text, values, {"e": Extents}) == ExtentExpression(expression).value(
        {"T": 5, "P": 11}
    )


@pytest.mark.isa
def test_llvm():
    function = LlvmFunction(["T", "P"])
    for index, expression in enumerate(EXPRESSIONS):
        function.store(expression, index)
    lines = ["define void @f(ptr %numbers, ptr %extents) {", *function.lines, "  ret void", "}"]
    code = LoadedCode(emit_object("\n".join(lines), NATIVE.baseline), (), "test")
    compute = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(code.address("f"))
    found = (ctypes.c_int64 * len(EXPRESSIONS))()
    for rows, past in [(0, 0), (1, 5), (12, 3), (513, 4096)]:
        compute((ctypes.c_int64 * 2)(rows, past), found)
        told = {"T": rows, "P": past}
        assert list(found) == [ExtentExpression(e).value(told) for e in EXPRESSIONS]
