"""The layers of ncnn, an op each."""
