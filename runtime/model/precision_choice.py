"""The precision chosen for each layer of a program within an error limit, and the reasons."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LayerPrecision:
    """The precision of a layer that multiplies weights."""

    layer: str
    precision: str
    """`fp32` or `bf16`."""
    reason: str
    """Reason for this precision."""
    error: float | None = None
    """The error of the model with this layer alone in bfloat16; None if it would not be faster."""
    gain: float = 0.0
    """Saving of bfloat16 by the cost model. Units: cycles of one core."""


@dataclass(frozen=True)
class PrecisionChoice:
    """Precisions of layers, and the resulting error of compiled code on some samples."""

    limit: float
    """The largest error allowed, relative to the largest magnitude of an output."""
    error: float
    samples: int
    layers: tuple[LayerPrecision, ...]

    @property
    def lowered(self) -> tuple[LayerPrecision, ...]:
        """Return the layers with another precision than float32."""
        return tuple(layer for layer in self.layers if layer.precision != "fp32")

    def __str__(self) -> str:
        """Return a summary of one line."""
        within = f"at most {self.limit:g} of the largest output, on {self.samples} samples"
        if self.lowered:
            gain = sum(layer.gain for layer in self.lowered)
            total = sum(layer.gain for layer in self.layers)
            share = f"{gain / total:.0%} of what bfloat16 can save" if total else "no gain"
            count = f"{len(self.lowered)} of {len(self.layers)} layers in bfloat16"
            return f"{count}, {share}; error {self.error:.1e}, {within}"
        measured = [layer for layer in self.layers if layer.error is not None]
        if not measured:
            return "all layers stay float32: none is faster with bfloat16 on this target"
        least = min(measured, key=lambda layer: layer.error or 0.0)
        alone = f"{least.layer} alone has an error of {least.error:.1e}"
        return f"all layers stay float32: {alone}, {within}"
