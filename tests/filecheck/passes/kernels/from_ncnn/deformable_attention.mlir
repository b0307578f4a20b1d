// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @main(%s: tensor<2x2xf32>, %v: tensor<10x3x8xf32>, %w: tensor<5x3x2x4xf32>, %x: tensor<5x3x2x4xf32>, %y: tensor<5x3x2x4xf32>) -> tensor<5x24xf32> {
  // CHECK: [[Y:%.*]] = kernel.deformable_attention ins(%s, %v, %w, %x, %y : {{.*}}) outs({{.*}} : tensor<5x3x8xf32>)
  // CHECK: kernel.view [[Y]][0] : tensor<5x3x8xf32> -> tensor<5x24xf32>
  %0 = ncnn.deformable_attention %s, %v, %w, %x, %y : (tensor<2x2xf32>, tensor<10x3x8xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>, tensor<5x3x2x4xf32>) -> tensor<5x24xf32>
  func.return %0 : tensor<5x24xf32>
}
