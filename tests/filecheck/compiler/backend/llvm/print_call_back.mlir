// RUN: ncnnc-opt %s -t llvm-ir | filecheck %s

func.func private @k(%x: memref<4xf32>, %y: memref<5xf32>, %z: memref<6xf32>) {
  simd.call_back 7 ins(%x : memref<4xf32>) outs(%y, %z : memref<5xf32>, memref<6xf32>) {layer_type = "MyOp", layer = "a"}
  func.return
}
// CHECK:      define internal void @k(ptr %a0, ptr %a1, ptr %a2)
// CHECK:        [[INS:%.*]] = alloca [1 x ptr]
// CHECK:        store ptr %a0, ptr
// CHECK:        [[OUTS:%.*]] = alloca [2 x ptr]
// CHECK:        store ptr %a1, ptr
// CHECK:        [[SECOND:%.*]] = getelementptr inbounds ptr, ptr [[OUTS]], i64 1
// CHECK-NEXT:   store ptr %a2, ptr [[SECOND]]
// CHECK-NEXT:   [[F:%.*]] = load ptr, ptr @ncnnc_call_back
// CHECK-NEXT:   call void [[F]](i64 7, ptr [[INS]], ptr [[OUTS]])
// CHECK:      @ncnnc_call_back = global ptr null
