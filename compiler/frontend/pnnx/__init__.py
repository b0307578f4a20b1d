"""Models of PyTorch and ONNX: pnnx, a process of its own, makes ncnn's files of them."""
