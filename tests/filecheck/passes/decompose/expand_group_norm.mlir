// RUN: ncnnc-opt %s -p expand-group-norm | filecheck %s

func.func @group(%x: tensor<8x5x6xf32>) -> tensor<8x5x6xf32> {
  %g = ncnn.weight <"g"> : tensor<8xf32>
  %y = ncnn.groupnorm %x gamma %g : tensor<8xf32> beta %g : tensor<8xf32> group 2 channels 8 eps 1.0e-05 : tensor<8x5x6xf32> -> tensor<8x5x6xf32>
  func.return %y : tensor<8x5x6xf32>
}
// CHECK-LABEL: @group
// CHECK-NEXT:    %g = ncnn.weight
// CHECK-NEXT:    [[Y:%.*]] = ncnn.normalize_groups added_to_square %x, %g, %g groups 2 eps 1.000000e-05 centred : tensor<8x5x6xf32>
// CHECK-NEXT:    func.return [[Y]]

// Without gamma and beta there are ones and zeros.
func.func @instance(%x: tensor<8x5x6xf32>) -> tensor<8x5x6xf32> {
  %y = ncnn.instancenorm %x : tensor<8x5x6xf32> -> tensor<8x5x6xf32>
  func.return %y : tensor<8x5x6xf32>
}
// CHECK-LABEL: @instance
// CHECK-NEXT:    [[F:%.*]] = ncnn.weight <"ncnn.instancenorm.gamma"> : tensor<8xf32>
// CHECK-NEXT:    [[T:%.*]] = ncnn.weight <"ncnn.instancenorm.beta"> : tensor<8xf32>
// CHECK-NEXT:    ncnn.normalize_groups added_to_square %x, [[F]], [[T]] groups 8 eps 1.000000e-03 centred

// A matrix is one channel, for which the first of gamma and beta count.
func.func @matrix(%x: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %g = ncnn.weight <"g"> : tensor<8xf32>
  %y = ncnn.instancenorm %x gamma %g : tensor<8xf32> beta %g : tensor<8xf32> : tensor<5x6xf32> -> tensor<5x6xf32>
  func.return %y : tensor<5x6xf32>
}
// CHECK-LABEL: @matrix
// CHECK:         [[F:%.*]] = ncnn.crop slice %g starts [0] ends [1] axes [0]
// CHECK:         [[T:%.*]] = ncnn.crop slice %g starts [0] ends [1] axes [0]
// CHECK:         [[X:%.*]] = ncnn.reshape %x
// CHECK:         [[Y:%.*]] = ncnn.normalize_groups added_to_square [[X]], [[F]], [[T]] groups 1 eps 1.000000e-03 centred : tensor<1x5x6xf32>
// CHECK:         [[Z:%.*]] = ncnn.reshape [[Y]]
// CHECK-NEXT:    func.return [[Z]]

func.func @unknown(%x: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %y = ncnn.instancenorm %x : tensor<*xf32> -> tensor<*xf32>
  %z = ncnn.groupnorm %x channels 8 : tensor<*xf32> -> tensor<*xf32>
  func.return %y, %z : tensor<*xf32>, tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.instancenorm
// CHECK-NEXT:    ncnn.groupnorm
