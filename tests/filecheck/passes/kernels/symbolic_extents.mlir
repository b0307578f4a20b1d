// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},infer-extents,convert-ncnn-to-kernel' --split-input-file | filecheck %s

// Of rows whose number is known only at run time, some at the end: they begin at a place that is computed.
func.func @main(%x: tensor<56x8xf32> {ncnn.extents = affine_map<()[s0] -> (s0 + 8, 8)>}) -> tensor<8x8xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.crop slice %x starts [-8] ends [2147483647] axes [0] : (tensor<56x8xf32>) -> tensor<8x8xf32>
  func.return %y : tensor<8x8xf32>
}
// CHECK:       func.func @main
// CHECK:         kernel.strided_copy ins(%{{.*}} : tensor<56x8xf32>) outs(%{{.*}} : tensor<8x8xf32>) {extents = array<i64: 8, 8>, source = affine_map<()[s0] -> ((s0 * 8), 8, 1)>, destination = affine_map<()[s0] -> (0, 8, 1)>, bounds = affine_map<()[s0] -> (8, 8)>}

// -----

// Others lie in one piece of the same memory: no copy.
func.func @main(%x: tensor<56x8xf32> {ncnn.extents = affine_map<()[s0] -> (s0 + 8, 8)>}) -> tensor<53x8xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.crop slice %x starts [3] ends [2147483647] axes [0] : (tensor<56x8xf32>) -> tensor<53x8xf32>
  func.return %y : tensor<53x8xf32>
}
// CHECK:       func.func @main
// CHECK-NEXT:    kernel.view %{{.*}}[24] : tensor<56x8xf32> -> tensor<53x8xf32>
// CHECK-NEXT:    func.return

// -----

// Columns known at run time become a vector: rows move together.
func.func @main(%x: tensor<5x48xf32> {ncnn.extents = affine_map<()[s0] -> (5, s0)>}) -> tensor<240xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.reshape %x shape [-1] : (tensor<5x48xf32>) -> tensor<240xf32>
  func.return %y : tensor<240xf32>
}
// CHECK:       func.func @main
// CHECK:         kernel.strided_copy {{.*}} {extents = array<i64: 5, 48>, source = affine_map<()[s0] -> (0, 48, 1)>, destination = affine_map<()[s0] -> (0, s0, 1)>, bounds = affine_map<()[s0] -> (5, s0)>}

// -----

// Rows known at run time, and static columns behind them, stay where they are.
func.func @main(%x: tensor<4x48x6xf32> {ncnn.extents = affine_map<()[s0] -> (4, s0, 6)>}) -> tensor<4x288xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.reshape %x shape [4, -1] : (tensor<4x48x6xf32>) -> tensor<4x288xf32>
  func.return %y : tensor<4x288xf32>
}
// CHECK:       func.func @main
// CHECK-NEXT:    kernel.view %{{.*}}[0] : tensor<4x48x6xf32> -> tensor<4x288xf32>
// CHECK-NEXT:    func.return

// -----

// Borders: of a mirrored one each element has a source that is one before the last one's.
func.func @main(%x: tensor<4x56xf32> {ncnn.extents = affine_map<()[s0] -> (4, s0 + 8)>}) -> tensor<4x59xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.padding reflect %x after [0, 0, 3] : tensor<4x56xf32> -> tensor<4x59xf32>
  func.return %y : tensor<4x59xf32>
}
// CHECK:       func.func @main
// CHECK:         kernel.strided_copy {{.*}} {extents = array<i64: 4, 56>, source = affine_map<()[s0] -> (0, 56, 1)>, destination = affine_map<()[s0] -> (0, 59, 1)>
// CHECK-NEXT:    kernel.strided_copy {{.*}} {extents = array<i64: 4, 3>, source = affine_map<()[s0] -> {{.*}}, destination = affine_map<()[s0] -> ({{.*}}s0 + 8{{.*}}, 59, 1)>, bounds = affine_map<()[s0] -> (4, 3)>}

// -----

// Two axes known at run time become one: rows move together, one behind the end of the other.
func.func @main(%x: tensor<5x32x48xf32> {ncnn.extents = affine_map<()[s0, s1] -> (5, s0, s1)>}) -> tensor<5x1536xf32> attributes {ncnn.symbols = [{name = "H", least = 1 : i64, most = 30 : i64, planned = 32 : i64}, {name = "W", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.reshape %x shape [5, -1] {ncnn.extents = [affine_map<()[s0, s1, s2] -> (5, s2)>]} : (tensor<5x32x48xf32>) -> tensor<5x1536xf32>
  func.return %y : tensor<5x1536xf32>
}
// CHECK:       func.func @main
// CHECK:         kernel.strided_copy {{.*}} {extents = array<i64: 5, 32, 48>, source = affine_map<()[s0, s1, s2] -> (0, 1536, 48, 1)>, destination = affine_map<()[s0, s1, s2] -> (0, 1536, s1, 1)>, bounds = affine_map<()[s0, s1, s2] -> (5, s0, s1)>}

// -----

// Rows and elements of a softmax are not merged with what is before them; other axes are.
func.func @main(%x: tensor<3x48x48xf32> {ncnn.extents = affine_map<()[s0] -> (3, s0, s0)>}) -> tensor<3x48x48xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.softmax %x axis 2 : tensor<3x48x48xf32> -> tensor<3x48x48xf32>
  %z = ncnn.softmax %y axis 0 : tensor<3x48x48xf32> -> tensor<3x48x48xf32>
  func.return %z : tensor<3x48x48xf32>
}
// CHECK:       func.func @main
// CHECK-NOT:     strided_copy
// CHECK:         kernel.softmax {{.*}} {is_last, bounds = affine_map<()[s0] -> (3, s0, s0)>}
// CHECK-NOT:     is_last
// CHECK:         func.return
