"""A pointer that a loop advances, and that loads of several vectors advance on the way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class MovingPointer:
    """
    The pointer of a buffer and an index that grows by `stride` elements an iteration.

    A load of several vectors may add a number to its pointer: the bytes that it loads, or a
    register. The sum is the pointer of the next such load, and LLVM must not see that it is also
    one of the first pointer and a constant: it would compute it from that.
    """

    phi: str
    start: str
    stride: int
    element: str
    """LLVM's name of the type of an element."""
    bytes: int
    """Bytes of an element."""
    rest: str | None = None
    """The register that the last load of an iteration adds, if that is not what it loads."""
    name: str = ""
    """The pointer after the loads so far."""
    passed: int = 0
    """The elements by which these have advanced it."""
    last: str = ""
    """The pointer of the last of these."""

    def __post_init__(self) -> None:
        self.name = self.phi

    def entry(self, before: str, latch: str) -> str:
        """Return the line that begins the loop."""
        return f"  {self.phi} = phi ptr [ {self.start}, %{before} ], [ {self.phi}.next, %{latch} ]"

    def step(self) -> str:
        """Return the line that ends an iteration."""
        by, rest = self.name, str((self.stride - self.passed) * self.bytes)
        if self.rest is not None:
            by, rest = self.last, self.rest
        return f"  {self.phi}.next = getelementptr inbounds i8, ptr {by}, i64 {rest}"


def opaque(type: str, value: str) -> str:
    """Return an instruction without code, whose result LLVM does not know to be a value."""
    return f'call {type} asm "", "=r,0"({type} {value})'
