// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// A box of a packed blob keeps its vectors.
func.func @packed(%x: tensor<12x8x9xf32, #ncnn.layout<pack = 8>>) -> tensor<12x4x3xf32, #ncnn.layout<pack = 8>> {
  %y = ncnn.crop slice %x starts [1, 2] ends [5, 5] axes [1, 2] : (tensor<12x8x9xf32, #ncnn.layout<pack = 8>>) -> tensor<12x4x3xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<12x4x3xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @packed
// CHECK:         kernel.crop ins(%x : tensor<2x8x9x8xf32>) outs(%{{.*}} : tensor<2x4x3x8xf32>) {offsets = array<i64: 0, 1, 2, 0>}

// Whole channels, and rows of one channel, lie in one piece.
func.func @pieces(%x: tensor<6x8x9xf32>) -> (tensor<3x8x9xf32>, tensor<1x4x9xf32>) {
  %y = ncnn.crop slice %x starts [2] ends [5] axes [0] : (tensor<6x8x9xf32>) -> tensor<3x8x9xf32>
  %z = ncnn.crop slice %x starts [1, 3] ends [2, 7] axes [0, 1] : (tensor<6x8x9xf32>) -> tensor<1x4x9xf32>
  func.return %y, %z : tensor<3x8x9xf32>, tensor<1x4x9xf32>
}
// CHECK-LABEL: @pieces
// CHECK-NEXT:    kernel.view %x[144] : tensor<6x8x9xf32> -> tensor<3x8x9xf32>
// CHECK-NEXT:    kernel.view %x[99] : tensor<6x8x9xf32> -> tensor<1x4x9xf32>
// CHECK-NEXT:    func.return
