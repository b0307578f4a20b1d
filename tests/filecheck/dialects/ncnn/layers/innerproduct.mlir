// RUN: round-trip %s

// A blob read as one vector, a matrix row by row, bias, activation.
func.func @innerproduct(%x: tensor<4x7x9xf32>, %m: tensor<6x9xf32>, %w: tensor<5x252xf32>, %r: tensor<5x9xf32>, %b: tensor<5xf32>) {
  %0 = ncnn.innerproduct %x, %w : tensor<4x7x9xf32>, tensor<5x252xf32> -> tensor<5xf32>
  %1 = ncnn.innerproduct %m, %r bias %b : tensor<5xf32> activation leaky_relu params [2.500000e-01] : tensor<6x9xf32>, tensor<5x9xf32> -> tensor<6x5xf32>
  func.return
}

// The scales of an int8 layer; an epilogue.
func.func @innerproduct1(%x: tensor<9xf32>, %w: tensor<5x9xf32>, %b: tensor<5xf32>, %s: tensor<1xf32>) {
  %0 = ncnn.innerproduct %x, %w bias %b : tensor<5xf32> weight_scale %b : tensor<5xf32> input_scale %s : tensor<1xf32> int8_scale_term 1 : tensor<9xf32>, tensor<5x9xf32> -> tensor<5xf32>
  %1 = ncnn.innerproduct %x, %w fused_with(%b : tensor<5xf32>) epilogue {
  ^bb0(%a: f32, %c: f32):
    %2 = arith.addf %a, %c : f32
    linalg.yield %2 : f32
  } : tensor<9xf32>, tensor<5x9xf32> -> tensor<5xf32>
  func.return
}
