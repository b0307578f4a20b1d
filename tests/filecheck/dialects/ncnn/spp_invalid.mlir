// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<7x5xf32>) {
  // CHECK: input must have 3 dimensions (c,h,w), not 2
  %0 = ncnn.spp max %x : tensor<7x5xf32> -> tensor<3xf32>
  func.return
}

// -----

func.func @main(%x: tensor<3x7x5xf32>) {
  // CHECK: 0 levels are not 1 to 12
  %0 = ncnn.spp max %x levels 0 : tensor<3x7x5xf32> -> tensor<3xf32>
  func.return
}
