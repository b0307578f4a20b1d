"""
Quantize the matrices of Gemm and MultiHeadAttention into integers of few bits, by blocks.

`layers` finds the matrices, `inputs` runs `samples` through the compiled model and keeps what the
matrices are multiplied by, `rounding`, `awq` and `gptq` choose integers and scales, `quantizer`
goes through the layers, one at a time, and `report` has the errors.
"""
