"""Print expressions of extents as C and as LLVM IR."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...runtime.model.symbols import ExtentExpression


@dataclass(frozen=True)
class CText:
    """An expression in C, of type `int64_t`."""

    text: str
    quotient: str
    """The function that divides, rounding down."""

    def _joined(self, operator: str, other: CText) -> CText:
        return CText(f"({self.text} {operator} {other.text})", self.quotient)

    def __add__(self, other: CText) -> CText:
        return self._joined("+", other)

    def __sub__(self, other: CText) -> CText:
        return self._joined("-", other)

    def __mul__(self, other: CText) -> CText:
        return self._joined("*", other)

    def __floordiv__(self, other: CText) -> CText:
        return CText(f"{self.quotient}({self.text}, {other.text})", self.quotient)


def c_expression(expression: str, names: Mapping[str, str], quotient: str) -> str:
    """Return an expression in C, given the names of symbols and of the dividing function."""
    folded = ExtentExpression(expression).fold(
        lambda name: CText(names[name], quotient), lambda n: CText(f"INT64_C({n})", quotient)
    )
    return folded.text


class LlvmFunction:
    """The body of a function in LLVM IR that computes 64-bit integers."""

    def __init__(self, names: Sequence[str]):
        """Create a body whose argument `%numbers` holds the values of `names`, in order."""
        self.lines: list[str] = []
        self._count = 0
        self.symbols = {name: self._loaded(i) for i, name in enumerate(names)}

    def emit(self, text: str) -> LlvmValue:
        """Append an instruction, and return its value."""
        name = f"%v{self._count}"
        self._count += 1
        self.lines.append(f"  {name} = {text}")
        return LlvmValue(self, name)

    def _loaded(self, index: int) -> LlvmValue:
        at = self.emit(f"getelementptr inbounds i64, ptr %numbers, i64 {index}")
        return self.emit(f"load i64, ptr {at.name}, align 8")

    def store(self, expression: str, index: int) -> None:
        """Append code that stores an expression's value as an element of `%extents`."""
        folded = ExtentExpression(expression).fold(
            self.symbols.__getitem__, lambda number: LlvmValue(self, str(number))
        )
        at = self.emit(f"getelementptr inbounds i64, ptr %extents, i64 {index}")
        self.lines.append(f"  store i64 {folded.name}, ptr {at.name}, align 8")


@dataclass(frozen=True)
class LlvmValue:
    """A 64-bit integer."""

    function: LlvmFunction
    name: str

    def _emitted(self, instruction: str, other: LlvmValue) -> LlvmValue:
        return self.function.emit(f"{instruction} i64 {self.name}, {other.name}")

    def __add__(self, other: LlvmValue) -> LlvmValue:
        return self._emitted("add", other)

    def __sub__(self, other: LlvmValue) -> LlvmValue:
        return self._emitted("sub", other)

    def __mul__(self, other: LlvmValue) -> LlvmValue:
        return self._emitted("mul", other)

    def __floordiv__(self, other: LlvmValue) -> LlvmValue:
        """Divide by a positive number, rounding down."""
        is_negative = self._emitted("srem", other)._emitted(
            "icmp slt", LlvmValue(self.function, "0")
        )
        carry = self.function.emit(f"sext i1 {is_negative.name} to i64")
        return self._emitted("sdiv", other) + carry
