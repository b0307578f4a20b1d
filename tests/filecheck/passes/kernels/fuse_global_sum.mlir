// RUN: ncnnc-opt %s -p fuse-global-sum | filecheck %s

// Six rows are read instead of 30 pixels.
func.func @summed(%x: tensor<2x6x5x8xf32>, %u: tensor<2x1x1x8xf32>) -> (tensor<2x6x5x8xf32>, tensor<2x8xf32>) {
  %e = tensor.empty() : tensor<2x6x5x8xf32>
  %y = kernel.depthwise ins(%x, %u : tensor<2x6x5x8xf32>, tensor<2x1x1x8xf32>) outs(%e : tensor<2x6x5x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 4 : i64} epilogue {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x5x8xf32>
  %v = kernel.view %y[0] : tensor<2x6x5x8xf32> -> tensor<2x30x8xf32>
  %f = tensor.empty() : tensor<2x8xf32>
  %m = kernel.reduction ins(%v : tensor<2x30x8xf32>) outs(%f : tensor<2x8xf32>) {kind = #kernel<axis_reduction sum>} -> tensor<2x8xf32>
  func.return %y, %m : tensor<2x6x5x8xf32>, tensor<2x8xf32>
}
// CHECK-LABEL: @summed
// CHECK:         [[R:%.*]] = tensor.empty() : tensor<2x6x8xf32>
// CHECK-NEXT:    [[Y:%.*]], [[S:%.*]] = kernel.depthwise ins(%x, %u {{.*}} outs(%e, [[R]] : tensor<2x6x5x8xf32>, tensor<2x6x8xf32>) {{.*}} epilogue {
// CHECK-NOT:     kernel.view
// CHECK:         kernel.reduction ins([[S]] : tensor<2x6x8xf32>) outs(%f : tensor<2x8xf32>)
// CHECK-NEXT:    func.return [[Y]]

// An image may be stored as bfloat16: sums are not rounded.
func.func @bfloat16(%x: tensor<2x6x5x8xbf16>, %u: tensor<2x1x1x8xbf16>) -> (tensor<2x6x5x8xbf16>, tensor<2x8xbf16>) {
  %e = tensor.empty() : tensor<2x6x5x8xbf16>
  %y = kernel.depthwise ins(%x, %u : tensor<2x6x5x8xbf16>, tensor<2x1x1x8xbf16>) outs(%e : tensor<2x6x5x8xbf16>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 4 : i64} epilogue {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x5x8xbf16>
  %v = kernel.view %y[0] : tensor<2x6x5x8xbf16> -> tensor<2x30x8xbf16>
  %f = tensor.empty() : tensor<2x8xbf16>
  %m = kernel.reduction ins(%v : tensor<2x30x8xbf16>) outs(%f : tensor<2x8xbf16>) {kind = #kernel<axis_reduction sum>} -> tensor<2x8xbf16>
  func.return %y, %m : tensor<2x6x5x8xbf16>, tensor<2x8xbf16>
}
// CHECK-LABEL: @bfloat16
// CHECK:         kernel.depthwise {{.*}} outs(%e, {{.*}} : tensor<2x6x5x8xbf16>, tensor<2x6x8xf32>)
// CHECK:         kernel.reduction ins({{.*}} : tensor<2x6x8xf32>) outs(%f : tensor<2x8xbf16>)

// Nothing but sums of all pixels is made of sums of rows,
func.func @maximum(%x: tensor<2x6x5x8xf32>, %u: tensor<2x1x1x8xf32>) -> (tensor<2x6x5x8xf32>, tensor<2x8xf32>) {
  %e = tensor.empty() : tensor<2x6x5x8xf32>
  %y = kernel.depthwise ins(%x, %u : tensor<2x6x5x8xf32>, tensor<2x1x1x8xf32>) outs(%e : tensor<2x6x5x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 4 : i64} epilogue {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x5x8xf32>
  %v = kernel.view %y[0] : tensor<2x6x5x8xf32> -> tensor<2x30x8xf32>
  %f = tensor.empty() : tensor<2x8xf32>
  %m = kernel.reduction ins(%v : tensor<2x30x8xf32>) outs(%f : tensor<2x8xf32>) {kind = #kernel<axis_reduction max>} -> tensor<2x8xf32>
  func.return %y, %m : tensor<2x6x5x8xf32>, tensor<2x8xf32>
}
// CHECK-LABEL: @maximum
// CHECK:         kernel.depthwise {{.*}} outs(%e : {{[^,]*}})
func.func @mean(%x: tensor<2x6x5x8xf32>, %u: tensor<2x1x1x8xf32>) -> (tensor<2x6x5x8xf32>, tensor<2x8xf32>) {
  %e = tensor.empty() : tensor<2x6x5x8xf32>
  %y = kernel.depthwise ins(%x, %u : tensor<2x6x5x8xf32>, tensor<2x1x1x8xf32>) outs(%e : tensor<2x6x5x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 4 : i64} epilogue {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x5x8xf32>
  %v = kernel.view %y[0] : tensor<2x6x5x8xf32> -> tensor<2x30x8xf32>
  %f = tensor.empty() : tensor<2x8xf32>
  %m = kernel.reduction ins(%v : tensor<2x30x8xf32>) outs(%f : tensor<2x8xf32>) {kind = #kernel<axis_reduction mean>} -> tensor<2x8xf32>
  func.return %y, %m : tensor<2x6x5x8xf32>, tensor<2x8xf32>
}
// CHECK-LABEL: @mean
// CHECK:         kernel.depthwise {{.*}} outs(%e : {{[^,]*}})
func.func @other_axis(%x: tensor<2x6x5x8xf32>, %u: tensor<2x1x1x8xf32>) -> (tensor<2x6x5x8xf32>, tensor<12x8xf32>) {
  %e = tensor.empty() : tensor<2x6x5x8xf32>
  %y = kernel.depthwise ins(%x, %u : tensor<2x6x5x8xf32>, tensor<2x1x1x8xf32>) outs(%e : tensor<2x6x5x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 4 : i64} epilogue {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x5x8xf32>
  %v = kernel.view %y[0] : tensor<2x6x5x8xf32> -> tensor<12x5x8xf32>
  %f = tensor.empty() : tensor<12x8xf32>
  %m = kernel.reduction ins(%v : tensor<12x5x8xf32>) outs(%f : tensor<12x8xf32>) {kind = #kernel<axis_reduction sum>} -> tensor<12x8xf32>
  func.return %y, %m : tensor<2x6x5x8xf32>, tensor<12x8xf32>
}
// CHECK-LABEL: @other_axis
// CHECK:         kernel.depthwise {{.*}} outs(%e : {{[^,]*}})

// not where the epilogue runs over all rows at once,
func.func @late(%x: tensor<2x6x5x8xf32>, %u: tensor<2x1x1x8xf32>) -> (tensor<2x6x5x8xf32>, tensor<2x8xf32>) {
  %e = tensor.empty() : tensor<2x6x5x8xf32>
  %y = kernel.depthwise ins(%x, %u : tensor<2x6x5x8xf32>, tensor<2x1x1x8xf32>) outs(%e : tensor<2x6x5x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 4 : i64, epilogue_rows = 6 : i64} epilogue {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x5x8xf32>
  %v = kernel.view %y[0] : tensor<2x6x5x8xf32> -> tensor<2x30x8xf32>
  %f = tensor.empty() : tensor<2x8xf32>
  %m = kernel.reduction ins(%v : tensor<2x30x8xf32>) outs(%f : tensor<2x8xf32>) {kind = #kernel<axis_reduction sum>} -> tensor<2x8xf32>
  func.return %y, %m : tensor<2x6x5x8xf32>, tensor<2x8xf32>
}
// CHECK-LABEL: @late
// CHECK:         kernel.depthwise {{.*}} outs(%e : {{[^,]*}})

// of images of dynamic size,
func.func @dynamic(%x: tensor<2x6x5x8xf32>, %u: tensor<2x1x1x8xf32>) -> (tensor<2x6x5x8xf32>, tensor<2x8xf32>) {
  %e = tensor.empty() : tensor<2x6x5x8xf32>
  %y = kernel.depthwise ins(%x, %u : tensor<2x6x5x8xf32>, tensor<2x1x1x8xf32>) outs(%e : tensor<2x6x5x8xf32>) {kernel = array<i64: 1, 1>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, register = 4 : i64, bounds = affine_map<()[s0] -> (2, s0, 5, 8)>} epilogue {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<2x6x5x8xf32>
  %v = kernel.view %y[0] : tensor<2x6x5x8xf32> -> tensor<2x30x8xf32>
  %f = tensor.empty() : tensor<2x8xf32>
  %m = kernel.reduction ins(%v : tensor<2x30x8xf32>) outs(%f : tensor<2x8xf32>) {kind = #kernel<axis_reduction sum>} -> tensor<2x8xf32>
  func.return %y, %m : tensor<2x6x5x8xf32>, tensor<2x8xf32>
}
// CHECK-LABEL: @dynamic
// CHECK:         kernel.depthwise {{.*}} outs(%e : {{[^,]*}})

// or of volumes.
func.func @volume(%x: tensor<2x3x2x5x8xf32>, %u: tensor<2x1x1x1x8xf32>) -> (tensor<2x3x2x5x8xf32>, tensor<2x8xf32>) {
  %e = tensor.empty() : tensor<2x3x2x5x8xf32>
  %y = kernel.depthwise ins(%x, %u : tensor<2x3x2x5x8xf32>, tensor<2x1x1x1x8xf32>) outs(%e : tensor<2x3x2x5x8xf32>) {kernel = array<i64: 1, 1, 1>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, register = 4 : i64} epilogue {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  } -> tensor<2x3x2x5x8xf32>
  %v = kernel.view %y[0] : tensor<2x3x2x5x8xf32> -> tensor<2x30x8xf32>
  %f = tensor.empty() : tensor<2x8xf32>
  %m = kernel.reduction ins(%v : tensor<2x30x8xf32>) outs(%f : tensor<2x8xf32>) {kind = #kernel<axis_reduction sum>} -> tensor<2x8xf32>
  func.return %y, %m : tensor<2x3x2x5x8xf32>, tensor<2x8xf32>
}
// CHECK-LABEL: @volume
// CHECK:         kernel.depthwise {{.*}} outs(%e : {{[^,]*}})
