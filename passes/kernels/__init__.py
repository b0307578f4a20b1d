"""Level 3: from layers to kernels, weights in the forms they read, buffers and memory."""
