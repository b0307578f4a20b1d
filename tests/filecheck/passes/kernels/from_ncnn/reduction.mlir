// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// Neighbouring axes are one; the division is the epilogue.
func.func @mean(%x: tensor<2x3x4xf32>) -> tensor<2xf32> {
  %y = ncnn.reduction mean %x axes [1, 2] : tensor<2x3x4xf32> -> tensor<2xf32>
  func.return %y : tensor<2xf32>
}
// CHECK-LABEL: @mean
// CHECK:         [[V:%.*]] = kernel.view %x[0] : tensor<2x3x4xf32> -> tensor<2x12x1xf32>
// CHECK:         kernel.reduction ins([[V]] : tensor<2x12x1xf32>) outs(%{{.*}} : tensor<2x1xf32>) {kind = #kernel<axis_reduction sum>} epilogue {
// CHECK:           arith.constant 0.0833333358

// Other axes one after the other, the innermost first; squares are summed once.
func.func @norm(%x: tensor<2x3x4xf32>) -> tensor<3xf32> {
  %y = ncnn.reduction l2 %x axes [0, 2] : tensor<2x3x4xf32> -> tensor<3xf32>
  func.return %y : tensor<3xf32>
}
// CHECK-LABEL: @norm
// CHECK:         kernel.reduction ins(%{{.*}} : tensor<6x4x1xf32>) outs(%{{.*}} : tensor<6x1xf32>) {kind = #kernel<axis_reduction sumsq>} ->
// CHECK:         kernel.reduction ins(%{{.*}} : tensor<1x2x3xf32>) outs(%{{.*}} : tensor<1x3xf32>) {kind = #kernel<axis_reduction sum>} epilogue {
// CHECK:           math.sqrt

// Pixels of a packed image are reduced as they lie; other axes of it are not.
func.func @packed(%x: tensor<12x3x4xf32, #ncnn.layout<pack = 8>>) -> tensor<12xf32, #ncnn.layout<pack = 8>> {
  %y = ncnn.reduction max %x axes [1, 2] : tensor<12x3x4xf32, #ncnn.layout<pack = 8>> -> tensor<12xf32, #ncnn.layout<pack = 8>>
  func.return %y : tensor<12xf32, #ncnn.layout<pack = 8>>
}
// CHECK-LABEL: @packed
// CHECK-NOT:     kernel.unpack
// CHECK:         kernel.reduction ins(%{{.*}} : tensor<2x12x8xf32>) outs(%{{.*}} : tensor<2x8xf32>) {kind = #kernel<axis_reduction max>}

// Over no axis: each element by itself.
func.func @nothing(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %y = ncnn.reduction l2 %x axes [] : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  func.return %y : tensor<2x3x4xf32>
}
// CHECK-LABEL: @nothing
// CHECK:         kernel.reduction ins(%{{.*}} : tensor<1x1x24xf32>) outs(%{{.*}} : tensor<1x24xf32>) {kind = #kernel<axis_reduction sumsq>} epilogue {
// CHECK:           math.sqrt

// Elements that a run counts are divided by their number, and their axis is reduced by itself; the
// numbers of others are part of the factor.
func.func @counted(%x: tensor<6x32x8xf32> {ncnn.extents = affine_map<()[s0] -> (6, s0, 8)>}) -> tensor<8xf32> attributes {ncnn.symbols = [{name = "T", least = 1 : i64, most = 20 : i64, planned = 32 : i64}]} {
  %y = ncnn.reduction mean %x axes [0, 1] : tensor<6x32x8xf32> -> tensor<8xf32>
  func.return %y : tensor<8xf32>
}
// CHECK-LABEL: @counted
// CHECK:         kernel.reduction ins(%x : tensor<6x32x8xf32>) outs(%{{.*}} : tensor<6x8xf32>) {kind = #kernel<axis_reduction mean>, bounds = affine_map<()[s0] -> (6, s0, 8)>} ->
// CHECK:         kernel.reduction ins(%{{.*}} : tensor<1x6x8xf32>) outs(%{{.*}} : tensor<1x8xf32>) {kind = #kernel<axis_reduction sum>} epilogue {
// CHECK:           arith.constant 0.166666672
