// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512+bf16"},unfold-columns-into-channels{fixed="given"}' | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx512"},unfold-columns-into-channels' | filecheck %s --check-prefix=FLOAT

// Products of bfloat16 sum pairs of channels: those of columns under the kernel, and one of zeros.
func.func @columns(%x: tensor<3x64x64xf32>) -> tensor<32x32x32xf32> {
  // CHECK-LABEL: @columns
  // CHECK:       [[U:%.*]] = ncnn.unfold_columns %x kernel 3 stride 2 before 1 columns 32 : tensor<3x64x64xf32> -> tensor<10x64x32xf32>
  // CHECK:       ncnn.convolution [[U]], %{{.*}} stride [2, 1] pad [1, 0, 0, 0] activation relu : tensor<10x64x32xf32>, tensor<32x10x3x1xf32> -> tensor<32x32x32xf32>
  // FLOAT-LABEL: @columns
  // FLOAT-NOT:   unfold
  %w = ncnn.weight <"w"> : tensor<32x3x3x3xf32>
  %y = ncnn.convolution %x, %w stride [2, 2] pad [1, 1, 0, 0] activation relu : tensor<3x64x64xf32>, tensor<32x3x3x3xf32> -> tensor<32x32x32xf32>
  func.return %y : tensor<32x32x32xf32>
}

// Left alone: what is cheaper as a convolution of blocks, by Winograd; many channels; one column; dilated columns; a
// border of another value; layers that keep float32, or are named.
func.func @kept(%x: tensor<3x64x64xf32>, %l: tensor<3x113x113xf32>, %m: tensor<16x64x64xf32>) -> (tensor<96x28x28xf32>, tensor<32x64x64xf32>, tensor<32x62x64xf32>, tensor<32x62x60xf32>, tensor<32x64x64xf32>, tensor<32x32x32xf32>, tensor<32x32x32xf32>) {
  // CHECK-LABEL: @kept
  // CHECK-NOT:   unfold
  // CHECK:       func.return
  %a = ncnn.weight <"a"> : tensor<96x3x11x11xf32>
  %b = ncnn.weight <"b"> : tensor<32x16x3x3xf32>
  %c = ncnn.weight <"c"> : tensor<32x3x3x1xf32>
  %d = ncnn.weight <"d"> : tensor<32x3x3x3xf32>
  %0 = ncnn.convolution %l, %a stride [4, 4] pad [2, 2, 4, 4] : tensor<3x113x113xf32>, tensor<96x3x11x11xf32> -> tensor<96x28x28xf32>
  %1 = ncnn.convolution %m, %b pad [1, 1, 1, 1] : tensor<16x64x64xf32>, tensor<32x16x3x3xf32> -> tensor<32x64x64xf32>
  %2 = ncnn.convolution %x, %c : tensor<3x64x64xf32>, tensor<32x3x3x1xf32> -> tensor<32x62x64xf32>
  %3 = ncnn.convolution %x, %d dilation [1, 2] : tensor<3x64x64xf32>, tensor<32x3x3x3xf32> -> tensor<32x62x60xf32>
  %4 = ncnn.convolution %x, %d pad [1, 1, 1, 1] pad_value 1.0 : tensor<3x64x64xf32>, tensor<32x3x3x3xf32> -> tensor<32x64x64xf32>
  %5 = ncnn.convolution %x, %d stride [2, 2] pad [1, 1, 0, 0] {ncnn.feature_mask = 4 : i64} : tensor<3x64x64xf32>, tensor<32x3x3x3xf32> -> tensor<32x32x32xf32>
  %6 = ncnn.convolution %x, %d stride [2, 2] pad [1, 1, 0, 0] : tensor<3x64x64xf32>, tensor<32x3x3x3xf32> -> tensor<32x32x32xf32> loc("given")
  func.return %0, %1, %2, %3, %4, %5, %6 : tensor<96x28x28xf32>, tensor<32x64x64xf32>, tensor<32x62x64xf32>, tensor<32x62x60xf32>, tensor<32x64x64xf32>, tensor<32x32x32xf32>, tensor<32x32x32xf32>
}
