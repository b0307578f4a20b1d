"""fuse-affine-into-normalization computes the same with one layer."""

from __future__ import annotations

import pytest

LAYERS = {
    "batchnorm": """ncnn.batchnorm %a, %k, %t, %variance, %k eps 0.001
        : (T, V, V, V, V) -> T""",
    "scale": "ncnn.scale %a, %t bias %k : (T, V, V) -> T",
    "scalar": "ncnn.binaryop_scalar rsub %a, 0.75 : (T) -> T",
}
NORMALIZATIONS = {
    "groupnorm": ("group 2 channels 4", ["4", "4x5", "4x3x3", "4x2x3x2"]),
    "instancenorm": ("", ["4x3x3", "4x2x3x2"]),
}


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("affine", ["", "gamma %k : V beta %t : V"], ids=["plain", "affine"])
@pytest.mark.parametrize("norm", NORMALIZATIONS)
def test_two_layers_become_one(run_passes, norm: str, affine: str, layer: str):
    parameters, shapes = NORMALIZATIONS[norm]
    vectors = "".join(f'%{name} = ncnn.weight <"{name}"> : V\n' for name in ("k", "t", "variance"))
    for shape in shapes:
        text = f"""
            func.func @main(%x: T) -> T {{
              {vectors}
              %a = ncnn.{norm} %x {affine} {parameters} : T -> T
              %y = {LAYERS[layer]}
              func.return %y : T
            }}""".replace("T", f"tensor<{shape}xf32>").replace("V", "tensor<4xf32>")
        run = run_passes(text, "fuse-affine-into-normalization")
        assert run.layers == [norm]
        run.assert_close()


def test_a_uniform_map_of_a_matrix(run_passes):
    text = """
        func.func @main(%x: T) -> T {
          %k = ncnn.weight <"k"> : tensor<3xf32>
          %a = ncnn.instancenorm %x gamma %k : tensor<3xf32> beta %k : tensor<3xf32> : T -> T
          %y = ncnn.binaryop_scalar mul %a, 0.75 : (T) -> T
          func.return %y : T
        }""".replace("T", "tensor<4x5xf32>")
    run = run_passes(text, "fuse-affine-into-normalization")
    assert run.layers == ["instancenorm"]
    run.assert_close()
