// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

func.func @main(%x: tensor<3x6x5xf32>, %y: tensor<3x6x5xf32>) {
  // CHECK: kernel.cumulative_sum ins(%x : tensor<3x6x5xf32>) outs(%y : tensor<3x6x5xf32>) -> tensor<3x6x5xf32>
  %0 = kernel.cumulative_sum ins(%x : tensor<3x6x5xf32>) outs(%y : tensor<3x6x5xf32>) -> tensor<3x6x5xf32>
  func.return
}
