"""The choices of one quantization."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum

from ..diagnostics import OptionValueError, unknown_name
from ..image import Image


class Method(StrEnum):
    """Method that chooses the scale of a layer's input, a function of `methods.py` each."""

    MINMAX = "minmax"
    KL = "kl"
    ACIQ = "aciq"
    MSE = "mse"


@dataclass(frozen=True)
class QuantizeOptions:
    """Options of `ncnnc quantize`. Raises: UsageError; OptionValueError for a bad limit."""

    method: str = Method.MSE
    """One of `Method`."""
    keep: tuple[str, ...] = ()
    """Layers that stay float32."""
    table: str | None = None
    """A file of scales, as ncnn2table writes it, in place of those found with samples."""
    max_error: float | None = None
    """Largest error of the model, see `Simulation`; None: unlimited."""
    optimize: bool = False
    """True to rewrite the graph first, as `ncnnc optimize` does."""
    small_winograd: bool = False
    """True to limit the weights of 3x3 convolutions to 31, as ncnn's Winograd needs."""
    images: Image = field(default_factory=Image)
    """Preprocessing of images that are samples: mean and norm."""

    def __post_init__(self) -> None:
        if self.method not in list(Method):
            raise unknown_name("method", str(self.method), list(Method))
        if self.max_error is not None and not (
            math.isfinite(self.max_error) and self.max_error >= 0
        ):
            raise OptionValueError(f"the error must be a number from 0 on, not {self.max_error}")
