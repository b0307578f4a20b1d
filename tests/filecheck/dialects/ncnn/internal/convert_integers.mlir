// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

func.func @main(%x: tensor<2x5xi32>) {
  // CHECK: ncnn.convert_integers %x : tensor<2x5xi32> -> tensor<2x5xf32>
  %0 = ncnn.convert_integers %x : tensor<2x5xi32> -> tensor<2x5xf32>
  func.return
}
