// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @main(%a: tensor<5x38xf32>, %p: tensor<32x20x13xf32>) -> tensor<5x80x52xi8> {
  // CHECK: kernel.instance_masks ins(%a, %p : tensor<5x38xf32>, tensor<32x20x13xf32>) outs({{.*}} : tensor<5x80x52xi8>)
  %y = ncnn.instance_masks %a, %p : (tensor<5x38xf32>, tensor<32x20x13xf32>) -> tensor<5x80x52xi8>
  func.return %y : tensor<5x80x52xi8>
}
