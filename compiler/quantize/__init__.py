"""
Quantize a float32 model into int8 files for ncnn.

`calibration` runs `samples` through the compiled model, `histogram` and `methods` derive scales
from the inputs of layers, `simulation` measures the cost of int8, `layer_choice` finds the layers
to keep in float32, and `writing` quantizes the rest of the graph. `table_file` reads and writes
ncnn2table's scales.
"""
