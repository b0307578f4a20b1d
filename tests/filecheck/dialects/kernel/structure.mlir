// RUN: round-trip %s

func.func @main(%x: tensor<24x4x4xf32>, %p: tensor<2x4x4x16xf32>, %m: memref<24xf32>, %n: memref<2x12xf32>) {
  %0 = kernel.pack ins(%x : tensor<24x4x4xf32>) outs(%p : tensor<2x4x4x16xf32>) -> tensor<2x4x4x16xf32>
  %1 = kernel.unpack ins(%p : tensor<2x4x4x16xf32>) outs(%x : tensor<24x4x4xf32>) -> tensor<24x4x4xf32>
  kernel.copy ins(%m : memref<24xf32>) outs(%n : memref<2x12xf32>)
  %2 = kernel.view %x[128] : tensor<24x4x4xf32> -> tensor<2x4xf32>
  %3 = kernel.view %m[0] : memref<24xf32> -> memref<2x12xf32>
  %4 = kernel.concat %x, %x : tensor<24x4x4xf32>, tensor<24x4x4xf32> -> tensor<48x4x4xf32>
  func.return
}

// Kernels that move data around.
func.func @moves(%x: memref<2x4x4x8xf32>, %y: memref<2x4x4x8xf32>, %a: memref<3x8xf32>, %b: memref<3x16xf32>, %t: memref<24xi64>, %s: memref<2x5x3xf32>, %j: memref<5x4xf32>, %l: memref<2x9x3xf32>) {
  kernel.gather_channels ins(%x, %y : memref<2x4x4x8xf32>, memref<2x4x4x8xf32>) outs(%x : memref<2x4x4x8xf32>) {channels = array<i64: 0, 1048577>}
  kernel.copy_columns ins(%a : memref<3x8xf32>) outs(%b : memref<3x16xf32>) {source = 0 : i64, destination = 8 : i64, count = 8 : i64}
  kernel.copy_rows ins(%s : memref<2x5x3xf32>) outs(%l : memref<2x9x3xf32>) {begin = affine_map<() -> (4)>}
  kernel.copy_rows ins(%s : memref<2x5x3xf32>) outs(%l : memref<2x9x3xf32>) {begin = affine_map<()[s0, s1] -> (s1)>, bounds = affine_map<()[s0, s1] -> (2, s0, 3)>}
  kernel.strided_copy ins(%s : memref<2x5x3xf32>) outs(%l : memref<2x9x3xf32>) {extents = array<i64: 2, 5>, source = affine_map<() -> (0, 15, 3)>, destination = affine_map<() -> (24, -27, 3)>}
  kernel.strided_copy ins(%s : memref<2x5x3xf32>) outs(%l : memref<2x9x3xf32>) {extents = array<i64: 2, 15>, source = affine_map<()[s0] -> ((s0 + -1), 15, 1)>, destination = affine_map<()[s0] -> (0, s0, 1)>, bounds = affine_map<()[s0] -> (2, s0)>}
  kernel.join_columns ins(%s : memref<2x5x3xf32>) outs(%j : memref<5x4xf32>)
  kernel.gather ins(%b, %t : memref<3x16xf32>, memref<24xi64>) outs(%a : memref<3x8xf32>)
  kernel.softmax ins(%s : memref<2x5x3xf32>) outs(%s : memref<2x5x3xf32>)
  kernel.softmax ins(%s : memref<2x5x3xf32>) outs(%s : memref<2x5x3xf32>) {is_last}
  func.return
}
