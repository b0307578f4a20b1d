// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

func.func @flip(%x: tensor<4x7xf32>) {
  // CHECK: ncnn.flip %x axes [0, -1] : tensor<4x7xf32> -> tensor<4x7xf32>
  %0 = ncnn.flip %x axes [0, -1] : tensor<4x7xf32> -> tensor<4x7xf32>
  func.return
}
