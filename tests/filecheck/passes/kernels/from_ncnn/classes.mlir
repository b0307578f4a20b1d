// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// The largest elements and their places, side by side.
func.func @classifier(%x: tensor<40xf32>) -> tensor<3x2xf32> {
  // CHECK: [[TOP:%\d+]], [[AT:%\d+]] = kernel.top_k ins({{.*}} : tensor<1x40xf32>) outs({{.*}} : tensor<1x3xf32>, tensor<1x3xf32>)
  // CHECK: kernel.concat [[AT]], [[TOP]]
  // CHECK: linalg.generic
  %y = ncnn.classes %x top 3 : tensor<40xf32> -> tensor<3x2xf32>
  func.return %y : tensor<3x2xf32>
}

// Planes are rows of pixels.
func.func @segmentation(%x: tensor<21x5x7xf32>) -> tensor<5x7xf32> {
  // CHECK-LABEL: @segmentation
  // CHECK: kernel.best_planes ins({{.*}} : tensor<21x1x35xf32>) outs({{.*}} : tensor<1x35xf32>)
  %y = ncnn.classes %x top 1 : tensor<21x5x7xf32> -> tensor<5x7xf32>
  func.return %y : tensor<5x7xf32>
}
