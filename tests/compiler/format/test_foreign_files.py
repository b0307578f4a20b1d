"""Files of other formats in place of weights are named."""

from __future__ import annotations

import pytest
from ncnnc.compiler.diagnostics import ModelError
from ncnnc.compiler.format.weights_reader import WeightsReader


@pytest.mark.parametrize(
    ("file", "what"), [("m.onnx", "an ONNX model; give it alone"), ("m.pt", "a PyTorch model")]
)
def test_a_model_is_no_file_of_weights(file: str, what: str):
    with pytest.raises(ModelError, match=f"hint: this is {what}"):
        WeightsReader(bytes(64), file)
