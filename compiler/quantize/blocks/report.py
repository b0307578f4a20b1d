"""The result of quantizing matrices by blocks, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class BlockLayerReport:
    """
    One layer with matrices; errors that were not measured are None.

    An error is the root of the sum of squares of all differences, relative to that of the float32
    numbers.
    """

    name: str
    type: str
    is_quantized: bool
    reason: str = ""
    """Reason why it stays float32, if it does."""
    weight_error: float | None = None
    """Error of the weights."""
    output_error: float | None = None
    """Error of the products with the inputs from samples."""

    @property
    def error(self) -> float | None:
        """Return the error to compare with a limit: that of the outputs, if it was measured."""
        return self.weight_error if self.output_error is None else self.output_error


@dataclass(frozen=True)
class BlockReport:
    """All layers with matrices, in the order of the model."""

    layers: tuple[BlockLayerReport, ...]
    bits: int
    block: int
    method: str
    samples: int
    bytes_before: int
    bytes_after: int
    """Size of the `.bin`."""

    @property
    def quantized_layers(self) -> tuple[str, ...]:
        """Return the names of the layers whose matrices are stored in blocks."""
        return tuple(layer.name for layer in self.layers if layer.is_quantized)
