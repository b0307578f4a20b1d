// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<3x6xf32>) {
  // CHECK: axis -3 is outside of 2 dimensions
  %0 = ncnn.cumulativesum %x axis -3 : tensor<3x6xf32> -> tensor<3x6xf32>
  func.return
}
