"""The precision chosen for each layer of a program within an error limit, and the reasons."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LayerPrecision:
    """The precision of a layer that multiplies weights."""

    layer: str
    precision: str
    """`fp32`, `bf16` or `int8`."""
    reason: str
    """Reason for this precision."""
    error: float | None = None
    """The error of the model with this layer alone rounded; None if it would not be faster."""
    gain: float = 0.0
    """Saving by the cost model, of bfloat16 if it is float32. Units: cycles of one core."""
    most: float = 0.0
    """The largest saving of a precision that was offered."""
    scale: float | None = None
    """Scale of its input, if it is int8."""


@dataclass(frozen=True)
class PrecisionChoice:
    """Precisions of layers, and the resulting error of compiled code on some samples."""

    limit: float
    """The largest error allowed, relative to the largest magnitude of an output."""
    error: float
    samples: int
    layers: tuple[LayerPrecision, ...]
    why_no_int8: str = ""
    """Reason why int8 was not offered; empty if it was."""

    @property
    def lowered(self) -> tuple[LayerPrecision, ...]:
        """Return the layers with another precision than float32."""
        return tuple(layer for layer in self.layers if layer.precision != "fp32")

    def __str__(self) -> str:
        """Return a summary of one line."""
        within = f"at most {self.limit:g} of the largest output, on {self.samples} samples"
        offer = f"; {self.why_no_int8}" if self.why_no_int8 else ""
        if self.lowered:
            gain = sum(layer.gain for layer in self.lowered)
            total = sum(layer.most for layer in self.layers)
            share = f"{gain / total:.0%} of what they can save" if total else "no gain"
            return f"{self._counts}, {share}; error {self.error:.1e}, {within}{offer}"
        measured = [layer for layer in self.layers if layer.error is not None]
        if not measured:
            return f"all layers stay float32: none is faster with bfloat16 on this target{offer}"
        least = min(measured, key=lambda layer: layer.error or 0.0)
        alone = f"{least.layer} alone has an error of {least.error:.1e}"
        return f"all layers stay float32: {alone}, {within}{offer}"

    @property
    def _counts(self) -> str:
        """Return the numbers of layers by precision."""
        words = {"int8": "int8", "bf16": "bfloat16"}
        counts = {w: sum(layer.precision == w for layer in self.layers) for w in words}
        (first, *more) = ((count, words[w]) for w, count in counts.items() if count)
        others = "".join(f", {count} in {word}" for count, word in more)
        return f"{first[0]} of {len(self.layers)} layers in {first[1]}{others}"
