// RUN: round-trip %s

// Arithmetic ops; a vector against a higher rank goes along the outermost axis, or else the innermost.
func.func @main(%x: tensor<4x6x8xf32>, %c: tensor<4xf32>, %w: tensor<8xf32>, %ch: tensor<4x6xf32>) {
  %0 = ncnn.binaryop add %x, %x : (tensor<4x6x8xf32>, tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %1 = ncnn.binaryop sub %c, %x : (tensor<4xf32>, tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %2 = ncnn.binaryop floor_divide %x, %w : (tensor<4x6x8xf32>, tensor<8xf32>) -> tensor<4x6x8xf32>
  %3 = ncnn.binaryop rpow %x, %ch : (tensor<4x6x8xf32>, tensor<4x6xf32>) -> tensor<4x6x8xf32>
  %4 = ncnn.binaryop_scalar rsub %x, 1.000000e+00 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %5 = ncnn.unaryop sqrt %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %6 = ncnn.eltwise max %x, %x, %x : (tensor<4x6x8xf32>, tensor<4x6x8xf32>, tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %7 = ncnn.eltwise sum %x, %x coeffs [5.000000e-01, 2.000000e+00] : (tensor<4x6x8xf32>, tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %8 = ncnn.power %x power 2.000000e+00 scale 3.000000e+00 shift 4.000000e+00 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %9 = ncnn.exp %x : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %10 = ncnn.exp %x base 2.000000e+00 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  %11 = ncnn.log %x base 1.000000e+01 scale 2.000000e+00 shift 1.000000e+00 : (tensor<4x6x8xf32>) -> tensor<4x6x8xf32>
  func.return
}
