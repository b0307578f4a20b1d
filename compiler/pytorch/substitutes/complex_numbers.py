"""Complex numbers as pairs of real ones, and Fourier transforms as products with matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, cast

import numpy as np

from ..tracing import import_torch
from .registry import SUBSTITUTES, Tensor, fixed, substitute, untraced

SAME_ON_BOTH = frozenset(
    "reshape view permute transpose unsqueeze squeeze flatten unflatten contiguous expand repeat"
    " movedim clone __getitem__ __neg__ neg sum mean chunk split".split()
)
"""Methods that do to a complex number what they do to its parts."""


class ComplexTensor:
    """The real and the imaginary parts of complex numbers, of one shape."""

    def __init__(self, real: Tensor, imag: Tensor):
        self.real, self.imag = real, imag

    @classmethod
    def of(cls, value: Any) -> ComplexTensor:
        """Return a value as complex numbers: a tensor of PyTorch's is a constant."""
        torch = import_torch()
        if isinstance(value, cls):
            return value
        if isinstance(value, complex):
            return cls(value.real, value.imag)
        if torch.is_tensor(value) and value.is_complex():
            with untraced():
                return cls(*(part.clone() for part in (value.real, value.imag)))
        return cls(value, 0)

    @classmethod
    def __torch_function__(
        cls, function: Any, types: Any, args: Sequence[Any] = (), kwargs: Any = None
    ) -> Any:
        return complex_function(function.__name__)(*args, **(kwargs or {}))

    def __getattr__(self, name: str) -> Any:
        if name in SAME_ON_BOTH:
            return partial(on_both, self, name)
        if name in OF_COMPLEX:
            return partial(OF_COMPLEX[name], self)
        if name in ("shape", "ndim", "size", "dim", "device"):
            return getattr(self.real, name)
        raise AttributeError(f"'{name}' of complex numbers is not converted")

    def __getitem__(self, index: Any) -> Any:
        return on_both(self, "__getitem__", index)

    def __neg__(self) -> Any:
        return on_both(self, "__neg__")

    def __add__(self, other: Any) -> ComplexTensor:
        return add(self, other)

    def __sub__(self, other: Any) -> ComplexTensor:
        return subtract(self, other)

    def __mul__(self, other: Any) -> ComplexTensor:
        return multiply(self, other)

    def __truediv__(self, other: Any) -> ComplexTensor:
        return divide(self, other)

    __radd__, __rmul__ = __add__, __mul__


def on_both(x: ComplexTensor, name: str, *args: Any, **more: Any) -> Any:
    """Do the same to both parts."""
    real, imag = (getattr(part, name)(*args, **more) for part in (x.real, x.imag))
    if isinstance(real, tuple | list):
        pairs = zip(cast("Sequence[Any]", real), imag, strict=True)
        return [ComplexTensor(*each) for each in pairs]
    return ComplexTensor(real, imag)


def by_name(name: str, x: ComplexTensor, *args: Any, **more: Any) -> Any:
    return on_both(x, name, *args, **more)


def complex_function(name: str) -> Callable[..., Any]:
    """Return a function of complex numbers by its name in PyTorch."""
    name = name if name in OF_COMPLEX or name in SAME_ON_BOTH else name.strip("_")
    if name in OF_COMPLEX:
        return OF_COMPLEX[name]
    if name in SUBSTITUTES and name.startswith(("fft_", "istft")):
        return SUBSTITUTES[name]
    if name in SAME_ON_BOTH:
        return partial(by_name, name)
    raise TypeError(f"'{name}' of complex numbers is not converted")


def add(x: Any, y: Any) -> ComplexTensor:
    x, y = ComplexTensor.of(x), ComplexTensor.of(y)
    return ComplexTensor(x.real + y.real, x.imag + y.imag)


def subtract(x: Any, y: Any) -> ComplexTensor:
    x, y = ComplexTensor.of(x), ComplexTensor.of(y)
    return ComplexTensor(x.real - y.real, x.imag - y.imag)


def multiply(x: Any, y: Any) -> ComplexTensor:
    x, y = ComplexTensor.of(x), ComplexTensor.of(y)
    if isinstance(y.imag, int):
        return ComplexTensor(x.real * y.real, x.imag * y.real)
    if isinstance(x.imag, int):
        return ComplexTensor(x.real * y.real, x.real * y.imag)
    return ComplexTensor(x.real * y.real - x.imag * y.imag, x.real * y.imag + x.imag * y.real)


def divide(x: Any, y: Any) -> ComplexTensor:
    x, y = ComplexTensor.of(x), ComplexTensor.of(y)
    if isinstance(y.imag, int):
        return ComplexTensor(x.real / y.real, x.imag / y.real)
    return multiply(multiply(x, conjugate(y)), 1 / (y.real * y.real + y.imag * y.imag))


def conjugate(x: Any) -> ComplexTensor:
    x = ComplexTensor.of(x)
    return ComplexTensor(x.real, -x.imag)


def magnitude(x: Any) -> Tensor:
    x = ComplexTensor.of(x)
    return (x.real * x.real + x.imag * x.imag).sqrt()


def joined(tensors: Sequence[Any], dim: int = 0) -> ComplexTensor:
    """Concatenate."""
    parts = [ComplexTensor.of(each) for each in tensors]
    cat = import_torch().cat
    return ComplexTensor(
        cat([each.real for each in parts], dim), cat([each.imag for each in parts], dim)
    )


def reverse_product(x: Any, y: Any) -> ComplexTensor:
    return multiply(y, x)


ALONE: dict[str, Callable[[Any], Any]] = {
    "angle": lambda x: import_torch().atan2(x.imag, x.real),
    "resolve_conj": lambda x: x,
    "real": lambda x: x.real,
    "imag": lambda x: x.imag,
    "view_as_real": lambda x: import_torch().stack([x.real, x.imag], -1),
    "is_complex": lambda x: True,
}
OF_COMPLEX: dict[str, Callable[..., Any]] = {
    **ALONE,
    "add": add,
    "sub": subtract,
    "mul": multiply,
    "rmul": reverse_product,
    "div": divide,
    "truediv": divide,
    "abs": magnitude,
    "conj": conjugate,
    "cat": joined,
}
"""Functions by name."""


@substitute("view_as_complex")
def view_as_complex(x: Tensor) -> ComplexTensor:
    return ComplexTensor(x[..., 0], x[..., 1])


@substitute("complex")
def complex_of(real: Tensor, imag: Tensor) -> ComplexTensor:
    return ComplexTensor(real, imag)


@substitute("polar")
def polar(size: Tensor, angle: Tensor) -> ComplexTensor:
    return ComplexTensor(size * angle.cos(), size * angle.sin())


# Fourier transforms -----------------------------------------------------------------------------


def angles(count: int, outputs: int, period: int) -> np.ndarray:
    """Return the angle of each element in each sum."""
    return 2 * np.pi / period * (np.outer(np.arange(count), np.arange(outputs)) % period)


def along(x: Tensor, dim: int, matrix: np.ndarray) -> Tensor:
    """Multiply an axis by a matrix."""
    return (x.transpose(dim, -1) @ fixed(matrix)).transpose(dim, -1)


def scale_of(norm: str | None, period: int, is_inverse: bool) -> float:
    """Return the factor of a transform."""
    if norm == "ortho":
        return period**-0.5
    return 1 / period if is_inverse == (norm != "forward") else 1.0


def transformed(x: Any, dim: int, period: int, outputs: int, norm: Any, inverse: bool) -> Any:
    """Return sums of an axis with cosines and sines."""
    count = min(x.shape[dim], period)
    if count < x.shape[dim]:
        x = x[(slice(None),) * (dim % x.ndim) + (slice(0, count),)]
    phase, scale = angles(count, outputs, period), scale_of(norm, period, inverse)
    cosines, sines = np.cos(phase) * scale, np.sin(phase) * (scale if inverse else -scale)
    if not isinstance(x, ComplexTensor):
        return ComplexTensor(along(x, dim, cosines), along(x, dim, sines))
    return ComplexTensor(
        along(x.real, dim, cosines) - along(x.imag, dim, sines),
        along(x.real, dim, sines) + along(x.imag, dim, cosines),
    )


def real_inverse(x: ComplexTensor, n: int | None, dim: int, norm: str | None) -> Tensor:
    """Return the real numbers, given the first half of their transform."""
    period = int(n or 2 * (x.shape[dim] - 1))
    count = min(x.shape[dim], period // 2 + 1)
    if count < x.shape[dim]:
        x = x[(slice(None),) * (dim % x.ndim) + (slice(0, count),)]
    twice = np.full((count, 1), 2.0)
    twice[0] = 1
    if period % 2 == 0 and count == period // 2 + 1:
        twice[-1] = 1
    phase, twice = angles(count, period, period), twice * scale_of(norm, period, True)
    return along(x.real, dim, np.cos(phase) * twice) - along(x.imag, dim, np.sin(phase) * twice)


def of_one_axis(name: str) -> Callable[..., Any]:
    """Return `fft`, `ifft`, `rfft` or `irfft`."""

    def function(x: Any, n: Any = None, dim: int = -1, norm: str | None = None) -> Any:
        if name == "irfft":
            return real_inverse(ComplexTensor.of(x), n, dim, norm)
        period = int(n or x.shape[dim])
        outputs = period // 2 + 1 if name == "rfft" else period
        return transformed(x, dim, period, outputs, norm, name == "ifft")

    return function


def of_axes(name: str, default: Sequence[int] | None) -> Callable[..., Any]:
    """Return a transform of several axes: the last one first, or last if the result is real."""
    last = of_one_axis(name)
    rest = of_one_axis("ifft" if "i" in name else "fft")

    def function(x: Any, s: Any = None, dim: Any = default, norm: str | None = None) -> Any:
        axes = list(cast("Sequence[int]", dim)) if dim is not None else list(range(x.ndim))
        axes = axes[-len(s) :] if s is not None and dim is None else axes
        sizes = [int(each) for each in s] if s is not None else [None] * len(axes)
        pairs = list(zip(sizes, axes, strict=True))
        if name != "irfft":
            x = last(x, *pairs[-1], norm)
        for size, axis in pairs[-2::-1]:
            x = rest(x, size, axis, norm)
        return last(x, *pairs[-1], norm) if name == "irfft" else x

    return function


for _name in ("fft", "ifft", "rfft", "irfft"):
    SUBSTITUTES[f"fft_{_name}"] = of_one_axis(_name)
    SUBSTITUTES[f"fft_{_name}2"] = of_axes(_name, (-2, -1))
    SUBSTITUTES[f"fft_{_name}n"] = of_axes(_name, None)


@substitute("stft")
def stft(
    x: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Any = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    **more: Any,
) -> Any:
    """Convolve with a cosine and a sine for each frequency, in the window."""
    torch = import_torch()
    step = hop_length or n_fft // 4
    rows = x.reshape(1, 1, -1) if x.ndim == 1 else x.unsqueeze(1)
    if center:
        rows = torch.nn.functional.pad(rows, (n_fft // 2, n_fft // 2), pad_mode)
    bins = n_fft // 2 + 1 if onesided is not False else n_fft
    weights = window_of(window, n_fft, win_length)[:, None] * (n_fft**-0.5 if normalized else 1)
    phase = angles(n_fft, bins, n_fft)
    kernels = np.concatenate([np.cos(phase) * weights, -np.sin(phase) * weights], 1).T
    found = torch.nn.functional.conv1d(rows, fixed(kernels[:, None].copy()), stride=step)
    real, imag = found[:, :bins], found[:, bins:]
    if x.ndim == 1:
        real, imag = real[0], imag[0]
    return ComplexTensor(real, imag) if return_complex else torch.stack([real, imag], -1)


def window_of(window: Any, n_fft: int, win_length: int | None) -> np.ndarray:
    """Return a window in the middle of zeros."""
    length = win_length or n_fft
    numbers = np.ones(length)
    if window is not None:
        with untraced():
            numbers = window.detach().double().numpy()
    before = (n_fft - length) // 2
    return np.pad(numbers, (before, n_fft - length - before))
