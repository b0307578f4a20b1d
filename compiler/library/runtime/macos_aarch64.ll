; Made from macos_aarch64.c by clang of ziglang 0.17.1: make library-runtime
; 3679204c11270684c8f8f1e8c0a2793bfd14948034dc5da4517325eca9b7d5c1

%struct.ncnnc_feature = type { ptr, i64, i32, i32, i32, i32, i32 }
%struct.anon = type { ptr, ptr }

@feature_count = external hidden local_unnamed_addr constant i64, align 8
@features = external hidden local_unnamed_addr constant [0 x %struct.ncnnc_feature], align 8
@names = internal unnamed_addr constant [4 x %struct.anon] [%struct.anon { ptr @.str.1, ptr @.str.2 }, %struct.anon { ptr @.str.3, ptr @.str.4 }, %struct.anon { ptr @.str.5, ptr @.str.6 }, %struct.anon { ptr @.str.7, ptr @.str.8 }], align 8
@.str = private unnamed_addr constant [5 x i8] c"neon\00", align 1
@.str.1 = private unnamed_addr constant [5 x i8] c"bf16\00", align 1
@.str.2 = private unnamed_addr constant [26 x i8] c"hw.optional.arm.FEAT_BF16\00", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c"dotprod\00", align 1
@.str.4 = private unnamed_addr constant [29 x i8] c"hw.optional.arm.FEAT_DotProd\00", align 1
@.str.5 = private unnamed_addr constant [9 x i8] c"fullfp16\00", align 1
@.str.6 = private unnamed_addr constant [26 x i8] c"hw.optional.arm.FEAT_FP16\00", align 1
@.str.7 = private unnamed_addr constant [5 x i8] c"i8mm\00", align 1
@.str.8 = private unnamed_addr constant [26 x i8] c"hw.optional.arm.FEAT_I8MM\00", align 1

define hidden i64 @reported_features() local_unnamed_addr #0 {
entry:
  %found.i = alloca i32, align 4
  %bytes.i = alloca i64, align 8
  %0 = load i64, ptr @feature_count, align 8
  %cmp6 = icmp sgt i64 %0, 0
  br i1 %cmp6, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  %found.0.lcssa = phi i64 [ 0, %entry ], [ %or, %has.exit ]
  ret i64 %found.0.lcssa

for.body:
  %i.08 = phi i64 [ %inc, %has.exit ], [ 0, %entry ]
  %found.07 = phi i64 [ %or, %has.exit ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_feature, ptr @features, i64 %i.08
  %1 = load ptr, ptr %arrayidx, align 8
  br label %for.body.i

for.body.i:
  %i.020.i = phi i64 [ 0, %for.body ], [ %inc.i, %for.inc.i ]
  call void @llvm.lifetime.start.p0(ptr nonnull %found.i) #5
  store i32 0, ptr %found.i, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #5
  store i64 4, ptr %bytes.i, align 8
  %arrayidx.i = getelementptr inbounds nuw %struct.anon, ptr @names, i64 %i.020.i
  %2 = load ptr, ptr %arrayidx.i, align 8
  %call.i = call i32 @strcmp(ptr noundef %1, ptr noundef %2) #6
  %tobool.not.not.i = icmp eq i32 %call.i, 0
  br i1 %tobool.not.not.i, label %cleanup7.i, label %for.inc.i

for.inc.i:
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #5
  call void @llvm.lifetime.end.p0(ptr nonnull %found.i) #5
  %inc.i = add nuw nsw i64 %i.020.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, 4
  br i1 %exitcond.not.i, label %for.end.i, label %for.body.i

cleanup7.i:
  %name.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %3 = load ptr, ptr %name.i, align 8
  %call3.i = call i32 @sysctlbyname(ptr noundef %3, ptr noundef nonnull %found.i, ptr noundef nonnull %bytes.i, ptr noundef null, i64 noundef 0) #6
  %cmp4.i = icmp eq i32 %call3.i, 0
  %4 = load i32, ptr %found.i, align 4
  %tobool5.i = icmp ne i32 %4, 0
  %5 = select i1 %cmp4.i, i1 %tobool5.i, i1 false
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #5
  call void @llvm.lifetime.end.p0(ptr nonnull %found.i) #5
  br label %has.exit

for.end.i:
  %call9.i = call i32 @strcmp(ptr noundef %1, ptr noundef nonnull @.str) #6
  %tobool10.not.i = icmp eq i32 %call9.i, 0
  br label %has.exit

has.exit:
  %retval.3.i = phi i1 [ %tobool10.not.i, %for.end.i ], [ %5, %cleanup7.i ]
  %conv = zext i1 %retval.3.i to i64
  %shl = shl nuw i64 %conv, %i.08
  %or = or i64 %shl, %found.07
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, %0
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define hidden void @spin_pause() local_unnamed_addr #2 {
entry:
  tail call void @llvm.aarch64.hint(i32 1)
  ret void
}

declare void @llvm.aarch64.hint(i32) #3

declare i32 @strcmp(ptr noundef, ptr noundef) local_unnamed_addr #4

declare i32 @sysctlbyname(ptr noundef, ptr noundef, ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #4

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn "no-builtins" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #4 = { "no-builtins" }
attributes #5 = { nounwind }
attributes #6 = { nobuiltin nounwind "no-builtins" }

