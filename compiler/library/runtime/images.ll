; Made from images.c by clang of ziglang 0.17.1: make library-runtime
; ee72ebaebcb41b65c2b88f706cbf82fdfbd2d4c5aed20febd1752a298c8415ec

%struct.ncnnc_image = type { i64, i32, i32, i32 }

define hidden noundef zeroext i1 @images_fit(ptr noundef readonly captures(none) %program, ptr noundef readonly captures(none) %inputs) local_unnamed_addr #0 {
entry:
  %image_count = getelementptr inbounds nuw i8, ptr %program, i64 104
  %0 = load i64, ptr %image_count, align 8
  %cmp35 = icmp slt i64 %0, 1
  br i1 %cmp35, label %cleanup20, label %for.body.lr.ph

for.body.lr.ph:
  %images = getelementptr inbounds nuw i8, ptr %program, i64 128
  %1 = load ptr, ptr %images, align 8
  br label %for.body

for.cond:
  %inc = add nuw nsw i64 %i.036, 1
  %exitcond.not = icmp eq i64 %inc, %0
  br i1 %exitcond.not, label %cleanup20, label %for.body

for.body:
  %i.036 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.cond ]
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_image, ptr %1, i64 %i.036
  %2 = load i64, ptr %arrayidx, align 8
  %arrayidx2 = getelementptr inbounds ptr, ptr %inputs, i64 %2
  %3 = load ptr, ptr %arrayidx2, align 8
  %4 = load i32, ptr %3, align 4
  %arrayidx4 = getelementptr inbounds nuw i8, ptr %3, i64 4
  %5 = load i32, ptr %arrayidx4, align 4
  %arrayidx5 = getelementptr inbounds nuw i8, ptr %3, i64 8
  %6 = load i32, ptr %arrayidx5, align 4
  %cmp6 = icmp slt i32 %4, 1
  br i1 %cmp6, label %cleanup20, label %lor.lhs.false

lor.lhs.false:
  %most_rows = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %7 = load i32, ptr %most_rows, align 8
  %cmp7 = icmp sgt i32 %4, %7
  %cmp8 = icmp slt i32 %5, 1
  %or.cond = select i1 %cmp7, i1 true, i1 %cmp8
  br i1 %or.cond, label %cleanup20, label %lor.lhs.false9

lor.lhs.false9:
  %most_columns = getelementptr inbounds nuw i8, ptr %arrayidx, i64 12
  %8 = load i32, ptr %most_columns, align 4
  %cmp10 = icmp sgt i32 %5, %8
  br i1 %cmp10, label %cleanup20, label %if.end12

if.end12:
  %pixel_bytes = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %9 = load i32, ptr %pixel_bytes, align 8
  %mul = mul nsw i32 %9, %5
  %cmp13.not = icmp slt i32 %6, %mul
  br i1 %cmp13.not, label %cleanup20, label %for.cond

cleanup20:
  %cmp.lcssa = phi i1 [ true, %entry ], [ false, %for.body ], [ false, %lor.lhs.false ], [ false, %lor.lhs.false9 ], [ true, %for.cond ], [ false, %if.end12 ]
  ret i1 %cmp.lcssa
}

define hidden noundef zeroext i1 @is_image(ptr noundef readonly captures(none) %program, i64 noundef %input) local_unnamed_addr #0 {
entry:
  %image_count = getelementptr inbounds nuw i8, ptr %program, i64 104
  %0 = load i64, ptr %image_count, align 8
  %cmp6 = icmp sgt i64 %0, 0
  br i1 %cmp6, label %for.body.lr.ph, label %cleanup

for.body.lr.ph:
  %images = getelementptr inbounds nuw i8, ptr %program, i64 128
  %1 = load ptr, ptr %images, align 8
  %add = add nsw i64 %input, 1
  br label %for.body

for.body:
  %i.07 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_image, ptr %1, i64 %i.07
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

