// RUN: ncnnc-opt %s -t llvm-ir | filecheck %s

// The place of the first element is compared with that of the last part that fits, as unsigned
// numbers. Outside of the buffer the part is another piece of memory.
func.func private @k(%m: memref<64xf32> {llvm.noalias}, %i: index, %step: index, %failure: memref<8xi64> {llvm.noalias}, %v: f32) {
  %n = arith.constant 64 : index
  %p = simd.check_bounds %m[%i + 48] within %n, %step, %failure {buffer = 3 : i64} : memref<64xf32> -> memref<16xf32>
  %x = simd.load %p[8] : memref<16xf32> -> f32
  %q = simd.check_bounds %m[-1] within %n, %step, %failure {buffer = 3 : i64, writes} : memref<64xf32> -> memref<1xf32>
  simd.store %v, %q[0] : f32, memref<1xf32>
  func.return
}
// CHECK:      define internal void @k(ptr noalias %a0, i64 %a1, i64 %a2, ptr noalias %a3, float %a4)
// CHECK-NEXT: entry:
// CHECK-NEXT:   [[FIRST:%.*]] = add i64 %a1, 48
// CHECK-NEXT:   [[INSIDE:%.*]] = getelementptr float, ptr %a0, i64 [[FIRST]]
// CHECK-NEXT:   [[LAST:%.*]] = sub i64 64, 16
// CHECK-NEXT:   [[BEFORE:%.*]] = icmp ule i64 [[FIRST]], [[LAST]]
// CHECK-NEXT:   [[ROOM:%.*]] = icmp sge i64 [[LAST]], 0
// CHECK-NEXT:   [[FITS:%.*]] = and i1 [[BEFORE]], [[ROOM]]
// CHECK-NEXT:   br i1 [[FITS]], label %[[CHECKED:.*]], label %[[OUTSIDE:.*]]
// CHECK-NEXT: [[OUTSIDE]]:
// CHECK-NEXT:   [[FROM:%.*]] = mul i64 [[FIRST]], 4
// CHECK-NEXT:   [[TO:%.*]] = add i64 [[FROM]], 64
// CHECK-NEXT:   [[SIZE:%.*]] = mul i64 64, 4
// CHECK-NEXT:   call void @note_failure(ptr %a3, i64 %a2, i64 3, i64 0, i64 [[FROM]], i64 [[TO]], i64 [[SIZE]])
// CHECK-NEXT:   br label %[[CHECKED]]
// CHECK-NEXT: [[CHECKED]]:
// CHECK-NEXT:   [[PART:%.*]] = phi ptr [ [[INSIDE]], %entry ], [ @zeros, %[[OUTSIDE]] ]
// CHECK-NEXT:   [[AT:%.*]] = getelementptr inbounds float, ptr [[PART]], i64 8
// CHECK-NEXT:   load float, ptr [[AT]]
// CHECK:        getelementptr float, ptr %a0, i64 -1
// CHECK:        phi ptr [ {{.*}}, %[[CHECKED]] ], [ @sink,
// CHECK:      @sink = internal global [4096 x i8]
// CHECK:      @zeros = internal constant [4096 x i8]
// CHECK:      define internal void @note_failure(ptr %failure, i64 %step, i64 %buffer, i64 %writes, i64 %first, i64 %end, i64 %size) noinline cold #0 {
// CHECK-NEXT:   cmpxchg ptr %failure, i64 0, i64 1 monotonic monotonic
