// RUN: ncnnc-opt %s -p eliminate-interp --split-input-file | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-interp

func.func @interp(%x: tensor<2x4x4xf32>, %u: tensor<*xf32>)
    -> (tensor<2x4x4xf32>, tensor<2x4x8xf32>, tensor<*xf32>) {
  // expected-remark @+1 {{eliminate-interp: Interp}}
  %a = ncnn.interp bicubic %x size [4, 4] align_corner : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %b = ncnn.interp nearest %x scale [1.0, 2.0] : (tensor<2x4x4xf32>) -> tensor<2x4x8xf32>
  // expected-remark @+1 {{missed: eliminate-interp: Interp: the shape of its input is unknown}}
  %c = ncnn.interp nearest %u scale [1.0, 1.0] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %a, %b, %c : tensor<2x4x4xf32>, tensor<2x4x8xf32>, tensor<*xf32>
}
// CHECK-LABEL: @interp
// CHECK-NEXT:    %b = ncnn.interp
// CHECK-NEXT:    %c = ncnn.interp
// CHECK-NEXT:    func.return %x, %b, %c

// -----

// An image with dynamic rows is not as large as memory is planned for.
func.func @dynamic(%x: tensor<2x32x4xf32> {ncnn.extents = affine_map<()[s0] -> (2, s0, 4)>}) -> tensor<2x32x4xf32> attributes {ncnn.symbols = [{name = "H", least = 1 : i64, most = 30 : i64, planned = 32 : i64}]} {
  %a = ncnn.interp bilinear %x size [32, 4] {ncnn.extents = [affine_map<()[s0] -> (2, 32, 4)>]} : (tensor<2x32x4xf32>) -> tensor<2x32x4xf32>
  func.return %a : tensor<2x32x4xf32>
}
// CHECK-LABEL: @dynamic
// CHECK-NEXT:    %a = ncnn.interp
