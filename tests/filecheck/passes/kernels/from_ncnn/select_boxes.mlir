// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

func.func @main(%b: tensor<4x20xf32>, %s: tensor<20xf32>) -> tensor<5xf32> {
  // CHECK: kernel.select_boxes ins(%b, %s : tensor<4x20xf32>, tensor<20xf32>) outs({{.*}} : tensor<5xf32>) {{.*}}overlap = 5.000000e-01
  %y = ncnn.select_boxes %b, %s most 5 overlap 0.5 score 0.25 : (tensor<4x20xf32>, tensor<20xf32>) -> tensor<5xf32>
  func.return %y : tensor<5xf32>
}
