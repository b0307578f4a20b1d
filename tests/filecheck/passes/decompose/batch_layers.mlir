// RUN: ncnnc-opt %s -p 'batch-layers{size=2 serve="stacked"}' | filecheck %s
// RUN: ncnnc-opt %s -p 'batch-layers{size=2 serve="apart"}' | filecheck %s --check-prefix=APART
// RUN: ncnnc-opt %s -p 'batch-layers{size=0}' | filecheck %s --check-prefix=NONE

// Images are the slices of a volume; a layer that follows works on them as they lie.
// CHECK-LABEL: @images
// CHECK-SAME:    (%x: tensor<2x3x8x8xf32>) -> tensor<2x4x6x6xf32>
// CHECK:         [[W:%.*]] = ncnn.weight <"w"> : tensor<4x3x1x3x3xf32>
// CHECK-NEXT:    [[V:%.*]] = ncnn.permute %x order 6 : tensor<2x3x8x8xf32> -> tensor<3x2x8x8xf32>
// CHECK-NEXT:    [[C:%.*]] = ncnn.convolution3d [[V]], [[W]] activation relu : tensor<3x2x8x8xf32>, tensor<4x3x1x3x3xf32> -> tensor<4x2x6x6xf32>
// CHECK-NEXT:    [[S:%.*]] = ncnn.sigmoid [[C]] : (tensor<4x2x6x6xf32>) -> tensor<4x2x6x6xf32>
// CHECK-NEXT:    [[Y:%.*]] = ncnn.permute [[S]] order 6 : tensor<4x2x6x6xf32> -> tensor<2x4x6x6xf32>
// CHECK-NEXT:    func.return [[Y]]
// APART-LABEL: @images
// APART:         ncnn.convolution {{.*}} : tensor<3x8x8xf32>
// APART-NEXT:    ncnn.sigmoid {{.*}} tensor<4x6x6xf32>
// APART:         ncnn.convolution {{.*}} : tensor<3x8x8xf32>
// APART-NEXT:    ncnn.sigmoid
// APART:         ncnn.concat {{.*}} -> tensor<2x4x6x6xf32>
// NONE-LABEL: @images
// NONE-SAME:     (%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32>
func.func @images(%x: tensor<3x8x8xf32>) -> tensor<4x6x6xf32> {
  %w = ncnn.weight <"w"> : tensor<4x3x3x3xf32>
  %c = ncnn.convolution %x, %w activation relu : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  %y = ncnn.sigmoid %c : (tensor<4x6x6xf32>) -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}

// Rows of all items are the rows of one matrix.
// CHECK-LABEL: @rows
// CHECK:         ncnn.innerproduct {{.*}} : tensor<2x6xf32>, tensor<5x6xf32> -> tensor<2x5xf32>
func.func @rows(%x: tensor<6xf32>) -> tensor<5xf32> {
  %w = ncnn.weight <"w"> : tensor<5x6xf32>
  %y = ncnn.innerproduct %x, %w : tensor<6xf32>, tensor<5x6xf32> -> tensor<5xf32>
  func.return %y : tensor<5xf32>
}

// What has no rule is computed for each item.
// CHECK-LABEL: @without_rule
// CHECK-COUNT-2: ncnn.cumulativesum {{.*}} tensor<4x6xf32>
// CHECK-NOT:     ncnn.cumulativesum
func.func @without_rule(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %y = ncnn.cumulativesum %x axis 1 : tensor<4x6xf32> -> tensor<4x6xf32>
  func.return %y : tensor<4x6xf32>
}

// Weights that are computed have no slices: each item has its own convolution.
// CHECK-LABEL: @computed_weights
// CHECK-COUNT-2: ncnn.convolution {{.*}} tensor<4x3x3x3xf32>
func.func @computed_weights(%x: tensor<3x8x8xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<4x6x6xf32> {
  %y = ncnn.convolution %x, %w : tensor<3x8x8xf32>, tensor<4x3x3x3xf32> -> tensor<4x6x6xf32>
  func.return %y : tensor<4x6x6xf32>
}

// Items of four axes stand one behind the other.
// CHECK-LABEL: @volumes
// CHECK-SAME:    (%x: tensor<6x2x2x2xf32>) -> tensor<6x2x2x2xf32>
// CHECK:         ncnn.concat {{.*}} -> tensor<6x2x2x2xf32>
func.func @volumes(%x: tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32> {
  %y = ncnn.sigmoid %x : (tensor<3x2x2x2xf32>) -> tensor<3x2x2x2xf32>
  func.return %y : tensor<3x2x2x2xf32>
}

// Scales lie along the channels wherever these are.
// CHECK-LABEL: @int8
// CHECK:         [[Q:%.*]] = ncnn.quantize {{.*}} -> tensor<3x2x4x4xi8>
// CHECK:         [[A:%.*]] = ncnn.convolution3d [[Q]], {{.*}} : tensor<3x2x4x4xi8>, tensor<6x3x1x1x1xi8> -> tensor<6x2x4x4xi32>
// CHECK-NEXT:    [[Y:%.*]] = ncnn.dequantize [[A]], {{.*}} : (tensor<6x2x4x4xi32>, tensor<6xf32>) -> tensor<6x2x4x4xf32>
// CHECK-NEXT:    ncnn.quantize [[Y]], {{.*}} -> tensor<6x2x4x4xi8>
// CHECK:         [[B:%.*]] = ncnn.innerproduct {{.*}} : tensor<2x96xi8>, tensor<5x96xi8> -> tensor<2x5xi32>
// CHECK-NEXT:    ncnn.dequantize [[B]], {{.*}} axis 1 : (tensor<2x5xi32>, tensor<5xf32>) -> tensor<2x5xf32>
func.func @int8(%x: tensor<3x4x4xf32>) -> (tensor<6x4x4xf32>, tensor<5xf32>) {
  %s = ncnn.weight <"s"> dense<[2.0]> : tensor<1xf32>
  %w = ncnn.weight <"w"> : tensor<6x3x1x1xi8>
  %f = ncnn.weight <"f"> : tensor<6xf32>
  %v = ncnn.weight <"v"> : tensor<5x96xi8>
  %g = ncnn.weight <"g"> : tensor<5xf32>
  %q = ncnn.quantize %x, %s : (tensor<3x4x4xf32>, tensor<1xf32>) -> tensor<3x4x4xi8>
  %a = ncnn.convolution %q, %w : tensor<3x4x4xi8>, tensor<6x3x1x1xi8> -> tensor<6x4x4xi32>
  %y = ncnn.dequantize %a, %f : (tensor<6x4x4xi32>, tensor<6xf32>) -> tensor<6x4x4xf32>
  %r = ncnn.quantize %y, %s : (tensor<6x4x4xf32>, tensor<1xf32>) -> tensor<6x4x4xi8>
  %b = ncnn.innerproduct %r, %v : tensor<6x4x4xi8>, tensor<5x96xi8> -> tensor<5xi32>
  %z = ncnn.dequantize %b, %g axis 0 : (tensor<5xi32>, tensor<5xf32>) -> tensor<5xf32>
  func.return %y, %z : tensor<6x4x4xf32>, tensor<5xf32>
}

// Images of any size stay as they are in memory; each op reads its own, whose extents are those of all.
// CHECK-LABEL: @images2
// CHECK-SAME:  (%p: tensor<9x9x1xui8>, %e: tensor<3xi32>)
// CHECK-NEXT:    [[A:%.*]] = ncnn.from_pixels_resize %p, %e item 0 "gray"
// CHECK-NEXT:    [[B:%.*]] = ncnn.from_pixels_resize %p, %e item 1 "gray"
// CHECK:         ncnn.concat {{.*}} -> tensor<2x1x6x7xf32>
func.func @images2(%p: tensor<9x9x1xui8>, %e: tensor<3xi32>) -> tensor<1x6x7xf32> {
  %y = ncnn.from_pixels_resize %p, %e "gray" to [6, 7] mean [0.0] norm [1.0] : (tensor<9x9x1xui8>, tensor<3xi32>) -> tensor<1x6x7xf32>
  func.return %y : tensor<1x6x7xf32>
}
