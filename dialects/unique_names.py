"""Generate unique names."""

from __future__ import annotations

from collections.abc import Iterable


class UniqueNames:
    """Taken names; a name taken again gets a number appended."""

    def __init__(self, separator: str, taken: Iterable[str] = ()):
        self._separator = separator
        self._taken = set(taken)
        self._counts: dict[str, int] = {}
        """Largest number in use after each name."""
        self._requested: dict[str, str] = {}
        """Name with a number -> its requested form."""

    def __contains__(self, name: str) -> bool:
        return name in self._taken

    def copy(self) -> UniqueNames:
        """Return an independent copy of the names."""
        other = UniqueNames(self._separator, self._taken)
        other._counts = dict(self._counts)
        other._requested = dict(self._requested)
        return other

    def take(self, name: str) -> str:
        """Take `name` if it is free, else `name_2` and so on; return the taken name."""
        unique = name
        while unique in self._taken:
            self._counts[name] = self._counts.get(name, 1) + 1
            unique = f"{name}{self._separator}{self._counts[name]}"
        self._taken.add(unique)
        if unique != name:
            self._requested[unique] = name
        return unique

    def requested(self, name: str) -> str:
        """Return the requested form of `name`, without its number."""
        return self._requested.get(name, name)
