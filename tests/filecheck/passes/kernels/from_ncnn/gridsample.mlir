// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,infer-extents,convert-ncnn-to-kernel' --split-input-file | filecheck %s

// An image is a volume of one plane.
func.func @image(%x: tensor<12x4x5xf32, #ncnn.layout<pack = 8>>, %g: tensor<6x7x2xf32>) -> tensor<12x6x7xf32, #ncnn.layout<pack = 8>> {
  %y = ncnn.grid_sample bilinear %x, %g align_corner : (tensor<12x4x5xf32, #ncnn.layout<pack = 8>>, tensor<6x7x2xf32>) -> tensor<12x6x7xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<12x6x7xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @image
// CHECK:         [[X:%.*]] = kernel.view %x[0] : tensor<2x4x5x8xf32> -> tensor<2x1x4x5x8xf32>
// CHECK:         [[Y:%.*]] = kernel.grid_sample ins([[X]], %g : {{.*}}) outs({{.*}} : tensor<2x1x6x7x8xf32>) {{.*}}align_corner
// CHECK:         kernel.view [[Y]][0] : tensor<2x1x6x7x8xf32> -> tensor<2x6x7x8xf32>

// What is plain is packed for it.
func.func @volume(%x: tensor<3x2x4x5xf32>, %g: tensor<3x2x6x7xf32>) -> tensor<3x2x6x7xf32> {
  %y = ncnn.grid_sample nearest %x, %g planar : (tensor<3x2x4x5xf32>, tensor<3x2x6x7xf32>) -> tensor<3x2x6x7xf32>
  func.return %y : tensor<3x2x6x7xf32>
}
// CHECK-LABEL: @volume
// CHECK:         kernel.pack ins({{.*}} : tensor<3x8x5xf32>) outs({{.*}} : tensor<1x8x5x4xf32>)
// CHECK:         kernel.grid_sample ins({{.*}} : tensor<1x2x4x5x4xf32>, tensor<3x2x6x7xf32>) outs({{.*}} : tensor<1x2x6x7x4xf32>) {{.*}}planar
// CHECK:         kernel.unpack ins({{.*}}) outs({{.*}} : tensor<3x12x7xf32>)
// CHECK:         kernel.view {{.*}} : tensor<3x12x7xf32> -> tensor<3x2x6x7xf32>

// -----

// Rows of dynamic length, of the image and of the grid.
func.func @main(%x: tensor<8x4x48xf32, #ncnn.layout<pack = 8>> {ncnn.extents = affine_map<()[s0] -> (8, 4, s0)>}, %g: tensor<6x48x2xf32> {ncnn.extents = affine_map<()[s0] -> (6, s0, 2)>}) -> tensor<8x6x48xf32, #ncnn.layout<pack = 8>> attributes {ncnn.symbols = [{name = "W", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.grid_sample bilinear %x, %g : (tensor<8x4x48xf32, #ncnn.layout<pack = 8>>, tensor<6x48x2xf32>) -> tensor<8x6x48xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x6x48xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @main
// CHECK:         kernel.grid_sample {{.*}}bounds = affine_map<()[s0] -> (1, 1, 6, s0, 8, 1, 4, s0)>
