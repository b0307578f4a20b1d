"""
Exceptions that ncnnc raises on purpose, as one tree; each message is one line.

`m.param:12: error: layer 'conv3' (Convolution): <reason>; hint: <what to try>`
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from ..runtime.errors import MissingFeaturesError, NcnncError, shortened
from ..runtime.files.input_files import shown_path
from ..runtime.suggestions import did_you_mean

PARAM_IN_MEMORY = "<param>"
"""Name of an in-memory `.param` in errors."""
MEBIBYTE = 1 << 20


class ModelError(NcnncError):
    """A model is invalid, at `offset` bytes into `file` or in `line`, counted from 1."""

    def __init__(
        self,
        reason: str,
        *,
        file: str | None = None,
        line: int | None = None,
        offset: int | None = None,
        layer: str | None = None,
        layer_type: str | None = None,
        hint: str | None = None,
    ):
        self.reason = reason
        self.file = file
        self.line = line
        self.offset = offset
        self.layer = layer
        self.layer_type = layer_type
        self.hint = hint
        super().__init__(self.render())

    def render(self) -> str:
        """Return the error as one line: place, layer, reason, hint."""
        place = shown_path(self.file or "")
        if self.line is not None:
            place += f":{self.line}"
        elif self.offset is not None:
            place += f":{self.offset:#x}"
        text = f"{place}: error: " if place else "error: "
        if self.layer is not None:
            kind = f" ({self.layer_type})" if self.layer_type else ""
            text += f"layer '{self.layer}'{kind}: "
        text += self.reason
        if self.hint:
            text += f"; hint: {self.hint}"
        return " ".join(text.split())


class ExtraWeightsError(ModelError):
    """A `.bin` has more bytes, from `offset` on, after the weights of the last layer."""


class UnsupportedError(ModelError):
    """The model is valid, but ncnnc cannot compile it yet."""


class ExtentsError(ModelError):
    """Some layers do not support extents known at run time; `refused` has an error for each."""

    refused: Sequence[ModelError] = ()

    @property
    def layers(self) -> str:
        """Return the refused layers as text: `'a' (LRN), 'b' (LRN)`."""
        return ", ".join(dict.fromkeys(f"'{e.layer}' ({e.layer_type})" for e in self.refused))


class UsageError(NcnncError):
    """A wrong call of the command line or the API (exit status 2)."""

    def __init__(self, reason: str):
        super().__init__(f"error: {reason}")


class UnrunnableTargetError(UsageError, MissingFeaturesError):
    """Raised if code must run here but this machine cannot run its target."""


class OptionTypeError(UsageError, TypeError):
    """An option of the API has a wrong type."""


class OptionValueError(UsageError, ValueError):
    """An option of the API has an invalid value."""


MAX_NAMES_LISTED = 50


def unknown_name(kind: str, word: str, known: Sequence[str]) -> UsageError:
    """Return the error for an unknown name; it suggests the nearest known name, or lists a few."""
    return UsageError(why_unknown(kind, word, known))


def why_unknown(kind: str, word: str, known: Sequence[str]) -> str:
    """Return the message for an unknown name."""
    guess = did_you_mean(word, known)
    listed = f" (known: {', '.join(known)})" if len(known) <= MAX_NAMES_LISTED else ""
    return f"unknown {kind} '{shortened(word)}'{guess and f'; {guess}'}{listed}"


LONGEST_REASON = 300
"""Largest number of characters of the cause in an internal error's message."""


class InternalError(NcnncError):
    """A bug of ncnnc (exit status 70); `ncnnc-opt` repeats it with `reproducer`."""

    def __init__(self, reason: str, reproducer: str | None = None):
        self.reason = textwrap.shorten(reason, LONGEST_REASON, placeholder=" ...")
        self.reproducer = reproducer
        shown = f"; {reproducer} reproduces it" if reproducer else ""
        super().__init__(f"internal error: {self.reason}{shown}; this is a bug, please report it")


def raise_interrupt_behind(error: BaseException) -> None:
    """Raise the KeyboardInterrupt that Python 3.11 wraps in a RuntimeError in class definitions."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, KeyboardInterrupt):
            raise cause
        cause = cause.__cause__ or cause.__context__


def readable_size(count: int, *, up: bool = False) -> str:
    """Print bytes in a fitting unit, to a tenth; `up` rounds up, so that needs exceed limits."""
    for unit, name in ((MEBIBYTE, "MiB"), (1 << 10, "KiB")):
        if count >= unit:
            tenths = -(-count * 10 // unit) if up else count * 10 // unit
            return f"{tenths / 10:.1f} {name}"
    return f"{count} B"
