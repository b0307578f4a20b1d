// RUN: ncnnc-opt %s -p share-repeated-states --split-input-file | filecheck %s

#all = affine_map<()[s0] -> (4, s0 + 3, 8)>
func.func @main(%q: tensor<4x3x8xf32>, %k: tensor<2x3x8xf32>, %v: tensor<2x3x8xf32>, %sk: tensor<4x35x8xf32> {ncnn.state = "k1", ncnn.extents = #all}, %sv: tensor<4x35x8xf32> {ncnn.state = "v1", ncnn.extents = #all}) -> tensor<4x3x8xf32> {
  %0 = ncnn.expanddims %k axes [1] : (tensor<2x3x8xf32>) -> tensor<2x1x3x8xf32>
  %1 = ncnn.tile %0 repeats [1, 2, 1, 1] : (tensor<2x1x3x8xf32>) -> tensor<2x2x3x8xf32>
  %2 = ncnn.reshape %1 shape [4, -1, 8] : (tensor<2x2x3x8xf32>) -> tensor<4x3x8xf32>
  %3 = ncnn.append %sk, %2 axis 1 : tensor<4x35x8xf32>, tensor<4x3x8xf32> -> tensor<4x35x8xf32>
  %4 = ncnn.expanddims %v axes [1] : (tensor<2x3x8xf32>) -> tensor<2x1x3x8xf32>
  %5 = ncnn.tile %4 repeats [1, 2, 1, 1] : (tensor<2x1x3x8xf32>) -> tensor<2x2x3x8xf32>
  %6 = ncnn.reshape %5 shape [4, -1, 8] : (tensor<2x2x3x8xf32>) -> tensor<4x3x8xf32>
  %7 = ncnn.append %sv, %6 axis 1 : tensor<4x35x8xf32>, tensor<4x3x8xf32> -> tensor<4x35x8xf32>
  %8 = ncnn.sdpa %q, %3, %7 : tensor<4x3x8xf32>, tensor<4x35x8xf32>, tensor<4x35x8xf32> -> tensor<4x3x8xf32>
  func.return %8 : tensor<4x3x8xf32>
}
// CHECK:       func.func @main({{.*}}, %sk: tensor<2x35x8xf32> {ncnn.state = "k1", ncnn.extents = affine_map<()[s0] -> (2, (s0 + 3), 8)>}, %sv: tensor<2x35x8xf32>
// CHECK-NEXT:    [[K:%.*]] = ncnn.append %sk, %k axis 1 : tensor<2x35x8xf32>, tensor<2x3x8xf32> -> tensor<2x35x8xf32>
// CHECK-NEXT:    [[V:%.*]] = ncnn.append %sv, %v axis 1 : tensor<2x35x8xf32>, tensor<2x3x8xf32> -> tensor<2x35x8xf32>
// CHECK-NEXT:    ncnn.sdpa %q, [[K]], [[V]] : tensor<4x3x8xf32>, tensor<2x35x8xf32>, tensor<2x35x8xf32> -> tensor<4x3x8xf32>
// CHECK-NEXT:    func.return

// -----

// Values that are not repeated need their keys as they are.
func.func @main(%q: tensor<4x3x8xf32>, %k: tensor<2x3x8xf32>, %v: tensor<4x3x8xf32>, %sk: tensor<4x35x8xf32> {ncnn.state = "k1"}, %sv: tensor<4x35x8xf32> {ncnn.state = "v1"}) -> tensor<4x3x8xf32> {
  %0 = ncnn.expanddims %k axes [1] : (tensor<2x3x8xf32>) -> tensor<2x1x3x8xf32>
  %1 = ncnn.tile %0 repeats [1, 2, 1, 1] : (tensor<2x1x3x8xf32>) -> tensor<2x2x3x8xf32>
  %2 = ncnn.reshape %1 shape [4, -1, 8] : (tensor<2x2x3x8xf32>) -> tensor<4x3x8xf32>
  %3 = ncnn.append %sk, %2 axis 1 : tensor<4x35x8xf32>, tensor<4x3x8xf32> -> tensor<4x35x8xf32>
  %7 = ncnn.append %sv, %v axis 1 : tensor<4x35x8xf32>, tensor<4x3x8xf32> -> tensor<4x35x8xf32>
  %8 = ncnn.sdpa %q, %3, %7 : tensor<4x3x8xf32>, tensor<4x35x8xf32>, tensor<4x35x8xf32> -> tensor<4x3x8xf32>
  func.return %8 : tensor<4x3x8xf32>
}
// CHECK:       func.func @main({{.*}}, %sk: tensor<4x35x8xf32>
// CHECK:         ncnn.tile
// CHECK:         ncnn.append %sk, %{{.*}} : tensor<4x35x8xf32>, tensor<4x3x8xf32>

// -----

// So does another reader of the state.
func.func @main(%q: tensor<4x3x8xf32>, %k: tensor<2x3x8xf32>, %sk: tensor<4x35x8xf32> {ncnn.state = "k1"}) -> tensor<4x3x8xf32> {
  %0 = ncnn.expanddims %k axes [1] : (tensor<2x3x8xf32>) -> tensor<2x1x3x8xf32>
  %1 = ncnn.tile %0 repeats [1, 2, 1, 1] : (tensor<2x1x3x8xf32>) -> tensor<2x2x3x8xf32>
  %2 = ncnn.reshape %1 shape [4, -1, 8] : (tensor<2x2x3x8xf32>) -> tensor<4x3x8xf32>
  %3 = ncnn.append %sk, %2 axis 1 : tensor<4x35x8xf32>, tensor<4x3x8xf32> -> tensor<4x35x8xf32>
  %8 = ncnn.sdpa %q, %3, %3 : tensor<4x3x8xf32>, tensor<4x35x8xf32>, tensor<4x35x8xf32> -> tensor<4x3x8xf32>
  func.return %8 : tensor<4x3x8xf32>
}
// CHECK:       func.func @main({{.*}}, %sk: tensor<4x35x8xf32>
// CHECK:         ncnn.tile
