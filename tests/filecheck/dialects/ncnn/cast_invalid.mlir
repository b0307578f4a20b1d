// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<4x7xf32>) {
  // CHECK: result has shape [28], the shape rule gives [4, 7]
  %0 = ncnn.cast %x from float32 to float16 : (tensor<4x7xf32>) -> tensor<28xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5x7xf32>) {
  // CHECK: filling 5 up to a multiple of 4 is not supported
  %0 = ncnn.packing %x elempack 4 padding : (tensor<5x7xf32>) -> tensor<5x7xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5x7xf32>) {
  // CHECK: elempack 0 must be positive
  %0 = ncnn.packing %x elempack 0 : (tensor<5x7xf32>) -> tensor<5x7xf32>
  func.return
}
