// RUN: ncnnc-opt %s -t llvm-ir --split-input-file | filecheck %s

// Addresses: a GEP for the index, shared by equal indices, and one for the constant. Constants are
// operands, never instructions. A buffer may alias others unless it says that it does not.
func.func @addresses(%m: memref<4x16xf32> {llvm.noalias}, %t: memref<4xi64>, %x: vector<16xf32>) {
  %c3 = arith.constant 3 : index
  %i64 = simd.load %t[1] : memref<4xi64> -> i64
  %i = arith.index_cast %i64 : i64 to index
  %j = arith.muli %i, %c3 overflow<nsw> : index
  %0 = simd.load %m[%j + 16] : memref<4x16xf32> -> vector<16xf32>
  %1 = simd.load %m[%j + 0] first 3 : memref<4x16xf32> -> vector<16xf32>
  %2 = simd.broadcast_load %m[2] : memref<4x16xf32> -> vector<16xf32>
  simd.store %2, %m[0] first 15 : vector<16xf32>, memref<4x16xf32>
  simd.prefetch %m[%j + 512] : memref<4x16xf32>
  simd.prefetch %m[%j + 512] : memref<4x16xf32> into L2
  %v = kernel.view %m[32] : memref<4x16xf32> -> memref<32xf32>
  simd.store %0, %v[0] : vector<16xf32>, memref<32xf32>
  func.return
}
// CHECK-LABEL: define void @addresses(ptr noalias %a0, ptr %a1, <16 x float> %a2)
// CHECK:         [[T:%.*]] = getelementptr inbounds i64, ptr %a1, i64 1
// CHECK-NEXT:    [[I:%.*]] = load i64, ptr [[T]], align 8
// CHECK-NEXT:    [[J:%.*]] = mul nsw i64 [[I]], 3
// CHECK-NEXT:    [[P:%.*]] = getelementptr inbounds float, ptr %a0, i64 [[J]]
// CHECK-NEXT:    [[Q:%.*]] = getelementptr inbounds float, ptr [[P]], i64 16
// CHECK-NEXT:    load <16 x float>, ptr [[Q]], align 4
// CHECK-NEXT:    call <16 x float> @llvm.masked.load.v16f32.p0(ptr [[P]], i32 4, <16 x i1> <i1 true, i1 true, i1 true, i1 false,
// CHECK-NEXT:    [[R:%.*]] = getelementptr inbounds float, ptr %a0, i64 2
// CHECK-NEXT:    [[S:%.*]] = load float, ptr [[R]], align 4
// CHECK-NEXT:    [[INSERTED:%.*]] = insertelement <16 x float> poison, float [[S]], i64 0
// CHECK-NEXT:    [[SPLAT:%.*]] = shufflevector <16 x float> [[INSERTED]], <16 x float> poison, <16 x i32> zeroinitializer
// CHECK-NEXT:    call void @llvm.masked.store.v16f32.p0(<16 x float> [[SPLAT]], ptr %a0, i32 4,
// CHECK:         call void @llvm.prefetch.p0(ptr {{%.*}}, i32 0, i32 3, i32 1)
// CHECK:         call void @llvm.prefetch.p0(ptr {{%.*}}, i32 0, i32 2, i32 1)
// CHECK-NEXT:    [[VIEW:%.*]] = getelementptr inbounds float, ptr %a0, i64 32
// CHECK-NEXT:    store <16 x float> {{.*}}, ptr [[VIEW]], align 4
// CHECK-NEXT:    ret void

// -----

// A loop is rotated, its carried values are phis; one of known length has no guard.
func.func @loops(%m: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %one = arith.constant dense<1.0> : vector<4xf32>
  %sum = scf.for %i = %c0 to %c64 step %c4 iter_args(%s = %zero) -> (vector<4xf32>) {
    %x = simd.load %m[%i + 0] : memref<64xf32> -> vector<4xf32>
    %t = simd.fma %x, %one, %s : vector<4xf32>
    scf.yield %t : vector<4xf32>
  }
  simd.store %sum, %m[0] : vector<4xf32>, memref<64xf32>
  scf.for %i = %c0 to %n step %c4 {
    simd.store %one, %m[%i + 0] : vector<4xf32>, memref<64xf32>
  }
  func.return
}
// CHECK-LABEL: define void @loops(
// CHECK-NEXT:  entry:
// CHECK-NEXT:    br label %[[LOOP:.*]]
// CHECK-NEXT:  [[LOOP]]:
// CHECK-NEXT:    [[I:%.*]] = phi i64 [ 0, %entry ], [ [[N:%.*]], %[[LOOP]] ]
// CHECK-NEXT:    [[S:%.*]] = phi <4 x float> [ zeroinitializer, %entry ], [ [[T:%.*]], %[[LOOP]] ]
// CHECK:         [[T]] = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> {{.*}}, <4 x float> splat (float 0x3FF0000000000000), <4 x float> [[S]])
// CHECK-NEXT:    [[N]] = add nsw i64 [[I]], 4
// CHECK-NEXT:    [[AGAIN:%.*]] = icmp slt i64 [[N]], 64
// CHECK-NEXT:    br i1 [[AGAIN]], label %[[LOOP]], label %[[EXIT:.*]]
// CHECK-NEXT:  [[EXIT]]:
// CHECK-NEXT:    store <4 x float> [[T]], ptr %a0, align 4
// CHECK-NEXT:    [[ENTER:%.*]] = icmp slt i64 0, %a1
// CHECK-NEXT:    br i1 [[ENTER]], label

// -----

// An argument that says how small it may be bounds a loop as a constant does: it has no guard if it
// is known to run. Another type of a buffer is the same pointer.
func.func @at_least(%m: memref<?xf32>, %n: index {simd.least = 4 : index}, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    simd.store %v, %m[%i + 0] : f32, memref<?xf32>
  }
  scf.for %i = %c4 to %n step %c1 {
    simd.store %v, %m[%i + 1] : f32, memref<?xf32>
  }
  %c = "memref.cast"(%m) : (memref<?xf32>) -> memref<8xf32>
  simd.store %v, %c[2] : f32, memref<8xf32>
  func.return
}
// CHECK-LABEL: define void @at_least(
// CHECK-NEXT:  entry:
// CHECK-NEXT:    br label %[[LOOP:.*]]
// CHECK-NEXT:  [[LOOP]]:
// CHECK:         icmp slt i64 {{%n.*}}, %a1
// CHECK:         icmp slt i64 4, %a1
// CHECK:         [[AT:%.*]] = getelementptr inbounds float, ptr %a0, i64 2
// CHECK-NEXT:    store float %a2, ptr [[AT]], align 4

// -----

// A condition, with results and without; an address computed in a branch is not used after it.
func.func @conditions(%m: memref<8xf32>, %i: index, %b: i1) {
  %r = scf.if %b -> (f32) {
    %x = simd.load %m[%i + 0] : memref<8xf32> -> f32
    scf.yield %x : f32
  } else {
    %y = simd.load %m[1] : memref<8xf32> -> f32
    scf.yield %y : f32
  }
  scf.if %b {
    simd.store %r, %m[%i + 0] : f32, memref<8xf32>
  }
  func.return
}
// CHECK-LABEL: define void @conditions(
// CHECK:         br i1 %a2, label %[[THEN:.*]], label %[[ELSE:.*]]
// CHECK:       [[THEN]]:
// CHECK:         getelementptr inbounds float, ptr %a0, i64 %a1
// CHECK-NEXT:    [[X:%.*]] = load float
// CHECK:       [[ELSE]]:
// CHECK:         [[Y:%.*]] = load float
// CHECK:         [[R:%.*]] = phi float [ [[X]], %[[THEN]] ], [ [[Y]], %[[ELSE]] ]
// CHECK-NEXT:    br i1 %a2, label %[[STORE:.*]], label %[[END:.*]]
// CHECK:       [[STORE]]:
// CHECK-NEXT:    getelementptr inbounds float, ptr %a0, i64 %a1
// CHECK-NEXT:    store float [[R]]
// CHECK-NEXT:    br label %[[END]]

// -----

// A loop that ends when a condition fails: what that passes on are the results.
func.func @as_long_as(%m: memref<8xf32>, %n: index) {
  %one = arith.constant 1 : index
  %r = scf.while (%i = %n) : (index) -> (index) {
    %b = arith.cmpi sgt, %i, %one : index
    scf.condition(%b) %i : index
  } do {
  ^bb0(%i : index):
    %j = arith.subi %i, %one overflow<nsw> : index
    scf.yield %j : index
  }
  %x = simd.load %m[%r + 0] : memref<8xf32> -> f32
  simd.store %x, %m[0] : f32, memref<8xf32>
  func.return
}
// CHECK-LABEL: define void @as_long_as(
// CHECK:         br label %[[HEAD:.*]]
// CHECK:       [[HEAD]]:
// CHECK-NEXT:    [[I:%.*]] = phi i64 [ %a1, %entry ], [ [[J:%.*]], %[[BODY:.*]] ]
// CHECK-NEXT:    [[B:%.*]] = icmp sgt i64 [[I]], 1
// CHECK-NEXT:    br i1 [[B]], label %[[BODY]], label %[[EXIT:.*]]
// CHECK:       [[BODY]]:
// CHECK-NEXT:    [[J]] = sub nsw i64 [[I]], 1
// CHECK-NEXT:    br label %[[HEAD]]
// CHECK:       [[EXIT]]:
// CHECK-NEXT:    getelementptr inbounds float, ptr %a0, i64 [[I]]

// -----

// The bytes of a thread lie behind those of the threads before it.
func.func @own(%m: memref<96xi8>, %thread: index, %x: i8) {
  %part = simd.thread_part %m of %thread : memref<96xi8>
  simd.store %x, %part[0] : i8, memref<96xi8>
  func.return
}
// CHECK-LABEL: define void @own(
// CHECK:         [[SHIFT:%.*]] = mul nsw i64 %a1, 96
// CHECK-NEXT:    getelementptr inbounds i8, ptr %a0, i64 [[SHIFT]]

// -----

// Only what the IR says of overflow is said to LLVM.
func.func @overflow(%m: memref<8xf32>, %i: index, %x: f32) {
  %0 = arith.addi %i, %i : index
  %1 = arith.muli %0, %i overflow<nsw, nuw> : index
  simd.store %x, %m[%1 + 0] : f32, memref<8xf32>
  func.return
}
// CHECK-LABEL: define void @overflow(
// CHECK:         [[TWICE:%.*]] = add i64 %a1, %a1
// CHECK-NEXT:    mul nsw nuw i64 [[TWICE]], %a1

// -----

// Arithmetic: max and min as compare and select, reductions that may be reassociated, C functions
// lane by lane.
func.func @arithmetic(%m: memref<8xf32>, %x: vector<4xf32>, %y: vector<4xf32>) {
  %0 = simd.maximum %x, %y : vector<4xf32>
  %1 = simd.compare olt %0, %y : vector<4xf32> -> vector<4xi1>
  %2 = simd.select %1, %x, %y : vector<4xi1>, vector<4xf32>, vector<4xf32> -> vector<4xf32>
  %3 = simd.shuffle %2, %y [0, 4, -1, 7] : vector<4xf32>, vector<4xf32> -> vector<4xf32>
  %4 = simd.call "sinf" (%3) : (vector<4xf32>) -> vector<4xf32>
  %5 = math.sqrt %4 : vector<4xf32>
  %6 = simd.reduce add %5 : vector<4xf32> -> f32
  %7 = simd.reduce max %5 : vector<4xf32> -> f32
  %8 = arith.negf %6 : f32
  %9 = simd.splat %7 : f32 -> vector<4xf32>
  %10 = simd.convert fptosi %9 : vector<4xf32> -> vector<4xi32>
  simd.store %8, %m[0] : f32, memref<8xf32>
  func.return
}
// CHECK-LABEL: define void @arithmetic(
// CHECK:         [[GREATER:%.*]] = fcmp ogt <4 x float> %a1, %a2
// CHECK-NEXT:    [[MAX:%.*]] = select <4 x i1> [[GREATER]], <4 x float> %a1, <4 x float> %a2
// CHECK-NEXT:    [[LESS:%.*]] = fcmp olt <4 x float> [[MAX]], %a2
// CHECK-NEXT:    [[S:%.*]] = select <4 x i1> [[LESS]], <4 x float> %a1, <4 x float> %a2
// CHECK-NEXT:    [[V:%.*]] = shufflevector <4 x float> [[S]], <4 x float> %a2, <4 x i32> <i32 0, i32 4, i32 poison, i32 7>
// CHECK-NEXT:    [[LANE:%.*]] = extractelement <4 x float> [[V]], i64 0
// CHECK-NEXT:    call float @sinf(float [[LANE]])
// CHECK-COUNT-3: call float @sinf
// CHECK:         [[ROOT:%.*]] = call <4 x float> @llvm.sqrt.v4f32(
// CHECK-NEXT:    call reassoc float @llvm.vector.reduce.fadd.v4f32(float 0x8000000000000000, <4 x float> [[ROOT]])
// CHECK-NEXT:    [[LOW:%.*]] = shufflevector <4 x float> [[ROOT]], <4 x float> poison, <2 x i32> <i32 0, i32 1>
// CHECK-NEXT:    [[HIGH:%.*]] = shufflevector <4 x float> [[ROOT]], <4 x float> poison, <2 x i32> <i32 2, i32 3>
// CHECK-NEXT:    [[GREATER:%.*]] = fcmp ogt <2 x float> [[LOW]], [[HIGH]]
// CHECK-NEXT:    [[TWO:%.*]] = select <2 x i1> [[GREATER]], <2 x float> [[LOW]], <2 x float> [[HIGH]]
// CHECK-NEXT:    [[FIRST:%.*]] = extractelement <2 x float> [[TWO]], i64 0
// CHECK-NEXT:    [[SECOND:%.*]] = extractelement <2 x float> [[TWO]], i64 1
// CHECK-NEXT:    [[GREATER:%.*]] = fcmp ogt float [[FIRST]], [[SECOND]]
// CHECK-NEXT:    select i1 [[GREATER]], float [[FIRST]], float [[SECOND]]
// CHECK-NEXT:    fneg float
// CHECK:         fptosi <4 x float> {{.*}} to <4 x i32>

// -----

// Functions that are private stay inside; parallel loops and views of bytes.
func.func private @inner(%m: memref<16xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %v = memref.view %m[%c8][] : memref<16xi8> to memref<2xf32>
  %x = arith.constant 0.5 : f32
  "scf.parallel"(%c0, %c2, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    simd.store %x, %v[%i + 0] : f32, memref<2xf32>
    scf.reduce
  }) : (index, index, index) -> ()
  func.return
}
func.func @outer(%m: memref<16xi8>) {
  func.call @inner(%m) : (memref<16xi8>) -> ()
  func.return
}
// CHECK-LABEL: define internal void @inner(ptr %a0
// CHECK:         getelementptr inbounds i8, ptr %a0, i64 8
// CHECK:         store float 0x3FE0000000000000
// CHECK-LABEL: define void @outer(
// CHECK:         call void @inner(ptr %a0

// -----

// Elements of any type, aligned by their size; a bf16 is its bits. Elements wrap around.
func.func @types(%q: memref<32xi8>, %h: memref<32xbf16>, %t: memref<4xi64>, %x: i64, %b: vector<16xi32>) {
  %0 = simd.load %q[1] : memref<32xi8> -> vector<16xi8>
  %1 = simd.load %q[0] first 3 : memref<32xi8> -> vector<16xi8>
  %2 = simd.broadcast_load %h[2] : memref<32xbf16> -> vector<16xbf16>
  %one = arith.constant dense<1.0> : vector<16xbf16>
  simd.store %one, %h[0] : vector<16xbf16>, memref<32xbf16>
  simd.store %x, %t[0] : i64, memref<4xi64>
  %3 = arith.addi %b, %b : vector<16xi32>
  %4 = simd.convert extsi %0 : vector<16xi8> -> vector<16xi32>
  %5 = simd.convert sitofp %4 : vector<16xi32> -> vector<16xf32>
  %6 = simd.convert fptosi %5 : vector<16xf32> -> vector<16xi8>
  %7 = simd.convert trunci %4 : vector<16xi32> -> vector<16xi16>
  %8 = simd.convert bitcast %7 : vector<16xi16> -> vector<16xbf16>
  simd.store %8, %h[16] first 3 : vector<16xbf16>, memref<32xbf16>
  %9 = simd.compare slt %4, %b : vector<16xi32> -> vector<16xi1>
  %10 = simd.reduce max %4 : vector<16xi32> -> i32
  func.return
}
// CHECK-LABEL: define void @types(
// CHECK:         [[Q:%.*]] = getelementptr inbounds i8, ptr %a0, i64 1
// CHECK-NEXT:    [[A:%.*]] = load <16 x i8>, ptr [[Q]], align 1
// CHECK-NEXT:    call <16 x i8> @llvm.masked.load.v16i8.p0(ptr %a0, i32 1,
// CHECK-NEXT:    [[H:%.*]] = getelementptr inbounds i16, ptr %a1, i64 2
// CHECK-NEXT:    load i16, ptr [[H]], align 2
// CHECK:         store <16 x i16> splat (i16 16256), ptr %a1, align 2
// CHECK-NEXT:    store i64 %a3, ptr %a2, align 8
// CHECK-NEXT:    add <16 x i32> %a4, %a4
// CHECK-NEXT:    [[W:%.*]] = sext <16 x i8> [[A]] to <16 x i32>
// CHECK-NEXT:    [[F:%.*]] = sitofp <16 x i32> [[W]] to <16 x float>
// CHECK-NEXT:    fptosi <16 x float> [[F]] to <16 x i8>
// CHECK-NEXT:    [[N:%.*]] = trunc <16 x i32> [[W]] to <16 x i16>
// CHECK:         shufflevector <16 x i16> [[N]], <16 x i16> poison, <2 x i32> <i32 0, i32 1>
// CHECK:         store <2 x i16> {{.*}}, align 2
// CHECK-NEXT:    extractelement <16 x i16> [[N]], i64 2
// CHECK-NEXT:    getelementptr
// CHECK-NEXT:    store i16 {{.*}}, align 2
// CHECK-NEXT:    icmp slt <16 x i32> [[W]], %a4
// CHECK-NEXT:    call i32 @llvm.vector.reduce.smax.v16i32(<16 x i32> [[W]])

// -----

// Truncated as the machine does it; saturated by LLVM, or packed in parts of 128 bits.
builtin.module attributes {target.machine = #target.machine<"x86-avx512", [], l2 = 1048576>} {
  func.func @int8(%x: vector<8xf32>, %w: vector<16xf32>) {
    %0 = simd.truncate %x : vector<8xf32> -> vector<8xi32>
    %1 = simd.narrow (%0, %0) : (vector<8xi32>, vector<8xi32>) -> vector<16xi8>
    %2 = simd.truncate %w : vector<16xf32> -> vector<16xi32>
    %3 = simd.narrow (%2, %2, %2, %2) : (vector<16xi32>, vector<16xi32>, vector<16xi32>, vector<16xi32>) -> vector<64xi8>
    func.return
  }
}
// CHECK-LABEL: define void @int8(
// CHECK:         [[I:%.*]] = call <8 x i32> @llvm.x86.avx.cvtt.ps2dq.256(<8 x float> %a0)
// CHECK-NEXT:    [[J:%.*]] = shufflevector <8 x i32> [[I]], <8 x i32> [[I]], <16 x i32>
// CHECK-NEXT:    [[L:%.*]] = call <16 x i32> @llvm.smax.v16i32(<16 x i32> [[J]], <16 x i32> splat (i32 -128))
// CHECK-NEXT:    [[H:%.*]] = call <16 x i32> @llvm.smin.v16i32(<16 x i32> [[L]], <16 x i32> splat (i32 127))
// CHECK-NEXT:    trunc <16 x i32> [[H]] to <16 x i8>
// CHECK-NEXT:    [[W:%.*]] = call <16 x i32> @llvm.x86.avx512.mask.cvttps2dq.512(<16 x float> %a1, <16 x i32> zeroinitializer, i16 -1, i32 4)
// CHECK-NEXT:    [[P:%.*]] = call <32 x i16> @llvm.x86.avx512.packssdw.512(<16 x i32> [[W]], <16 x i32> [[W]])
// CHECK-NEXT:    [[Q:%.*]] = call <32 x i16> @llvm.x86.avx512.packssdw.512(<16 x i32> [[W]], <16 x i32> [[W]])
// CHECK-NEXT:    [[R:%.*]] = call <64 x i8> @llvm.x86.avx512.packsswb.512(<32 x i16> [[P]], <32 x i16> [[Q]])
// CHECK-NEXT:    [[S:%.*]] = bitcast <64 x i8> [[R]] to <16 x i32>
// CHECK-NEXT:    [[T:%.*]] = shufflevector <16 x i32> [[S]], <16 x i32> poison, <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 1,
// CHECK-NEXT:    bitcast <16 x i32> [[T]] to <64 x i8>
// CHECK-NEXT:    ret void

// -----

// Rounded by the machine's instruction.
builtin.module attributes {target.machine = #target.machine<"aarch64", [], l2 = 524288>} {
  func.func @rounded(%x: vector<4xf32>) {
    %0 = simd.round %x : vector<4xf32> -> vector<4xi32>
    func.return
  }
}
// CHECK-LABEL: define void @rounded(
// CHECK:         call <4 x i32> @llvm.aarch64.neon.fcvtas.v4i32.v4f32(<4 x float> %a0)

// -----

// One instruction where it gives NaN for NaN, and the other operand is a number.
builtin.module attributes {target.machine = #target.machine<"aarch64", [], l2 = 524288>} {
  func.func @numbers(%x: vector<4xf32>, %y: vector<4xf32>) {
    %zero = arith.constant dense<0.0> : vector<4xf32>
    %six = arith.constant dense<6.0> : vector<4xf32>
    %nan = arith.constant dense<0x7FC00000> : vector<4xf32>
    %0 = simd.maximum %zero, %x : vector<4xf32>
    %1 = simd.minimum %six, %0 : vector<4xf32>
    %2 = simd.maximum %y, %1 : vector<4xf32>
    %3 = simd.maximum %nan, %2 : vector<4xf32>
    func.return
  }
}
// CHECK-LABEL: define void @numbers(
// CHECK:         [[A:%.*]] = call <4 x float> @llvm.maximum.v4f32(<4 x float> zeroinitializer, <4 x float> %a0)
// CHECK-NEXT:    [[B:%.*]] = call <4 x float> @llvm.minimum.v4f32(<4 x float> {{.*}}, <4 x float> [[A]])
// CHECK-NEXT:    fcmp ogt <4 x float> %a1, [[B]]
// CHECK:         fcmp ogt

// -----

// A table is one vector, or two around the places, of which there may be fewer.
builtin.module attributes {target.machine = #target.machine<"x86-avx512", [], l2 = 1048576>} {
  func.func @tables(%x: vector<8xi32>, %w: vector<16xi32>) {
    %1 = simd.table_lookup %w [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, -31] : vector<16xi32>
    %2 = simd.table_lookup %x [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31] : vector<8xi32>
    func.return
  }
}
// CHECK-LABEL: define void @tables(
// CHECK:         call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> <i32 0, {{.*}}, i32 15>, <16 x i32> %a1, <16 x i32> <i32 16, {{.*}}, i32 -31>)
// CHECK-NEXT:    [[P:%.*]] = shufflevector <8 x i32> %a0, <8 x i32> poison, <16 x i32> <i32 0, {{.*}}, i32 7, i32 poison,
// CHECK-NEXT:    [[Q:%.*]] = call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> <i32 0, {{.*}}>, <16 x i32> [[P]], <16 x i32>
// CHECK-NEXT:    shufflevector <16 x i32> [[Q]], <16 x i32> poison, <8 x i32> <i32 0,

// -----

builtin.module attributes {target.machine = #target.machine<"x86-avx2", [], l2 = 1048576>} {
  func.func @table(%x: vector<8xi32>, %s: i32) {
    %0 = simd.table_lookup %x [0, 1, 2, 3, 4, 5, 6, 7] : vector<8xi32>
    %1 = simd.table_lookup %s [0, 1, 2, 3, 4, 5, 6, 7] : i32
    func.return
  }
}
// CHECK-LABEL: define void @table(
// CHECK:         call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> <i32 0, {{.*}}, i32 7>, <8 x i32> %a0)
// CHECK-NEXT:    [[I:%.*]] = insertelement <8 x i32> poison, i32 %a1, i64 0
// CHECK-NEXT:    [[L:%.*]] = call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> {{<.*>}}, <8 x i32> [[I]])
// CHECK-NEXT:    extractelement <8 x i32> [[L]], i64 0

// -----

// Products of neighbouring lanes, by the instruction for vectors of that size.
builtin.module attributes {target.machine = #target.machine<"x86-avx512", [], l2 = 1048576>} {
  func.func @dots(%a: vector<8xi16>, %s: vector<4xi32>, %b: vector<16xi16>, %t: vector<8xi32>, %c: vector<32xi16>, %u: vector<16xi32>) {
    %0 = simd.dot #target.product<"x86-avx512", "vpmaddwd"> %a, %a, %s : vector<8xi16>, vector<8xi16> -> vector<4xi32>
    %1 = simd.dot #target.product<"x86-avx512", "vpmaddwd"> %b, %b, %t : vector<16xi16>, vector<16xi16> -> vector<8xi32>
    %2 = simd.dot #target.product<"x86-avx512", "vpmaddwd"> %c, %c, %u : vector<32xi16>, vector<32xi16> -> vector<16xi32>
    func.return
  }
}
// CHECK-LABEL: define void @dots(
// CHECK:         [[P:%.*]] = call <4 x i32> @llvm.x86.sse2.pmadd.wd(<8 x i16> %a0, <8 x i16> %a0)
// CHECK-NEXT:    add <4 x i32> [[P]], %a1
// CHECK-NEXT:    [[P:%.*]] = call <8 x i32> @llvm.x86.avx2.pmadd.wd(<16 x i16> %a2, <16 x i16> %a2)
// CHECK-NEXT:    add <8 x i32> [[P]], %a3
// CHECK-NEXT:    [[P:%.*]] = call <16 x i32> @llvm.x86.avx512.pmaddw.d.512(<32 x i16> %a4, <32 x i16> %a4)
// CHECK-NEXT:    add <16 x i32> [[P]], %a5

// -----

// Some lanes of a vector that AVX2 has are stored in parts of 4, 2 and 1; a wider one by a mask.
func.func @first_lanes(%m: memref<16xf32>, %a: vector<8xf32>, %b: vector<16xf32>) {
  simd.store %a, %m[1] first 7 : vector<8xf32>, memref<16xf32>
  simd.store %a, %m[0] first 2 : vector<8xf32>, memref<16xf32>
  simd.store %b, %m[0] first 7 : vector<16xf32>, memref<16xf32>
  func.return
}
// CHECK-LABEL: define void @first_lanes(
// CHECK-NEXT:  entry:
// CHECK-NEXT:    [[P:%.*]] = getelementptr inbounds float, ptr %a0, i64 1
// CHECK-NEXT:    [[FOUR:%.*]] = shufflevector <8 x float> %a1, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
// CHECK-NEXT:    [[Q:%.*]] = getelementptr inbounds float, ptr [[P]], i64 0
// CHECK-NEXT:    store <4 x float> [[FOUR]], ptr [[Q]], align 4
// CHECK-NEXT:    [[TWO:%.*]] = shufflevector <8 x float> %a1, <8 x float> poison, <2 x i32> <i32 4, i32 5>
// CHECK-NEXT:    [[R:%.*]] = getelementptr inbounds float, ptr [[P]], i64 4
// CHECK-NEXT:    store <2 x float> [[TWO]], ptr [[R]], align 4
// CHECK-NEXT:    [[ONE:%.*]] = extractelement <8 x float> %a1, i64 6
// CHECK-NEXT:    [[S:%.*]] = getelementptr inbounds float, ptr [[P]], i64 6
// CHECK-NEXT:    store float [[ONE]], ptr [[S]], align 4
// CHECK-NEXT:    shufflevector <8 x float> %a1, <8 x float> poison, <2 x i32> <i32 0, i32 1>
// CHECK-NEXT:    getelementptr
// CHECK-NEXT:    store <2 x float>
// CHECK-NEXT:    call void @llvm.masked.store.v16f32.p0(
// CHECK-NEXT:    ret void

// -----

// The second half passes through an integer register that LLVM does not look into.
func.func @halves(%m: memref<32xi8>, %y: memref<32xi8>) {
  %high = simd.load_integer %m[8] : memref<32xi8>
  %low = simd.load %m[0] : memref<32xi8> -> vector<8xi8>
  %both = simd.append_lanes %low, %high : vector<8xi8> -> vector<16xi8>
  simd.store %both, %y[0] : vector<16xi8>, memref<32xi8>
  func.return
}
// CHECK-LABEL: define void @halves(
// CHECK:         [[HIGH:%.*]] = load i64, ptr {{.*}}, align 1
// CHECK-NEXT:    [[LOW:%.*]] = load <8 x i8>, ptr %a0, align 1
// CHECK-NEXT:    [[HIDDEN:%.*]] = call i64 asm "", "=r,0"(i64 [[HIGH]])
// CHECK-NEXT:    [[WHOLE:%.*]] = shufflevector <8 x i8> [[LOW]], <8 x i8> poison, <16 x i32>
// CHECK-NEXT:    [[PAIR:%.*]] = bitcast <16 x i8> [[WHOLE]] to <2 x i64>
// CHECK-NEXT:    insertelement <2 x i64> [[PAIR]], i64 [[HIDDEN]], i64 1

// -----

// Products that another instruction adds stand before those of two ops ahead, if their factors are
// known, so that an in-order core does not wait for each.
builtin.module attributes {target.machine = #target.machine<"aarch64", [], l2 = 524288>} {
  func.func @products(%s: vector<4xi32>, %a: vector<8xi8>, %b: vector<8xi8>, %m: memref<8xi8>, %y: memref<16xi32>) {
    %p = simd.dot #target.product<"aarch64", "smull"> %a, %a, %s : vector<8xi8>, vector<8xi8> -> vector<4xi32>
    %q = simd.dot #target.product<"aarch64", "smull"> %a, %b, %p : vector<8xi8>, vector<8xi8> -> vector<4xi32>
    %c = simd.load %m[0] : memref<8xi8> -> vector<8xi8>
    %r = simd.dot #target.product<"aarch64", "smull"> %c, %b, %q : vector<8xi8>, vector<8xi8> -> vector<4xi32>
    simd.store %r, %y[0] : vector<4xi32>, memref<16xi32>
    func.return
  }
}
// CHECK-LABEL: define void @products(
// CHECK:         [[P:%.*]] = call <8 x i16> @llvm.aarch64.neon.smull.v8i16(<8 x i8> %a1, <8 x i8> %a1)
// CHECK-NEXT:    [[Q:%.*]] = call <8 x i16> @llvm.aarch64.neon.smull.v8i16(<8 x i8> %a1, <8 x i8> %a2)
// CHECK-NEXT:    [[PS:%.*]] = call <4 x i32> @llvm.aarch64.neon.saddlp.v4i32.v8i16(<8 x i16> [[P]])
// CHECK-NEXT:    add <4 x i32> [[PS]], %a0
// CHECK-NEXT:    [[QS:%.*]] = call <4 x i32> @llvm.aarch64.neon.saddlp.v4i32.v8i16(<8 x i16> [[Q]])
// CHECK-NEXT:    add <4 x i32> [[QS]]
// CHECK-NEXT:    load <8 x i8>
// CHECK-NEXT:    call <8 x i16> @llvm.aarch64.neon.smull.v8i16
// CHECK-NEXT:    call <4 x i32> @llvm.aarch64.neon.saddlp
