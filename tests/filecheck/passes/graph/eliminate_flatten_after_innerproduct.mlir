// RUN: ncnnc-opt %s -p eliminate-flatten-after-innerproduct | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-flatten-after-innerproduct

// The inner product of a vector, or of a whole image, is a vector.
func.func @vectors(%x: tensor<6xf32>, %i: tensor<2x3x1xf32>, %w: tensor<4x6xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = ncnn.innerproduct %x, %w : tensor<6xf32>, tensor<4x6xf32> -> tensor<4xf32>
  %y = ncnn.flatten %a : tensor<4xf32> -> tensor<4xf32>
  %b = ncnn.innerproduct %i, %w : tensor<2x3x1xf32>, tensor<4x6xf32> -> tensor<4xf32>
  %z = ncnn.flatten %b : tensor<4xf32> -> tensor<4xf32>
  func.return %y, %z : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: @vectors
// CHECK-NEXT:    %a = ncnn.innerproduct
// CHECK-NEXT:    %b = ncnn.innerproduct
// CHECK-NEXT:    func.return %a, %b
// REMARK-COUNT-2: // remark: eliminate-flatten-after-innerproduct: InnerProduct, Flatten

// So is that of a vector of unknown length.
func.func @unknown_vector(%x: tensor<*xf32>, %w: tensor<4x6xf32>) -> tensor<*xf32> {
  %v = ncnn.flatten %x : tensor<*xf32> -> tensor<*xf32>
  // expected-remark @+1 {{eliminate-flatten-after-innerproduct: InnerProduct, Flatten}}
  %a = ncnn.innerproduct %v, %w : tensor<*xf32>, tensor<4x6xf32> -> tensor<*xf32>
  %y = ncnn.flatten %a : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown_vector
// CHECK:         func.return %a

func.func @left_alone(%x: tensor<3x6xf32>, %w: tensor<4x6xf32>, %x1: tensor<*xf32>)
    -> (tensor<12xf32>, tensor<*xf32>) {
  // But an inner product of rows makes a matrix.
  // expected-remark @+1 {{missed: eliminate-flatten-after-innerproduct: InnerProduct, Flatten: the inner product multiplies rows of a matrix}}
  %a = ncnn.innerproduct %x, %w : tensor<3x6xf32>, tensor<4x6xf32> -> tensor<3x4xf32>
  %y = ncnn.flatten %a : tensor<3x4xf32> -> tensor<12xf32>
  // Of an unknown input it may.
  // expected-remark @+1 {{missed: eliminate-flatten-after-innerproduct: InnerProduct, Flatten: the inner product may multiply rows of a matrix}}
  %a1 = ncnn.innerproduct %x1, %w : tensor<*xf32>, tensor<4x6xf32> -> tensor<*xf32>
  %y1 = ncnn.flatten %a1 : tensor<*xf32> -> tensor<*xf32>
  func.return %y, %y1 : tensor<12xf32>, tensor<*xf32>
}
