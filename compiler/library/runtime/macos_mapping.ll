; Made from macos_mapping.c by clang of ziglang 0.17.1: make library-runtime
; a4eb6fdbb2b7269899a328e6aea2db38001c613d80650fd135b7c34a399a125d

define hidden ptr @map_file(ptr noundef %path, i64 noundef %wanted, ptr noundef writeonly captures(none) initializes((0, 4)) %status) local_unnamed_addr #0 {
entry:
  %call = tail call i32 (ptr, i32, ...) @"\01_open"(ptr noundef %path, i32 noundef 16777220) #2
  store i32 4, ptr %status, align 4
  %cmp = icmp slt i32 %call, 0
  br i1 %cmp, label %cleanup, label %if.end

if.end:
  %call1 = tail call i64 @lseek(i32 noundef %call, i64 noundef 0, i32 noundef 2) #2
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
  %call7 = tail call ptr @"\01_mmap"(ptr noundef null, i64 noundef %wanted, i32 noundef 1, i32 noundef 1, i32 noundef %call, i64 noundef 0) #2
  br label %if.end9

if.end9:
  %mapping.0 = phi ptr [ inttoptr (i64 -1 to ptr), %if.then4 ], [ %call7, %if.then6 ], [ inttoptr (i64 -1 to ptr), %if.else ]
  %call10 = tail call i32 @"\01_close"(i32 noundef %call) #2
  %cmp11 = icmp eq ptr %mapping.0, inttoptr (i64 -1 to ptr)
  %cond = select i1 %cmp11, ptr null, ptr %mapping.0
  br label %cleanup

cleanup:
  %retval.0 = phi ptr [ %cond, %if.end9 ], [ null, %entry ]
  ret ptr %retval.0
}

declare i32 @"\01_open"(ptr noundef, i32 noundef, ...) local_unnamed_addr #1

declare i64 @lseek(i32 noundef, i64 noundef, i32 noundef) local_unnamed_addr #1

declare ptr @"\01_mmap"(ptr noundef, i64 noundef, i32 noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #1

declare i32 @"\01_close"(i32 noundef) local_unnamed_addr #1

define hidden void @unmap_file(ptr noundef %mapping, i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %call = tail call i32 @"\01_munmap"(ptr noundef %mapping, i64 noundef %bytes) #2
  ret void
}

declare i32 @"\01_munmap"(ptr noundef, i64 noundef) local_unnamed_addr #1

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" }
attributes #2 = { nobuiltin nounwind "no-builtins" }

