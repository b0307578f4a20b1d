// RUN: ncnnc-opt %s -p share-repeated-keys,dce | filecheck %s

// Each head of keys and values comes twice in a row: it is read once.
func.func @repeated(%q: tensor<4x3x8xf32>, %k: tensor<2x5x8xf32>, %v: tensor<2x5x6xf32>, %m: tensor<4x3x5xf32>) -> tensor<4x3x6xf32> {
  %0 = ncnn.expanddims %k axes [1] : (tensor<2x5x8xf32>) -> tensor<2x1x5x8xf32>
  %1 = ncnn.tile %0 repeats [1, 2, 1, 1] : (tensor<2x1x5x8xf32>) -> tensor<2x2x5x8xf32>
  %2 = ncnn.reshape %1 shape [4, -1, 8] : (tensor<2x2x5x8xf32>) -> tensor<4x5x8xf32>
  %3 = ncnn.expanddims %v axes [1] : (tensor<2x5x6xf32>) -> tensor<2x1x5x6xf32>
  %4 = ncnn.tile %3 repeats [1, 2, 1, 1] : (tensor<2x1x5x6xf32>) -> tensor<2x2x5x6xf32>
  %5 = ncnn.reshape %4 shape [4, -1, 6] : (tensor<2x2x5x6xf32>) -> tensor<4x5x6xf32>
  %y = ncnn.sdpa %q, %2, %5 mask %m : tensor<4x3x5xf32> scale 0.5 : tensor<4x3x8xf32>, tensor<4x5x8xf32>, tensor<4x5x6xf32> -> tensor<4x3x6xf32>
  func.return %y : tensor<4x3x6xf32>
}
// CHECK-LABEL: @repeated
// CHECK-NEXT:    ncnn.sdpa %q, %k, %v mask %m : tensor<4x3x5xf32> scale 5.000000e-01 : tensor<4x3x8xf32>, tensor<2x5x8xf32>, tensor<2x5x6xf32> -> tensor<4x3x6xf32>
// CHECK-NEXT:    func.return

// A single head for all; keys that are shared already are shared by more.
func.func @one(%q: tensor<6x3x8xf32>, %k: tensor<1x5x8xf32>) -> tensor<6x3x8xf32> {
  %0 = ncnn.tile %k axis 0 tiles 3 : (tensor<1x5x8xf32>) -> tensor<3x5x8xf32>
  %y = ncnn.sdpa %q, %0, %0 : tensor<6x3x8xf32>, tensor<3x5x8xf32>, tensor<3x5x8xf32> -> tensor<6x3x8xf32>
  func.return %y : tensor<6x3x8xf32>
}
// CHECK-LABEL: @one
// CHECK-NEXT:    ncnn.sdpa %q, %k, %k : tensor<6x3x8xf32>, tensor<1x5x8xf32>, tensor<1x5x8xf32> -> tensor<6x3x8xf32>

// Repeated heads that are results stay; attention reads those they are repeated from.
func.func @results(%q: tensor<4x3x8xf32>, %k: tensor<2x5x8xf32>) -> (tensor<4x3x8xf32>, tensor<4x5x8xf32>) {
  %0 = ncnn.expanddims %k axes [1] : (tensor<2x5x8xf32>) -> tensor<2x1x5x8xf32>
  %1 = ncnn.tile %0 repeats [1, 2, 1, 1] : (tensor<2x1x5x8xf32>) -> tensor<2x2x5x8xf32>
  %2 = ncnn.reshape %1 shape [4, -1, 8] : (tensor<2x2x5x8xf32>) -> tensor<4x5x8xf32>
  %y = ncnn.sdpa %q, %2, %2 : tensor<4x3x8xf32>, tensor<4x5x8xf32>, tensor<4x5x8xf32> -> tensor<4x3x8xf32>
  func.return %y, %2 : tensor<4x3x8xf32>, tensor<4x5x8xf32>
}
// CHECK-LABEL: @results
// CHECK:         [[R:%.*]] = ncnn.reshape {{.*}} -> tensor<4x5x8xf32>
// CHECK-NEXT:    [[Y:%.*]] = ncnn.sdpa %q, %k, %k :
// CHECK-NEXT:    func.return [[Y]], [[R]]

// All heads come one after the other, and then again: queries do not find theirs side by side.
func.func @in_turn(%q: tensor<4x3x8xf32>, %k: tensor<2x5x8xf32>) -> tensor<4x3x8xf32> {
  %0 = ncnn.tile %k axis 0 tiles 2 : (tensor<2x5x8xf32>) -> tensor<4x5x8xf32>
  %y = ncnn.sdpa %q, %0, %0 : tensor<4x3x8xf32>, tensor<4x5x8xf32>, tensor<4x5x8xf32> -> tensor<4x3x8xf32>
  func.return %y : tensor<4x3x8xf32>
}
// CHECK-LABEL: @in_turn
// CHECK-NEXT:    ncnn.tile
// CHECK-NEXT:    ncnn.sdpa {{.*}} tensor<4x5x8xf32>, tensor<4x5x8xf32> ->

// Rows are repeated, within each head.
func.func @rows(%q: tensor<4x3x8xf32>, %k: tensor<4x5x8xf32>) -> tensor<4x3x8xf32> {
  %0 = ncnn.tile %k axis 1 tiles 2 : (tensor<4x5x8xf32>) -> tensor<4x10x8xf32>
  %y = ncnn.sdpa %q, %0, %0 : tensor<4x3x8xf32>, tensor<4x10x8xf32>, tensor<4x10x8xf32> -> tensor<4x3x8xf32>
  func.return %y : tensor<4x3x8xf32>
}
// CHECK-LABEL: @rows
// CHECK-NEXT:    ncnn.tile
// CHECK-NEXT:    ncnn.sdpa {{.*}} tensor<4x10x8xf32>, tensor<4x10x8xf32> ->

// Heads and rows are.
func.func @both(%q: tensor<4x3x8xf32>, %k: tensor<1x5x8xf32>) -> tensor<4x3x8xf32> {
  %0 = ncnn.tile %k repeats [4, 2, 1] : (tensor<1x5x8xf32>) -> tensor<4x10x8xf32>
  %y = ncnn.sdpa %q, %0, %0 : tensor<4x3x8xf32>, tensor<4x10x8xf32>, tensor<4x10x8xf32> -> tensor<4x3x8xf32>
  func.return %y : tensor<4x3x8xf32>
}
// CHECK-LABEL: @both
// CHECK-NEXT:    ncnn.tile
// CHECK-NEXT:    ncnn.sdpa {{.*}} tensor<4x10x8xf32>, tensor<4x10x8xf32> ->

// Only keys are repeated; or values are so more often.
func.func @unlike(%q: tensor<4x3x8xf32>, %k: tensor<2x5x8xf32>, %v: tensor<4x5x6xf32>, %w: tensor<1x5x6xf32>) -> (tensor<4x3x6xf32>, tensor<4x3x6xf32>) {
  %0 = ncnn.expanddims %k axes [1] : (tensor<2x5x8xf32>) -> tensor<2x1x5x8xf32>
  %1 = ncnn.tile %0 repeats [1, 2, 1, 1] : (tensor<2x1x5x8xf32>) -> tensor<2x2x5x8xf32>
  %2 = ncnn.reshape %1 shape [4, -1, 8] : (tensor<2x2x5x8xf32>) -> tensor<4x5x8xf32>
  %3 = ncnn.tile %w axis 0 tiles 4 : (tensor<1x5x6xf32>) -> tensor<4x5x6xf32>
  %y = ncnn.sdpa %q, %2, %v : tensor<4x3x8xf32>, tensor<4x5x8xf32>, tensor<4x5x6xf32> -> tensor<4x3x6xf32>
  %z = ncnn.sdpa %q, %2, %3 : tensor<4x3x8xf32>, tensor<4x5x8xf32>, tensor<4x5x6xf32> -> tensor<4x3x6xf32>
  func.return %y, %z : tensor<4x3x6xf32>, tensor<4x3x6xf32>
}
// CHECK-LABEL: @unlike
// CHECK:         ncnn.sdpa {{.*}} tensor<4x5x8xf32>, tensor<4x5x6xf32> ->
// CHECK-NEXT:    ncnn.sdpa {{.*}} tensor<4x5x8xf32>, tensor<4x5x6xf32> ->

// Parts of other shapes are repeated: no heads `groups,rows,columns` stand anywhere.
func.func @other_cells(%q: tensor<4x3x8xf32>, %k: tensor<80xf32>) -> tensor<4x3x8xf32> {
  %0 = ncnn.reshape %k shape [2, 1, 40] : (tensor<80xf32>) -> tensor<2x1x40xf32>
  %1 = ncnn.tile %0 axis 1 tiles 2 : (tensor<2x1x40xf32>) -> tensor<2x2x40xf32>
  %2 = ncnn.reshape %1 shape [4, 5, 8] : (tensor<2x2x40xf32>) -> tensor<4x5x8xf32>
  %y = ncnn.sdpa %q, %2, %2 : tensor<4x3x8xf32>, tensor<4x5x8xf32>, tensor<4x5x8xf32> -> tensor<4x3x8xf32>
  func.return %y : tensor<4x3x8xf32>
}
// CHECK-LABEL: @other_cells
// CHECK:         ncnn.sdpa {{.*}} tensor<4x5x8xf32>, tensor<4x5x8xf32> ->

// The caches of the function hold repeated heads.
func.func @cached(%q: tensor<4x1x8xf32>, %k: tensor<1x1x8xf32>, %c: tensor<4x5x8xf32>) -> (tensor<4x1x8xf32>, tensor<4x6x8xf32>, tensor<4x6x8xf32>) {
  %0 = ncnn.tile %k axis 0 tiles 4 : (tensor<1x1x8xf32>) -> tensor<4x1x8xf32>
  %y, %nk, %nv = ncnn.sdpa %q, %0, %0 caches %c, %c : tensor<4x5x8xf32>, tensor<4x5x8xf32> kv_cache : tensor<4x1x8xf32>, tensor<4x1x8xf32>, tensor<4x1x8xf32> -> tensor<4x1x8xf32>, tensor<4x6x8xf32>, tensor<4x6x8xf32>
  func.return %y, %nk, %nv : tensor<4x1x8xf32>, tensor<4x6x8xf32>, tensor<4x6x8xf32>
}
// CHECK-LABEL: @cached
// CHECK-NEXT:    ncnn.tile
// CHECK-NEXT:    ncnn.sdpa {{.*}} caches %c, %c :
