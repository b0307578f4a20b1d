"""Networks of ncnn's interface: loading and running."""
