// RUN: ncnnc-opt %s -p replace-prelu-with-leaky-relu --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p replace-prelu-with-leaky-relu --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// One slope for all channels.
func.func @one(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %s = ncnn.weight <"s"> dense<0.25> : tensor<1xf32>
  %y = ncnn.prelu %x, %s : (tensor<2x3x4xf32>, tensor<1xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @one
// CHECK:         %y = ncnn.relu %x slope 2.500000e-01
// REMARK-LABEL: @one
// REMARK:        // remark: replace-prelu-with-leaky-relu: PReLU

// -----

// The same slope for each channel.
func.func @equal(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %s = ncnn.weight <"s"> dense<[0.5, 0.5]> : tensor<2xf32>
  %y = ncnn.prelu %x, %s : (tensor<2x3x4xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @equal
// CHECK:         ncnn.relu %x slope 5.000000e-01

// -----

// Different slopes.
func.func @different(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %s = ncnn.weight <"s"> dense<[0.5, 0.25]> : tensor<2xf32>
  %y = ncnn.prelu %x, %s : (tensor<2x3x4xf32>, tensor<2xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @different
// CHECK:         ncnn.prelu
// REMARK-LABEL: @different
// REMARK:        // missed: replace-prelu-with-leaky-relu: PReLU: its slopes differ

// -----

// A slope that is no constant, and one whose value is not at hand.
func.func @unknown(%x: tensor<2x3x4xf32>, %s: tensor<1xf32>) -> tensor<2x3x4xf32> {
  %a = ncnn.prelu %x, %s : (tensor<2x3x4xf32>, tensor<1xf32>) -> tensor<2x3x4xf32>
  %t = ncnn.weight <"t"> : tensor<1xf32>
  %y = ncnn.prelu %a, %t : (tensor<2x3x4xf32>, tensor<1xf32>) -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @unknown
// CHECK:         ncnn.prelu %x, %s
// CHECK:         ncnn.prelu %a, %t
// REMARK-LABEL: @unknown
// REMARK:        // missed: replace-prelu-with-leaky-relu: PReLU: its slopes are no constants, or not at hand
