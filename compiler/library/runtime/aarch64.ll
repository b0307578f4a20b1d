; Made from aarch64.c by clang of ziglang 0.17.1: make library-runtime
; f76d902d5d5a7520cbb8c3236d9fbfc44394876a9eed9b081bdfd1dc910e769b

%struct.ncnnc_feature = type { ptr, i64, i32, i32, i32, i32, i32 }

@futex_number = hidden local_unnamed_addr constant i64 98, align 8
@feature_count = external hidden local_unnamed_addr constant i64, align 8
@features = external hidden local_unnamed_addr constant [0 x %struct.ncnnc_feature], align 8

define hidden i64 @reported_features() local_unnamed_addr #0 {
entry:
  %0 = load i64, ptr @feature_count, align 8
  %cmp7 = icmp sgt i64 %0, 0
  br i1 %cmp7, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  %found.0.lcssa = phi i64 [ 0, %entry ], [ %or, %for.body ]
  ret i64 %found.0.lcssa

for.body:
  %i.09 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %found.08 = phi i64 [ %or, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_feature, ptr @features, i64 %i.09
  %leaf = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %1 = load i32, ptr %leaf, align 8
  %conv = zext i32 %1 to i64
  %call = tail call i64 @getauxval(i64 noundef %conv) #3
  %bit = getelementptr inbounds nuw i8, ptr %arrayidx, i64 28
  %2 = load i32, ptr %bit, align 4
  %sh_prom = zext nneg i32 %2 to i64
  %shr = lshr i64 %call, %sh_prom
  %and = and i64 %shr, 1
  %shl = shl nuw i64 %and, %i.09
  %or = or i64 %shl, %found.08
  %inc = add nuw nsw i64 %i.09, 1
  %exitcond.not = icmp eq i64 %inc, %0
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare i64 @getauxval(i64 noundef) local_unnamed_addr #0

define hidden void @spin_pause() local_unnamed_addr #1 {
entry:
  tail call void @llvm.aarch64.hint(i32 1)
  ret void
}

declare void @llvm.aarch64.hint(i32) #2

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn "no-builtins" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #3 = { nobuiltin nounwind "no-builtins" }

