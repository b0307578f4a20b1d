// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

func.func @main(%x: tensor<5xf32>) {
  // CHECK: converts a tensor of i32 or i8, not tensor<5xf32>
  %0 = ncnn.convert_integers %x : tensor<5xf32> -> tensor<5xf32>
  func.return
}

// -----

func.func @main(%x: tensor<5xi32>) {
  // CHECK: converts to f32, not i32
  %0 = ncnn.convert_integers %x : tensor<5xi32> -> tensor<5xi32>
  func.return
}
