// RUN: ncnnc-opt %s -p 'infer-extents{same_padding=true},expand-same-padding' --split-input-file | filecheck %s

// as many cells as are known at run time are padded by a layer, with the value of the convolution; a maximum is not changed by them.
func.func @main(%x: tensor<3x32x9xf32> {ncnn.extents = affine_map<()[s0] -> (3, s0, 9)>}, %w: tensor<4x3x3x3xf32>) -> (tensor<4x16x5xf32>, tensor<3x16x5xf32>) attributes {ncnn.symbols = [{name = "H", least = 2 : i64, most = 30 : i64, planned = 32 : i64}]} {
  %0 = ncnn.convolution %x, %w stride [2, 2] pad [-234, -234, -234, -234] pad_value 0.5 : tensor<3x32x9xf32>, tensor<4x3x3x3xf32> -> tensor<4x16x5xf32>
  %1 = ncnn.pooling max %x kernel [3, 2] stride [2, 2] pad_mode same_upper : tensor<3x32x9xf32> -> tensor<3x16x5xf32>
  func.return %0, %1 : tensor<4x16x5xf32>, tensor<3x16x5xf32>
}
// CHECK-LABEL: @main
// CHECK:         [[P:%.*]] = ncnn.pad_same %x kernel [3, 3] stride [2, 2] lower value 5.000000e-01 : tensor<3x32x9xf32> -> tensor<3x33x11xf32>
// CHECK-NEXT:    ncnn.convolution [[P]], %w stride [2, 2] {{.*}}: tensor<3x33x11xf32>
// CHECK-NEXT:    [[Q:%.*]] = ncnn.pad_same %x kernel [3, 2] stride [2, 2] value 0xff800000
// CHECK-NEXT:    ncnn.pooling max [[Q]] kernel [3, 2] stride [2, 2] pad_mode valid

// -----

// Windows that divide all sizes, single steps, and single cells are padded by numbers.
func.func @main(%x: tensor<3x64x9xf32> {ncnn.extents = affine_map<()[s0] -> (3, s0 * 2, 9)>}, %w: tensor<4x3x3x3xf32>, %v: tensor<4x3x1x1xf32>) -> (tensor<4x32x5xf32>, tensor<4x64x9xf32>, tensor<4x32x5xf32>) attributes {ncnn.symbols = [{name = "H", least = 2 : i64, most = 30 : i64, planned = 32 : i64}]} {
  %0 = ncnn.convolution %x, %w stride [2, 2] pad [-233, -233, -233, -233] : tensor<3x64x9xf32>, tensor<4x3x3x3xf32> -> tensor<4x32x5xf32>
  %1 = ncnn.convolution %x, %w pad [-233, -233, -233, -233] : tensor<3x64x9xf32>, tensor<4x3x3x3xf32> -> tensor<4x64x9xf32>
  %2 = ncnn.convolution %x, %v stride [2, 2] pad [-233, -233, -233, -233] : tensor<3x64x9xf32>, tensor<4x3x1x1xf32> -> tensor<4x32x5xf32>
  func.return %0, %1, %2 : tensor<4x32x5xf32>, tensor<4x64x9xf32>, tensor<4x32x5xf32>
}
// CHECK-LABEL: @main
// CHECK-NOT:     pad_same
