// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// Repeats are loops that the input does not follow.
func.func @tile(%x: tensor<4x7xf32>) -> tensor<8x7xf32> {
  %y = ncnn.tile %x tiles 2 : (tensor<4x7xf32>) -> tensor<8x7xf32>
  func.return %y : tensor<8x7xf32>
}
// CHECK-LABEL: @tile
// CHECK-NEXT:    [[Y:%.*]] = tensor.empty() : tensor<2x4x1x7xf32>
// CHECK-NEXT:    linalg.generic
// CHECK-SAME:      affine_map<(d0, d1, d2, d3) -> (d1, d3)>
// CHECK:         kernel.view %{{.*}}[0] : tensor<2x4x1x7xf32> -> tensor<8x7xf32>

// Nothing is repeated: no kernel.
func.func @once(%x: tensor<7xf32>) -> tensor<1x7xf32> {
  %y = ncnn.tile %x repeats [1, 1] : (tensor<7xf32>) -> tensor<1x7xf32>
  func.return %y : tensor<1x7xf32>
}
// CHECK-LABEL: @once
// CHECK-NEXT:    kernel.view %x[0] : tensor<7xf32> -> tensor<1x7xf32>
// CHECK-NEXT:    func.return

func.func @flip(%x: tensor<4x1x7xf32>) -> (tensor<4x1x7xf32>, tensor<4x1x7xf32>) {
  %y = ncnn.flip %x axes [-1, 1] : tensor<4x1x7xf32> -> tensor<4x1x7xf32>
  %z = ncnn.flip %x axes [1] : tensor<4x1x7xf32> -> tensor<4x1x7xf32>
  func.return %y, %z : tensor<4x1x7xf32>, tensor<4x1x7xf32>
}
// CHECK-LABEL: @flip
// CHECK:         [[Y:%.*]] = linalg.generic
// CHECK-SAME:      affine_map<(d0, d1, d2) -> (d0, d1, ((d2 * -1) + 6))>
// CHECK:         func.return [[Y]], %x
