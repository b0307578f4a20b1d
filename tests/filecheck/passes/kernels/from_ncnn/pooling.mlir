// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// Windows alike are a run [windows, start, step, extent, count]: the first here loses a cell to the
// border, the other three begin at 1, 3 and 5.
func.func @windows(%x: tensor<12x8x8xf32, #ncnn.layout<pack = 8>>) -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>> {
  %y = ncnn.pooling max %x kernel [3, 3] stride [2, 2] pad [1, 1, 1, 1] pad_mode valid : tensor<12x8x8xf32, #ncnn.layout<pack = 8>> -> tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<12x4x4xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @windows
// CHECK:         kernel.pooling ins(%x : tensor<2x8x8x8xf32>) outs(%{{.*}} : tensor<2x4x4x8xf32>)
// CHECK-SAME:      columns = array<i64: 1, 0, 0, 2, 3, 3, 1, 2, 3, 3>

// A plain image is packed for it, by no more lanes than it has channels.
func.func @plain(%x: tensor<3x4x4xf32>) -> tensor<3x2x2xf32> {
  %y = ncnn.pooling avg %x kernel [2, 2] stride [2, 2] : tensor<3x4x4xf32> -> tensor<3x2x2xf32>
  func.return %y : tensor<3x2x2xf32>
}
// CHECK-LABEL: @plain
// CHECK:         kernel.pack ins(%x : tensor<3x4x4xf32>) outs(%{{.*}} : tensor<1x4x4x4xf32>)
// CHECK:         kernel.pooling
// CHECK:         kernel.unpack

// Whole channels are a reduction, in either layout.
func.func @global(%x: tensor<12x7x7xf32, #ncnn.layout<pack = 8>>, %z: tensor<5x7x7xf32>) -> (tensor<12xf32, #ncnn.layout<pack = 8>>, tensor<5xf32>) {
  %y = ncnn.pooling avg %x global : tensor<12x7x7xf32, #ncnn.layout<pack = 8>> -> tensor<12xf32, #ncnn.layout<pack = 8>>
  %v = ncnn.pooling max %z global : tensor<5x7x7xf32> -> tensor<5xf32>
  func.return %y, %v : tensor<12xf32, #ncnn.layout<pack = 8>>, tensor<5xf32>
}
// CHECK-LABEL: @global
// CHECK:         kernel.reduction ins(%{{.*}} : tensor<2x49x8xf32>) outs(%{{.*}} : tensor<2x8xf32>) {kind = #kernel<axis_reduction sum>} epilogue {
// CHECK:           arith.mulf
// CHECK:         kernel.reduction ins(%{{.*}} : tensor<5x49x1xf32>) outs(%{{.*}} : tensor<5x1xf32>) {kind = #kernel<axis_reduction max>} -> tensor<5x1xf32>

// Windows that are all different are read from tables.
func.func @tables(%x: tensor<8x47x43xf32, #ncnn.layout<pack = 8>>) -> tensor<8x31x29xf32, #ncnn.layout<pack = 8>> {
  %y = ncnn.pooling avg %x adaptive [31, 29] : tensor<8x47x43xf32, #ncnn.layout<pack = 8>> -> tensor<8x31x29xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<8x31x29xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @tables
// CHECK:         kernel.pooling ins(%x, %{{.*}}, %{{.*}} : tensor<1x47x43x8xf32>, tensor<60x2xi64>, tensor<60xf32>)
// CHECK-SAME:      rows = array<i64>

// A mean of as many pixels as are known at run time.
func.func @counted(%x: tensor<5x1x32xf32> {ncnn.extents = affine_map<()[s0] -> (5, 1, s0)>}) -> tensor<5xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 20 : i64, planned = 32 : i64}]} {
  %y = ncnn.pooling avg %x global : tensor<5x1x32xf32> -> tensor<5xf32>
  func.return %y : tensor<5xf32>
}
// CHECK-LABEL: @counted
// CHECK:         kernel.reduction ins(%{{.*}} : tensor<5x32x1xf32>) outs(%{{.*}} : tensor<5x1xf32>) {kind = #kernel<axis_reduction mean>, bounds = affine_map<()[s0] -> (5, s0, 1)>} ->
