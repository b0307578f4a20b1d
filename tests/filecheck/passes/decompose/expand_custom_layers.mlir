// RUN: ncnnc-opt %s --import %S/../../inputs/own_layers.py -p expand-custom-layers --split-input-file --verify-diagnostics | filecheck %s

func.func @gate(%x: tensor<3x4x5xf32>, %y: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  %0 = ncnn.custom "OwnGate"(%x, %y) : (tensor<3x4x5xf32>, tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  func.return %0 : tensor<3x4x5xf32>
}
// CHECK-LABEL: @gate
// CHECK-NEXT:    [[S:%.*]] = ncnn.sigmoid %y : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
// CHECK-NEXT:    [[P:%.*]] = ncnn.binaryop mul %x, [[S]]
// CHECK-NEXT:    func.return [[P]]

// -----

// Arrays that the layer stores, and others that the lowering makes.
func.func @block(%x: tensor<3x4x5xf32>, %w: tensor<1xf32>) -> (tensor<3x4x5xf32>, tensor<3x4x5xf32>) {
  %0 = ncnn.custom "OwnScale"(%x) weights(%w : tensor<1xf32>) : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  %1 = ncnn.custom "OwnBlock"(%x) : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  func.return %0, %1 : tensor<3x4x5xf32>, tensor<3x4x5xf32>
}
// CHECK-LABEL: @block
// CHECK-NEXT:    [[A:%.*]] = ncnn.binaryop mul %x, %w
// CHECK-NEXT:    [[W:%.*]] = ncnn.weight {{.*}} tensor<3x3x1x1xf32>
// CHECK-NEXT:    [[C:%.*]] = ncnn.convolution %x, [[W]]
// CHECK-NEXT:    [[M:%.*]] = ncnn.reduction mean %x axes [1, 2] keepdims
// CHECK-NEXT:    [[B:%.*]] = ncnn.binaryop add [[C]], [[M]]
// CHECK-NEXT:    func.return [[A]], [[B]]

// -----

// No lowering, one that declines, a type that is not registered, and shapes that are not known.
func.func @kept(%x: tensor<3x4x5xf32>, %w: tensor<1xf32>, %u: tensor<*xf32>) -> (tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<4xf32>, tensor<*xf32>) {
  %0 = ncnn.custom "OwnIdentity"(%x) : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  %1 = ncnn.custom "OwnScale"(%x) weights(%w : tensor<1xf32>) params {"0" = 1 : i64} : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  %2 = ncnn.custom "OwnStranger"(%x) : (tensor<3x4x5xf32>) -> tensor<4xf32>
  %3 = ncnn.custom "OwnGate"(%u, %u) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  func.return %0, %1, %2, %3 : tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<4xf32>, tensor<*xf32>
}
// CHECK-LABEL: @kept
// CHECK-NEXT:    ncnn.custom "OwnIdentity"
// CHECK-NEXT:    ncnn.custom "OwnScale"
// CHECK-NEXT:    ncnn.custom "OwnStranger"
// CHECK-NEXT:    ncnn.custom "OwnGate"

// -----

func.func @other_shape(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  // CHECK: (OwnMistake): its lowering returned shape (1, 4, 5), its shape rule gives (3, 4, 5)
  %0 = ncnn.custom "OwnMistake"(%x) : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  func.return %0 : tensor<3x4x5xf32>
}

// -----

func.func @raises(%x: tensor<3x4x5xf32>) -> tensor<3x4x5xf32> {
  // CHECK: (OwnMistake): its lowering raised ValueError: 'nosuch' is not a valid ReductionKind
  %0 = ncnn.custom "OwnMistake"(%x) params {"0" = 1 : i64} : (tensor<3x4x5xf32>) -> tensor<3x4x5xf32>
  func.return %0 : tensor<3x4x5xf32>
}
