// RUN: ncnnc-opt %s -p eliminate-flatten --split-input-file | filecheck %s

// A global pooling makes a vector.
func.func @global_pooling(%x: tensor<8x7x7xf32>) -> tensor<8xf32> {
  %a = ncnn.pooling avg %x global : tensor<8x7x7xf32> -> tensor<8xf32>
  %y = ncnn.flatten %a : tensor<8xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @global_pooling
// CHECK-NEXT:    %a = ncnn.pooling
// CHECK-NEXT:    func.return %a

// -----

// An inner product does, too.
func.func @innerproduct(%x: tensor<6xf32>, %w: tensor<4x6xf32>) -> tensor<4xf32> {
  %a = ncnn.innerproduct %x, %w : tensor<6xf32>, tensor<4x6xf32> -> tensor<4xf32>
  %y = ncnn.flatten %a : tensor<4xf32> -> tensor<4xf32>
  func.return %y : tensor<4xf32>
}
// CHECK-LABEL: @innerproduct
// CHECK-NEXT:    %a = ncnn.innerproduct
// CHECK-NEXT:    func.return %a

// -----

// But an inner product of rows makes a matrix.
func.func @rows(%x: tensor<3x6xf32>, %w: tensor<4x6xf32>) -> tensor<12xf32> {
  %a = ncnn.innerproduct %x, %w : tensor<3x6xf32>, tensor<4x6xf32> -> tensor<3x4xf32>
  %y = ncnn.flatten %a : tensor<3x4xf32> -> tensor<12xf32>
  func.return %y : tensor<12xf32>
}
// CHECK-LABEL: @rows
// CHECK:         ncnn.flatten

// -----

// As long as shapes are unknown it stays.
func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %y = ncnn.flatten %x : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.flatten
