// RUN: verify-diagnostics %s

func.func @main(%a: tensor<40xf32>, %b: tensor<2x40x5xf32>, %c: tensor<40x5xf32>) {
  // expected-error @+1 {{steps have the shape [steps, classes], not [40]}}
  ncnn.decode_ctc %a blank 0 most 0 : tensor<40xf32> -> tensor<40x2xf32>
  // expected-error @+1 {{not [2, 40, 5]}}
  ncnn.decode_ctc %b blank 0 most 0 : tensor<2x40x5xf32> -> tensor<40x2xf32>
  // expected-error @+1 {{the blank is class 5, steps have 5 classes}}
  ncnn.decode_ctc %c blank 5 most 0 : tensor<40x5xf32> -> tensor<40x2xf32>
  // expected-error @+1 {{there cannot be -1 characters}}
  ncnn.decode_ctc %c blank 0 most -1 : tensor<40x5xf32> -> tensor<40x2xf32>
  func.return
}
