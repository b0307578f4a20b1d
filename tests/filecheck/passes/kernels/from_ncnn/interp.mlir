// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,infer-extents,convert-ncnn-to-kernel' --split-input-file | filecheck %s

// Pixels of a whole-number enlargement are repeated: `c,h,2,w,3,p` is copied into.
func.func @enlarged(%x: tensor<12x4x5xf32, #ncnn.layout<pack = 8>>) -> tensor<12x8x15xf32, #ncnn.layout<pack = 8>> {
  %y = ncnn.interp nearest %x scale [2.0, 3.0] : (tensor<12x4x5xf32, #ncnn.layout<pack = 8>>) -> tensor<12x8x15xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<12x8x15xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @enlarged
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>,
// CHECK-SAME:      ins(%x : tensor<2x4x5x8xf32>) outs(%{{.*}} : tensor<2x4x2x5x3x8xf32>)
// CHECK:         kernel.view {{.*}} -> tensor<2x8x15x8xf32>

// Else tables say what an output row and column is made of; a plain image is packed for it.
func.func @bilinear(%x: tensor<3x4x5xf32>) -> tensor<3x6x7xf32> {
  %y = ncnn.interp bilinear %x size [6, 7] : (tensor<3x4x5xf32>) -> tensor<3x6x7xf32>
  func.return %y : tensor<3x6x7xf32>
}
// CHECK-LABEL: @bilinear
// CHECK:         [[X:%.*]] = kernel.pack ins(%x : tensor<3x4x5xf32>) outs(%{{.*}} : tensor<1x4x5x4xf32>)
// CHECK:         kernel.interp ins([[X]], {{.*}} : tensor<1x4x5x4xf32>, tensor<6x2xi64>, tensor<7x2xi64>, tensor<6x2xf32>, tensor<7x2xf32>) outs(%{{.*}} : tensor<1x6x7x4xf32>)
// CHECK:         kernel.unpack ins({{.*}}) outs(%{{.*}} : tensor<3x6x7xf32>)

// Rows of a matrix are images of one row; a vector becomes constant planes; the same size is nothing.
func.func @ranks(%x: tensor<5x6xf32>, %v: tensor<5xf32>) -> (tensor<5x9xf32>, tensor<5x2x3xf32>) {
  %same = ncnn.interp nearest %x size [5, 6] : (tensor<5x6xf32>) -> tensor<5x6xf32>
  %y = ncnn.interp nearest %same size [5, 9] : (tensor<5x6xf32>) -> tensor<5x9xf32>
  %z = ncnn.interp nearest %v size [2, 3] : (tensor<5xf32>) -> tensor<5x2x3xf32>
  func.return %y, %z : tensor<5x9xf32>, tensor<5x2x3xf32>
}
// CHECK-LABEL: @ranks
// CHECK:         kernel.view %x[0] : tensor<5x6xf32> -> tensor<5x1x6xf32>
// CHECK:         kernel.interp ins({{.*}} : tensor<1x1x6x8xf32>, tensor<1x1xi64>, tensor<9x1xi64>)
// CHECK:         linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0)>

// -----

// A run computes the table of an axis whose places are as far apart as it tells.
func.func @main(%x: tensor<8x6x48xf32, #ncnn.layout<pack = 8>> {ncnn.extents = affine_map<()[s0] -> (8, 6, s0)>}) -> tensor<8x12x20xf32, #ncnn.layout<pack = 8>> attributes {ncnn.symbols = [{name = "W", least = 1 : i64, most = 40 : i64, planned = 48 : i64}]} {
  %y = ncnn.interp bilinear %x size [12, 20] : (tensor<8x6x48xf32, #ncnn.layout<pack = 8>>) -> tensor<8x12x20xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x12x20xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @main
// CHECK:         [[ROWS:%.*]] = ncnn.weight
// CHECK:         kernel.interp_table outs({{.*}} : tensor<20x2xi64>, tensor<20x2xf32>) {mode = #kernel<sample_mode bilinear>, size = 48 : i64, bounds = affine_map<()[s0] -> (20, s0)>}
// CHECK:         kernel.interp ins(%x, {{.*}} : tensor<1x6x48x8xf32>, tensor<12x2xi64>, tensor<20x2xi64>, tensor<12x2xf32>, tensor<20x2xf32>) {{.*}} {bounds = affine_map<()[s0] -> (1, 12, 20, 8, 6, s0)>}
