// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// Vectors span steps.
func.func @main(%x: tensor<40x97xf32>) -> tensor<40x2xf32> {
  // CHECK: linalg.generic {{.*}}ins(%x
  // CHECK: [[CLASSES:%\d+]], [[SCORES:%\d+]] = kernel.best_planes ins({{.*}} : tensor<97x1x40xf32>)
  // CHECK: kernel.merge_steps ins([[CLASSES]], [[SCORES]] : tensor<1x40xf32>, tensor<1x40xf32>) {{.*}}blank = 3 : i64
  %y = ncnn.decode_ctc %x blank 3 most 0 : tensor<40x97xf32> -> tensor<40x2xf32>
  func.return %y : tensor<40x2xf32>
}
