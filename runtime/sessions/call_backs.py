"""Call custom functions from compiled code: on the thread of the run, holding the GIL."""

from __future__ import annotations

import ctypes
import math
import threading
from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np

from ...dialects.custom_layers import registered_layer
from ..errors import ArtifactError
from ..model.called_layers import CallBack, Reference, computed
from ..model.symbols import ExtentExpression
from ..model.tensors import TensorSpec
from ..system.code_memory import foreign_entry

_C_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)
"""Type of the function at `CALL_BACK`, an argument of the entry points."""
NO_EXTENTS: Mapping[str, int] = MappingProxyType({})
Outer: TypeAlias = tuple[int, Mapping[str, int]]
"""The number of outstanding calls of an outer run, and its extents."""


class CallBacks:
    """
    The functions that a program calls, by number.

    A run calls functions on the thread that started it, between `begin` and `finish`; its state is
    thread-local. After the first exception no more functions are called, and `finish` raises it.
    """

    def __init__(self, call_backs: Sequence[CallBack], source: str):
        """Bind registered functions. Raises: ArtifactError that names all unregistered types."""
        layers = {call.type: registered_layer(call.type) for call in call_backs}
        missing = sorted(type for type, layer in layers.items() if layer is None)
        if missing:
            what = f"layers of types that are not registered: {', '.join(missing)}"
            raise ArtifactError(f"{source}: error: {what}; hint: ncnnc.register_layer")
        found = {type: layer.reference for type, layer in layers.items() if layer is not None}
        self._bound = [_Bound(call, found[call.type]) for call in call_backs]
        self._runs = _Runs()
        self._function = _C_FUNCTION(partial(_call, self._bound, self._runs))
        address = ctypes.cast(self._function, ctypes.c_void_p).value or 0
        self.address, self._kept = foreign_entry(address)
        """Address of the C function that calls them; valid for the lifetime of this object."""

    def begin(self, numbers: Mapping[str, int]) -> Outer:
        """
        Start a run with these extents on this thread, perhaps nested in another run. Return the
        argument for `finish`.
        """
        outer = self._runs.pending, self._runs.numbers
        self._runs.pending, self._runs.numbers = len(self._bound), numbers
        self._runs.error = None
        return outer

    def are_well(self, left: int) -> bool:
        """Return whether no function has raised, in a run with `left` outstanding calls."""
        return self._runs.error is None and self._runs.pending == left

    def finish(self, outer: Outer) -> None:
        """End the run. Raises: a function's exception, or KeyboardInterrupt if it was stopped."""
        error, pending = self._runs.error, self._runs.pending
        self._runs.error = None
        self._runs.pending, self._runs.numbers = outer
        try:
            if error is not None:
                raise error
            if pending:
                raise KeyboardInterrupt
        finally:
            del error  # avoids a reference cycle with its traceback


class _Runs(threading.local):
    """The innermost run of this thread."""

    error: BaseException | None = None
    """Exception raised by a function in this run."""
    pending: int = 0
    """Number of outstanding calls."""
    numbers: Mapping[str, int] = NO_EXTENTS
    """The dynamic extents of the run."""


def _call(bound: Sequence[_Bound], runs: _Runs, number: int, inputs: int, outputs: int) -> None:
    """Call a function and keep its exception, which native code cannot propagate."""
    try:
        if runs.error is None:
            bound[number](inputs, outputs, runs.numbers)
            runs.pending -= 1
    except BaseException as error:
        runs.error = error


class _Bound:
    """A call-back with its function, and the data prepared before calls."""

    def __init__(self, call: CallBack, reference: Reference):
        self.call = call
        self.reference = reference
        self.params = call.user_params()
        self.inputs = [_View(spec) for spec in call.inputs]
        self.outputs = [_View(spec) for spec in call.outputs]
        self.input_pointers = ctypes.c_void_p * len(self.inputs)
        self.output_pointers = ctypes.c_void_p * len(self.outputs)

    def __call__(self, inputs: int, outputs: int, numbers: Mapping[str, int]) -> None:
        """Call the function, given addresses of arrays of pointers, and extents by name."""
        pointers = self.input_pointers.from_address(inputs) if self.inputs else ()
        arrays = [view.at(at, numbers) for view, at in zip(self.inputs, pointers, strict=True)]
        for array in arrays:
            array.flags.writeable = False
        pointers = self.output_pointers.from_address(outputs)
        places = [view.at(at, numbers) for view, at in zip(self.outputs, pointers, strict=True)]
        shapes = [place.shape for place in places]
        results = computed(self.reference, self.params, arrays, self.call, shapes)
        for place, result in zip(places, results, strict=True):
            place[...] = result


class _View:
    """Makes arrays that view one blob in the memory of native code."""

    def __init__(self, spec: TensorSpec):
        self.shape = spec.planned or spec.shape
        self.extents = tuple(map(ExtentExpression, spec.symbolic))
        self.dtype = np.dtype(spec.dtype)
        self.memory: Any = ctypes.c_char * (math.prod(self.shape) * self.dtype.itemsize)

    def at(self, address: int, numbers: Mapping[str, int]) -> np.ndarray:
        """Return a view at an address of the array, or of the part that the run uses."""
        array = np.ndarray(self.shape, self.dtype, self.memory.from_address(address))
        return array[tuple(slice(extent.value(numbers)) for extent in self.extents)]
