// RUN: round-trip %s

func.func @main(%a: tensor<5x38xf32>, %p: tensor<32x20x13xf32>, %u: tensor<*xf32>) {
  %0 = ncnn.instance_masks %a, %p : (tensor<5x38xf32>, tensor<32x20x13xf32>) -> tensor<5x80x52xi8>
  %1 = ncnn.instance_masks %u, %u : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xi8>
  func.return
}
