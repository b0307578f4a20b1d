; Made from linux.c by clang of ziglang 0.17.1: make library-runtime
; dd37c2f52cb9707cd90598f95d6d9c5b1ecd7607d2d423a15025b15810fcb1a2

@pointer_of_thread = internal thread_local unnamed_addr global ptr null, align 8
@futex_number = external hidden local_unnamed_addr constant i64, align 8

define hidden i32 @process_number() local_unnamed_addr #0 {
entry:
  %call = tail call i32 @getpid() #6
  ret i32 %call
}

declare i32 @getpid() local_unnamed_addr #1

define hidden ptr @own_pointer() local_unnamed_addr #2 {
entry:
  %0 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @pointer_of_thread)
  %1 = load ptr, ptr %0, align 8
  ret ptr %1
}

declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #3

define hidden void @set_own_pointer(ptr noundef %pointer) local_unnamed_addr #4 {
entry:
  %0 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @pointer_of_thread)
  store ptr %pointer, ptr %0, align 8
  ret void
}

define hidden void @wait_while(ptr noundef %number, i32 noundef %value) local_unnamed_addr #0 {
entry:
  %0 = load i64, ptr @futex_number, align 8
  %call = tail call i64 (i64, ...) @syscall(i64 noundef %0, ptr noundef %number, i32 noundef 128, i32 noundef %value, ptr noundef null) #6
  ret void
}

declare i64 @syscall(i64 noundef, ...) local_unnamed_addr #1

define hidden void @wake_all(ptr noundef %number) local_unnamed_addr #0 {
entry:
  %0 = load i64, ptr @futex_number, align 8
  %call = tail call i64 (i64, ...) @syscall(i64 noundef %0, ptr noundef %number, i32 noundef 129, i32 noundef 2147483647) #6
  ret void
}

define hidden zeroext i1 @permits_registers(i64 noundef %call, i32 noundef %component) local_unnamed_addr #0 {
entry:
  %call1 = tail call i64 (i64, ...) @syscall(i64 noundef %call, i32 noundef 4131, i32 noundef %component) #6
  %tobool.not = icmp eq i64 %call1, 0
  ret i1 %tobool.not
}

define hidden ptr @take_memory(i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %memory = alloca ptr, align 8
  %cmp = icmp ugt i64 %bytes, 4194303
  call void @llvm.lifetime.start.p0(ptr nonnull %memory) #7
  %conv = select i1 %cmp, i64 2097152, i64 64
  %call = call i32 @posix_memalign(ptr noundef nonnull %memory, i64 noundef %conv, i64 noundef %bytes) #6
  %tobool.not = icmp eq i32 %call, 0
  br i1 %tobool.not, label %if.end, label %cleanup

if.end:
  br i1 %cmp, label %if.then2, label %if.end4

if.then2:
  %0 = load ptr, ptr %memory, align 8
  %call3 = call i32 @madvise(ptr noundef %0, i64 noundef %bytes, i32 noundef 14) #6
  br label %if.end4

if.end4:
  %1 = load ptr, ptr %memory, align 8
  br label %cleanup

cleanup:
  %retval.0 = phi ptr [ %1, %if.end4 ], [ null, %entry ]
  call void @llvm.lifetime.end.p0(ptr nonnull %memory) #7
  ret ptr %retval.0
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #5

declare i32 @posix_memalign(ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #1

declare i32 @madvise(ptr noundef, i64 noundef, i32 noundef) local_unnamed_addr #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #5

define hidden void @free_memory(ptr noundef %memory) local_unnamed_addr #0 {
entry:
  tail call void @free(ptr noundef %memory) #6
  ret void
}

declare void @free(ptr noundef) local_unnamed_addr #1

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { nounwind "no-builtins" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #5 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { nobuiltin nounwind "no-builtins" }
attributes #7 = { nounwind }

