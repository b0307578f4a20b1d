"""Small networks."""

from __future__ import annotations

PARAM = b"""7767517
5 5
Input in 0 1 in 0=13 1=11 2=3
Convolution c1 1 1 in a 0=17 1=3 4=1 5=1 6=459 9=1
ConvolutionDepthWise c2 1 1 a b 0=17 1=3 4=1 5=1 6=153 7=17
Pooling p 1 1 b c 0=0 1=2 2=2
InnerProduct f 1 1 c out 0=10 1=1 2=7140
"""
"""Each kernel is of another kind, and no vector divides the extents."""
CONVOLUTIONS = b"""7767517
5 5
Input in 0 1 in 0=20 1=20 2=16
Convolution c1 1 1 in a 0=32 1=3 4=1 5=1 6=4608 9=1
Convolution c2 1 1 a b 0=32 1=1 5=1 6=1024
Pooling p 1 1 b c 0=0 1=2 2=2
Softmax s 1 1 c out 0=0
"""
"""A network that takes LLVM a while."""
