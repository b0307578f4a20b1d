; Made from x86_64.c by clang of ziglang 0.17.1: make library-runtime
; f115c61706fcc8114677a89a14d46084025f6b2a1e902aea33f1f0fc1c307c13

%struct.ncnnc_feature = type { ptr, i64, i32, i32, i32, i32, i32 }

@futex_number = hidden local_unnamed_addr constant i64 202, align 8
@feature_count = external hidden local_unnamed_addr constant i64, align 8
@features = external hidden local_unnamed_addr constant [0 x %struct.ncnnc_feature], align 8

define hidden i64 @reported_features() local_unnamed_addr #0 {
entry:
  %registers.i = alloca [4 x i32], align 16
  %registers = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %registers) #3
  call void @llvm.lifetime.start.p0(ptr nonnull %registers.i) #3
  call void @ncnnc_cpuid(i32 noundef 1, i32 noundef 0, ptr noundef nonnull %registers.i) #4
  %arrayidx.i = getelementptr inbounds nuw i8, ptr %registers.i, i64 8
  %0 = load i32, ptr %arrayidx.i, align 8
  %1 = and i32 %0, 134217728
  %tobool.not.i = icmp eq i32 %1, 0
  br i1 %tobool.not.i, label %saved_registers.exit, label %cond.true.i

cond.true.i:
  %call.i = call i32 @ncnnc_xgetbv() #4
  br label %saved_registers.exit

saved_registers.exit:
  %cond.i = phi i32 [ %call.i, %cond.true.i ], [ 0, %entry ]
  call void @llvm.lifetime.end.p0(ptr nonnull %registers.i) #3
  call void @ncnnc_cpuid(i32 noundef 0, i32 noundef 0, ptr noundef nonnull %registers) #4
  %2 = load i32, ptr %registers, align 16
  %3 = and i32 %cond.i, 262144
  %tobool.not = icmp eq i32 %3, 0
  br i1 %tobool.not, label %if.end, label %land.lhs.true

land.lhs.true:
  %call1 = call zeroext i1 @permits_registers(i64 noundef 158, i32 noundef 18) #4
  %and2 = and i32 %cond.i, -262145
  %spec.select = select i1 %call1, i32 %cond.i, i32 %and2
  br label %if.end

if.end:
  %saved.0 = phi i32 [ %spec.select, %land.lhs.true ], [ %cond.i, %saved_registers.exit ]
  %4 = load i64, ptr @feature_count, align 8
  %cmp33 = icmp sgt i64 %4, 0
  br i1 %cmp33, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  %found.0.lcssa = phi i64 [ 0, %if.end ], [ %found.1, %cleanup ]
  call void @llvm.lifetime.end.p0(ptr nonnull %registers) #3
  ret i64 %found.0.lcssa

for.body:
  %found.035 = phi i64 [ %found.1, %cleanup ], [ 0, %if.end ]
  %i.034 = phi i64 [ %inc, %cleanup ], [ 0, %if.end ]
  %arrayidx3 = getelementptr inbounds nuw %struct.ncnnc_feature, ptr @features, i64 %i.034
  %leaf = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 16
  %5 = load i32, ptr %leaf, align 8
  %cmp4 = icmp ugt i32 %5, %2
  br i1 %cmp4, label %cleanup, label %lor.lhs.false

lor.lhs.false:
  %saved5 = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 32
  %6 = load i32, ptr %saved5, align 8
  %and6 = and i32 %6, %saved.0
  %cmp8.not = icmp eq i32 %and6, %6
  br i1 %cmp8.not, label %if.end10, label %cleanup

if.end10:
  %subleaf = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 20
  %7 = load i32, ptr %subleaf, align 4
  call void @ncnnc_cpuid(i32 noundef %5, i32 noundef %7, ptr noundef nonnull %registers) #4
  %number = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 24
  %8 = load i32, ptr %number, align 8
  %idxprom = zext i32 %8 to i64
  %arrayidx13 = getelementptr inbounds nuw i32, ptr %registers, i64 %idxprom
  %9 = load i32, ptr %arrayidx13, align 4
  %bit = getelementptr inbounds nuw i8, ptr %arrayidx3, i64 28
  %10 = load i32, ptr %bit, align 4
  %shr14 = lshr i32 %9, %10
  %and15 = and i32 %shr14, 1
  %conv = zext nneg i32 %and15 to i64
  %shl = shl nuw i64 %conv, %i.034
  %or = or i64 %shl, %found.035
  br label %cleanup

cleanup:
  %found.1 = phi i64 [ %or, %if.end10 ], [ %found.035, %lor.lhs.false ], [ %found.035, %for.body ]
  %inc = add nuw nsw i64 %i.034, 1
  %exitcond.not = icmp eq i64 %inc, %4
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare hidden void @ncnnc_cpuid(i32 noundef, i32 noundef, ptr noundef) local_unnamed_addr #2

declare hidden zeroext i1 @permits_registers(i64 noundef, i32 noundef) local_unnamed_addr #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define hidden void @spin_pause() local_unnamed_addr #0 {
entry:
  tail call void @llvm.x86.sse2.pause()
  ret void
}

declare void @llvm.x86.sse2.pause() #3

declare hidden i32 @ncnnc_xgetbv() local_unnamed_addr #2

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" }
attributes #3 = { nounwind }
attributes #4 = { nobuiltin nounwind "no-builtins" }

