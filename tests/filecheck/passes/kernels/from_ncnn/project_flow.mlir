// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @main(%f: tensor<2x7x9xf32>, %w: tensor<1x7x9xf32>) -> tensor<2x7x9xf32> {
  // CHECK: kernel.project_flow ins(%f, %w : {{.*}}) outs({{.*}} : tensor<2x7x9xf32>, tensor<4x7x9xf32>)
  %y = ncnn.project_flow %f, %w : (tensor<2x7x9xf32>, tensor<1x7x9xf32>) -> tensor<2x7x9xf32>
  func.return %y : tensor<2x7x9xf32>
}
