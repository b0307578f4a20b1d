"""Networks of ncnn's interface: what is loaded, and how it runs."""
