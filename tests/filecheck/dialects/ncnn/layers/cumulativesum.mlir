// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

func.func @cumulativesum(%x: tensor<3x6x5xf32>) {
  // CHECK: ncnn.cumulativesum %x axis 1 : tensor<3x6x5xf32> -> tensor<3x6x5xf32>
  %0 = ncnn.cumulativesum %x axis 1 : tensor<3x6x5xf32> -> tensor<3x6x5xf32>
  // CHECK: ncnn.cumulativesum %x : tensor<3x6x5xf32> -> tensor<3x6x5xf32>
  %1 = ncnn.cumulativesum %x : tensor<3x6x5xf32> -> tensor<3x6x5xf32>
  func.return
}
