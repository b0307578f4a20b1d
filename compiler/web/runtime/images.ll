; Made from images.c by clang of ziglang 0.17.1: make library-runtime
; 2ef2f5671be8a6f8bde1221d1c2bb2c762f1d40236ac7b9fc722836ea536f918

%struct.ncnnc_image = type { i64, i32, i32, i32 }

define hidden noundef zeroext i1 @images_fit(ptr noundef readonly captures(none) %program, ptr noundef readonly captures(none) %inputs) local_unnamed_addr #0 {
entry:
  %image_count = getelementptr inbounds nuw i8, ptr %program, i32 88
  %0 = load i64, ptr %image_count, align 8
  %cmp36 = icmp slt i64 %0, 1
  br i1 %cmp36, label %cleanup21, label %for.body.lr.ph

for.body.lr.ph:
  %images = getelementptr inbounds nuw i8, ptr %program, i32 104
  %1 = load ptr, ptr %images, align 8
  br label %for.body

for.cond:
  %inc = add nuw nsw i64 %i.037, 1
  %exitcond.not = icmp eq i64 %inc, %0
  br i1 %exitcond.not, label %cleanup21, label %for.body

for.body:
  %i.037 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.cond ]
  %idxprom = trunc i64 %i.037 to i32
  %arrayidx = getelementptr inbounds %struct.ncnnc_image, ptr %1, i32 %idxprom
  %2 = load i64, ptr %arrayidx, align 8
  %idxprom2 = trunc i64 %2 to i32
  %arrayidx3 = getelementptr inbounds ptr, ptr %inputs, i32 %idxprom2
  %3 = load ptr, ptr %arrayidx3, align 4
  %4 = load i32, ptr %3, align 4
  %arrayidx5 = getelementptr inbounds nuw i8, ptr %3, i32 4
  %5 = load i32, ptr %arrayidx5, align 4
  %arrayidx6 = getelementptr inbounds nuw i8, ptr %3, i32 8
  %6 = load i32, ptr %arrayidx6, align 4
  %cmp7 = icmp slt i32 %4, 1
  br i1 %cmp7, label %cleanup21, label %lor.lhs.false

lor.lhs.false:
  %most_rows = getelementptr inbounds nuw i8, ptr %arrayidx, i32 8
  %7 = load i32, ptr %most_rows, align 8
  %cmp8 = icmp sgt i32 %4, %7
  %cmp9 = icmp slt i32 %5, 1
  %or.cond = select i1 %cmp8, i1 true, i1 %cmp9
  br i1 %or.cond, label %cleanup21, label %lor.lhs.false10

lor.lhs.false10:
  %most_columns = getelementptr inbounds nuw i8, ptr %arrayidx, i32 12
  %8 = load i32, ptr %most_columns, align 4
  %cmp11 = icmp sgt i32 %5, %8
  br i1 %cmp11, label %cleanup21, label %if.end13

if.end13:
  %pixel_bytes = getelementptr inbounds nuw i8, ptr %arrayidx, i32 16
  %9 = load i32, ptr %pixel_bytes, align 8
  %mul = mul nsw i32 %9, %5
  %cmp14.not = icmp slt i32 %6, %mul
  br i1 %cmp14.not, label %cleanup21, label %for.cond

cleanup21:
  %cmp.lcssa = phi i1 [ true, %entry ], [ false, %for.body ], [ false, %lor.lhs.false ], [ false, %lor.lhs.false10 ], [ true, %for.cond ], [ false, %if.end13 ]
  ret i1 %cmp.lcssa
}

define hidden noundef zeroext i1 @is_image(ptr noundef readonly captures(none) %program, i64 noundef %input) local_unnamed_addr #0 {
entry:
  %image_count = getelementptr inbounds nuw i8, ptr %program, i32 88
  %0 = load i64, ptr %image_count, align 8
  %cmp6 = icmp sgt i64 %0, 0
  br i1 %cmp6, label %for.body.lr.ph, label %cleanup

for.body.lr.ph:
  %images = getelementptr inbounds nuw i8, ptr %program, i32 104
  %1 = load ptr, ptr %images, align 8
  %add = add nsw i64 %input, 1
  br label %for.body

for.body:
  %i.07 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %idxprom = trunc i64 %i.07 to i32
  %arrayidx = getelementptr inbounds %struct.ncnnc_image, ptr %1, i32 %idxprom
  %2 = load i64, ptr %arrayidx, align 8
  %cmp1 = icmp eq i64 %2, %add
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, %0
  %or.cond = select i1 %cmp1, i1 true, i1 %exitcond.not
  br i1 %or.cond, label %cleanup, label %for.body

cleanup:
  %cmp.lcssa = phi i1 [ false, %entry ], [ %cmp1, %for.body ]
  ret i1 %cmp.lcssa
}

attributes #0 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }

