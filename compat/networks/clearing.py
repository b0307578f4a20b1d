"""Clear nets and extractors at the end of `with`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self, SupportsIndex


class ClearedAtExit(ABC):
    """A context manager that is its own value."""

    @abstractmethod
    def clear(self) -> None:
        """Forget what is held."""

    def __enter__(self) -> Self:
        return self

    def __reduce_ex__(self, protocol: SupportsIndex) -> str:
        """Raises: TypeError, as ncnn's: these objects are neither copied nor pickled."""
        raise TypeError(f"cannot pickle '{type(self).__name__}' object")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.clear()
