// RUN: round-trip %s

// A box by offset and size, by starts and ends, by the shape of another blob.
func.func @crop(%x: tensor<4x7x9xf32>, %r: tensor<2x3x5xf32>) {
  %0 = ncnn.crop box %x offset [1, 0, 0, 3] size [-233, -233, 5, 4] tail [1, 0, 0, 0] : (tensor<4x7x9xf32>) -> tensor<2x5x4xf32>
  %1 = ncnn.crop slice %x starts [1, -5] ends [-233, -1] axes [0, -1] : (tensor<4x7x9xf32>) -> tensor<3x7x4xf32>
  %2 = ncnn.crop slice %x starts [0, 0, 2] ends [2, 0, 100] : (tensor<4x7x9xf32>) -> tensor<2x7x7xf32>
  %3 = ncnn.crop like %x of %r offset [1, 0, 2, 2] : (tensor<4x7x9xf32>, tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// Expressions in the extents of the inputs; constant values.
func.func @crop1(%x: tensor<4x7x9xf32>, %r: tensor<3x5xf32>) {
  %0 = ncnn.crop expression %x of %r from "-(1w,4),0" to "neg(1h),//(0w,2)" along "1,2" : (tensor<4x7x9xf32>, tensor<3x5xf32>) -> tensor<4x3x4xf32>
  %1 = ncnn.weight <"c"> dense<[2, 1, 0, 3, 4, 2]> : tensor<6xi32>
  %2 = ncnn.crop values %x of %1 : (tensor<4x7x9xf32>, tensor<6xi32>) -> tensor<2x4x3xf32>
  func.return
}
