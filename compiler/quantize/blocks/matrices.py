"""Quantize one matrix by a method, and measure its errors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np

from ....dialects.ncnn.families.block_quantization import BlockQuantization
from ....dialects.weight_store import WeightStore
from ...reference.int8 import block_input
from ..common_options import BlockMethod
from .awq import choose_factors
from .gptq import gptq, inverse_factor
from .inputs import LayerInputs, spread
from .layers import CHUNK, BlockLayer, StoredMatrix
from .rounding import Round, minmax, mse
from .writing import QuantizedMatrix

MOST_MEASURED_ROWS = 256
"""Largest number of input rows for comparing products."""
GPTQ_CHUNK = 1 << 22
"""Count of numbers that GPTQ processes at a time, for few and long steps."""


@dataclass
class SquaredError:
    """Sums of squares of expected numbers, and of the differences of actual ones."""

    signal: float = 0.0
    noise: float = 0.0

    def add(self, expected: np.ndarray, actual: np.ndarray) -> None:
        """Add the elements of two arrays."""
        self.signal += float(np.square(expected).sum(dtype=np.float64))
        self.noise += float(np.square(actual - expected).sum(dtype=np.float64))

    @property
    def relative(self) -> float:
        """Return the root of their ratio; 0 where both are 0."""
        return float(np.sqrt(self.noise / self.signal)) if self.signal else 0.0


@dataclass(frozen=True)
class Plan:
    """The method of one matrix."""

    round: Round
    factors: np.ndarray | None = None
    """Factors of the columns; inputs are divided by them."""
    chunk: int = CHUNK


class MatrixQuantizer:
    """Quantize matrices with one method and form."""

    def __init__(
        self,
        method: str,
        form: BlockQuantization,
        weights: WeightStore,
        inputs: LayerInputs | None,
    ):
        self.method = method
        self.form = form
        self.weights = weights
        self.inputs = inputs
        self.factor: tuple[str, np.ndarray] | None = None
        """The blob of the last matrix, and what GPTQ needs of it: others often share it."""

    def quantize(
        self,
        layer: BlockLayer,
        matrix: StoredMatrix,
        by_weight: SquaredError,
        by_output: SquaredError,
    ) -> QuantizedMatrix:
        """
        Return a matrix as ncnn stores it; its errors are added. Raises: ModelError if not finite.
        """
        form = self.form
        blob = None if self.inputs is None else self.inputs.blob_of(layer, matrix.part)
        plan, x = Plan(mse if self.method != BlockMethod.MINMAX else minmax), None
        if self.inputs is not None and blob is not None:
            rows = self.inputs.rows(blob)
            x = spread(rows, MOST_MEASURED_ROWS)
            plan = self.plan_for(matrix, blob, rows)
            del rows
        elif self.method == BlockMethod.AWQ:
            plan = Plan(mse, np.ones(matrix.columns, np.float32))
        scales_in = None if plan.factors is None else 1 / plan.factors
        read = None if x is None else block_input(x, scales_in, form)
        integers = np.empty((matrix.rows, form.row_bytes(matrix.columns)), np.int8)
        scales = np.empty((matrix.rows, form.block_count(matrix.columns)), np.float32)
        for start, rows in matrix.chunks(self.weights, plan.chunk):
            if not np.isfinite(rows).all():
                raise layer.error("its weights are not all finite numbers")
            result = plan.round(rows if plan.factors is None else rows * plan.factors, form)
            stop = start + len(rows)
            integers[start:stop], scales[start:stop] = form.packed(result.integers), result.scales
            numbers = result.numbers()
            by_weight.add(rows, numbers if scales_in is None else numbers * scales_in)
            if x is not None and read is not None:
                by_output.add(x @ rows.T, read @ numbers.T)
        return QuantizedMatrix(integers, scales, scales_in)

    def plan_for(self, matrix: StoredMatrix, blob: str, rows: np.ndarray) -> Plan:
        """Return the method of a matrix that multiplies these rows."""
        if self.method == BlockMethod.AWQ:
            x = spread(rows, MOST_MEASURED_ROWS)
            chosen = choose_factors(matrix, self.weights, x, self.form)
            return Plan(chosen.round, chosen.factors)
        if self.method == BlockMethod.GPTQ:
            if self.factor is None or self.factor[0] != blob:
                self.factor = (blob, inverse_factor(rows))
            return Plan(partial(gptq, factor=self.factor[1]), chunk=GPTQ_CHUNK)
        return Plan(minmax if self.method == BlockMethod.MINMAX else mse)
