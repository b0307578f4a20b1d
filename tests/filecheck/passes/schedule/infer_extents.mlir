// RUN: ncnnc-opt %s -p infer-extents --split-input-file --verify-diagnostics | filecheck %s

// Extents follow from those of the inputs; a Reshape may merge what is behind.
#in = affine_map<()[s0, s1] -> (s0, 64)>
#past = affine_map<()[s0, s1] -> (s1, 64)>
func.func @main(%x: tensor<592x64xf32> {ncnn.extents = #in}, %c: tensor<4112x64xf32> {ncnn.extents = #past}) -> tensor<4704x32x2xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 512 : i64, planned = 592 : i64}, {name = "P", least = 0 : i64, most = 4096 : i64, planned = 4112 : i64}]} {
  %0 = ncnn.sigmoid %x : (tensor<592x64xf32>) -> tensor<592x64xf32>
  %1 = ncnn.concat %c, %0 : (tensor<4112x64xf32>, tensor<592x64xf32>) -> tensor<4704x64xf32>
  %2 = ncnn.reshape %1 shape [-1, 32, 2] : (tensor<4704x64xf32>) -> tensor<4704x32x2xf32>
  func.return %2 : tensor<4704x32x2xf32>
}
// CHECK-LABEL: @main(
// CHECK-SAME:    -> (tensor<4704x32x2xf32> {ncnn.extents = affine_map<()[s0, s1] -> ((s0 + s1), 32, 2)>})
// CHECK-NEXT:    ncnn.sigmoid %x {ncnn.extents = [affine_map<()[s0, s1] -> (s0, 64)>]}
// CHECK-NEXT:    ncnn.concat {{.*}} {ncnn.extents = [affine_map<()[s0, s1] -> ((s0 + s1), 64)>]}
// CHECK-NEXT:    ncnn.reshape {{.*}} {ncnn.extents = [affine_map<()[s0, s1] -> ((s0 + s1), 32, 2)>]}

// -----

// Without symbols nothing is noted.
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ncnn.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}
// CHECK:       @main(
// CHECK-NEXT:    ncnn.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>

// -----

// An extent that a layer states is not one known at run time.
#in = affine_map<()[s0] -> (s0, 64)>
func.func @main(%x: tensor<592x64xf32> {ncnn.extents = #in}) -> tensor<64x592xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 512 : i64, planned = 592 : i64}]} {
  // expected-error @+1 {{(Reshape): depends on whether}}
  %0 = ncnn.reshape %x shape [64, 592] : (tensor<592x64xf32>) -> tensor<64x592xf32>
  func.return %0 : tensor<64x592xf32>
}

// -----

// Where two extents may or may not be equal, the layer is not one.
#in = affine_map<()[s0] -> (s0, 64)>
func.func @main(%x: tensor<592x64xf32> {ncnn.extents = #in}, %y: tensor<64xf32>) -> tensor<592x64xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 512 : i64, planned = 592 : i64}]} {
  // expected-error @+1 {{(BinaryOp): depends on whether T == 64, of T=1..512}}
  %0 = ncnn.binaryop add %x, %y : (tensor<592x64xf32>, tensor<64xf32>) -> tensor<592x64xf32>
  func.return %0 : tensor<592x64xf32>
}

// -----

// No run may cut more than a table has in the file; the zeros behind it are for planned extents.
#in = affine_map<()[s0] -> (s0, 1)>
func.func @main(%x: tensor<32x1xf32> {ncnn.extents = #in}, %t: tensor<33x1xf32>) -> tensor<32x1xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 20 : i64, planned = 32 : i64}]} {
  // expected-error @+1 {{(Crop): cuts more than the table [19, 1] has, with T=20}}
  %0 = ncnn.crop expression %t of %x from "0" to "1h" along "0" {ncnn.table = array<i64: 19, 1>} : (tensor<33x1xf32>, tensor<32x1xf32>) -> tensor<32x1xf32>
  func.return %0 : tensor<32x1xf32>
}

// -----

// Another layout has the same extents.
#in = affine_map<()[s0] -> (8, 5, s0)>
func.func @main(%x: tensor<8x5x32xf32> {ncnn.extents = #in}) -> tensor<8x5x32xf32, #ncnn.layout<pack = 8>> attributes {ncnn.symbols = [{name = "W", least = 1 : i64, most = 32 : i64, planned = 32 : i64}]} {
  %0 = ncnn.convert_layout %x : tensor<8x5x32xf32> -> tensor<8x5x32xf32, #ncnn.layout<pack = 8>>
  func.return %0 : tensor<8x5x32xf32, #ncnn.layout<pack = 8>>
}
// CHECK:         ncnn.convert_layout %x {ncnn.extents = [affine_map<()[s0] -> (8, 5, s0)>]} : tensor<8x5x32xf32> -> tensor<8x5x32xf32, #ncnn.layout<pack = 8>>

// -----

// A product of extents is a symbol, the same one wherever it is computed: what follows is affine in it.
#in = affine_map<()[s0, s1] -> (8, s0, s1 floordiv 2)>
func.func @main(%x: tensor<8x48x40xf32> {ncnn.extents = #in}) -> tensor<1921x8xf32> attributes {ncnn.symbols = [{name = "H", least = 1 : i64, most = 40 : i64, planned = 48 : i64}, {name = "W", least = 2 : i64, most = 80 : i64, planned = 80 : i64}]} {
  %0 = ncnn.reshape %x shape [8, -1] : (tensor<8x48x40xf32>) -> tensor<8x1920xf32>
  %1 = ncnn.padding constant %0 after [0, 0, 1] : tensor<8x1920xf32> -> tensor<8x1921xf32>
  %2 = ncnn.permute %1 order 1 : tensor<8x1921xf32> -> tensor<1921x8xf32>
  func.return %2 : tensor<1921x8xf32>
}
// CHECK:       func.func @main
// CHECK-SAME:    ncnn.symbols = [{{.*}}, {name = "(W floordiv 2) * H", least = 1 : i64, most = 1600 : i64, planned = 1920 : i64, factors = affine_map<()[s0, s1] -> ((s1 floordiv 2), s0)>}]
// CHECK:         ncnn.reshape {{.*}} {ncnn.extents = [affine_map<()[s0, s1, s2] -> (8, s2)>]}
// CHECK:         ncnn.permute {{.*}} {ncnn.extents = [affine_map<()[s0, s1, s2] -> ((s2 + 1), 8)>]}
