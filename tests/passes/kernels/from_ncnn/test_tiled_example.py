"""
The example by which MNN's tiled convolution is explained: 1x8x224x224 by 16x8x3x5.

Source: MNN 1.1.7, ConvolutionTiledExecutor.cpp; its sizes are those of tiles of 24 positions.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ncnnc.compiler.driver.lower import lower
from ncnnc.compiler.options.compile_options import CompileOptions
from ncnnc.compiler.program.assemble import assemble
from ncnnc.dialects.constraints import int_list
from ncnnc.dialects.element_types import buffer_bytes
from ncnnc.dialects.kernel.base import buffer_shape
from ncnnc.dialects.kernel.convolution import ConvolutionKernelOp, tiled_buffer_shape
from ncnnc.dialects.ncnn.internal.weight_forms import DirectWeights
from ncnnc.passes.kernels.weights.packing import pack_arrays
from ncnnc.runtime.sessions.compiled_model import CompiledModel

pytestmark = pytest.mark.isa

PARAM = """7767517
2 2
Input       x 0 1 x 0=224 1=224 2=8
Convolution y 1 1 x y 0=16 1=5 11=3 6=1920
"""
POSITIONS, TILES = 222 * 220, 2035


def options(directory: Path, algorithm: str = "tiled:24") -> CompileOptions:
    """The example on AVX2, whose vectors hold the 8 channels."""
    param = directory / "example.param"
    param.write_text(PARAM)
    return CompileOptions(
        str(param), target="x86-avx2", random_weights=1, conv={"y": algorithm}, threads=2
    )


@pytest.mark.requirement("T2", "T6", "T7", "T10", "T19", "D17")
def test_a_tile_takes_24_positions_and_11520_bytes(tmp_path: Path):
    module = lower(options(tmp_path), "kernels").module
    [kernel] = [op for op in module.walk() if isinstance(op, ConvolutionKernelOp)]
    assert buffer_shape(kernel.inputs[0]) == (1, 224, 224, 8)
    assert buffer_shape(kernel.outputs[0]) == (2, 222, 220, 8)
    assert kernel.block.value.data == 24
    assert POSITIONS == TILES * 24 == kernel.extents(kernel.outputs[0]).pixels
    assert tiled_buffer_shape(kernel) == (15, 24, 8)
    workspace = kernel.workspace_type()
    assert workspace is not None
    assert buffer_bytes(workspace) == 11_520
    assert 24 % int_list(kernel.register)[0] == 0


@pytest.mark.requirement("T8", "T10", "T17", "T19")
def test_tiles_that_cross_rows_are_right_in_each_thread(tmp_path: Path):
    """Tile 9 is positions 216 to 239: four of the first row and 20 of the second."""
    program = assemble(lower(options(tmp_path)))
    assert program.workspace_bytes == 11_520  # of one thread, before any runs
    x = np.random.default_rng(0).uniform(-1, 1, (8, 224, 224)).astype(np.float32)
    one, two = (CompiledModel(program, threads)(x) for threads in (1, 2))
    packed = CompiledModel(assemble(lower(options(tmp_path, "packed"))))(x)
    assert one.tobytes() == two.tobytes()
    tile = slice(9 * 24, 10 * 24)
    first, second = one.reshape(16, -1)[:, tile], packed.reshape(16, -1)[:, tile]
    np.testing.assert_allclose(first, second, rtol=0, atol=1e-5)
    np.testing.assert_allclose(one, packed, rtol=0, atol=1e-5)


@pytest.mark.requirement("T3", "T5")
def test_weights_are_4_x_15_x_8_x_4():
    """Of four channels a vector, as the example has them; 14 outputs leave two of them zero."""
    weights = np.arange(1, 14 * 8 * 15 + 1, dtype=np.float32).reshape(14, 8, 3, 5)
    form = DirectWeights(4, 1, 1)
    assert form.packed_shape((16, 8, 3, 5)) == form.packed_shape(weights.shape) == (4 * 15 * 8 * 4,)
    packed = pack_arrays(form, [weights]).reshape(4, 15, 8, 4)
    for output in range(16):
        panel = packed[output // 4, :, :, output % 4]
        expected = weights[output].reshape(8, 15).T if output < 14 else np.zeros((15, 8))
        np.testing.assert_array_equal(panel, expected)
