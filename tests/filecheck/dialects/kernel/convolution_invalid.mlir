// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // CHECK: Winograd needs a 3x3 kernel, stride 1 and dilation 1
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 5, 5>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // CHECK: Winograd needs a 3x3 kernel, stride 1 and dilation 1
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // CHECK: depthwise convolutions are kernel.depthwise
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm depthwise>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // CHECK: the register tile must be positive
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 0, 1>, block = 4 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<8x4x4xf32>) {
  // CHECK: the output must be packed: out/q,oh,ow,q
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<8x4x4xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // CHECK: needs an input and packed weights
  kernel.convolution ins(%x : memref<1x4x4x8xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // CHECK: needs an input and packed weights
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, grouped = 4 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // CHECK: expected 0 results, one per tensor in outs
  %0 = kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x4x4x8xf32>
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // CHECK: the output needs one block per tap and input block
  kernel.im2col ins(%x : memref<1x4x4x8xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<2x4x4x8xf32>) {
  // CHECK: the channels must end in the last block of the input
  kernel.im2col ins(%x : memref<2x4x4x8xf32>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, channels = 8 : i64}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // CHECK: parts of a reduction are blocks of channels of one group
  kernel.convolution ins(%x, %u : memref<2x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, reduction_block = 12 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x3x4x4x8xf32>, %y: memref<27x3x4x4x8xf32>) {
  // CHECK: the window must not move along the depth
  kernel.im2col ins(%x : memref<1x3x4x4x8xf32>) outs(%y : memref<27x3x4x4x8xf32>) {kernel = array<i64: 3, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 1, 1, 1, 1, 1, 1>}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %u: memref<1024xf32>, %t: memref<1x8xi64>, %y: memref<2x4x4x8xf32>) {
  // CHECK: the table must have 16 channels in 1 or 2 rows
  kernel.convolution ins(%x, %u, %t : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x8xi64>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %u: memref<1024xf32>, %t: memref<3x16xi64>, %y: memref<2x4x4x8xf32>) {
  // CHECK: the table must have 16 channels in 1 or 2 rows
  kernel.convolution ins(%x, %u, %t : memref<2x4x4x8xf32>, memref<1024xf32>, memref<3x16xi64>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %u: memref<1024xf32>, %t: memref<1x16xi64>, %y: memref<2x4x4x8xf32>) {
  // CHECK: a table of channels is for direct kernels
  kernel.convolution ins(%x, %u, %t : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x16xi64>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %u: memref<1024xf32>, %t: memref<1x16xi64>, %y: memref<2x4x4x8xf32>) {
  // CHECK: a table of channels is for direct kernels
  kernel.convolution ins(%x, %u, %t : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x16xi64>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %u: memref<1024xf32>, %t: memref<1x16xi64>, %y: memref<2x4x4x8xf32>) {
  // CHECK: a table of channels is for direct kernels
  kernel.convolution ins(%x, %u, %t : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x16xi64>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm dilated>, inner = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %u: memref<1024xf32>, %t: memref<1x16xi64>, %y: memref<2x4x4x8xf32>) {
  // CHECK: a table of channels is for direct kernels
  kernel.convolution ins(%x, %u, %t : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x16xi64>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered, grouped = 8 : i64}
  func.return
}

// -----

func.func @main(%x: memref<2x4x4x8xf32>, %u: memref<1024xf32>, %t: memref<1x16xf32>, %y: memref<2x4x4x8xf32>) {
  // CHECK: tables must be of i64
  kernel.convolution ins(%x, %u, %t : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x16xf32>) outs(%y : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %t: memref<1xi64>, %y: memref<1x4x4x8xf32>) {
  // CHECK: a tiled convolution of float32 has no groups
  kernel.convolution ins(%x, %u, %t : memref<1x4x4x8xf32>, memref<1024xf32>, memref<1xi64>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 2 : i64, register = array<i64: 4, 1>, block = 4 : i64, grouped = 2 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>, %w: memref<64xf32>) {
  // CHECK: the tile of a tiled convolution must be positive
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) workspace(%w : memref<64xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 0 : i64}
  func.return
}

// -----

// Transformed weights are none that a file stores.
func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<2304xf16>, %y: memref<1x4x4x8xf32>, %w: memref<64xf32>) {
  // CHECK: computes on f32 only
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<2304xf16>) outs(%y : memref<1x4x4x8xf32>) workspace(%w : memref<64xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 4, 1>, block = 1 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %t: memref<2x1xi64>, %y: memref<1x4x4x8xf32>) {
  // CHECK: the table must have 1 or 3 rows of 1 group of vectors
  kernel.convolution ins(%x, %u, %t : memref<1x4x4x8xf32>, memref<1024xf32>, memref<2x1xi64>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 2 : i64, register = array<i64: 4, 1>, block = 4 : i64, grouped = 2 : i64}
  func.return
}

// -----

func.func @main(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>) {
  // CHECK: last_lanes must be fewer than the 8 of a vector
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, last_lanes = 8 : i64}
  func.return
}
