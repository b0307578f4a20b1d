"""Options of the channels of images."""

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
    """The numbers by which the channels of images are normalized. Raises: as `Image`."""

    mean: tuple[float, ...] = option(
        values.numbers,
        Image.mean,
        accepts="Sequence[float]",
        argument=Argument(
            "of an image's channels, to be subtracted", metavar="MEAN", parse=words.numbers
        ),
    )
    """Subtracted from the channels of images, 0..255: a number for each, or one for all."""
    norm: tuple[float, ...] = option(
        values.numbers,
        Image.norm,
        accepts="Sequence[float]",
        argument=Argument(
            "what its channels are then multiplied by", metavar="NORM", parse=words.numbers
        ),
    )
    """Factor of the channels after the subtraction."""
    order: str = option(
        member_of(ORDERS, "order of channels"),
        Image.order,
        accepts=words_of(ORDERS),
        argument=Argument(
            "order in which the model takes the channels of an image (default: {default}); those "
            "of Caffe and Darknet mostly take bgr",
            choices=ORDERS,
        ),
    )
    """Order in which the model takes the channels of an image, unless it takes gray."""

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self.image

    @property
    def image(self) -> Image:
        """Return the preprocessing of images."""
        return Image(mean=self.mean, norm=self.norm, order=self.order)
