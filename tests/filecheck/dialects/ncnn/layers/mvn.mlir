// RUN: round-trip %s

// The result has three dimensions at least.
func.func @main(%x: tensor<4x5x6xf32>, %m: tensor<4x6xf32>) {
  %0 = ncnn.mvn %x normalize_variance across_channels eps 5.000000e-01 : tensor<4x5x6xf32> -> tensor<4x5x6xf32>
  %1 = ncnn.mvn %m : tensor<4x6xf32> -> tensor<1x4x6xf32>
  func.return
}
