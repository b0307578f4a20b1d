"""Level 3: lower layers to kernels, weights to the forms that kernels read, tensors to memory."""
