// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

func.func @glu(%x: tensor<3x6x5xf32>) {
  // CHECK: ncnn.glu %x axis 1 : tensor<3x6x5xf32> -> tensor<3x3x5xf32>
  %0 = ncnn.glu %x axis 1 : tensor<3x6x5xf32> -> tensor<3x3x5xf32>
  // CHECK: ncnn.glu %x axis -1 : tensor<3x6x5xf32> -> tensor<3x6x2xf32>
  %1 = ncnn.glu %x axis -1 : tensor<3x6x5xf32> -> tensor<3x6x2xf32>
  // CHECK: ncnn.glu %x : tensor<3x6x5xf32> -> tensor<1x6x5xf32>
  %2 = ncnn.glu %x : tensor<3x6x5xf32> -> tensor<1x6x5xf32>
  func.return
}
