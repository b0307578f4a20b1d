// RUN: ncnnc-opt %s -p expand-normalize | filecheck %s

func.func @channels(%x: tensor<8x5x6xf32>, %s: tensor<8xf32>) -> (tensor<8x5x6xf32>, tensor<8x5x6xf32>) {
  %y = ncnn.normalize least_root %x, %s across_spatial : (tensor<8x5x6xf32>, tensor<8xf32>) -> tensor<8x5x6xf32>
  %z = ncnn.normalize least_square %x, %s across_spatial across_channel : (tensor<8x5x6xf32>, tensor<8xf32>) -> tensor<8x5x6xf32>
  func.return %y, %z : tensor<8x5x6xf32>, tensor<8x5x6xf32>
}
// CHECK-LABEL: @channels
// CHECK:         ncnn.normalize_groups least_root %x, %s, %{{.*}} groups 8 eps 1.000000e-04 summed : tensor<8x5x6xf32>
// CHECK:         ncnn.normalize_groups least_square %x, %s, %{{.*}} groups 1 eps 1.000000e-04 summed : tensor<8x5x6xf32>

// Sums over channels make a factor for each pixel; one scale is for all channels.
func.func @pixels(%x: tensor<8x5x6xf32>, %s: tensor<1xf32>) -> tensor<8x5x6xf32> {
  %y = ncnn.normalize least_root %x, %s across_channel channel_shared : (tensor<8x5x6xf32>, tensor<1xf32>) -> tensor<8x5x6xf32>
  func.return %y : tensor<8x5x6xf32>
}
// CHECK-LABEL: @pixels
// CHECK-NEXT:    [[ONES:%.*]] = ncnn.weight
// CHECK-NEXT:    [[S:%.*]] = ncnn.binaryop mul [[ONES]], %s
// CHECK-NEXT:    [[Q:%.*]] = ncnn.reduction sumsq %x axes [0] keepdims : tensor<8x5x6xf32> -> tensor<1x5x6xf32>
// CHECK-NEXT:    [[R:%.*]] = ncnn.unaryop sqrt [[Q]]
// CHECK-NEXT:    [[L:%.*]] = ncnn.binaryop_scalar max [[R]], 1.000000e-04
// CHECK-NEXT:    [[F:%.*]] = ncnn.binaryop_scalar rdiv [[L]], 1.000000e+00
// CHECK-NEXT:    [[C:%.*]] = ncnn.reshape [[S]]
// CHECK-NEXT:    [[P:%.*]] = ncnn.binaryop mul %x, [[F]]
// CHECK-NEXT:    ncnn.binaryop mul [[P]], [[C]]

// With no sums there is nothing to do.
func.func @neither(%x: tensor<8x5x6xf32>, %s: tensor<8xf32>) -> tensor<8x5x6xf32> {
  %y = ncnn.normalize least_root %x, %s : (tensor<8x5x6xf32>, tensor<8xf32>) -> tensor<8x5x6xf32>
  func.return %y : tensor<8x5x6xf32>
}
// CHECK-LABEL: @neither
// CHECK-NEXT:    func.return %x

func.func @unknown(%x: tensor<*xf32>, %s: tensor<8xf32>) -> tensor<*xf32> {
  %y = ncnn.normalize least_root %x, %s : (tensor<*xf32>, tensor<8xf32>) -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.normalize
