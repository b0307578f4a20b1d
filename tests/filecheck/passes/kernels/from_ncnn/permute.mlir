// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @permute(%x: tensor<8x4x5xf32>) -> tensor<4x5x8xf32> {
  %y = ncnn.permute %x order 3 : tensor<8x4x5xf32> -> tensor<4x5x8xf32>
  func.return %y : tensor<4x5x8xf32>
}
// CHECK-LABEL: @permute
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d2, d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>]
// CHECK-SAME:      ins(%x : tensor<8x4x5xf32>) outs(%{{.*}} : tensor<4x5x8xf32>)

// Axes with one index may move without a copy.
func.func @view(%x: tensor<8x1x1xf32>) -> tensor<1x1x8xf32> {
  %y = ncnn.permute %x order 3 : tensor<8x1x1xf32> -> tensor<1x1x8xf32>
  func.return %y : tensor<1x1x8xf32>
}
// CHECK-LABEL: @view
// CHECK-NEXT:    kernel.view %x[0] : tensor<8x1x1xf32> -> tensor<1x1x8xf32>
// CHECK-NEXT:    func.return

// The ninth channel is not read.
func.func @pixelshuffle(%x: tensor<9x4x5xf32>) -> (tensor<2x8x10xf32>, tensor<2x8x10xf32>) {
  %y = ncnn.pixelshuffle %x factor 2 : tensor<9x4x5xf32> -> tensor<2x8x10xf32>
  %z = ncnn.pixelshuffle %x factor 2 order dcr : tensor<9x4x5xf32> -> tensor<2x8x10xf32>
  func.return %y, %z : tensor<2x8x10xf32>, tensor<2x8x10xf32>
}
// CHECK-LABEL: @pixelshuffle
// CHECK-NEXT:    [[CRD:%.*]] = kernel.view %x[0] : tensor<9x4x5xf32> -> tensor<2x2x2x4x5xf32>
// CHECK:         [[Y:%.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d4, d1, d3)>,
// CHECK-SAME:      ins([[CRD]] : tensor<2x2x2x4x5xf32>) outs(%{{.*}} : tensor<2x4x2x5x2xf32>)
// CHECK:         kernel.view [[Y]][0] : tensor<2x4x2x5x2xf32> -> tensor<2x8x10xf32>
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d2, d4, d0, d1, d3)>,
