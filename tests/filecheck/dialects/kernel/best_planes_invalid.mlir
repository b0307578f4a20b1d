// RUN: verify-diagnostics %s

func.func @main(%x: memref<21x5x7xf32>, %y: memref<5x7xf32>, %z: memref<7x5xf32>, %a: memref<21x5xf32>) {
  // expected-error @+1 {{takes planes c,h,w, and gives numbers and elements}}
  kernel.best_planes ins(%a : memref<21x5xf32>) outs(%y : memref<5x7xf32>)
  // expected-error @+1 {{outputs must have the extents of a plane}}
  kernel.best_planes ins(%x : memref<21x5x7xf32>) outs(%y, %z : memref<5x7xf32>, memref<7x5xf32>)
  func.return
}
