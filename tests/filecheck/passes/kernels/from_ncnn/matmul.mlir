// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' --split-input-file --verify-diagnostics | filecheck %s

// One B for all: the rows of both matrices of A are multiplied together, B packed at compile time.
func.func @shared(%a: tensor<2x4x6xf32>) -> tensor<2x4x5xf32> {
  %b = ncnn.weight <"b"> : tensor<6x5xf32>
  %y = ncnn.matmul %a, %b : (tensor<2x4x6xf32>, tensor<6x5xf32>) -> tensor<2x4x5xf32>
  func.return %y : tensor<2x4x5xf32>
}
// CHECK-LABEL: @shared
// CHECK:         ncnn.pack_weights %b into #ncnn.matrix_panels<lanes = 8, vectors = 1, columns = 6, transposed = true>
// CHECK:         kernel.matmul ins(%a, {{.*}}extents = array<i64: 1, 8, 5, 6>

// -----

// A B for each: A's one matrix serves the whole batch.
func.func @batch(%a: tensor<4x6xf32>, %b: tensor<2x5x6xf32>) -> tensor<2x4x5xf32> {
  %y = ncnn.matmul %a, %b transpose_b : (tensor<4x6xf32>, tensor<2x5x6xf32>) -> tensor<2x4x5xf32>
  func.return %y : tensor<2x4x5xf32>
}
// CHECK-LABEL: @batch
// CHECK:         kernel.pack_panels ins(%b : {{.*}} {extents = array<i64: 2, 5, 6>, strides = array<i64: 30, 6, 1>
// CHECK:         kernel.matmul {{.*}}extents = array<i64: 2, 4, 5, 6>, x_strides = array<i64: 0, 6, 1>, y_strides = array<i64: 20, 5>

// -----

// Batches that stretch along different axes: both are written out.
func.func @outer(%a: tensor<3x1x4x6xf32>, %b: tensor<2x6x5xf32>) -> tensor<3x2x4x5xf32> {
  %y = ncnn.matmul %a, %b : (tensor<3x1x4x6xf32>, tensor<2x6x5xf32>) -> tensor<3x2x4x5xf32>
  func.return %y : tensor<3x2x4x5xf32>
}
// CHECK-LABEL: @outer
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<3x2x4x6xf32>)
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<3x2x6x5xf32>)
// CHECK:         kernel.matmul {{.*}}extents = array<i64: 6, 4, 5, 6>
