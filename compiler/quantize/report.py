"""The result of quantizing a model, layer by layer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class LayerReport:
    """One layer that could compute with int8; fields that were not measured are None."""

    name: str
    type: str
    is_int8: bool
    reason: str = ""
    """Reason why it stays float32, if it does."""
    input_scale: float | None = None
    decibels: float | None = None
    """Signal-to-noise ratio of its result if it alone is int8: infinite if that is exact."""
    error_alone: float | None = None
    """Error of the model if no other layer is int8."""


@dataclass(frozen=True)
class QuantizationReport:
    """
    All layers that could compute with int8, in the order of the model.

    `error` is that of the model as it was written: the largest difference of an output to that of
    the float32 model, relative to its largest magnitude, over `samples_measured` samples, both
    computed by compiled models. None without samples.
    """

    layers: tuple[LayerReport, ...]
    error: float | None
    samples: int
    samples_measured: int
    bytes_before: int
    bytes_after: int
    """Size of the `.bin`."""
    overflowing: tuple[str, ...] = ()
    """Layers whose sums ncnn's Winograd, which it chooses for some 3x3 kernels, cannot hold."""
    float_batchnorms: int = 0
    """BatchNorm and Scale layers behind a convolution, which `ncnnc optimize` would merge."""

    @property
    def int8_layers(self) -> tuple[str, ...]:
        """Return the names of the layers that compute with int8."""
        return tuple(layer.name for layer in self.layers if layer.is_int8)
