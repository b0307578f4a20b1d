// RUN: round-trip %s

func.func @main(%x: memref<2x64xf32>, %w: memref<2048xf32>, %b: memref<2x16xf32>, %y: memref<2x20xf32>) {
  kernel.matvec ins(%x, %w, %b : memref<2x64xf32>, memref<2048xf32>, memref<2x16xf32>) outs(%y : memref<2x20xf32>) {lanes = 16 : i64, register = array<i64: 2, 2>} epilogue {
  ^bb0(%a: f32, %c: f32):
    %r = arith.addf %a, %c : f32
    linalg.yield %r : f32
  }
  func.return
}

// Weights may be narrower than what they are multiplied with.
func.func @float16_weights(%x: memref<2x64xf32>, %w: memref<2048xf16>, %y: memref<2x20xf32>) {
  kernel.matvec ins(%x, %w : memref<2x64xf32>, memref<2048xf16>) outs(%y : memref<2x20xf32>) {lanes = 16 : i64, register = array<i64: 2, 2>}
  func.return
}
