// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// The result has the operand's shape.
func.func @main(%x: tensor<4x6xf32>) {
  // CHECK: result has shape [4, 8], the shape rule gives [4, 6]
  %0 = ncnn.relu %x : (tensor<4x6xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// Slopes of PReLU: one, or one for each index of the outermost axis.
func.func @main(%x: tensor<4x6xf32>, %s: tensor<6xf32>) {
  // CHECK: slope has shape [6], not [1] or [4]
  %0 = ncnn.prelu %x, %s : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  func.return
}
