"""Options for image channels."""

from __future__ import annotations

from dataclasses import dataclass

from .. import option_values as values
from ..image import Image
from . import words
from .record import Argument, OptionGroup, member_of, option, words_of

ORDERS = Image.order, "bgr"
"""Orders of the channels of a blob."""


@dataclass(frozen=True, kw_only=True)
class ChannelOptions(OptionGroup):
    """Normalization of image channels. Raises: as `Image`."""

    mean: tuple[float, ...] = option(
        values.numbers,
        Image.mean,
        accepts="Sequence[float]",
        argument=Argument(
            "subtract these from image channels", metavar="MEAN", parse=words.numbers
        ),
    )
    """Values subtracted from image channels (0..255), one per channel or one for all."""
    norm: tuple[float, ...] = option(
        values.numbers,
        Image.norm,
        accepts="Sequence[float]",
        argument=Argument(
            "then multiply image channels by these", metavar="NORM", parse=words.numbers
        ),
    )
    """Factors for image channels after the subtraction."""
    order: str = option(
        member_of(ORDERS, "order of channels"),
        Image.order,
        accepts=words_of(ORDERS),
        argument=Argument(
            "channel order that the model expects (default: {default}); models of Caffe and "
            "Darknet mostly expect bgr",
            choices=ORDERS,
        ),
    )
    """Channel order that the model expects, unless it expects gray images."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.image

    @property
    def image(self) -> Image:
        """Return the preprocessing of images."""
        return Image(mean=self.mean, norm=self.norm, order=self.order)
