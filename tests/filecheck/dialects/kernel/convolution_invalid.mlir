// RUN: verify-diagnostics %s

func.func @main(%u0: memref<64xf32>, %x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>, %y1: memref<8x4x4xf32>, %x1: memref<2x4x4x8xf32>, %y2: memref<2x4x4x8xf32>, %x2: memref<1x3x4x4x8xf32>, %y3: memref<27x3x4x4x8xf32>, %t: memref<1x8xi64>, %t1: memref<3x16xi64>, %t2: memref<1x16xi64>, %t3: memref<1x16xf32>, %t4: memref<1xi64>, %w: memref<64xf32>, %u1: memref<2304xf16>, %t5: memref<2x1xi64>, %b: memref<2x4x4x4xbf16>, %bu: memref<1024xbf16>, %q: memref<4x4x4x16xi8>, %qw: memref<1024xi8>, %q8: memref<2x4x4x8xi32>) {
  // expected-error @+1 {{tile registers are for tiled convolutions}}
  kernel.convolution ins(%b, %bu : memref<2x4x4x4xbf16>, memref<1024xbf16>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 16, 1>, block = 16 : i64, product = #target.product<"x86-avx512", "tdpbf16ps">}
  // expected-error @+1 {{tile registers take packed inputs and 16 outputs}}
  kernel.convolution ins(%q, %qw : memref<4x4x4x16xi8>, memref<1024xi8>) outs(%q8 : memref<2x4x4x8xi32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm tiled>, channels = 64 : i64, register = array<i64: 16, 1>, block = 16 : i64, product = #target.product<"x86-avx512", "tdpbssd">}
  // expected-error @+1 {{only direct, Winograd and int8 kernels take dynamic bounds}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, bounds = affine_map<()[s0] -> (1, 4, s0, 8)>}
  // expected-error @+1 {{a single block needs a static number of tiles}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y, %y : memref<1x4x4x8xf32>, memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, bounds = affine_map<()[s0] -> (1, 4, s0, 8)>}
  // expected-error @+1 {{cropped tiles are of a fixed size}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, cropped, bounds = affine_map<()[s0] -> (1, 4, s0, 8)>}
  // expected-error @+1 {{dynamic bounds are for images, not volumes}}
  kernel.convolution ins(%x2, %u : memref<1x3x4x4x8xf32>, memref<1024xf32>) outs(%x2 : memref<1x3x4x4x8xf32>) {kernel = array<i64: 1, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 1, 1, 0, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, bounds = affine_map<()[s0] -> (1, 3, 4, s0, 8)>}
  // expected-error @+1 {{Winograd needs a 3x3 kernel, stride 1 and dilation 1}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 5, 5>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{Winograd needs a 3x3 kernel, stride 1 and dilation 1}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 2, 2>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{depthwise convolutions are kernel.depthwise}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm depthwise>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{the register tile must be positive}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 0, 1>, block = 4 : i64}
  // expected-error @+1 {{the output must be packed: out/q,oh,ow,q}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y1 : memref<8x4x4xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{needs an input and packed weights}}
  kernel.convolution ins(%x : memref<1x4x4x8xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64}
  // expected-error @+1 {{needs an input and packed weights}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, grouped = 4 : i64}
  // expected-error @+1 {{expected 0 results, one per tensor in outs}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm packed>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64} -> tensor<1x4x4x8xf32>
  // expected-error @+1 {{the output needs one block per tap and input block}}
  kernel.im2col ins(%x : memref<1x4x4x8xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>}
  // expected-error @+1 {{the channels must end in the last block of the input}}
  kernel.im2col ins(%x1 : memref<2x4x4x8xf32>) outs(%y2 : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, channels = 8 : i64}
  // expected-error @+1 {{parts of a reduction are blocks of channels of one group}}
  kernel.convolution ins(%x1, %u : memref<2x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, reduction_block = 12 : i64}
  // expected-error @+1 {{the window must not move along the depth}}
  kernel.im2col ins(%x2 : memref<1x3x4x4x8xf32>) outs(%y3 : memref<27x3x4x4x8xf32>) {kernel = array<i64: 3, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 1, 1, 1, 1, 1, 1>}
  // expected-error @+1 {{the table must have 16 channels in 1 or 2 rows}}
  kernel.convolution ins(%x1, %u, %t : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x8xi64>) outs(%y2 : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  // expected-error @+1 {{the table must have 16 channels in 1 or 2 rows}}
  kernel.convolution ins(%x1, %u, %t1 : memref<2x4x4x8xf32>, memref<1024xf32>, memref<3x16xi64>) outs(%y2 : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  // expected-error @+1 {{a table of channels is for direct kernels}}
  kernel.convolution ins(%x1, %u, %t2 : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x16xi64>) outs(%y2 : memref<2x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  // expected-error @+1 {{a table of channels is for direct kernels}}
  kernel.convolution ins(%x1, %u, %t2 : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x16xi64>) outs(%y2 : memref<2x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  // expected-error @+1 {{a table of channels is for direct kernels}}
  kernel.convolution ins(%x1, %u, %t2 : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x16xi64>) outs(%y2 : memref<2x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, algorithm = #kernel<algorithm dilated>, inner = #kernel<algorithm winograd2>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  // expected-error @+1 {{a table of channels is for direct kernels}}
  kernel.convolution ins(%x1, %u, %t2 : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x16xi64>) outs(%y2 : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered, grouped = 8 : i64}
  // expected-error @+1 {{tables must be of i64}}
  kernel.convolution ins(%x1, %u, %t3 : memref<2x4x4x8xf32>, memref<1024xf32>, memref<1x16xf32>) outs(%y2 : memref<2x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 16 : i64, register = array<i64: 4, 1>, block = 4 : i64, gathered}
  // expected-error @+1 {{a tiled convolution of float32 has no groups}}
  kernel.convolution ins(%x, %u, %t4 : memref<1x4x4x8xf32>, memref<1024xf32>, memref<1xi64>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 2 : i64, register = array<i64: 4, 1>, block = 4 : i64, grouped = 2 : i64}
  // expected-error @+1 {{the tile of a tiled convolution must be positive}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) workspace(%w : memref<64xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 0 : i64}
  // expected-error @+1 {{computes on f32 only}}
  kernel.convolution ins(%x, %u1 : memref<1x4x4x8xf32>, memref<2304xf16>) outs(%y : memref<1x4x4x8xf32>) workspace(%w : memref<64xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd4>, channels = 8 : i64, register = array<i64: 4, 1>, block = 1 : i64}
  // expected-error @+1 {{the table must have 1 or 3 rows of 1 group of vectors}}
  kernel.convolution ins(%x, %u, %t5 : memref<1x4x4x8xf32>, memref<1024xf32>, memref<2x1xi64>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm packed>, channels = 2 : i64, register = array<i64: 4, 1>, block = 4 : i64, grouped = 2 : i64}
  // expected-error @+1 {{`pixels` needs dynamic bounds}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, pixels = array<i64: 0, 9>}
  // expected-error @+1 {{pixels are the first number of a range, and the end or 0}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, pixels = array<i64: 9, 9>, bounds = affine_map<()[s0] -> (1, 4, s0, 8)>}
  // expected-error @+1 {{last_lanes must be fewer than the 8 of a vector}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, last_lanes = 8 : i64}
  // expected-error @+1 {{a table of channels is for kernels that read one by one}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) workspace(%w : memref<64xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm tiled>, channels = 8 : i64, register = array<i64: 4, 1>, block = 8 : i64, table_vectors = 3 : i64}
  // expected-error @+1 {{partial sums are for direct kernels of dense float32}}
  kernel.convolution ins(%x, %u0 : memref<1x4x4x8xf32>, memref<64xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 4 : i64, partial_sums = array<i64: 4, 2>, last_lanes = 4 : i64}
  // expected-error @+1 {{partial sums are of several outputs, channels and all of these}}
  kernel.convolution ins(%x, %u0 : memref<1x4x4x8xf32>, memref<64xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 4 : i64, partial_sums = array<i64: 8, 1>}
  // expected-error @+1 {{channels must be multiples of the 2 that are summed apart}}
  kernel.convolution ins(%x, %u0 : memref<1x4x4x8xf32>, memref<64xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 7 : i64, register = array<i64: 4, 2>, block = 4 : i64, partial_sums = array<i64: 4, 2>}
  // expected-error @+1 {{a register tile of partial sums must be whole output vectors}}
  kernel.convolution ins(%x, %u0 : memref<1x4x4x8xf32>, memref<64xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, partial_sums = array<i64: 4, 2>}
  // expected-error @+1 {{there are more partial sums than outputs}}
  kernel.convolution ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y : memref<1x4x4x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, algorithm = #kernel<algorithm gemm>, channels = 8 : i64, register = array<i64: 4, 2>, block = 4 : i64, partial_sums = array<i64: 4, 2>}
  // expected-error @+1 {{small matrices are multiplied without groups and Winograd}}
  kernel.convolution ins(%b, %bu : memref<2x4x4x4xbf16>, memref<1024xbf16>) outs(%b : memref<2x4x4x4xbf16>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, algorithm = #kernel<algorithm winograd2>, channels = 8 : i64, register = array<i64: 4, 1>, block = 4 : i64, product = #target.product<"aarch64", "bfmmla">}
  func.return
}

func.func @row_sums(%x: memref<1x4x4x8xf32>, %u: memref<1024xf32>, %y: memref<1x4x4x8xf32>, %r: memref<1x4x8xf32>, %v: memref<1x3x4x4x8xf32>) {
  // expected-error @+1 {{there is one sum of float32 for each row}}
  kernel.depthwise ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y, %x : memref<1x4x4x8xf32>, memref<1x4x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64}
  // expected-error @+1 {{rows are summed one by one, and are static}}
  kernel.depthwise ins(%x, %u : memref<1x4x4x8xf32>, memref<1024xf32>) outs(%y, %r : memref<1x4x4x8xf32>, memref<1x4x8xf32>) {kernel = array<i64: 3, 3>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, register = 4 : i64, epilogue_rows = 4 : i64}
  // expected-error @+1 {{rows are summed of images of floats}}
  kernel.depthwise ins(%v, %u : memref<1x3x4x4x8xf32>, memref<1024xf32>) outs(%v, %r : memref<1x3x4x4x8xf32>, memref<1x4x8xf32>) {kernel = array<i64: 1, 3, 3>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 1, 1, 0, 1, 1>, register = 4 : i64}
  func.return
}
