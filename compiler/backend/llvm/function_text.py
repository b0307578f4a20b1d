"""The LLVM IR text of a function that will be part of a module."""

from __future__ import annotations

from dataclasses import dataclass

INTERNAL, HIDDEN = "define internal ", "define hidden "
"""First words of a function used only in its module, or shared by a program's modules."""


@dataclass(frozen=True)
class FunctionText:
    """The lines of one or more functions, and the declarations of their callees."""

    lines: list[str]
    declarations: set[str]

    @property
    def size(self) -> int:
        """Units: characters."""
        return sum(map(len, self.lines))

    @property
    def shared(self) -> FunctionText:
        """Return an internal function made visible to the other modules of the program."""
        header, *body = self.lines
        return FunctionText([header.replace(INTERNAL, HIDDEN, 1), *body], self.declarations)

    @property
    def declaration(self) -> str:
        """Return the declaration of the shared function for modules that call it."""
        return self.lines[0].replace(INTERNAL, "declare hidden ", 1).removesuffix(" {")
