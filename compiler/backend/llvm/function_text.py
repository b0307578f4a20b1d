"""The LLVM IR text of a function, on its way into a module."""

from __future__ import annotations

from dataclasses import dataclass

INTERNAL, HIDDEN = "define internal ", "define hidden "
"""How a function begins that its module alone calls, and one that modules of a program share."""


@dataclass(frozen=True)
class FunctionText:
    """The lines of a function, or of several, and the declarations of what they call."""

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
        """What a module says that calls the shared function."""
        return self.lines[0].replace(INTERNAL, "declare hidden ", 1).removesuffix(" {")
