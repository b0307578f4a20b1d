"""The LLVM IR text of a function, on its way into a module."""

from __future__ import annotations

from dataclasses import dataclass

INTERNAL, HIDDEN = "define internal ", "define hidden "
"""Openings of a function used in its module alone, or shared by a program's modules."""


@dataclass(frozen=True)
class FunctionText:
    """The lines of one or several functions, and the declarations of their callees."""

    lines: list[str]
    declarations: set[str]

    @property
    def size(self) -> int:
        """Units: characters."""
        return sum(map(len, self.lines))

    @property
    def shared(self) -> FunctionText:
        """An internal function as one that other modules of the program may call."""
        header, *body = self.lines
        return FunctionText([header.replace(INTERNAL, HIDDEN, 1), *body], self.declarations)

    @property
    def declaration(self) -> str:
        """Return the declaration of the shared function for a calling module."""
        return self.lines[0].replace(INTERNAL, "declare hidden ", 1).removesuffix(" {")
