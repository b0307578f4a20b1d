// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @main(%a: tensor<4x7x9xf32>, %b: tensor<4x9x11xf32>) -> tensor<9x7x9xf32> {
  // CHECK: kernel.correlation ins(%a, %b : tensor<4x7x9xf32>, tensor<4x9x11xf32>) outs({{.*}} : tensor<9x7x9xf32>)
  %y = ncnn.correlation %a, %b : (tensor<4x7x9xf32>, tensor<4x9x11xf32>) -> tensor<9x7x9xf32>
  func.return %y : tensor<9x7x9xf32>
}
