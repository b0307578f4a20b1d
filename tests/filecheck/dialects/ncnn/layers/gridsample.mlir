// RUN: ncnnc-opt %s | ncnnc-opt | filecheck %s
// RUN: ncnnc-opt %s --print-op-generic | ncnnc-opt | filecheck %s

func.func @gridsample(%x: tensor<4x7x9xf32>, %g: tensor<5x6x2xf32>, %p: tensor<2x5x6xf32>, %v: tensor<4x3x7x9xf32>, %h: tensor<2x5x6x3xf32>, %u: tensor<*xf32>) {
  // CHECK: ncnn.grid_sample bilinear %x, %g : (tensor<4x7x9xf32>, tensor<5x6x2xf32>) -> tensor<4x5x6xf32>
  %0 = ncnn.grid_sample bilinear %x, %g padding zeros : (tensor<4x7x9xf32>, tensor<5x6x2xf32>) -> tensor<4x5x6xf32>
  // CHECK: ncnn.grid_sample bicubic %x, %p padding reflection align_corner planar : (tensor<4x7x9xf32>, tensor<2x5x6xf32>) -> tensor<4x5x6xf32>
  %1 = ncnn.grid_sample bicubic %x, %p padding reflection align_corner planar : (tensor<4x7x9xf32>, tensor<2x5x6xf32>) -> tensor<4x5x6xf32>
  // A volume.
  // CHECK: ncnn.grid_sample nearest %v, %h padding border : (tensor<4x3x7x9xf32>, tensor<2x5x6x3xf32>) -> tensor<4x2x5x6xf32>
  %2 = ncnn.grid_sample nearest %v, %h padding border : (tensor<4x3x7x9xf32>, tensor<2x5x6x3xf32>) -> tensor<4x2x5x6xf32>
  // CHECK: ncnn.grid_sample nearest %u, %g : (tensor<*xf32>, tensor<5x6x2xf32>) -> tensor<*xf32>
  %3 = ncnn.grid_sample nearest %u, %g : (tensor<*xf32>, tensor<5x6x2xf32>) -> tensor<*xf32>
  func.return
}
