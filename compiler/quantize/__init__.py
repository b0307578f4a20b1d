"""
Quantizing: from a float32 model to the int8 files that ncnn loads.

`samples` are run through the compiled model (`calibration`), `histogram` and `methods` make scales
of what its layers read, `simulation` says what int8 costs, `layer_choice` which layers to spare,
and `writing` puts the rest into the graph. `table_file` reads and writes ncnn2table's scales.
"""
