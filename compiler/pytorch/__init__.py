"""PyTorch: modules to compiled models, and a backend of `torch.compile`."""
