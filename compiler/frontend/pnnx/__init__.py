"""Convert models of PyTorch and ONNX to ncnn's files by pnnx, a separate process."""
