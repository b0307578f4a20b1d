// RUN: ncnnc-opt %s -p expand-prior-box --split-input-file | filecheck %s

func.func @main(%x: tensor<8x3x4xf32>, %image: tensor<3x60x80xf32>, %u: tensor<*xf32>) {
  // CHECK: ncnn.weight <"ncnn.prior_box.boxes"> : tensor<2x48xf32>
  // CHECK-NOT: ncnn.prior_box %x
  %0 = ncnn.prior_box %x, %image min_sizes [30.0] : (tensor<8x3x4xf32>, tensor<3x60x80xf32>) -> tensor<2x48xf32>
  // CHECK: ncnn.weight <"priors.boxes"> : tensor<144xf32>
  %1 = ncnn.prior_box %x min_sizes [0.2, 0.5] aspect_ratios [1.0, 2.0] : (tensor<8x3x4xf32>) -> tensor<144xf32> loc("priors")
  // Whose shape is unknown is left alone, and so is one that reads it.
  // CHECK: ncnn.prior_box %u, %image
  %2 = ncnn.prior_box %u, %image min_sizes [30.0] : (tensor<*xf32>, tensor<3x60x80xf32>) -> tensor<*xf32>
  func.return
}

// -----

// Boxes of images whose extents are known only at run time are no constants.
func.func @main(%x: tensor<8x32x4xf32> {ncnn.extents = affine_map<()[s0] -> (8, s0, 4)>}) attributes {ncnn.symbols = [{name = "H", least = 1 : i64, most = 30 : i64, planned = 32 : i64}]} {
  // CHECK: ncnn.prior_box %x
  %0 = ncnn.prior_box %x min_sizes [0.3] aspect_ratios [1.0] {ncnn.extents = [affine_map<()[s0] -> (s0 * 16)>]} : (tensor<8x32x4xf32>) -> tensor<512xf32>
  func.return
}
