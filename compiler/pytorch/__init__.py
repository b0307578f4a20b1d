"""Compile modules of PyTorch, and provide a backend of `torch.compile`."""
