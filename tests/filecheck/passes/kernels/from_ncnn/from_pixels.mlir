// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @dense(%x: tensor<4x5x3xui8>) -> tensor<1x4x5xf32> {
  %y = ncnn.from_pixels %x "rgb2gray" mean [1.0] norm [0.5] : tensor<4x5x3xui8> -> tensor<1x4x5xf32>
  func.return %y : tensor<1x4x5xf32>
}
// CHECK-LABEL: @dense
// CHECK:         kernel.from_pixels ins(%x : tensor<4x5x3xui8>) outs(%{{.*}} : tensor<1x4x5xf32>) {pixel_type = "rgb2gray", mean = array<f32: 1.000000e+00>, norm = array<f32: 5.000000e-01>}

func.func @resized(%x: tensor<9x9x1xui8>, %e: tensor<3xi32>) -> tensor<1x6x7xf32> {
  %y = ncnn.from_pixels_resize %x, %e item 1 "gray" to [6, 7] letterbox 114.0 mean [0.0] norm [1.0] : (tensor<9x9x1xui8>, tensor<3xi32>) -> tensor<1x6x7xf32>
  func.return %y : tensor<1x6x7xf32>
}
// CHECK-LABEL: @resized
// CHECK:         kernel.from_pixels_resize ins(%x, %e : tensor<9x9x1xui8>, tensor<3xi32>) outs(%{{.*}} : tensor<1x6x7xf32>)
// CHECK-SAME:      letterbox = 1.140000e+02{{.*}}, item = 1 : i64
