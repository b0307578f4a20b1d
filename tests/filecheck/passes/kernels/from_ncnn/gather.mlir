// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},schedule-convolutions,schedule-products,convert-ncnn-to-kernel' | filecheck %s

// Indices come first, as the words of an Embed; axes around the one that is indexed are merged.
func.func @main(%t: tensor<9x4xf32>, %i: tensor<5xf32>, %x: tensor<3x2x7x2xf32>, %j: tensor<3x2x5x2xf32>) -> (tensor<5x4xf32>, tensor<3x2x5x2xf32>) {
  %0 = ncnn.gather_rows %t, %i : tensor<9x4xf32>, tensor<5xf32> -> tensor<5x4xf32>
  %1 = ncnn.gather_elements %x, %j axis 2 : tensor<3x2x7x2xf32>, tensor<3x2x5x2xf32> -> tensor<3x2x5x2xf32>
  func.return %0, %1 : tensor<5x4xf32>, tensor<3x2x5x2xf32>
}
// CHECK-LABEL: @main
// CHECK:         kernel.gather_rows ins(%i, %t : tensor<5xf32>, tensor<9x4xf32>)
// CHECK:         [[X:%.*]] = kernel.view %x[0] : tensor<3x2x7x2xf32> -> tensor<6x7x2xf32>
// CHECK:         [[J:%.*]] = kernel.view %j[0] : tensor<3x2x5x2xf32> -> tensor<6x5x2xf32>
// CHECK:         kernel.gather_elements ins([[X]], [[J]] : {{.*}}) outs(%{{.*}} : tensor<6x5x2xf32>)
