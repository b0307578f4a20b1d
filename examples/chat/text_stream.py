"""Text as it is generated, up to a text that ends it."""

from __future__ import annotations

from collections.abc import Sequence


class TextStream:
    """
    Takes pieces of a text, and gives those that can be shown.

    Held back is what may be the beginning of a stop text, which is never shown.
    """

    def __init__(self, stops: Sequence[str]):
        self._stops = [stop for stop in stops if stop]
        self._held = ""
        self.stopped = False

    def add(self, piece: str) -> str:
        """Return the text that is now known not to belong to a stop text."""
        text = self._held + piece
        found = [place for stop in self._stops if (place := text.find(stop)) >= 0]
        if found:
            self.stopped, self._held = True, ""
            return text[: min(found)]
        shown = len(text) - max((overlap(text, stop) for stop in self._stops), default=0)
        self._held = text[shown:]
        return text[:shown]

    def rest(self) -> str:
        """Return the text that was held back: no more will follow."""
        held, self._held = self._held, ""
        return held


def overlap(text: str, stop: str) -> int:
    """Return the length of the longest end of a text that begins `stop`."""
    lengths = range(min(len(text), len(stop) - 1), 0, -1)
    return next((length for length in lengths if text.endswith(stop[:length])), 0)
