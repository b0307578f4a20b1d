"""Options of a quantization to int8."""

from __future__ import annotations

from dataclasses import dataclass

from .. import option_values as values
from ..options.record import Argument, member_of, option, optional, words_of
from .common_options import METHOD, CommonQuantizeOptions, Method


@dataclass(frozen=True, kw_only=True)
class QuantizeOptions(CommonQuantizeOptions):
    """Options of `ncnnc quantize`. Raises: UsageError; OptionTypeError; OptionValueError."""

    method: str = option(
        member_of(Method), Method.MSE.value, accepts=words_of(Method), argument=METHOD
    )
    """Method that chooses the scale of a layer's input."""
    table: str | None = option(
        optional(values.path),
        accepts="str | os.PathLike[str] | None",
        argument=Argument("take the scales from this file", metavar="FILE"),
    )
    """A file of scales, as ncnn2table writes it, in place of those found with samples."""
    dynamic: bool = option(
        values.flag,
        False,
        argument=Argument(
            "also make int8 of the matrices of Gemm, MultiHeadAttention, LSTM, GRU, RNN and Embed, "
            "as ncnn2int8 does: scales of their inputs are found at run time"
        ),
    )
    """Make int8 of layers, too, that find the scales of their inputs at run time."""
    optimize: bool = option(
        values.flag,
        False,
        argument=Argument(
            "first rewrite the graph as `ncnnc optimize` does, so that int8 layers take over more"
        ),
    )
    """Rewrite the graph first, as `ncnnc optimize` does."""
    small_winograd: bool = option(
        values.flag,
        False,
        argument=Argument(
            "let the weights of 3x3 convolutions of stride 1 be at most 31, as ncnn2table does: "
            "larger sums of products overflow where ncnn computes them by Winograd"
        ),
    )
    """Limit the weights of 3x3 convolutions to 31, as ncnn's Winograd needs."""
