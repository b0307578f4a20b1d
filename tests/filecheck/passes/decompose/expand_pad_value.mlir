// RUN: ncnnc-opt %s -p expand-pad-value | filecheck %s

func.func @main(%x: tensor<4x5x6xf32>, %u: tensor<*xf32>) {
  %w = ncnn.weight <"w"> : tensor<4x4x3x3xf32>
  %d = ncnn.weight <"d"> : tensor<4x1x3x3xf32>
  // CHECK: [[P:%.*]] = ncnn.padding constant %x before [0, 1, 2] after [0, 3, 4] value 5.000000e-01 : {{.*}} -> tensor<4x9x12xf32>
  // CHECK-NEXT: ncnn.convolution [[P]], %w activation relu : tensor<4x9x12xf32>, tensor<4x4x3x3xf32> -> tensor<4x7x10xf32>
  %0 = ncnn.convolution %x, %w pad [1, 2, 3, 4] pad_value 0.5 activation relu : tensor<4x5x6xf32>, tensor<4x4x3x3xf32> -> tensor<4x7x10xf32>
  // The codes for padding to the same size are resolved.
  // CHECK-NEXT: [[Q:%.*]] = ncnn.padding constant %x before [0, 1, 1] after [0, 1, 1] value -1.000000e+00
  // CHECK-NEXT: ncnn.convolution_depthwise [[Q]], %d group 4 :
  %1 = ncnn.convolution_depthwise %x, %d group 4 pad [-233, -233, -233, -233] pad_value -1.0 : tensor<4x5x6xf32>, tensor<4x1x3x3xf32> -> tensor<4x5x6xf32>
  // Zeros, and blobs of unknown shape, are left alone.
  // CHECK-NEXT: ncnn.convolution %x, %w pad [1, 1, 1, 1] :
  %2 = ncnn.convolution %x, %w pad [1, 1, 1, 1] : tensor<4x5x6xf32>, tensor<4x4x3x3xf32> -> tensor<4x5x6xf32>
  // CHECK-NEXT: ncnn.convolution %u, %w pad [1, 1, 1, 1] pad_value 5.000000e-01 :
  %3 = ncnn.convolution %u, %w pad [1, 1, 1, 1] pad_value 0.5 : tensor<*xf32>, tensor<4x4x3x3xf32> -> tensor<*xf32>
  func.return
}
