// RUN: ncnnc-opt %s -p convert-integer-inputs | filecheck %s

// Behind layers that only move elements there are words; what else reads them gets their numbers.
// CHECK-LABEL: @main
// CHECK-SAME:  %x: tensor<2x3xi32>, %y: tensor<6xf32>
func.func @main(%x: tensor<2x3xf32>, %y: tensor<6xf32>) -> (tensor<3x4xf32>, tensor<6x4xf32>, tensor<6xf32>) {
  // CHECK-NEXT: [[F:%.*]] = ncnn.convert_integers %x : tensor<2x3xi32> -> tensor<2x3xf32>
  %w = ncnn.weight <"w"> : tensor<9x4xf32>
  // CHECK: ncnn.reshape [[F]]
  %r = ncnn.reshape %x shape [6] : (tensor<2x3xf32>) -> tensor<6xf32>
  %a, %b = ncnn.slice %r sizes [3, 3] : (tensor<6xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  %0 = ncnn.embed %a, %w input_dim 9 : tensor<3xf32>, tensor<9x4xf32> -> tensor<3x4xf32>
  // Computed words are no integers of the caller's.
  %c = ncnn.relu %y : (tensor<6xf32>) -> tensor<6xf32>
  %1 = ncnn.embed %c, %w input_dim 9 : tensor<6xf32>, tensor<9x4xf32> -> tensor<6x4xf32>
  %2 = ncnn.relu %r : (tensor<6xf32>) -> tensor<6xf32>
  func.return %0, %1, %2 : tensor<3x4xf32>, tensor<6x4xf32>, tensor<6xf32>
}

// CHECK-LABEL: @done
func.func @done(%x: tensor<3xi32>) -> tensor<3x4xf32> {
  %w = ncnn.weight <"w"> : tensor<9x4xf32>
  // CHECK-COUNT-1: ncnn.convert_integers
  %f = ncnn.convert_integers %x : tensor<3xi32> -> tensor<3xf32>
  // CHECK-NOT: ncnn.convert_integers
  %0 = ncnn.embed %f, %w input_dim 9 : tensor<3xf32>, tensor<9x4xf32> -> tensor<3x4xf32>
  func.return %0 : tensor<3x4xf32>
}
