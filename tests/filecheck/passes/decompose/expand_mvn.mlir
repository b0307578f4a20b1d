// RUN: ncnnc-opt %s -p expand-mvn | filecheck %s

func.func @variance(%x: tensor<8x5x6xf32>) -> (tensor<8x5x6xf32>, tensor<8x5x6xf32>) {
  %y = ncnn.mvn %x normalize_variance : tensor<8x5x6xf32> -> tensor<8x5x6xf32>
  %z = ncnn.mvn %x normalize_variance across_channels eps 0.5 : tensor<8x5x6xf32> -> tensor<8x5x6xf32>
  func.return %y, %z : tensor<8x5x6xf32>, tensor<8x5x6xf32>
}
// CHECK-LABEL: @variance
// CHECK:         ncnn.normalize_groups added_to_root %x, %{{.*}}, %{{.*}} groups 8 eps 1.000000e-04 centred : tensor<8x5x6xf32>
// CHECK:         ncnn.normalize_groups added_to_root %x, %{{.*}}, %{{.*}} groups 1 eps 5.000000e-01 centred : tensor<8x5x6xf32>

// The mean alone; a matrix becomes an image.
func.func @mean(%x: tensor<5x6xf32>, %v: tensor<2x3x5x6xf32>) -> (tensor<1x5x6xf32>, tensor<2x3x5x6xf32>) {
  %y = ncnn.mvn %x : tensor<5x6xf32> -> tensor<1x5x6xf32>
  %z = ncnn.mvn %v across_channels : tensor<2x3x5x6xf32> -> tensor<2x3x5x6xf32>
  func.return %y, %z : tensor<1x5x6xf32>, tensor<2x3x5x6xf32>
}
// CHECK-LABEL: @mean
// CHECK-NEXT:    [[X:%.*]] = ncnn.reshape %x
// CHECK-NEXT:    [[M:%.*]] = ncnn.reduction mean [[X]] axes [1, 2] keepdims : tensor<1x5x6xf32> -> tensor<1x1x1xf32>
// CHECK-NEXT:    [[Y:%.*]] = ncnn.binaryop sub [[X]], [[M]]
// CHECK-NEXT:    [[N:%.*]] = ncnn.reduction mean %v axes [0, 1, 2, 3] keepdims
// CHECK-NEXT:    [[Z:%.*]] = ncnn.binaryop sub %v, [[N]]
// CHECK-NEXT:    func.return [[Y]], [[Z]]

func.func @unknown(%x: tensor<*xf32>) -> tensor<*xf32> {
  %y = ncnn.mvn %x : tensor<*xf32> -> tensor<*xf32>
  func.return %y : tensor<*xf32>
}
// CHECK-LABEL: @unknown
// CHECK-NEXT:    ncnn.mvn
