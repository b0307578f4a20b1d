// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// The order exists for this rank.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: order 6 is unknown for 3 dimensions, ncnn has 0 to 5
  %0 = ncnn.permute %x order 6 : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  func.return
}

// -----

// The extents move along.
func.func @main(%x: tensor<4x7x9xf32>) {
  // CHECK: result has shape [4, 7, 9], the shape rule gives [4, 9, 7]
  %0 = ncnn.permute %x order 1 : tensor<4x7x9xf32> -> tensor<4x7x9xf32>
  func.return
}
