// RUN: ncnnc-opt %s -p eliminate-flatten --split-input-file | filecheck %s
// RUN: ncnnc-opt %s -p eliminate-flatten --split-input-file --remarks | filecheck %s --check-prefix=REMARK

// A vector, whatever makes it.
func.func @vector(%x: tensor<8xf32>) -> tensor<8xf32> {
  %y = ncnn.flatten %x : tensor<8xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @vector
// CHECK-NEXT:    func.return %x
// REMARK:      // remark: eliminate-flatten: Flatten

// -----

// A vector of unknown length, as the layers before it tell.
func.func @chain(%x: tensor<*xf32>, %w: tensor<4x8xf32>) -> tensor<*xf32> {
  %a = ncnn.pooling avg %x global : tensor<*xf32> -> tensor<*xf32>
  %b = ncnn.sigmoid %a : (tensor<*xf32>) -> tensor<*xf32>
  %c = ncnn.innerproduct %b, %w : tensor<*xf32>, tensor<4x8xf32> -> tensor<*xf32>
  %y = ncnn.flatten %c : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @chain
// CHECK:         func.return %c
// REMARK:      // remark: eliminate-flatten: Flatten

// -----

// Anything else is really flattened.
func.func @image(%x: tensor<3x4xf32>) -> tensor<12xf32> {
  %y = ncnn.flatten %x : tensor<3x4xf32> -> tensor<12xf32>
  func.return %y : tensor<12xf32>
}
// CHECK-LABEL: @image
// CHECK-NEXT:    ncnn.flatten

// -----

// As long as shapes are unknown it stays.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %y = ncnn.flatten %x : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.flatten
// REMARK:      // missed: eliminate-flatten: Flatten: its input may have several dimensions
