; Made from shapes.c by clang of ziglang 0.17.1: make library-runtime
; dd6bce979dd6e1a556a5b09e4e1e90055e791c7f0009240e8a1ba4ca25fd9d8f

%struct.ncnnc_program = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i32, i64, i64, i64, ptr, ptr, ptr }
%struct.ncnnc_tensor = type { ptr, ptr, ptr, i64, i32, i32, i32, float }

@program_count = external hidden local_unnamed_addr constant i64, align 8
@programs = external hidden constant [0 x %struct.ncnnc_program], align 8

define range(i32 0, 8) i32 @ncnnc_find_shapes(ptr noundef readonly captures(address_is_null) %extents, ptr noundef readonly captures(address_is_null) %axes, ptr noundef writeonly captures(address_is_null) %shapes) local_unnamed_addr #0 {
entry:
  %tobool = icmp ne ptr %extents, null
  %tobool1 = icmp ne ptr %axes, null
  %or.cond = and i1 %tobool, %tobool1
  %tobool3 = icmp ne ptr %shapes, null
  %or.cond8 = and i1 %or.cond, %tobool3
  br i1 %or.cond8, label %for.cond.preheader, label %return

for.cond.preheader:
  %0 = load i64, ptr @program_count, align 8
  %cmp21 = icmp sgt i64 %0, 0
  br i1 %cmp21, label %for.body, label %return

for.body:
  %i.022 = phi i64 [ %inc, %for.inc ], [ 0, %for.cond.preheader ]
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_program, ptr @programs, i64 %i.022
  %input_count.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 88
  %1 = load i64, ptr %input_count.i, align 8
  %cmp29.i = icmp slt i64 %1, 1
  br i1 %cmp29.i, label %cleanup, label %for.body.lr.ph.i

for.body.lr.ph.i:
  %inputs.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 112
  %2 = load ptr, ptr %inputs.i, align 8
  br label %for.body.i

for.body.i:
  %i.030.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.inc.i ]
  %arrayidx.i = getelementptr inbounds nuw %struct.ncnnc_tensor, ptr %2, i64 %i.030.i
  %arrayidx1.i = getelementptr inbounds nuw i32, ptr %axes, i64 %i.030.i
  %3 = load i32, ptr %arrayidx1.i, align 4
  %axes2.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 32
  %4 = load i32, ptr %axes2.i, align 8
  %cmp3.not.i = icmp eq i32 %3, %4
  br i1 %cmp3.not.i, label %lor.lhs.false.i, label %for.inc

lor.lhs.false.i:
  %arrayidx4.i = getelementptr inbounds nuw ptr, ptr %extents, i64 %i.030.i
  %5 = load ptr, ptr %arrayidx4.i, align 8
  %tobool.not.i = icmp eq ptr %5, null
  br i1 %tobool.not.i, label %for.inc, label %if.end.i

if.end.i:
  %shape.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %6 = load ptr, ptr %shape.i, align 8
  %call.i = tail call zeroext i1 @is_image(ptr noundef nonnull %arrayidx, i64 noundef %i.030.i) #2
  %cmp39.i.i = icmp slt i32 %3, 1
  br i1 %cmp39.i.i, label %for.inc.i, label %for.body.lr.ph.i.i

for.body.lr.ph.i.i:
  %sub.i.i = add nsw i32 %3, -3
  %sub2.i.i = add nsw i32 %3, -2
  %7 = zext i32 %sub.i.i to i64
  %8 = zext i32 %sub2.i.i to i64
  %wide.trip.count.i.i = zext nneg i32 %3 to i64
  br label %for.body.i.i

for.cond.i.i:
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, %wide.trip.count.i.i
  br i1 %exitcond.not.i.i, label %for.inc.i, label %for.body.i.i

for.body.i.i:
  %indvars.iv.i.i = phi i64 [ 0, %for.body.lr.ph.i.i ], [ %indvars.iv.next.i.i, %for.cond.i.i ]
  br i1 %call.i, label %land.rhs.i.i, label %land.end13.i.i

land.rhs.i.i:
  %cmp1.i.i = icmp eq i64 %indvars.iv.i.i, %7
  %cmp3.i.i = icmp eq i64 %indvars.iv.i.i, %8
  %9 = select i1 %cmp1.i.i, i1 true, i1 %cmp3.i.i
  br i1 %9, label %land.lhs.true.i.i, label %land.end13.i.i

land.lhs.true.i.i:
  %arrayidx.i.i = getelementptr inbounds nuw i64, ptr %5, i64 %indvars.iv.i.i
  %10 = load i64, ptr %arrayidx.i.i, align 8
  %cmp6.i.i = icmp sgt i64 %10, 0
  br i1 %cmp6.i.i, label %land.rhs7.i.i, label %land.end13.i.i

land.rhs7.i.i:
  %arrayidx11.i.i = getelementptr inbounds nuw i64, ptr %6, i64 %indvars.iv.i.i
  %11 = load i64, ptr %arrayidx11.i.i, align 8
  %cmp12.i.i = icmp sle i64 %10, %11
  br label %land.end13.i.i

land.end13.i.i:
  %12 = phi i1 [ false, %land.lhs.true.i.i ], [ false, %land.rhs.i.i ], [ %cmp12.i.i, %land.rhs7.i.i ], [ false, %for.body.i.i ]
  %arrayidx16.i.i = getelementptr inbounds nuw i64, ptr %5, i64 %indvars.iv.i.i
  %13 = load i64, ptr %arrayidx16.i.i, align 8
  %arrayidx18.i.i = getelementptr inbounds nuw i64, ptr %6, i64 %indvars.iv.i.i
  %14 = load i64, ptr %arrayidx18.i.i, align 8
  %cmp19.i.i = icmp eq i64 %13, %14
  %or.cond.i.i = select i1 %cmp19.i.i, i1 true, i1 %12
  br i1 %or.cond.i.i, label %for.cond.i.i, label %for.inc

for.inc.i:
  %inc.i = add nuw nsw i64 %i.030.i, 1
  %exitcond.not = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not, label %cleanup, label %for.body.i

for.inc:
  %inc = add nuw nsw i64 %i.022, 1
  %exitcond28.not = icmp eq i64 %inc, %0
  br i1 %exitcond28.not, label %return, label %for.body

cleanup:
  %shapes6 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 40
  %15 = load i64, ptr %shapes6, align 8
  %conv = trunc i64 %15 to i32
  store i32 %conv, ptr %shapes, align 4
  br label %return

return:
  %retval.1 = phi i32 [ 3, %entry ], [ 0, %cleanup ], [ 7, %for.cond.preheader ], [ 7, %for.inc ]
  ret i32 %retval.1
}

declare hidden zeroext i1 @is_image(ptr noundef, i64 noundef) local_unnamed_addr #1

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" }
attributes #2 = { nobuiltin nounwind "no-builtins" }

