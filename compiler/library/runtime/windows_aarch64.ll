; Made from windows_aarch64.c by clang of ziglang 0.17.1: make library-runtime
; 8400770ef3b7a41ecf39ffe367f0df55928d1dba456152ea256d090518eb32ea

%struct.ncnnc_feature = type { ptr, i64, i32, i32, i32, i32, i32 }
%struct.anon = type { ptr, i32 }

@feature_count = external hidden local_unnamed_addr constant i64, align 8
@features = external hidden local_unnamed_addr constant [0 x %struct.ncnnc_feature], align 8
@.str = private unnamed_addr constant [5 x i8] c"neon\00", align 1
@.str.1 = private unnamed_addr constant [8 x i8] c"dotprod\00", align 1
@.str.2 = private unnamed_addr constant [5 x i8] c"i8mm\00", align 1
@.str.3 = private unnamed_addr constant [5 x i8] c"bf16\00", align 1
@numbers = internal unnamed_addr constant [4 x { ptr, i32, [4 x i8] }] [{ ptr, i32, [4 x i8] } { ptr @.str, i32 19, [4 x i8] zeroinitializer }, { ptr, i32, [4 x i8] } { ptr @.str.1, i32 43, [4 x i8] zeroinitializer }, { ptr, i32, [4 x i8] } { ptr @.str.2, i32 66, [4 x i8] zeroinitializer }, { ptr, i32, [4 x i8] } { ptr @.str.3, i32 68, [4 x i8] zeroinitializer }], align 8

define hidden i64 @reported_features() local_unnamed_addr #0 {
entry:
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

for.cond.i:
  %inc.i = add nuw nsw i64 %i.010.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, 4
  br i1 %exitcond.not.i, label %has.exit, label %for.body.i

for.body.i:
  %i.010.i = phi i64 [ 0, %for.body ], [ %inc.i, %for.cond.i ]
  %arrayidx.i = getelementptr inbounds nuw %struct.anon, ptr @numbers, i64 %i.010.i
  %2 = load ptr, ptr %arrayidx.i, align 8
  %call.i = tail call i32 @strncmp(ptr noundef %1, ptr noundef %2, i64 noundef 16) #4
  %tobool.not.i = icmp eq i32 %call.i, 0
  br i1 %tobool.not.i, label %cleanup.i, label %for.cond.i

cleanup.i:
  %number.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %3 = load i32, ptr %number.i, align 8
  %call3.i = tail call i32 @IsProcessorFeaturePresent(i32 noundef %3) #4
  %tobool4.i = icmp ne i32 %call3.i, 0
  %4 = zext i1 %tobool4.i to i64
  br label %has.exit

has.exit:
  %conv = phi i64 [ %4, %cleanup.i ], [ 0, %for.cond.i ]
  %shl = shl nuw i64 %conv, %i.08
  %or = or i64 %shl, %found.07
  %inc = add nuw nsw i64 %i.08, 1
  %exitcond.not = icmp eq i64 %inc, %0
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define hidden void @spin_pause() local_unnamed_addr #1 {
entry:
  tail call void @llvm.aarch64.hint(i32 1)
  ret void
}

declare void @llvm.aarch64.hint(i32) #2

declare dso_local i32 @strncmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #3

declare dso_local i32 @IsProcessorFeaturePresent(i32 noundef) local_unnamed_addr #3

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn "no-builtins" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #3 = { "no-builtins" }
attributes #4 = { nobuiltin nounwind "no-builtins" }

