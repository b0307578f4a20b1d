// RUN: verify-diagnostics %s

func.func @main(%x: tensor<3x7xf32>, %x1: tensor<16777217xf32>) {
  // expected-error @+1 {{k is 8, rows have 7 elements}}
  ncnn.top_k %x k 8 : (tensor<3x7xf32>) -> (tensor<3x8xf32>, tensor<3x8xf32>)
  // expected-error @+1 {{k is 0, rows have 7 elements}}
  ncnn.top_k %x k 0 : (tensor<3x7xf32>) -> (tensor<3x1xf32>, tensor<3x1xf32>)
  // expected-error @+1 {{rows have 16777217 elements, more than the 2^24 that float32 can number}}
  ncnn.top_k %x1 k 1 : (tensor<16777217xf32>) -> (tensor<1xf32>, tensor<1xf32>)
  func.return
}
