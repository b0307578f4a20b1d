// RUN: verify-diagnostics %s

func.func @main(%a: memref<5x38xf32>, %b: memref<5x37xf32>, %p: memref<32x2x3xf32>, %x: memref<5x8x12xf32>, %y: memref<5x8x12xi8>, %z: memref<4x8x12xi8>) {
  // expected-error @+1 {{makes i8 of f32}}
  kernel.instance_masks ins(%a, %p : memref<5x38xf32>, memref<32x2x3xf32>) outs(%x : memref<5x8x12xf32>)
  // expected-error @+1 {{needs a coefficient for each prototype in each row}}
  kernel.instance_masks ins(%b, %p : memref<5x37xf32>, memref<32x2x3xf32>) outs(%y : memref<5x8x12xi8>)
  // expected-error @+1 {{the output must have four rows and columns for each}}
  kernel.instance_masks ins(%a, %p : memref<5x38xf32>, memref<32x2x3xf32>) outs(%z : memref<4x8x12xi8>)
  func.return
}
