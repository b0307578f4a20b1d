// RUN: ncnnc-opt %s -p eliminate-crop | filecheck %s
// RUN: verify-diagnostics %s -p eliminate-crop

func.func @crop(%x: tensor<2x4x4xf32>, %u: tensor<*xf32>)
    -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>, tensor<*xf32>) {
  // expected-remark @+1 {{eliminate-crop: Crop}}
  %a = ncnn.crop slice %x starts [0] ends [-233] axes [2] : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %b = ncnn.crop slice %x starts [1] ends [-233] axes [2] : (tensor<2x4x4xf32>) -> tensor<2x4x3xf32>
  // expected-remark @+1 {{missed: eliminate-crop: Crop: the shape of its input is unknown}}
  %c = ncnn.crop slice %u starts [0] ends [4] axes [2] : (tensor<*xf32>) -> tensor<*xf32>
  func.return %a, %b, %c : tensor<2x4x4xf32>, tensor<2x4x3xf32>, tensor<*xf32>
}
// CHECK-LABEL: @crop
// CHECK-NEXT:    %b = ncnn.crop
// CHECK-NEXT:    %c = ncnn.crop
// CHECK-NEXT:    func.return %x, %b, %c
