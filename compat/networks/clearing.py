"""Clear nets and extractors at the end of `with`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self, SupportsIndex


class ClearedAtExit(ABC):
    """A context manager that returns itself."""

    @abstractmethod
    def clear(self) -> None:
        """Release everything held."""

    def __enter__(self) -> Self:
        return self

    def __reduce_ex__(self, protocol: SupportsIndex) -> str:
        """Refuse copies and pickles. Raises: TypeError, like ncnn."""
        raise TypeError(f"cannot pickle '{type(self).__name__}' object")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.clear()
