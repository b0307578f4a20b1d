// RUN: ncnnc-opt %s -t llvm-ir | filecheck %s

builtin.module attributes {target.machine = #target.machine<"aarch64", [], l2 = 524288>} {
// Loads of several vectors advance pointers: by what they load, or the last one by a register that
// holds what is left of the stride. Accesses after them are relative to the advanced pointer.
func.func @groups(%x: memref<64xf32>, %y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c2 step %c1 {
    %j = arith.muli %i, %c32 overflow<nsw> : index
    %a, %b, %c, %d = simd.load_group %x[%j + 0] : memref<64xf32> -> vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
    %e = simd.load %x[%j + 0] : memref<64xf32> -> vector<4xf32>
    %f, %g, %h = simd.load_group %x[%j + 16] : memref<64xf32> -> vector<4xf32>, vector<4xf32>, vector<4xf32>
    %k, %l, %m = simd.load_group %y[%i + 4] : memref<64xf32> -> vector<4xf32>, vector<4xf32>, vector<4xf32>
    simd.prefetch %y[%i + 0] : memref<64xf32>
  }
  func.return
}
// CHECK-LABEL: define void @groups
// CHECK:         [[REST:%.*]] = call i64 asm "", "=r,0"(i64 64)
// CHECK:         [[P:%[a-z0-9]+]] = phi ptr
// CHECK-NEXT:    [[Q:%[a-z0-9]+]] = phi ptr
// CHECK-NEXT:    call {{.*}} @llvm.aarch64.neon.ld1x4.v4f32.p0(ptr [[P]])
// CHECK:         [[P1:%.*]] = getelementptr inbounds float, ptr [[P]], i64 16
// CHECK-NEXT:    [[P2:%.*]] = call ptr asm "", "=r,0"(ptr [[P1]])
// CHECK-NEXT:    [[E:%.*]] = getelementptr inbounds float, ptr [[P2]], i64 -16
// CHECK-NEXT:    load <4 x float>, ptr [[E]], align 4
// CHECK-NEXT:    call {{.*}} @llvm.aarch64.neon.ld1x3.v4f32.p0(ptr [[P2]])
// CHECK:         [[K:%.*]] = getelementptr inbounds float, ptr [[Q]], i64 4
// CHECK-NEXT:    [[L:%.*]] = call ptr asm "", "=r,0"(ptr [[K]])
// CHECK-NEXT:    call {{.*}} @llvm.aarch64.neon.ld1x3.v4f32.p0(ptr [[L]])
// CHECK:         [[M:%.*]] = getelementptr inbounds float, ptr [[L]], i64 12
// CHECK-NEXT:    [[N:%.*]] = call ptr asm "", "=r,0"(ptr [[M]])
// CHECK-NEXT:    [[O:%.*]] = getelementptr inbounds float, ptr [[N]], i64 -16
// CHECK-NEXT:    call void @llvm.prefetch.p0(ptr [[O]]
// CHECK:         [[P]].next = getelementptr inbounds i8, ptr [[P2]], i64 [[REST]]
// CHECK-NEXT:    [[Q]].next = getelementptr inbounds i8, ptr [[N]], i64 -60
}
