// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<3x4xf32>) {
  // CHECK: topk is 13, the input has 12 elements
  %0 = ncnn.argmax %x top 13 : tensor<3x4xf32> -> tensor<1x13xf32>
  func.return
}

// -----

func.func @main(%x: tensor<3x3x5xf32>) {
  // CHECK: ncnn compares the padding of channels of 15 elements, too; a Reshape to a vector avoids it
  %0 = ncnn.argmax %x : tensor<3x3x5xf32> -> tensor<1x1xf32>
  func.return
}

// -----

func.func @main(%x: tensor<16777217xf32>) {
  // CHECK: input has 16777217 elements, float32 numbers up to 2^24
  %0 = ncnn.argmax %x : tensor<16777217xf32> -> tensor<1x1xf32>
  func.return
}
