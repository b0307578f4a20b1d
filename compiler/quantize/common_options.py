"""Options of both kinds of quantization."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .. import option_values as values
from ..options.channel_options import ChannelOptions
from ..options.conversions import error_limit
from ..options.record import Argument, option, optional


class Method(StrEnum):
    """Method that chooses the scale of a layer's input, a function of `methods.py` each."""

    MINMAX = "minmax"
    KL = "kl"
    ACIQ = "aciq"
    MSE = "mse"


class BlockMethod(StrEnum):
    """Method that chooses the integers and the scales of a matrix."""

    MINMAX = "minmax"
    MSE = "mse"
    AWQ = "awq"
    GPTQ = "gptq"

    @property
    def needs_samples(self) -> bool:
        """Return whether the method uses the inputs of layers."""
        return self in (BlockMethod.AWQ, BlockMethod.GPTQ)


METHOD = Argument(
    "where magnitudes are cut off: at the largest one (minmax), where the distribution "
    "changes least (kl), where it is best for a Gaussian or Laplace distribution (aciq), or "
    "where the mean square error is least (mse, the default); for blocks minmax, mse, and by "
    "what samples show: columns scaled by their inputs (awq), or errors made up for by later "
    "columns (gptq)",
    choices=tuple(dict.fromkeys([*map(str, Method), *map(str, BlockMethod)])),
)
"""The argument of both kinds of methods."""


@dataclass(frozen=True, kw_only=True)
class CommonQuantizeOptions(ChannelOptions):
    """Options of `ncnnc quantize` with and without `--blocks`; the channels are the samples'."""

    keep: tuple[str, ...] = option(
        values.names,
        (),
        accepts="Sequence[str]",
        argument=Argument("layers that stay float32", metavar="LAYER", nargs="+"),
    )
    """Layers that stay float32."""
    max_error: float | None = option(
        optional(error_limit),
        argument=Argument(
            "keep the layers float32 that hurt most, until no output is further from that of the "
            "float32 model than E times its largest magnitude, 0.01 say; for blocks those whose "
            "own relative error is larger",
            metavar="E",
            parse=float,
        ),
    )
    """Limit of the model's error, or with blocks of each layer's relative error, if any."""
