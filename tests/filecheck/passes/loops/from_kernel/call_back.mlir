// RUN: ncnnc-opt %s -p 'attach-target{target="x86-avx2"},convert-kernel-to-loops,parallelize' | filecheck %s

// Nothing is shared: thread 0 calls, and all meet afterwards.
func.func private @call_back(%x: memref<4xf32>, %y: memref<4xf32>) {
  kernel.call_back ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) {number = 3 : i64, layer_type = "MyOp", layer = "a", params = {"0" = 2 : i64}}
  func.return
}
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
  func.call @call_back(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
  func.return
}
// CHECK-LABEL: func.func private @call_back(%x: memref<4xf32>, %y: memref<4xf32>, %{{.*}}: index
// CHECK:         [[ZERO:%.*]] = arith.constant 0 : index
// CHECK-NEXT:    [[FIRST:%.*]] = arith.cmpi eq, %{{.*}}, [[ZERO]] : index
// CHECK-NEXT:    scf.if [[FIRST]] {
// CHECK-NEXT:      simd.call_back 3 ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) {layer_type = "MyOp", layer = "a", params = {"0" = 2 : i64}}
// CHECK-NEXT:    }
// CHECK-LABEL: @main
// CHECK:         func.call @call_back(%x, %y
// CHECK-NEXT:    simd.barrier
