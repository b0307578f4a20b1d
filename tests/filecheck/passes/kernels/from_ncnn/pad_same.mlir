// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},infer-extents,convert-ncnn-to-kernel' | filecheck %s

// The input in a box, cells before and after it: of five rows each window starts at the second of a pair, of six it ends there.
func.func @main(%x: tensor<4x6x48xf32> {ncnn.extents = affine_map<()[s0] -> (4, 6, s0)>}) -> tensor<4x7x49xf32> attributes {ncnn.symbols = [{name = "W", least = 2 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.pad_same %x kernel [3, 3] stride [2, 2] value 0.0 : tensor<4x6x48xf32> -> tensor<4x7x49xf32>
  func.return %y : tensor<4x7x49xf32>
}
// CHECK-LABEL: @main
// CHECK:         kernel.strided_copy ins(%x : {{.*}}) outs({{.*}} : tensor<4x7x49xf32>)
// CHECK:         kernel.strided_copy {{.*}} {extents = array<i64: 4, 1, 49>
// CHECK:         kernel.strided_copy {{.*}} {extents = array<i64: 4, 7, 2>
// CHECK:         kernel.strided_copy {{.*}} {extents = array<i64: 4, 7, 2>
// CHECK-NOT:     kernel.strided_copy
