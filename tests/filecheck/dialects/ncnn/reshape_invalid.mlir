// RUN: verify-diagnostics %s

func.func @main(%x: tensor<4x7x9xf32>) {
  // expected-error @+1 {{[4, 7, 9] does not fit the new shape [4, 60]}}
  ncnn.reshape %x shape [4, 60] : (tensor<4x7x9xf32>) -> tensor<4x60xf32>
  // expected-error @+1 {{[4, 7, 9] does not fit the new shape [5, -1]}}
  ncnn.reshape %x shape [5, -1] : (tensor<4x7x9xf32>) -> tensor<5x50xf32>
  // expected-error @+1 {{[4, 7, 9] does not fit the new shape [-1, -1]}}
  ncnn.reshape %x shape [-1, -1] : (tensor<4x7x9xf32>) -> tensor<4x63xf32>
  // expected-error @+1 {{the new shape has 0 dimensions, not 1 to 4}}
  ncnn.reshape %x : (tensor<4x7x9xf32>) -> tensor<252xf32>
  // expected-error @+1 {{'1w' names input 1, there are 1}}
  ncnn.reshape %x expression "1w,-1" : (tensor<4x7x9xf32>) -> tensor<28x9xf32>
  // expected-error @+1 {{result has shape [4, 63], the shape rule gives [252]}}
  ncnn.flatten %x : tensor<4x7x9xf32> -> tensor<4x63xf32>
  // expected-error @+1 {{gives a batch of 4, which no tensor is}}
  ncnn.reshape %x shape [4, 63] output_batch_axis 0 : (tensor<4x7x9xf32>) -> tensor<63xf32>
  func.return
}
