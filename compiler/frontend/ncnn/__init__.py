"""Import ncnn models: `.param` and `.bin` files to the `ncnn` dialect."""
