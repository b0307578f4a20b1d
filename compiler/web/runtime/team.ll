; Made from team.c by clang of ziglang 0.17.1: make library-runtime
; c013b3de460836c3b136ecc0f7bfbd3c22562dd4d6cae1355086e2bd347a6518

@meetings = internal global i32 0, align 4
@arrived = internal global i32 0, align 4
@team_threads = internal unnamed_addr global i32 0, align 4
@own_number = internal unnamed_addr addrspace(1) global i32 0, align 4
@shared_call = internal unnamed_addr global ptr null, align 4
@shared_worker = internal unnamed_addr global ptr null, align 4
@left = internal global i32 0, align 4
@turn = internal global i32 0, align 4
@most_wait = internal unnamed_addr global i64 0, align 8
@lost = internal unnamed_addr global i32 -1, align 4
@own_turn = internal unnamed_addr addrspace(1) global i32 0, align 4
@failed = internal unnamed_addr global i32 0, align 4
@steps = internal global [1024 x i32] zeroinitializer, align 16

define hidden void @meet() local_unnamed_addr #0 {
entry:
  %0 = load atomic i32, ptr @meetings acquire, align 4
  %1 = load i32, ptr addrspace(1) @own_number, align 4
  %arrayidx.i = getelementptr inbounds i32, ptr @steps, i32 %1
  %2 = atomicrmw add ptr %arrayidx.i, i32 1 seq_cst, align 4
  %3 = atomicrmw add ptr @arrived, i32 1 acq_rel, align 4
  %add = add nsw i32 %3, 1
  %4 = load i32, ptr @team_threads, align 4
  %cmp = icmp eq i32 %add, %4
  br i1 %cmp, label %if.then, label %if.end

if.then:
  store atomic i32 0, ptr @arrived monotonic, align 4
  %5 = atomicrmw add ptr @meetings, i32 1 seq_cst, align 4
  %6 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @meetings, i32 -1)
  br label %if.end

if.end:
  tail call fastcc void @wait_for_others(ptr noundef nonnull @meetings, i32 noundef %0) #11
  %7 = load atomic i32, ptr @failed seq_cst, align 4
  %tobool.not.i = icmp eq i32 %7, 0
  br i1 %tobool.not.i, label %end_if_failed.exit, label %if.then.i

if.then.i:
  tail call void @llvm.trap()
  unreachable

end_if_failed.exit:
  ret void
}

define internal fastcc void @wait_for_others(ptr noundef readonly captures(none) %number, i32 noundef %value) unnamed_addr #0 {
entry:
  br label %for.body.i

for.body.i:
  %spins.04.i = phi i32 [ 0, %entry ], [ %inc.i, %for.body.i ]
  %0 = load atomic i32, ptr %number acquire, align 4
  %cmp1.not.not.i = icmp ne i32 %0, %value
  %inc.i = add nuw nsw i32 %spins.04.i, 1
  %exitcond.not.i = icmp eq i32 %inc.i, 400000
  %or.cond.i = select i1 %cmp1.not.not.i, i1 true, i1 %exitcond.not.i
  br i1 %or.cond.i, label %is_changed_soon.exit, label %for.body.i

is_changed_soon.exit:
  br i1 %cmp1.not.not.i, label %return, label %if.end

if.end:
  %1 = load i32, ptr @team_threads, align 4
  %cmp13.i = icmp sgt i32 %1, 0
  br i1 %cmp13.i, label %for.body.i16, label %while.cond.outer.preheader

for.body.i16:
  %last.0 = phi i32 [ %spec.select, %for.body.i16 ], [ 0, %if.end ]
  %i.015.i = phi i32 [ %inc.i17, %for.body.i16 ], [ 0, %if.end ]
  %sum.014.i = phi i32 [ %add.i, %for.body.i16 ], [ 0, %if.end ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr @steps, i32 %i.015.i
  %2 = load atomic i32, ptr %arrayidx.i seq_cst, align 4
  %add.i = add nsw i32 %2, %sum.014.i
  %3 = load atomic i32, ptr %arrayidx.i seq_cst, align 4
  %arrayidx3.i = getelementptr inbounds nuw i32, ptr @steps, i32 %last.0
  %4 = load atomic i32, ptr %arrayidx3.i seq_cst, align 4
  %cmp5.i = icmp slt i32 %3, %4
  %spec.select = select i1 %cmp5.i, i32 %i.015.i, i32 %last.0
  %inc.i17 = add nuw nsw i32 %i.015.i, 1
  %5 = load i32, ptr @team_threads, align 4
  %cmp.i = icmp slt i32 %inc.i17, %5
  br i1 %cmp.i, label %for.body.i16, label %while.cond.outer.preheader

while.cond.outer.preheader:
  %before.0.ph.ph = phi i32 [ 0, %if.end ], [ %add.i, %for.body.i16 ]
  br label %while.cond.outer

while.cond.outer:
  %before.0.ph = phi i32 [ %sum.0.lcssa.i19, %all_steps.exit31 ], [ %before.0.ph.ph, %while.cond.outer.preheader ]
  br label %while.cond

while.cond:
  %6 = load atomic i32, ptr %number seq_cst, align 4
  %cmp = icmp eq i32 %6, %value
  br i1 %cmp, label %while.body, label %return

while.body:
  %7 = load i64, ptr @most_wait, align 8
  %call3 = tail call fastcc i32 @sleep_if(ptr noundef nonnull %number, i32 noundef %value, i64 noundef %7) #11
  %cmp4.not = icmp eq i32 %call3, 2
  br i1 %cmp4.not, label %if.end6, label %while.cond

if.end6:
  %8 = load i32, ptr @team_threads, align 4
  %cmp13.i18 = icmp sgt i32 %8, 0
  br i1 %cmp13.i18, label %for.body.i20, label %all_steps.exit31

for.body.i20:
  %last.2 = phi i32 [ %spec.select34, %for.body.i20 ], [ 0, %if.end6 ]
  %i.015.i21 = phi i32 [ %inc.i28, %for.body.i20 ], [ 0, %if.end6 ]
  %sum.014.i22 = phi i32 [ %add.i24, %for.body.i20 ], [ 0, %if.end6 ]
  %arrayidx.i23 = getelementptr inbounds nuw i32, ptr @steps, i32 %i.015.i21
  %9 = load atomic i32, ptr %arrayidx.i23 seq_cst, align 4
  %add.i24 = add nsw i32 %9, %sum.014.i22
  %10 = load atomic i32, ptr %arrayidx.i23 seq_cst, align 4
  %arrayidx3.i25 = getelementptr inbounds nuw i32, ptr @steps, i32 %last.2
  %11 = load atomic i32, ptr %arrayidx3.i25 seq_cst, align 4
  %cmp5.i26 = icmp slt i32 %10, %11
  %spec.select34 = select i1 %cmp5.i26, i32 %i.015.i21, i32 %last.2
  %inc.i28 = add nuw nsw i32 %i.015.i21, 1
  %12 = load i32, ptr @team_threads, align 4
  %cmp.i29 = icmp slt i32 %inc.i28, %12
  br i1 %cmp.i29, label %for.body.i20, label %all_steps.exit31

all_steps.exit31:
  %last.4 = phi i32 [ 0, %if.end6 ], [ %spec.select34, %for.body.i20 ]
  %sum.0.lcssa.i19 = phi i32 [ 0, %if.end6 ], [ %add.i24, %for.body.i20 ]
  %cmp8 = icmp eq i32 %sum.0.lcssa.i19, %before.0.ph
  br i1 %cmp8, label %if.then9, label %while.cond.outer

if.then9:
  store atomic i32 %last.4, ptr @lost seq_cst, align 4
  tail call void @llvm.trap()
  unreachable

return:
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
  %4 = load i32, ptr addrspace(1) @own_number, align 4
  %arrayidx.i = getelementptr inbounds i32, ptr @steps, i32 %4
  %5 = atomicrmw add ptr %arrayidx.i, i32 1 seq_cst, align 4
  %6 = load ptr, ptr @shared_worker, align 4
  tail call void %6(ptr noundef %call) #12
  %7 = load atomic i32, ptr @left seq_cst, align 4
  %cmp7 = icmp sgt i32 %7, 0
  br i1 %cmp7, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  %8 = load atomic i32, ptr @failed seq_cst, align 4
  %tobool.not.i = icmp eq i32 %8, 0
  br i1 %tobool.not.i, label %end_if_failed.exit, label %if.then.i

if.then.i:
  tail call void @llvm.trap()
  unreachable

end_if_failed.exit:
  ret void

for.body:
  %9 = phi i32 [ %10, %for.body ], [ %7, %entry ]
  tail call fastcc void @wait_for_others(ptr noundef nonnull @left, i32 noundef %9) #11
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

define hidden void @team_begin(i32 noundef %milliseconds) local_unnamed_addr #4 {
entry:
  %conv = sext i32 %milliseconds to i64
  %mul = mul nsw i64 %conv, 1000000
  store i64 %mul, ptr @most_wait, align 8
  ret void
}

define hidden i32 @team_lost() local_unnamed_addr #5 {
entry:
  %0 = load atomic i32, ptr @lost seq_cst, align 4
  ret i32 %0
}

define hidden void @team_join(i32 noundef %number) local_unnamed_addr #5 {
entry:
  store i32 %number, ptr addrspace(1) @own_number, align 4
  %0 = load atomic i32, ptr @turn seq_cst, align 4
  store i32 %0, ptr addrspace(1) @own_turn, align 4
  ret void
}

define hidden void @team_work() local_unnamed_addr #2 {
entry:
  %0 = load i32, ptr addrspace(1) @own_turn, align 4
  br label %for.body.i

for.body.i:
  %spins.04.i = phi i32 [ 0, %entry ], [ %inc.i, %for.body.i ]
  %1 = load atomic i32, ptr @turn acquire, align 4
  %cmp1.not.not.i = icmp ne i32 %1, %0
  %inc.i = add nuw nsw i32 %spins.04.i, 1
  %exitcond.not.i = icmp eq i32 %inc.i, 400000
  %or.cond.i = select i1 %cmp1.not.not.i, i1 true, i1 %exitcond.not.i
  br i1 %or.cond.i, label %is_changed_soon.exit, label %for.body.i

is_changed_soon.exit:
  br i1 %cmp1.not.not.i, label %if.end, label %while.cond.preheader

while.cond.preheader:
  %2 = load atomic i32, ptr @turn seq_cst, align 4
  %3 = load i32, ptr addrspace(1) @own_turn, align 4
  %cmp7 = icmp eq i32 %2, %3
  br i1 %cmp7, label %while.body, label %if.end

while.body:
  %4 = phi i32 [ %5, %while.body ], [ %2, %while.cond.preheader ]
  %call2 = tail call fastcc i32 @sleep_if(ptr noundef nonnull @turn, i32 noundef %4, i64 noundef -1) #11
  %5 = load atomic i32, ptr @turn seq_cst, align 4
  %6 = load i32, ptr addrspace(1) @own_turn, align 4
  %cmp = icmp eq i32 %5, %6
  br i1 %cmp, label %while.body, label %if.end

if.end:
  %7 = load atomic i32, ptr @turn seq_cst, align 4
  store i32 %7, ptr addrspace(1) @own_turn, align 4
  %8 = load i32, ptr addrspace(1) @own_number, align 4
  %arrayidx.i = getelementptr inbounds i32, ptr @steps, i32 %8
  %9 = atomicrmw add ptr %arrayidx.i, i32 1 seq_cst, align 4
  %10 = load ptr, ptr @shared_worker, align 4
  %11 = load ptr, ptr @shared_call, align 4
  tail call void %10(ptr noundef %11) #12
  %12 = atomicrmw sub ptr @left, i32 1 seq_cst, align 4
  %cmp4 = icmp eq i32 %12, 1
  br i1 %cmp4, label %if.then5, label %if.end6

if.then5:
  %13 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @left, i32 -1)
  br label %if.end6

if.end6:
  ret void
}

define internal fastcc i32 @sleep_if(ptr noundef readonly captures(none) %number, i32 noundef %value, i64 noundef range(i64 -2147483648000000, 2147483647000001) %time) unnamed_addr #6 {
entry:
  %0 = tail call i32 @llvm.wasm.memory.atomic.wait32(ptr %number, i32 %value, i64 %time)
  ret i32 %0
}

define hidden void @team_fail() local_unnamed_addr #7 {
entry:
  store atomic i32 1, ptr @failed seq_cst, align 4
  %0 = atomicrmw add ptr @meetings, i32 1 seq_cst, align 4
  store atomic i32 0, ptr @left seq_cst, align 4
  %1 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @meetings, i32 -1)
  %2 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @left, i32 -1)
  ret void
}

declare i32 @llvm.wasm.memory.atomic.notify(ptr captures(none), i32) #8

declare void @llvm.trap() #9

declare i32 @llvm.wasm.memory.atomic.wait32(ptr readonly captures(none), i32, i64) #10

attributes #0 = { nounwind memory(readwrite, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #2 = { nounwind "no-builtins" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #5 = { mustprogress nofree norecurse nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #6 = { noinline nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "no-builtins" }
attributes #7 = { nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #8 = { nounwind memory(inaccessiblemem: readwrite) }
attributes #9 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #10 = { nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #11 = { nobuiltin "no-builtins" }
attributes #12 = { nobuiltin nounwind "no-builtins" }

