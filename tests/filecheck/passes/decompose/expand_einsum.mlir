// RUN: ncnnc-opt %s -p expand-einsum --split-input-file | filecheck %s

// CHECK-LABEL: @product
func.func @product(%a: tensor<4x5xf32>, %b: tensor<5x6xf32>, %c: tensor<6x5xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  // CHECK-NEXT: [[A:%.*]] = ncnn.reshape %a
  // CHECK-NEXT: [[B:%.*]] = ncnn.reshape %b
  // CHECK-NEXT: ncnn.matmul [[A]], [[B]] : (tensor<1x4x5xf32>, tensor<1x5x6xf32>)
  // CHECK-NOT:  ncnn.permute
  %0 = ncnn.einsum "ik,kj->ij" (%a, %b) : (tensor<4x5xf32>, tensor<5x6xf32>) -> tensor<4x6xf32>
  // CHECK: ncnn.matmul
  // CHECK-SAME: transpose_b
  %1 = ncnn.einsum "ik,jk->ij" (%a, %c) : (tensor<4x5xf32>, tensor<6x5xf32>) -> tensor<4x6xf32>
  func.return %0, %1 : tensor<4x6xf32>, tensor<4x6xf32>
}

// A letter in one input alone is summed before anything is moved.
// CHECK-LABEL: @sum
func.func @sum(%x: tensor<3x4x5xf32>, %u: tensor<*xf32>) -> (tensor<4xf32>, tensor<*xf32>) {
  // CHECK-NEXT: ncnn.reshape
  // CHECK-NEXT: ncnn.reduction sum
  // CHECK:      ncnn.reduction sum
  // CHECK-NOT:  ncnn.permute
  // CHECK-NOT:  ncnn.matmul
  %0 = ncnn.einsum "jik->i" (%x) : (tensor<3x4x5xf32>) -> tensor<4xf32>
  // CHECK: ncnn.einsum "ij->i"(%u)
  %1 = ncnn.einsum "ij->i" (%u) : (tensor<*xf32>) -> tensor<*xf32>
  func.return %0, %1 : tensor<4xf32>, tensor<*xf32>
}

// CHECK-LABEL: @outer
func.func @outer(%a: tensor<4xf32>, %b: tensor<5xf32>) -> tensor<4x5xf32> {
  // CHECK: ncnn.binaryop mul {{.*}} (tensor<1x4x1xf32>, tensor<1x1x5xf32>)
  %0 = ncnn.einsum "i,j->ij" (%a, %b) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4x5xf32>
  func.return %0 : tensor<4x5xf32>
}

// Every sixth of the first 24 cells, and the last one.
// CHECK-LABEL: @trace
func.func @trace(%x: tensor<5x5xf32>) -> tensor<1xf32> {
  // CHECK:      ncnn.crop slice
  // CHECK:      ncnn.reshape {{.*}} -> tensor<4x6xf32>
  // CHECK:      ncnn.crop slice
  // CHECK:      ncnn.concat
  // CHECK:      ncnn.reduction sum
  %0 = ncnn.einsum "ii" (%x) : (tensor<5x5xf32>) -> tensor<1xf32>
  func.return %0 : tensor<1xf32>
}

// -----

// Extents known at run time are those of the inputs; a diagonal of such an axis stays.
// CHECK-LABEL: @dynamic
func.func @dynamic(%a: tensor<3x48x5xf32> {ncnn.extents = affine_map<()[s0] -> (3, s0, 5)>}, %b: tensor<3x5x6xf32>, %c: tensor<48x48xf32> {ncnn.extents = affine_map<()[s0] -> (s0, s0)>}) -> (tensor<48x3x6xf32>, tensor<1xf32>) attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  // CHECK:      ncnn.matmul
  // CHECK:      ncnn.permute
  %0 = ncnn.einsum "jil,jlk->ijk" (%a, %b) : (tensor<3x48x5xf32>, tensor<3x5x6xf32>) -> tensor<48x3x6xf32>
  // CHECK:      ncnn.einsum "ii"
  %1 = ncnn.einsum "ii" (%c) : (tensor<48x48xf32>) -> tensor<1xf32>
  func.return %0, %1 : tensor<48x3x6xf32>, tensor<1xf32>
}

// -----

// CHECK-LABEL: @spelled
func.func @spelled(%a: tensor<48xf32> {ncnn.extents = affine_map<()[s0] -> (s0)>}, %b: tensor<5xf32>) -> tensor<48x5xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  // CHECK:      ncnn.reshape %a like %a, %b expression "*(1,1w),1"
  // CHECK:      ncnn.binaryop mul
  %0 = ncnn.einsum "i,j->ij" (%a, %b) : (tensor<48xf32>, tensor<5xf32>) -> tensor<48x5xf32>
  func.return %0 : tensor<48x5xf32>
}
