// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// The same memory: no kernel.
func.func @reshape(%x: tensor<4x3x5xf32>) -> (tensor<6x10xf32>, tensor<60xf32>) {
  %y = ncnn.reshape %x shape [6, -1] : (tensor<4x3x5xf32>) -> tensor<6x10xf32>
  %z = ncnn.flatten %x : tensor<4x3x5xf32> -> tensor<60xf32>
  func.return %y, %z : tensor<6x10xf32>, tensor<60xf32>
}
// CHECK-LABEL: @reshape
// CHECK-NEXT:    [[Y:%.*]] = kernel.view %x[0] : tensor<4x3x5xf32> -> tensor<6x10xf32>
// CHECK-NEXT:    [[Z:%.*]] = kernel.view %x[0] : tensor<4x3x5xf32> -> tensor<60xf32>
// CHECK-NEXT:    func.return [[Y]], [[Z]]

func.func @axes(%x: tensor<4x3xf32>) -> (tensor<1x4x3xf32>, tensor<4x3xf32>) {
  %y = ncnn.expanddims %x axes [0] : (tensor<4x3xf32>) -> tensor<1x4x3xf32>
  %z = ncnn.squeeze %y axes [0] : (tensor<1x4x3xf32>) -> tensor<4x3xf32>
  func.return %y, %z : tensor<1x4x3xf32>, tensor<4x3xf32>
}
// CHECK-LABEL: @axes
// CHECK-NEXT:    [[Y:%.*]] = kernel.view %x[0] : tensor<4x3xf32> -> tensor<1x4x3xf32>
// CHECK-NEXT:    [[Z:%.*]] = kernel.view [[Y]][0] : tensor<1x4x3xf32> -> tensor<4x3xf32>
// CHECK-NEXT:    func.return [[Y]], [[Z]]
