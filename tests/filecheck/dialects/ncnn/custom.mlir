// RUN: round-trip %s

// Nothing has to be registered to read and write what a user's layer is.
func.func @main(%x: tensor<3x4x5xf32>, %w: tensor<3xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.custom "MyOp"(%x) params {"0" = 2 : i64, "1" = 5.000000e-01 : f32, "2" = "a", "3" = [1 : i64, 2 : i64]} : (tensor<3x4x5xf32>) -> tensor<7xf32>
  %1, %2 = ncnn.custom "Split2"(%x, %u) weights(%w : tensor<3xf32>) : (tensor<3x4x5xf32>, tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>)
  %3 = ncnn.custom "Source"() : () -> tensor<2xf32>
  func.return
}
