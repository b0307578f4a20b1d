// RUN: ncnnc-opt %s -t llvm-ir | filecheck %s
// RUN: ncnnc-opt %s -p 'attach-target{target=x86-avx2}' -t llvm-ir | filecheck %s --check-prefix=INDEX

// A pointer for each address that grows with the counter, shared by constants. What does not grow
// is computed as before. No counter is left where nothing else reads it.
builtin.module attributes {target.machine = #target.machine<"aarch64", [], l2 = 524288>} {
func.func @pointers(%x: memref<64xf32>, %y: memref<64xf32>, %k: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c1 to %c9 step %c2 {
    %j = arith.muli %i, %c4 overflow<nsw> : index
    %l = arith.subi %k, %j overflow<nsw> : index
    %a = simd.load %x[%l + 0] : memref<64xf32> -> vector<4xf32>
    %b = simd.load %x[%l + 4] : memref<64xf32> -> vector<4xf32>
    %c = simd.load %y[%k + 0] : memref<64xf32> -> vector<4xf32>
    %s = simd.fma %a, %b, %c : vector<4xf32>
    simd.store %s, %y[%i + 0] : vector<4xf32>, memref<64xf32>
  }
  func.return
}
// CHECK-LABEL: define void @pointers(ptr %a0, ptr %a1, i64 %a2)
// CHECK:         [[J:%.*]] = mul nsw i64 1, 4
// CHECK-NEXT:    [[L:%.*]] = sub nsw i64 %a2, [[J]]
// CHECK-NEXT:    [[X:%.*]] = getelementptr inbounds float, ptr %a0, i64 [[L]]
// CHECK-NEXT:    [[Y:%.*]] = getelementptr inbounds float, ptr %a1, i64 1
// CHECK-NEXT:    [[END:%.*]] = getelementptr inbounds i8, ptr [[X]], i64 -128
// CHECK-NEXT:    br label %[[LOOP:.*]]
// CHECK:       [[LOOP]]:
// CHECK-NEXT:    [[P:%[a-z0-9]+]] = phi ptr [ [[X]], %entry ], [ [[P]].next, %[[LOOP]] ]
// CHECK-NEXT:    [[Q:%[a-z0-9]+]] = phi ptr [ [[Y]], %entry ], [ [[Q]].next, %[[LOOP]] ]
// CHECK-NEXT:    load <4 x float>, ptr [[P]], align 4
// CHECK-NEXT:    [[B:%.*]] = getelementptr inbounds float, ptr [[P]], i64 4
// CHECK-NEXT:    load <4 x float>, ptr [[B]], align 4
// CHECK-NEXT:    [[K:%.*]] = getelementptr inbounds float, ptr %a1, i64 %a2
// CHECK-NEXT:    load <4 x float>, ptr [[K]], align 4
// CHECK-NEXT:    call <4 x float> @llvm.fmuladd
// CHECK-NEXT:    store <4 x float> {{.*}}, ptr [[Q]], align 4
// CHECK-NEXT:    [[P]].next = getelementptr inbounds i8, ptr [[P]], i64 -32
// CHECK-NEXT:    [[Q]].next = getelementptr inbounds i8, ptr [[Q]], i64 8
// CHECK-NEXT:    icmp ne ptr [[P]].next, [[END]]
// INDEX-LABEL: define void @pointers
// INDEX-NOT:     phi ptr

// The counter stays where it is read otherwise, or where the number of iterations is not known.
func.func @counters(%x: memref<64xf32>, %y: memref<64xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %v = arith.index_cast %i : index to i64
    simd.store %v, %y[%i + 0] : i64, memref<64xi64>
  }
  scf.for %i = %c0 to %n step %c1 {
    simd.prefetch %x[%i + 0] : memref<64xf32>
  }
  func.return
}
// CHECK-LABEL: define void @counters
// CHECK:         phi ptr
// CHECK-NEXT:    phi i64
// CHECK:         icmp slt i64
// CHECK:         phi ptr
// CHECK-NEXT:    phi i64
// CHECK:         icmp slt i64

// No pointers around other loops, nor of indices whose growth is not a constant.
func.func @others(%x: memref<64xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    simd.prefetch %x[%i + 0] : memref<64xf32>
    scf.for %j = %c0 to %c4 step %c1 {
      %l = arith.muli %j, %k overflow<nsw> : index
      %m = arith.divui %j, %c4 : index
      simd.prefetch %x[%l + 0] : memref<64xf32>
      simd.prefetch %x[%m + 0] : memref<64xf32>
    }
  }
  func.return
}
// CHECK-LABEL: define void @others
// CHECK-NOT:     phi ptr
}
