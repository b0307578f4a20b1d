// RUN: ncnnc-opt %s -p eliminate-flatten | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-flatten

// A vector, whatever makes it.
func.func @vector(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @+1 {{eliminate-flatten: Flatten}}
  %y = ncnn.flatten %x : tensor<8xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @vector
// CHECK-NEXT:    func.return %x

// A vector of unknown length, as the layers before it tell.
func.func @chain(%x: tensor<*xf32>, %w: tensor<4x8xf32>) -> tensor<*xf32> {
  %a = ncnn.pooling avg %x global : tensor<*xf32> -> tensor<*xf32>
  %b = ncnn.sigmoid %a : (tensor<*xf32>) -> tensor<*xf32>
  %c = ncnn.innerproduct %b, %w : tensor<*xf32>, tensor<4x8xf32> -> tensor<*xf32>
  // expected-remark @+1 {{eliminate-flatten: Flatten}}
  %y = ncnn.flatten %c : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @chain
// CHECK:         func.return %c

func.func @left_alone(%x: tensor<3x4xf32>, %x1: tensor<*xf32>) -> (tensor<12xf32>, tensor<*xf32>) {
  // Anything else is really flattened.
  %y = ncnn.flatten %x : tensor<3x4xf32> -> tensor<12xf32>
  // As long as shapes are unknown it stays.
  // expected-remark @+1 {{missed: eliminate-flatten: Flatten: its input may have several dimensions}}
  %y1 = ncnn.flatten %x1 : tensor<*xf32> -> tensor<*xf32>
  func.return %y, %y1 : tensor<12xf32>, tensor<*xf32>
}
