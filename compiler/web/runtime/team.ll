; Made from team.c by clang of ziglang 0.17.1: make library-runtime
; 4f9cb7bd23cb7ca40cba39486dc8208e7f4d5ccb375a8aa528015c0acd6f2c18

@meetings = internal global i32 0, align 4
@arrived = internal global i32 0, align 4
@team_threads = internal unnamed_addr global i32 0, align 4
@own_number = internal unnamed_addr addrspace(1) global i32 0, align 4
@shared_call = internal unnamed_addr global ptr null, align 4
@shared_worker = internal unnamed_addr global ptr null, align 4
@left = internal global i32 0, align 4
@turn = internal global i32 0, align 4
@own_turn = internal unnamed_addr addrspace(1) global i32 0, align 4
@failed = internal unnamed_addr global i32 0, align 4

define hidden void @meet() local_unnamed_addr #0 {
entry:
  %0 = load atomic i32, ptr @meetings acquire, align 4
  %1 = atomicrmw add ptr @arrived, i32 1 acq_rel, align 4
  %add = add nsw i32 %1, 1
  %2 = load i32, ptr @team_threads, align 4
  %cmp = icmp eq i32 %add, %2
  br i1 %cmp, label %if.then, label %for.body.preheader

if.then:
  store atomic i32 0, ptr @arrived monotonic, align 4
  %3 = atomicrmw add ptr @meetings, i32 1 seq_cst, align 4
  %4 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @meetings, i32 -1)
  br label %for.body.preheader

for.body.preheader:
  br label %for.body

for.body:
  %spins.012 = phi i32 [ %inc, %for.body ], [ 0, %for.body.preheader ]
  %5 = load atomic i32, ptr @meetings acquire, align 4
  %cmp7.not = icmp ne i32 %5, %0
  %inc = add nuw nsw i32 %spins.012, 1
  %exitcond.not = icmp eq i32 %inc, 2000
  %or.cond = select i1 %cmp7.not, i1 true, i1 %exitcond.not
  br i1 %or.cond, label %cleanup, label %for.body

cleanup:
  %6 = load atomic i32, ptr @meetings seq_cst, align 4
  %cmp3.i = icmp eq i32 %6, %0
  br i1 %cmp3.i, label %while.body.i, label %sleep_while.exit

while.body.i:
  tail call fastcc void @sleep_if(ptr noundef nonnull @meetings, i32 noundef %0) #9
  %7 = load atomic i32, ptr @meetings seq_cst, align 4
  %cmp.i = icmp eq i32 %7, %0
  br i1 %cmp.i, label %while.body.i, label %sleep_while.exit

sleep_while.exit:
  %8 = load atomic i32, ptr @failed seq_cst, align 4
  %tobool.not.i = icmp eq i32 %8, 0
  br i1 %tobool.not.i, label %end_if_failed.exit, label %if.then.i

if.then.i:
  tail call void @llvm.trap()
  unreachable

end_if_failed.exit:
  ret void
}

define hidden noundef zeroext i1 @has_openmp() local_unnamed_addr #1 {
entry:
  ret i1 true
}

define hidden void @run_pool(ptr noundef readnone captures(none) %program, ptr noundef readnone captures(none) %options, i32 noundef %threads, ptr noundef readnone captures(none) %call) local_unnamed_addr #1 {
entry:
  ret void
}

define hidden void @run_openmp(ptr noundef readonly captures(none) %model, i32 noundef %threads, ptr noundef initializes((28, 36)) %call) local_unnamed_addr #2 {
entry:
  store i32 0, ptr addrspace(1) @own_number, align 4
  store i32 %threads, ptr @team_threads, align 4
  %thread_number = getelementptr inbounds nuw i8, ptr %call, i32 28
  store ptr @thread_number, ptr %thread_number, align 4
  %team_size = getelementptr inbounds nuw i8, ptr %call, i32 32
  store ptr @team_size, ptr %team_size, align 4
  store ptr %call, ptr @shared_call, align 4
  %0 = load ptr, ptr %model, align 4
  %worker = getelementptr inbounds nuw i8, ptr %0, i32 4
  %1 = load ptr, ptr %worker, align 4
  store ptr %1, ptr @shared_worker, align 4
  %sub = add nsw i32 %threads, -1
  store atomic i32 %sub, ptr @left monotonic, align 4
  %2 = atomicrmw add ptr @turn, i32 1 seq_cst, align 4
  %3 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @turn, i32 -1)
  %4 = load ptr, ptr @shared_worker, align 4
  tail call void %4(ptr noundef %call) #10
  %5 = load atomic i32, ptr @left seq_cst, align 4
  %cmp7 = icmp sgt i32 %5, 0
  br i1 %cmp7, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  %6 = load atomic i32, ptr @failed seq_cst, align 4
  %tobool.not.i = icmp eq i32 %6, 0
  br i1 %tobool.not.i, label %end_if_failed.exit, label %if.then.i

if.then.i:
  tail call void @llvm.trap()
  unreachable

end_if_failed.exit:
  ret void

for.body:
  %7 = phi i32 [ %10, %sleep_while.exit ], [ %5, %entry ]
  %8 = load atomic i32, ptr @left seq_cst, align 4
  %cmp3.i = icmp eq i32 %8, %7
  br i1 %cmp3.i, label %while.body.i, label %sleep_while.exit

while.body.i:
  tail call fastcc void @sleep_if(ptr noundef nonnull @left, i32 noundef %7) #9
  %9 = load atomic i32, ptr @left seq_cst, align 4
  %cmp.i = icmp eq i32 %9, %7
  br i1 %cmp.i, label %while.body.i, label %sleep_while.exit

sleep_while.exit:
  %10 = load atomic i32, ptr @left seq_cst, align 4
  %cmp = icmp sgt i32 %10, 0
  br i1 %cmp, label %for.body, label %for.cond.cleanup
}

define internal i32 @thread_number() #3 {
entry:
  %0 = load i32, ptr addrspace(1) @own_number, align 4
  ret i32 %0
}

define internal i32 @team_size() #3 {
entry:
  %0 = load i32, ptr @team_threads, align 4
  ret i32 %0
}

define hidden void @end_helpers(ptr noundef readnone captures(none) %model) local_unnamed_addr #1 {
entry:
  ret void
}

define hidden void @team_join(i32 noundef %number) local_unnamed_addr #4 {
entry:
  store i32 %number, ptr addrspace(1) @own_number, align 4
  %0 = load atomic i32, ptr @turn seq_cst, align 4
  store i32 %0, ptr addrspace(1) @own_turn, align 4
  ret void
}

define hidden void @team_work() local_unnamed_addr #2 {
entry:
  %0 = load i32, ptr addrspace(1) @own_turn, align 4
  %1 = load atomic i32, ptr @turn seq_cst, align 4
  %cmp3.i = icmp eq i32 %1, %0
  br i1 %cmp3.i, label %while.body.i, label %sleep_while.exit

while.body.i:
  tail call fastcc void @sleep_if(ptr noundef nonnull @turn, i32 noundef %0) #9
  %2 = load atomic i32, ptr @turn seq_cst, align 4
  %cmp.i = icmp eq i32 %2, %0
  br i1 %cmp.i, label %while.body.i, label %sleep_while.exit

sleep_while.exit:
  %3 = load atomic i32, ptr @turn seq_cst, align 4
  store i32 %3, ptr addrspace(1) @own_turn, align 4
  %4 = load ptr, ptr @shared_worker, align 4
  %5 = load ptr, ptr @shared_call, align 4
  tail call void %4(ptr noundef %5) #10
  %6 = atomicrmw sub ptr @left, i32 1 seq_cst, align 4
  %cmp = icmp eq i32 %6, 1
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %7 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @left, i32 -1)
  br label %if.end

if.end:
  ret void
}

define hidden void @team_fail() local_unnamed_addr #0 {
entry:
  store atomic i32 1, ptr @failed seq_cst, align 4
  %0 = atomicrmw add ptr @meetings, i32 1 seq_cst, align 4
  store atomic i32 0, ptr @left seq_cst, align 4
  %1 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @meetings, i32 -1)
  %2 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @left, i32 -1)
  ret void
}

declare i32 @llvm.wasm.memory.atomic.notify(ptr captures(none), i32) #5

define internal fastcc void @sleep_if(ptr noundef readonly captures(none) %number, i32 noundef %value) unnamed_addr #6 {
entry:
  %0 = tail call i32 @llvm.wasm.memory.atomic.wait32(ptr %number, i32 %value, i64 -1)
  ret void
}

declare i32 @llvm.wasm.memory.atomic.wait32(ptr readonly captures(none), i32, i64) #7

declare void @llvm.trap() #8

attributes #0 = { nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #2 = { nounwind "no-builtins" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #4 = { mustprogress nofree norecurse nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #5 = { nounwind memory(inaccessiblemem: readwrite) }
attributes #6 = { noinline nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "no-builtins" }
attributes #7 = { nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #8 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #9 = { nobuiltin "no-builtins" }
attributes #10 = { nobuiltin nounwind "no-builtins" }

