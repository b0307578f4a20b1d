; Made from dots.c by clang of ziglang 0.17.1: make library-runtime
; 74b8386f3453cff0f7b165e0d8aa150a6bc6a606a5dfbc096a74f27793e211f0

@weights = internal unnamed_addr global [2 x [4 x [16 x i8]]] zeroinitializer, align 16
@inputs = internal unnamed_addr global [4 x [4 x [16 x i8]]] zeroinitializer, align 16

define hidden zeroext i1 @dots_are_exact() local_unnamed_addr #0 {
entry:
  %sums = alloca [4 x [2 x <4 x i32>]], align 16
  %found = alloca [4 x i32], align 16
  br label %for.cond1.preheader.i

for.cond1.preheader.i:
  %step.060.i = phi i32 [ 0, %entry ], [ %inc34.i, %for.cond.cleanup3.i ]
  %mul9.neg.i = mul nuw nsw i32 %step.060.i, 251
  %sub.i = add nuw nsw i32 %mul9.neg.i, 127
  %invariant.gep.i = getelementptr inbounds nuw [16 x i8], ptr @inputs, i32 %step.060.i
  %mul20.i = mul nuw nsw i32 %step.060.i, 11
  %invariant.gep55.i = getelementptr inbounds nuw [16 x i8], ptr @weights, i32 %step.060.i
  br label %for.cond5.preheader.i

for.cond5.preheader.i:
  %lane.059.i = phi i32 [ 0, %for.cond1.preheader.i ], [ %inc31.i, %for.cond14.preheader.i ]
  %rem.i = and i32 %lane.059.i, 3
  %sub10.i = sub nuw nsw i32 %sub.i, %rem.i
  %invariant.gep52.i = getelementptr inbounds nuw i8, ptr %invariant.gep.i, i32 %lane.059.i
  br label %for.body8.i

for.cond.cleanup3.i:
  %inc34.i = add nuw nsw i32 %step.060.i, 1
  %exitcond62.not.i = icmp eq i32 %inc34.i, 4
  br i1 %exitcond62.not.i, label %fill.exit, label %for.cond1.preheader.i

for.cond14.preheader.i:
  %mul19.i = mul nuw nsw i32 %lane.059.i, 37
  %add.i = add nuw nsw i32 %mul19.i, %mul20.i
  %invariant.gep56.i = getelementptr inbounds nuw i8, ptr %invariant.gep55.i, i32 %lane.059.i
  %conv23.i = trunc i32 %add.i to i8
  store i8 %conv23.i, ptr %invariant.gep56.i, align 1
  %0 = trunc i32 %add.i to i8
  %conv23.i.c = add i8 %0, -127
  %gep57.i.c = getelementptr inbounds nuw i8, ptr %invariant.gep56.i, i32 64
  store i8 %conv23.i.c, ptr %gep57.i.c, align 1
  %inc31.i = add nuw nsw i32 %lane.059.i, 1
  %exitcond61.not.i = icmp eq i32 %inc31.i, 16
  br i1 %exitcond61.not.i, label %for.cond.cleanup3.i, label %for.cond5.preheader.i

for.body8.i:
  %row.054.i = phi i32 [ 0, %for.cond5.preheader.i ], [ %inc.i, %for.body8.i ]
  %mul.neg.i = mul nuw nsw i32 %row.054.i, 249
  %sub11.i = add nuw nsw i32 %sub10.i, %mul.neg.i
  %conv.i = trunc i32 %sub11.i to i8
  %gep53.i = getelementptr inbounds nuw [4 x [16 x i8]], ptr %invariant.gep52.i, i32 %row.054.i
  store i8 %conv.i, ptr %gep53.i, align 1
  %inc.i = add nuw nsw i32 %row.054.i, 1
  %exitcond.not.i = icmp eq i32 %inc.i, 4
  br i1 %exitcond.not.i, label %for.cond14.preheader.i, label %for.body8.i

fill.exit:
  call void @llvm.lifetime.start.p0(ptr nonnull %sums) #3
  %arrayidx1.1 = getelementptr inbounds nuw i8, ptr %sums, i32 16
  %arrayidx.2 = getelementptr inbounds nuw i8, ptr %sums, i32 32
  %arrayidx1.3 = getelementptr inbounds nuw i8, ptr %sums, i32 48
  %arrayidx.4 = getelementptr inbounds nuw i8, ptr %sums, i32 64
  %arrayidx1.5 = getelementptr inbounds nuw i8, ptr %sums, i32 80
  %arrayidx.6 = getelementptr inbounds nuw i8, ptr %sums, i32 96
  %arrayidx1.7 = getelementptr inbounds nuw i8, ptr %sums, i32 112
  br label %for.body5

for.body5:
  %1 = phi <4 x i32> [ %26, %for.body5 ], [ zeroinitializer, %fill.exit ]
  %2 = phi <4 x i32> [ %25, %for.body5 ], [ zeroinitializer, %fill.exit ]
  %3 = phi <4 x i32> [ %22, %for.body5 ], [ zeroinitializer, %fill.exit ]
  %4 = phi <4 x i32> [ %21, %for.body5 ], [ zeroinitializer, %fill.exit ]
  %5 = phi <4 x i32> [ %18, %for.body5 ], [ zeroinitializer, %fill.exit ]
  %6 = phi <4 x i32> [ %17, %for.body5 ], [ zeroinitializer, %fill.exit ]
  %7 = phi <4 x i32> [ %14, %for.body5 ], [ zeroinitializer, %fill.exit ]
  %8 = phi <4 x i32> [ %13, %for.body5 ], [ zeroinitializer, %fill.exit ]
  %step.0111 = phi i32 [ %inc42, %for.body5 ], [ 0, %fill.exit ]
  %invariant.gep = getelementptr inbounds nuw [16 x i8], ptr @weights, i32 %step.0111
  %9 = load <16 x i8>, ptr %invariant.gep, align 16
  %gep.1 = getelementptr inbounds nuw i8, ptr %invariant.gep, i32 64
  %10 = load <16 x i8>, ptr %gep.1, align 16
  %invariant.gep108 = getelementptr inbounds nuw [16 x i8], ptr @inputs, i32 %step.0111
  %11 = load i32, ptr %invariant.gep108, align 16
  %vecinit.i = insertelement <4 x i32> poison, i32 %11, i64 0
  %vecinit4.i = shufflevector <4 x i32> %vecinit.i, <4 x i32> poison, <4 x i32> zeroinitializer
  %12 = bitcast <4 x i32> %vecinit4.i to <16 x i8>
  %13 = tail call <4 x i32> @llvm.wasm.relaxed.dot.i8x16.i7x16.add.signed(<16 x i8> %9, <16 x i8> %12, <4 x i32> %8)
  %14 = tail call <4 x i32> @llvm.wasm.relaxed.dot.i8x16.i7x16.add.signed(<16 x i8> %10, <16 x i8> %12, <4 x i32> %7)
  %gep109.1 = getelementptr inbounds nuw i8, ptr %invariant.gep108, i32 64
  %15 = load i32, ptr %gep109.1, align 16
  %vecinit.i.1 = insertelement <4 x i32> poison, i32 %15, i64 0
  %vecinit4.i.1 = shufflevector <4 x i32> %vecinit.i.1, <4 x i32> poison, <4 x i32> zeroinitializer
  %16 = bitcast <4 x i32> %vecinit4.i.1 to <16 x i8>
  %17 = tail call <4 x i32> @llvm.wasm.relaxed.dot.i8x16.i7x16.add.signed(<16 x i8> %9, <16 x i8> %16, <4 x i32> %6)
  %18 = tail call <4 x i32> @llvm.wasm.relaxed.dot.i8x16.i7x16.add.signed(<16 x i8> %10, <16 x i8> %16, <4 x i32> %5)
  %gep109.2 = getelementptr inbounds nuw i8, ptr %invariant.gep108, i32 128
  %19 = load i32, ptr %gep109.2, align 16
  %vecinit.i.2 = insertelement <4 x i32> poison, i32 %19, i64 0
  %vecinit4.i.2 = shufflevector <4 x i32> %vecinit.i.2, <4 x i32> poison, <4 x i32> zeroinitializer
  %20 = bitcast <4 x i32> %vecinit4.i.2 to <16 x i8>
  %21 = tail call <4 x i32> @llvm.wasm.relaxed.dot.i8x16.i7x16.add.signed(<16 x i8> %9, <16 x i8> %20, <4 x i32> %4)
  %22 = tail call <4 x i32> @llvm.wasm.relaxed.dot.i8x16.i7x16.add.signed(<16 x i8> %10, <16 x i8> %20, <4 x i32> %3)
  %gep109.3 = getelementptr inbounds nuw i8, ptr %invariant.gep108, i32 192
  %23 = load i32, ptr %gep109.3, align 16
  %vecinit.i.3 = insertelement <4 x i32> poison, i32 %23, i64 0
  %vecinit4.i.3 = shufflevector <4 x i32> %vecinit.i.3, <4 x i32> poison, <4 x i32> zeroinitializer
  %24 = bitcast <4 x i32> %vecinit4.i.3 to <16 x i8>
  %25 = tail call <4 x i32> @llvm.wasm.relaxed.dot.i8x16.i7x16.add.signed(<16 x i8> %9, <16 x i8> %24, <4 x i32> %2)
  %26 = tail call <4 x i32> @llvm.wasm.relaxed.dot.i8x16.i7x16.add.signed(<16 x i8> %10, <16 x i8> %24, <4 x i32> %1)
  %inc42 = add nuw nsw i32 %step.0111, 1
  %exitcond.not = icmp eq i32 %inc42, 4
  br i1 %exitcond.not, label %for.body48.preheader, label %for.body5

for.body48.preheader:
  store <4 x i32> %13, ptr %sums, align 16
  store <4 x i32> %14, ptr %arrayidx1.1, align 16
  store <4 x i32> %17, ptr %arrayidx.2, align 16
  store <4 x i32> %18, ptr %arrayidx1.3, align 16
  store <4 x i32> %21, ptr %arrayidx.4, align 16
  store <4 x i32> %22, ptr %arrayidx1.5, align 16
  store <4 x i32> %25, ptr %arrayidx.6, align 16
  store <4 x i32> %26, ptr %arrayidx1.7, align 16
  br label %for.body48

for.cond.cleanup47:
  call void @llvm.lifetime.end.p0(ptr nonnull %sums) #3
  ret i1 %and100

for.body48:
  %i44.0115 = phi i32 [ %inc68, %for.cond.cleanup56 ], [ 0, %for.body48.preheader ]
  %are_exact.0.off0114 = phi i1 [ %and100, %for.cond.cleanup56 ], [ true, %for.body48.preheader ]
  call void @llvm.lifetime.start.p0(ptr nonnull %found) #3
  %div5099 = lshr i32 %i44.0115, 1
  %arrayidx51 = getelementptr inbounds nuw [2 x <4 x i32>], ptr %sums, i32 %div5099
  %rem52 = and i32 %i44.0115, 1
  %arrayidx53 = getelementptr inbounds nuw <4 x i32>, ptr %arrayidx51, i32 %rem52
  %27 = load <4 x i32>, ptr %arrayidx53, align 16
  store <4 x i32> %27, ptr %found, align 16
  %arrayidx.i = getelementptr inbounds nuw [4 x [16 x i8]], ptr @inputs, i32 %div5099
  %arrayidx8.i = getelementptr inbounds nuw [4 x [16 x i8]], ptr @weights, i32 %rem52
  br label %for.body57

for.cond.cleanup56:
  call void @llvm.lifetime.end.p0(ptr nonnull %found) #3
  %inc68 = add nuw nsw i32 %i44.0115, 1
  %exitcond117.not = icmp eq i32 %inc68, 8
  br i1 %exitcond117.not, label %for.cond.cleanup47, label %for.body48

for.body57:
  %lane.0113 = phi i32 [ 0, %for.body48 ], [ %inc65, %sum_of.exit ]
  %are_exact.1.off0112 = phi i1 [ %are_exact.0.off0114, %for.body48 ], [ %and100, %sum_of.exit ]
  %arrayidx58 = getelementptr inbounds nuw i32, ptr %found, i32 %lane.0113
  %28 = load i32, ptr %arrayidx58, align 4
  %mul.i = shl nuw nsw i32 %lane.0113, 2
  %29 = or disjoint i32 %mul.i, 3
  br label %for.body.i

for.body.i:
  %step.028.i = phi i32 [ 0, %for.body57 ], [ %inc15.i, %for.cond.cleanup4.i ]
  %sum.027.i = phi i32 [ 0, %for.body57 ], [ %add13.i, %for.cond.cleanup4.i ]
  %arrayidx6.i = getelementptr inbounds nuw [16 x i8], ptr %arrayidx.i, i32 %step.028.i
  %arrayidx9.i = getelementptr inbounds nuw [16 x i8], ptr %arrayidx8.i, i32 %step.028.i
  br label %for.body5.i

for.cond.cleanup4.i:
  %inc15.i = add nuw nsw i32 %step.028.i, 1
  %exitcond29.not.i = icmp eq i32 %inc15.i, 4
  br i1 %exitcond29.not.i, label %sum_of.exit, label %for.body.i

for.body5.i:
  %i.026.i = phi i32 [ %mul.i, %for.body.i ], [ %inc.i103, %for.body5.i ]
  %sum.125.i = phi i32 [ %sum.027.i, %for.body.i ], [ %add13.i, %for.body5.i ]
  %arrayidx7.i = getelementptr inbounds nuw i8, ptr %arrayidx6.i, i32 %i.026.i
  %30 = load i8, ptr %arrayidx7.i, align 1
  %conv.i102 = sext i8 %30 to i32
  %arrayidx10.i = getelementptr inbounds nuw i8, ptr %arrayidx9.i, i32 %i.026.i
  %31 = load i8, ptr %arrayidx10.i, align 1
  %conv11.i = sext i8 %31 to i32
  %mul12.i = mul nsw i32 %conv11.i, %conv.i102
  %add13.i = add nsw i32 %mul12.i, %sum.125.i
  %inc.i103 = add nuw nsw i32 %i.026.i, 1
  %exitcond.not.i104 = icmp eq i32 %i.026.i, %29
  br i1 %exitcond.not.i104, label %for.cond.cleanup4.i, label %for.body5.i

sum_of.exit:
  %cmp62 = icmp eq i32 %28, %add13.i
  %and100 = and i1 %are_exact.1.off0112, %cmp62
  %inc65 = add nuw nsw i32 %lane.0113, 1
  %exitcond116.not = icmp eq i32 %inc65, 4
  br i1 %exitcond116.not, label %for.cond.cleanup56, label %for.body57
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

declare <4 x i32> @llvm.wasm.relaxed.dot.i8x16.i7x16.add.signed(<16 x i8>, <16 x i8>, <4 x i32>) #2

attributes #0 = { nofree norecurse nosync nounwind memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nounwind }

