; Made from weights_beside.c by clang of ziglang 0.17.1: make library-runtime
; 8cf886138d80fc9072dea0e9cec4d1ef89ea751a035ace831b9a90cc9b0b463e

@weights_file_head = external hidden constant [3 x i64], align 16

define hidden range(i32 0, 14) i32 @open_weights(ptr noundef writeonly captures(none) %model, ptr noundef %path) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq ptr %path, null
  br i1 %tobool.not, label %return, label %if.end

if.end:
  %0 = load i64, ptr getelementptr inbounds nuw (i8, ptr @weights_file_head, i64 8), align 8
  %1 = load i64, ptr getelementptr inbounds nuw (i8, ptr @weights_file_head, i64 16), align 16
  %add = add i64 %0, 64
  %call.i = tail call i32 (ptr, i32, ...) @open(ptr noundef nonnull %path, i32 noundef 526336) #4
  %cmp.i = icmp slt i32 %call.i, 0
  br i1 %cmp.i, label %return, label %if.end.i

if.end.i:
  %call1.i = tail call i64 @lseek(i32 noundef %call.i, i64 noundef 0, i32 noundef 2) #4
  %cmp2.i = icmp slt i64 %call1.i, 0
  %cmp3.not.i = icmp eq i64 %call1.i, %add
  %2 = xor i1 %cmp3.not.i, true
  %brmerge = or i1 %cmp2.i, %2
  br i1 %brmerge, label %if.end9.i.thread, label %if.end9.i

if.end9.i.thread:
  %or.cond.i = or i1 %cmp2.i, %cmp3.not.i
  %.mux = select i1 %or.cond.i, i32 4, i32 5
  %call10.i36 = tail call i32 @close(i32 noundef %call.i) #4
  br label %return

if.end9.i:
  %call7.i = tail call ptr @mmap(ptr noundef null, i64 noundef %add, i32 noundef 1, i32 noundef 1, i32 noundef %call.i, i64 noundef 0) #4
  %call10.i = tail call i32 @close(i32 noundef %call.i) #4
  %magicptr = ptrtoint ptr %call7.i to i64
  %magicptr.off = add i64 %magicptr, -1
  %switch = icmp ult i64 %magicptr.off, -2
  br i1 %switch, label %if.end3, label %return

if.end3:
  %add.ptr = getelementptr inbounds nuw i8, ptr %call7.i, i64 64
  %call4 = tail call i32 @memcmp(ptr noundef nonnull %call7.i, ptr noundef nonnull @weights_file_head, i64 noundef 24) #5
  %tobool5.not = icmp eq i32 %call4, 0
  br i1 %tobool5.not, label %lor.lhs.false, label %if.then7

lor.lhs.false:
  %div29 = lshr i64 %0, 3
  %cmp12.not.i = icmp eq i64 %div29, 0
  br i1 %cmp12.not.i, label %checksum.exit, label %for.body.i

for.body.i:
  %sum.014.i = phi i64 [ %add5.i, %for.body.i ], [ 0, %lor.lhs.false ]
  %i.013.i = phi i64 [ %add.i, %for.body.i ], [ 0, %lor.lhs.false ]
  %arrayidx.i = getelementptr inbounds nuw i64, ptr %add.ptr, i64 %i.013.i
  %3 = load i64, ptr %arrayidx.i, align 8
  %add.i = add nuw nsw i64 %i.013.i, 1
  %mul.i = mul i64 %add.i, -7046029254386353131
  %xor.i = xor i64 %mul.i, %3
  %shr.i = lshr i64 %xor.i, 32
  %xor1.i = xor i64 %shr.i, %xor.i
  %mul2.i = mul i64 %xor1.i, -4658895280553007687
  %shr3.i = lshr i64 %mul2.i, 29
  %xor4.i = xor i64 %shr3.i, %mul2.i
  %add5.i = add i64 %xor4.i, %sum.014.i
  %exitcond.not.i = icmp eq i64 %add.i, %div29
  br i1 %exitcond.not.i, label %checksum.exit, label %for.body.i

checksum.exit:
  %sum.0.lcssa.i = phi i64 [ 0, %lor.lhs.false ], [ %add5.i, %for.body.i ]
  %cmp.not = icmp eq i64 %sum.0.lcssa.i, %1
  br i1 %cmp.not, label %if.end10, label %if.then7

if.then7:
  %call9 = tail call i32 @munmap(ptr noundef nonnull %call7.i, i64 noundef %add) #4
  br label %return

if.end10:
  %weights11 = getelementptr inbounds nuw i8, ptr %model, i64 8
  store ptr %add.ptr, ptr %weights11, align 8
  %mapping12 = getelementptr inbounds nuw i8, ptr %model, i64 16
  store ptr %call7.i, ptr %mapping12, align 8
  %mapped_bytes = getelementptr inbounds nuw i8, ptr %model, i64 24
  store i64 %add, ptr %mapped_bytes, align 8
  br label %return

return:
  %retval.2 = phi i32 [ 13, %entry ], [ 0, %if.end10 ], [ 5, %if.then7 ], [ 4, %if.end9.i ], [ 4, %if.end ], [ %.mux, %if.end9.i.thread ]
  ret i32 %retval.2
}

declare i32 @memcmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

declare i32 @munmap(ptr noundef, i64 noundef) local_unnamed_addr #2

define hidden void @close_weights(ptr noundef readonly captures(none) %model) local_unnamed_addr #0 {
entry:
  %mapping = getelementptr inbounds nuw i8, ptr %model, i64 16
  %0 = load ptr, ptr %mapping, align 8
  %mapped_bytes = getelementptr inbounds nuw i8, ptr %model, i64 24
  %1 = load i64, ptr %mapped_bytes, align 8
  %call = tail call i32 @munmap(ptr noundef %0, i64 noundef %1) #4
  ret void
}

declare i32 @open(ptr noundef, i32 noundef, ...) local_unnamed_addr #3

declare i64 @lseek(i32 noundef, i64 noundef, i32 noundef) local_unnamed_addr #2

declare ptr @mmap(ptr noundef, i64 noundef, i32 noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #2

declare i32 @close(i32 noundef) local_unnamed_addr #3

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nofree nounwind willreturn memory(read) "no-builtins" }
attributes #2 = { nounwind "no-builtins" }
attributes #3 = { "no-builtins" }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nobuiltin nounwind willreturn memory(read) "no-builtins" }

