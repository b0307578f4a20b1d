// RUN: verify-diagnostics %s

func.func @main(%a: memref<5x6xf32>, %b: memref<5x5xf32>, %e: memref<3xi32>, %f: memref<3xf32>, %y: memref<4x6xf32>) {
  // expected-error @+1 {{needs rows of f32, and extents of i32}}
  kernel.place_rows ins(%a, %f : memref<5x6xf32>, memref<3xf32>) outs(%a : memref<5x6xf32>) {size = array<i64: 640, 320>}
  // expected-error @+1 {{needs rows of six numbers, and three extents}}
  kernel.place_rows ins(%b, %e : memref<5x5xf32>, memref<3xi32>) outs(%b : memref<5x5xf32>) {size = array<i64: 640, 320>}
  // expected-error @+1 {{the output must have the extents of the rows}}
  kernel.place_rows ins(%a, %e : memref<5x6xf32>, memref<3xi32>) outs(%y : memref<4x6xf32>) {size = array<i64: 640, 320>}
  func.return
}
