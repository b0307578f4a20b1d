; Made from linux_mapping.c by clang of ziglang 0.17.1: make library-runtime
; 92edb3c58a001ba5e36aac73c03e40241ca9ed3b6a54a80fef6e6053573ec516

define hidden ptr @map_file(ptr noundef %path, i64 noundef %wanted, ptr noundef writeonly captures(none) initializes((0, 4)) %status) local_unnamed_addr #0 {
entry:
  %call = tail call i32 (ptr, i32, ...) @open(ptr noundef %path, i32 noundef 526336) #3
  store i32 4, ptr %status, align 4
  %cmp = icmp slt i32 %call, 0
  br i1 %cmp, label %cleanup, label %if.end

if.end:
  %call1 = tail call i64 @lseek(i32 noundef %call, i64 noundef 0, i32 noundef 2) #3
  %cmp2 = icmp slt i64 %call1, 0
  %cmp3.not = icmp eq i64 %call1, %wanted
  %or.cond = or i1 %cmp2, %cmp3.not
  br i1 %or.cond, label %if.else, label %if.then4

if.then4:
  store i32 5, ptr %status, align 4
  br label %if.end9

if.else:
  br i1 %cmp2, label %if.end9, label %if.then6

if.then6:
  %call7 = tail call ptr @mmap(ptr noundef null, i64 noundef %wanted, i32 noundef 1, i32 noundef 1, i32 noundef %call, i64 noundef 0) #3
  br label %if.end9

if.end9:
  %mapping.0 = phi ptr [ inttoptr (i64 -1 to ptr), %if.then4 ], [ %call7, %if.then6 ], [ inttoptr (i64 -1 to ptr), %if.else ]
  %call10 = tail call i32 @close(i32 noundef %call) #3
  %cmp11 = icmp eq ptr %mapping.0, inttoptr (i64 -1 to ptr)
  %cond = select i1 %cmp11, ptr null, ptr %mapping.0
  br label %cleanup

cleanup:
  %retval.0 = phi ptr [ %cond, %if.end9 ], [ null, %entry ]
  ret ptr %retval.0
}

declare i32 @open(ptr noundef, i32 noundef, ...) local_unnamed_addr #1

declare i64 @lseek(i32 noundef, i64 noundef, i32 noundef) local_unnamed_addr #2

declare ptr @mmap(ptr noundef, i64 noundef, i32 noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #2

declare i32 @close(i32 noundef) local_unnamed_addr #1

define hidden void @unmap_file(ptr noundef %mapping, i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %call = tail call i32 @munmap(ptr noundef %mapping, i64 noundef %bytes) #3
  ret void
}

declare i32 @munmap(ptr noundef, i64 noundef) local_unnamed_addr #2

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" }
attributes #2 = { nounwind "no-builtins" }
attributes #3 = { nobuiltin nounwind "no-builtins" }

