; Made from linux_files.c by clang of ziglang 0.17.1: make library-runtime
; e3b0095bf66d9a38b498ca9b0bd6a6c0ca3c69fdb8b2b65a1aec729307acead3

define hidden ptr @take_pages(i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %call = tail call ptr @mmap(ptr noundef null, i64 noundef %bytes, i32 noundef 3, i32 noundef 16418, i32 noundef -1, i64 noundef 0) #4
  %cmp = icmp eq ptr %call, inttoptr (i64 -1 to ptr)
  %cond = select i1 %cmp, ptr null, ptr %call
  ret ptr %cond
}

declare ptr @mmap(ptr noundef, i64 noundef, i32 noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #1

define hidden void @free_pages(ptr noundef %pages, i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %call = tail call i32 @munmap(ptr noundef %pages, i64 noundef %bytes) #4
  ret void
}

declare i32 @munmap(ptr noundef, i64 noundef) local_unnamed_addr #1

define hidden noundef zeroext i1 @write_piece(ptr noundef readonly captures(none) %context, ptr noundef %piece, i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %0 = load i64, ptr %context, align 8
  %conv = trunc i64 %0 to i32
  %tobool.not20 = icmp eq i64 %bytes, 0
  br i1 %tobool.not20, label %cleanup9, label %while.body

while.body:
  %piece.addr.022 = phi ptr [ %piece.addr.1, %cleanup ], [ %piece, %entry ]
  %bytes.addr.021 = phi i64 [ %bytes.addr.1, %cleanup ], [ %bytes, %entry ]
  %call = tail call i64 @write(i32 noundef %conv, ptr noundef %piece.addr.022, i64 noundef %bytes.addr.021) #4
  %cmp = icmp slt i64 %call, 0
  br i1 %cmp, label %land.lhs.true, label %if.end

land.lhs.true:
  %call2 = tail call ptr @__errno_location() #5
  %1 = load i32, ptr %call2, align 4
  %cmp3 = icmp eq i32 %1, 4
  br i1 %cmp3, label %cleanup, label %land.lhs.true.cleanup9_crit_edge

if.end:
  %cmp5 = icmp eq i64 %call, 0
  br i1 %cmp5, label %cleanup9, label %if.end8

if.end8:
  %add.ptr = getelementptr inbounds nuw i8, ptr %piece.addr.022, i64 %call
  %sub = sub i64 %bytes.addr.021, %call
  br label %cleanup

cleanup:
  %bytes.addr.1 = phi i64 [ %sub, %if.end8 ], [ %bytes.addr.021, %land.lhs.true ]
  %piece.addr.1 = phi ptr [ %add.ptr, %if.end8 ], [ %piece.addr.022, %land.lhs.true ]
  %tobool.not = icmp eq i64 %bytes.addr.1, 0
  br i1 %tobool.not, label %cleanup9, label %while.body

land.lhs.true.cleanup9_crit_edge:
  br label %cleanup9

cleanup9:
  %tobool.not.lcssa = phi i1 [ false, %land.lhs.true.cleanup9_crit_edge ], [ true, %entry ], [ false, %if.end ], [ true, %cleanup ]
  ret i1 %tobool.not.lcssa
}

declare i64 @write(i32 noundef, ptr noundef, i64 noundef) local_unnamed_addr #2

declare ptr @__errno_location() local_unnamed_addr #3

define hidden range(i64 -2147483648, 2147483648) i64 @create_file(ptr noundef %path) local_unnamed_addr #0 {
entry:
  %call = tail call i32 (ptr, i32, ...) @open(ptr noundef %path, i32 noundef 524481, i32 noundef 438) #4
  %conv = sext i32 %call to i64
  ret i64 %conv
}

declare i32 @open(ptr noundef, i32 noundef, ...) local_unnamed_addr #2

define hidden zeroext i1 @end_file(i64 noundef %file) local_unnamed_addr #0 {
entry:
  %conv = trunc i64 %file to i32
  %call = tail call i32 @fsync(i32 noundef %conv) #4
  %cmp = icmp eq i32 %call, 0
  %call3 = tail call i32 @close(i32 noundef %conv) #4
  %cmp4 = icmp eq i32 %call3, 0
  %0 = select i1 %cmp4, i1 %cmp, i1 false
  ret i1 %0
}

declare i32 @fsync(i32 noundef) local_unnamed_addr #2

declare i32 @close(i32 noundef) local_unnamed_addr #2

define hidden zeroext i1 @rename_file(ptr noundef %path, ptr noundef %other) local_unnamed_addr #0 {
entry:
  %call = tail call i32 @rename(ptr noundef %path, ptr noundef %other) #4
  %cmp = icmp eq i32 %call, 0
  ret i1 %cmp
}

declare i32 @rename(ptr noundef, ptr noundef) local_unnamed_addr #1

define hidden void @remove_file(ptr noundef %path) local_unnamed_addr #0 {
entry:
  %call = tail call i32 @unlink(ptr noundef %path) #4
  ret void
}

declare i32 @unlink(ptr noundef) local_unnamed_addr #1

define hidden ptr @read_file(ptr noundef %path, ptr noundef captures(none) %size) local_unnamed_addr #0 {
entry:
  %call = tail call i32 (ptr, i32, ...) @open(ptr noundef %path, i32 noundef 526336) #4
  %cmp = icmp slt i32 %call, 0
  br i1 %cmp, label %cleanup30, label %if.end

if.end:
  %call1 = tail call i64 @lseek(i32 noundef %call, i64 noundef 0, i32 noundef 2) #4
  %cmp2 = icmp sgt i64 %call1, 0
  br i1 %cmp2, label %cond.end, label %while.end.thread

while.end.thread:
  store i64 0, ptr %size, align 8
  %call1875 = tail call i32 @close(i32 noundef %call) #4
  br label %cleanup30

cond.end:
  %call.i = tail call ptr @mmap(ptr noundef null, i64 noundef %call1, i32 noundef 3, i32 noundef 16418, i32 noundef -1, i64 noundef 0) #4
  %cmp.i = icmp eq ptr %call.i, inttoptr (i64 -1 to ptr)
  %tobool.not80 = icmp eq ptr %call.i, null
  %tobool.not = or i1 %cmp.i, %tobool.not80
  %cond7 = select i1 %tobool.not, i64 0, i64 %call1
  store i64 %cond7, ptr %size, align 8
  %magicptr = ptrtoint ptr %call.i to i64
  %magicptr.off = add i64 %magicptr, -1
  %switch = icmp ult i64 %magicptr.off, -2
  br i1 %switch, label %while.body, label %while.end

while.body:
  %0 = phi i64 [ %2, %cleanup ], [ %call1, %cond.end ]
  %taken.061 = phi i64 [ %taken.1, %cleanup ], [ 0, %cond.end ]
  %add.ptr = getelementptr inbounds nuw i8, ptr %call.i, i64 %taken.061
  %sub = sub nuw i64 %0, %taken.061
  %call9 = tail call i64 @pread(i32 noundef %call, ptr noundef nonnull %add.ptr, i64 noundef %sub, i64 noundef %taken.061) #4
  %cmp10 = icmp slt i64 %call9, 0
  br i1 %cmp10, label %land.lhs.true, label %if.end14

land.lhs.true:
  %call11 = tail call ptr @__errno_location() #5
  %1 = load i32, ptr %call11, align 4
  %cmp12 = icmp eq i32 %1, 4
  br i1 %cmp12, label %cleanup, label %land.lhs.true.while.end_crit_edge

if.end14:
  %cmp15 = icmp eq i64 %call9, 0
  %add = add i64 %call9, %taken.061
  br i1 %cmp15, label %while.end, label %cleanup

cleanup:
  %taken.1 = phi i64 [ %add, %if.end14 ], [ %taken.061, %land.lhs.true ]
  %2 = load i64, ptr %size, align 8
  %cmp8 = icmp ult i64 %taken.1, %2
  br i1 %cmp8, label %while.body, label %while.end

land.lhs.true.while.end_crit_edge:
  %call1876 = tail call i32 @close(i32 noundef %call) #4
  br label %land.lhs.true20

while.end:
  %taken.0.lcssa = phi i64 [ 0, %cond.end ], [ %taken.1, %cleanup ], [ %taken.061, %if.end14 ]
  %call18 = tail call i32 @close(i32 noundef %call) #4
  %magicptr82 = ptrtoint ptr %call.i to i64
  %magicptr82.off = add i64 %magicptr82, -1
  %switch83 = icmp ult i64 %magicptr82.off, -2
  br i1 %switch83, label %land.lhs.true20, label %cleanup30

land.lhs.true20:
  %taken.0.lcssa78 = phi i64 [ %taken.061, %land.lhs.true.while.end_crit_edge ], [ %taken.0.lcssa, %while.end ]
  %3 = load i64, ptr %size, align 8
  %cmp21 = icmp eq i64 %taken.0.lcssa78, %3
  br i1 %cmp21, label %cleanup30, label %if.then25

if.then25:
  %call.i53 = tail call i32 @munmap(ptr noundef nonnull %call.i, i64 noundef %3) #4
  br label %cleanup30

cleanup30:
  %retval.1 = phi ptr [ null, %entry ], [ %call.i, %land.lhs.true20 ], [ null, %while.end ], [ null, %if.then25 ], [ null, %while.end.thread ]
  ret ptr %retval.1
}

declare i64 @lseek(i32 noundef, i64 noundef, i32 noundef) local_unnamed_addr #1

declare i64 @pread(i32 noundef, ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #2

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { nounwind "no-builtins" }
attributes #2 = { "no-builtins" }
attributes #3 = { mustprogress nofree nosync nounwind willreturn memory(none) "no-builtins" }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nobuiltin nounwind willreturn memory(none) "no-builtins" }

