// RUN: not ncnnc-opt %s -p vectorize-linalg 2>&1 | filecheck %s

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
