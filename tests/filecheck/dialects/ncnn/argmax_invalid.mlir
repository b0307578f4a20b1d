// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3x4xf32>, %x1: tensor<3x3x5xf32>, %x2: tensor<16777217xf32>) {
  // expected-error @+1 {{topk is 13, the input has 12 elements}}
  ncnn.argmax %x top 13 : tensor<3x4xf32> -> tensor<1x13xf32>
  // expected-error @+1 {{ncnn compares the padding of channels of 15 elements, too; a Reshape to a vector avoids it}}
  ncnn.argmax %x1 : tensor<3x3x5xf32> -> tensor<1x1xf32>
  // expected-error @+1 {{input has 16777217 elements, float32 numbers up to 2^24}}
  ncnn.argmax %x2 : tensor<16777217xf32> -> tensor<1x1xf32>
  func.return
}
