// RUN: ncnnc-opt %s -p vectorize-linalg --split-input-file --verify-diagnostics | filecheck %s

builtin.module attributes {target.machine = #target.machine<"x86-64", [], l2 = 1048576>} {
func.func @not_linear(%x: memref<2xf32>, %y: memref<4xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0 floordiv 2)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]
  } ins(%x : memref<2xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  func.return
}
}
// CHECK: is not linear

// -----

builtin.module attributes {target.machine = #target.machine<"x86-64", [], l2 = 1048576>} {
func.func @bounds_of_other_loops(%x: memref<2x4xf32>, %y: memref<2x4xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%x : memref<2x4xf32>) outs(%y : memref<2x4xf32>) attrs = {kernel.bounds = affine_map<()[s0] -> (s0)>} {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  }
  func.return
}
}
// CHECK: linalg.generic must have bounds of its 2 loops
