"""What is known of the shapes of blobs, while it is found out."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.ir import SSAValue

Extents = tuple[int | None, ...]
"""The extents of a blob of known rank, outermost first; None for one that is unknown."""


def any_extents(rank: int) -> Extents:
    """Extents of which none is known."""
    return (None,) * rank


class ImpliedShapes:
    """What is known of each blob so far. Facts are only added: the first that is said counts."""

    def __init__(self, given: Mapping[SSAValue, Extents]):
        self.extents: dict[SSAValue, Extents] = dict(given)
        self.changed = False
        self.takes_proposals = False
        """Whether what is likely counts where nothing is known."""

    def of(self, value: SSAValue) -> Extents | None:
        """What is known of a blob; None if not even its rank is."""
        return self.extents.get(value)

    def say(self, value: SSAValue, extents: Extents) -> None:
        """A blob has these extents."""
        known = self.extents.get(value, any_extents(len(extents)))
        if len(known) != len(extents):
            return
        pairs = zip(known, extents, strict=True)
        merged = tuple(new if old is None else old for old, new in pairs)
        if self.extents.get(value) != merged:
            self.extents[value], self.changed = merged, True

    def propose(self, value: SSAValue, extents: Extents) -> None:
        """A blob has these extents if its rank is theirs; if its rank is unknown, they would do."""
        if value in self.extents or self.takes_proposals:
            self.say(value, extents)
