// RUN: round-trip %s

func.func @main(%x: tensor<4x5x6xf32>, %f: tensor<4xf32>) {
  %0 = ncnn.normalize_groups added_to_square %x, %f, %f groups 2 eps 1.000000e-05 centred schedule <shares_vectors, sample = 8> : tensor<4x5x6xf32>, tensor<4xf32>, tensor<4xf32> -> tensor<4x5x6xf32>
  %1 = ncnn.normalize_groups added_to_root %x, %f, %f groups 4 eps 5.000000e-01 summed fused_with(%x : tensor<4x5x6xf32>) epilogue {
  ^bb0(%value: f32, %residual: f32):
    %s = arith.addf %value, %residual : f32
    linalg.yield %s : f32
  } : tensor<4x5x6xf32>, tensor<4xf32>, tensor<4xf32> -> tensor<4x5x6xf32>
  func.return
}
