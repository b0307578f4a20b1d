// RUN: ncnnc-opt %s -p replace-prelu-with-leaky-relu | filecheck %s
// RUN: verify-diagnostics %s -p replace-prelu-with-leaky-relu

// One slope for all channels.
func.func @one(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %s = ncnn.weight <"s"> dense<0.25> : tensor<1xf32>
  // expected-remark @+1 {{replace-prelu-with-leaky-relu: PReLU}}
  %y = ncnn.prelu %x, %s : (tensor<2x3x4xf32>, tensor<1xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @one
// CHECK:         %y = ncnn.relu %x slope 2.500000e-01

// The same slope for each channel.
func.func @equal(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %s = ncnn.weight <"s"> dense<[0.5, 0.5]> : tensor<2xf32>
  %y = ncnn.prelu %x, %s : (tensor<2x3x4xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @equal
// CHECK:         ncnn.relu %x slope 5.000000e-01

func.func @left_alone(%x: tensor<2x3x4xf32>, %s1: tensor<1xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  // Different slopes.
  %s = ncnn.weight <"s"> dense<[0.5, 0.25]> : tensor<2xf32>
  // expected-remark @+1 {{missed: replace-prelu-with-leaky-relu: PReLU: its slopes differ}}
  %y = ncnn.prelu %x, %s : (tensor<2x3x4xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
  // A slope that is no constant, and one whose value is not at hand.
  // expected-remark @+1 {{missed: replace-prelu-with-leaky-relu: PReLU: its slopes are no constants, or not at hand}}
  %a = ncnn.prelu %x, %s1 : (tensor<2x3x4xf32>, tensor<1xf32>) -> tensor<2x3x4xf32>
  %t = ncnn.weight <"t"> : tensor<1xf32>
  // expected-remark @+1 {{missed: replace-prelu-with-leaky-relu: PReLU: its slopes are no constants, or not at hand}}
  %y1 = ncnn.prelu %a, %t : (tensor<2x3x4xf32>, tensor<1xf32>) -> tensor<2x3x4xf32>
  func.return %y, %y1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}
