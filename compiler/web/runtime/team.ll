; Made from team.c by clang of ziglang 0.17.1: make library-runtime
; ecdc830d91c2cf62500248a0792553bb3d807e75d56a3bdd5523513dd81faa44

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
  br i1 %cmp, label %if.then, label %for.body.preheader

if.then:
  store atomic i32 0, ptr @arrived monotonic, align 4
  %5 = atomicrmw add ptr @meetings, i32 1 seq_cst, align 4
  %6 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @meetings, i32 -1)
  br label %for.body.preheader

for.body.preheader:
  br label %for.body

for.body:
  %spins.013 = phi i32 [ %inc, %for.body ], [ 0, %for.body.preheader ]
  %7 = load atomic i32, ptr @meetings acquire, align 4
  %cmp7.not = icmp ne i32 %7, %0
  %inc = add nuw nsw i32 %spins.013, 1
  %exitcond.not = icmp eq i32 %inc, 2000
  %or.cond = select i1 %cmp7.not, i1 true, i1 %exitcond.not
  br i1 %or.cond, label %cleanup, label %for.body

cleanup:
  %8 = load i32, ptr @team_threads, align 4
  %cmp13.i.i = icmp sgt i32 %8, 0
  br i1 %cmp13.i.i, label %for.body.i.i, label %while.cond.outer.i.preheader

for.body.i.i:
  %last.0.i = phi i32 [ %spec.select.i, %for.body.i.i ], [ 0, %cleanup ]
  %i.015.i.i = phi i32 [ %inc.i.i, %for.body.i.i ], [ 0, %cleanup ]
  %sum.014.i.i = phi i32 [ %add.i.i, %for.body.i.i ], [ 0, %cleanup ]
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr @steps, i32 %i.015.i.i
  %9 = load atomic i32, ptr %arrayidx.i.i seq_cst, align 4
  %add.i.i = add nsw i32 %9, %sum.014.i.i
  %10 = load atomic i32, ptr %arrayidx.i.i seq_cst, align 4
  %arrayidx3.i.i = getelementptr inbounds nuw i32, ptr @steps, i32 %last.0.i
  %11 = load atomic i32, ptr %arrayidx3.i.i seq_cst, align 4
  %cmp5.i.i = icmp slt i32 %10, %11
  %spec.select.i = select i1 %cmp5.i.i, i32 %i.015.i.i, i32 %last.0.i
  %inc.i.i = add nuw nsw i32 %i.015.i.i, 1
  %12 = load i32, ptr @team_threads, align 4
  %cmp.i.i = icmp slt i32 %inc.i.i, %12
  br i1 %cmp.i.i, label %for.body.i.i, label %while.cond.outer.i.preheader

while.cond.outer.i.preheader:
  %before.0.ph.i.ph = phi i32 [ 0, %cleanup ], [ %add.i.i, %for.body.i.i ]
  br label %while.cond.outer.i

while.cond.outer.i:
  %before.0.ph.i = phi i32 [ %sum.0.lcssa.i12.i, %all_steps.exit24.i ], [ %before.0.ph.i.ph, %while.cond.outer.i.preheader ]
  br label %while.cond.i

while.cond.i:
  %13 = load atomic i32, ptr @meetings seq_cst, align 4
  %cmp.i = icmp eq i32 %13, %0
  br i1 %cmp.i, label %while.body.i, label %wait_for_others.exit

while.body.i:
  %14 = load i64, ptr @most_wait, align 8
  %call2.i = tail call fastcc i32 @sleep_if(ptr noundef nonnull @meetings, i32 noundef %0, i64 noundef %14) #10
  %cmp3.not.i = icmp eq i32 %call2.i, 2
  br i1 %cmp3.not.i, label %if.end.i, label %while.cond.i

if.end.i:
  %15 = load i32, ptr @team_threads, align 4
  %cmp13.i11.i = icmp sgt i32 %15, 0
  br i1 %cmp13.i11.i, label %for.body.i13.i, label %all_steps.exit24.i

for.body.i13.i:
  %last.2.i = phi i32 [ %spec.select27.i, %for.body.i13.i ], [ 0, %if.end.i ]
  %i.015.i14.i = phi i32 [ %inc.i21.i, %for.body.i13.i ], [ 0, %if.end.i ]
  %sum.014.i15.i = phi i32 [ %add.i17.i, %for.body.i13.i ], [ 0, %if.end.i ]
  %arrayidx.i16.i = getelementptr inbounds nuw i32, ptr @steps, i32 %i.015.i14.i
  %16 = load atomic i32, ptr %arrayidx.i16.i seq_cst, align 4
  %add.i17.i = add nsw i32 %16, %sum.014.i15.i
  %17 = load atomic i32, ptr %arrayidx.i16.i seq_cst, align 4
  %arrayidx3.i18.i = getelementptr inbounds nuw i32, ptr @steps, i32 %last.2.i
  %18 = load atomic i32, ptr %arrayidx3.i18.i seq_cst, align 4
  %cmp5.i19.i = icmp slt i32 %17, %18
  %spec.select27.i = select i1 %cmp5.i19.i, i32 %i.015.i14.i, i32 %last.2.i
  %inc.i21.i = add nuw nsw i32 %i.015.i14.i, 1
  %19 = load i32, ptr @team_threads, align 4
  %cmp.i22.i = icmp slt i32 %inc.i21.i, %19
  br i1 %cmp.i22.i, label %for.body.i13.i, label %all_steps.exit24.i

all_steps.exit24.i:
  %last.4.i = phi i32 [ 0, %if.end.i ], [ %spec.select27.i, %for.body.i13.i ]
  %sum.0.lcssa.i12.i = phi i32 [ 0, %if.end.i ], [ %add.i17.i, %for.body.i13.i ]
  %cmp5.i = icmp eq i32 %sum.0.lcssa.i12.i, %before.0.ph.i
  br i1 %cmp5.i, label %if.then6.i, label %while.cond.outer.i

if.then6.i:
  store atomic i32 %last.4.i, ptr @lost seq_cst, align 4
  tail call void @llvm.trap()
  unreachable

wait_for_others.exit:
  %20 = load atomic i32, ptr @failed seq_cst, align 4
  %tobool.not.i = icmp eq i32 %20, 0
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
  %4 = load i32, ptr addrspace(1) @own_number, align 4
  %arrayidx.i = getelementptr inbounds i32, ptr @steps, i32 %4
  %5 = atomicrmw add ptr %arrayidx.i, i32 1 seq_cst, align 4
  %6 = load ptr, ptr @shared_worker, align 4
  tail call void %6(ptr noundef %call) #11
  %7 = load atomic i32, ptr @left seq_cst, align 4
  %cmp7 = icmp sgt i32 %7, 0
  br i1 %cmp7, label %for.body, label %for.cond.cleanup

for.cond.loopexit:
  %8 = load atomic i32, ptr @left seq_cst, align 4
  %cmp = icmp sgt i32 %8, 0
  br i1 %cmp, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  %9 = load atomic i32, ptr @failed seq_cst, align 4
  %tobool.not.i = icmp eq i32 %9, 0
  br i1 %tobool.not.i, label %end_if_failed.exit, label %if.then.i

if.then.i:
  tail call void @llvm.trap()
  unreachable

end_if_failed.exit:
  ret void

for.body:
  %10 = phi i32 [ %8, %for.cond.loopexit ], [ %7, %entry ]
  %11 = load i32, ptr @team_threads, align 4
  %cmp13.i.i = icmp sgt i32 %11, 0
  br i1 %cmp13.i.i, label %for.body.i.i, label %while.cond.outer.i.preheader

for.body.i.i:
  %last.0.i = phi i32 [ %spec.select.i, %for.body.i.i ], [ 0, %for.body ]
  %i.015.i.i = phi i32 [ %inc.i.i, %for.body.i.i ], [ 0, %for.body ]
  %sum.014.i.i = phi i32 [ %add.i.i, %for.body.i.i ], [ 0, %for.body ]
  %arrayidx.i.i = getelementptr inbounds nuw i32, ptr @steps, i32 %i.015.i.i
  %12 = load atomic i32, ptr %arrayidx.i.i seq_cst, align 4
  %add.i.i = add nsw i32 %12, %sum.014.i.i
  %13 = load atomic i32, ptr %arrayidx.i.i seq_cst, align 4
  %arrayidx3.i.i = getelementptr inbounds nuw i32, ptr @steps, i32 %last.0.i
  %14 = load atomic i32, ptr %arrayidx3.i.i seq_cst, align 4
  %cmp5.i.i = icmp slt i32 %13, %14
  %spec.select.i = select i1 %cmp5.i.i, i32 %i.015.i.i, i32 %last.0.i
  %inc.i.i = add nuw nsw i32 %i.015.i.i, 1
  %15 = load i32, ptr @team_threads, align 4
  %cmp.i.i = icmp slt i32 %inc.i.i, %15
  br i1 %cmp.i.i, label %for.body.i.i, label %while.cond.outer.i.preheader

while.cond.outer.i.preheader:
  %before.0.ph.i.ph = phi i32 [ 0, %for.body ], [ %add.i.i, %for.body.i.i ]
  br label %while.cond.outer.i

while.cond.outer.i:
  %before.0.ph.i = phi i32 [ %sum.0.lcssa.i12.i, %all_steps.exit24.i ], [ %before.0.ph.i.ph, %while.cond.outer.i.preheader ]
  br label %while.cond.i

while.cond.i:
  %16 = load atomic i32, ptr @left seq_cst, align 4
  %cmp.i = icmp eq i32 %16, %10
  br i1 %cmp.i, label %while.body.i, label %for.cond.loopexit

while.body.i:
  %17 = load i64, ptr @most_wait, align 8
  %call2.i = tail call fastcc i32 @sleep_if(ptr noundef nonnull @left, i32 noundef %10, i64 noundef %17) #10
  %cmp3.not.i = icmp eq i32 %call2.i, 2
  br i1 %cmp3.not.i, label %if.end.i, label %while.cond.i

if.end.i:
  %18 = load i32, ptr @team_threads, align 4
  %cmp13.i11.i = icmp sgt i32 %18, 0
  br i1 %cmp13.i11.i, label %for.body.i13.i, label %all_steps.exit24.i

for.body.i13.i:
  %last.2.i = phi i32 [ %spec.select27.i, %for.body.i13.i ], [ 0, %if.end.i ]
  %i.015.i14.i = phi i32 [ %inc.i21.i, %for.body.i13.i ], [ 0, %if.end.i ]
  %sum.014.i15.i = phi i32 [ %add.i17.i, %for.body.i13.i ], [ 0, %if.end.i ]
  %arrayidx.i16.i = getelementptr inbounds nuw i32, ptr @steps, i32 %i.015.i14.i
  %19 = load atomic i32, ptr %arrayidx.i16.i seq_cst, align 4
  %add.i17.i = add nsw i32 %19, %sum.014.i15.i
  %20 = load atomic i32, ptr %arrayidx.i16.i seq_cst, align 4
  %arrayidx3.i18.i = getelementptr inbounds nuw i32, ptr @steps, i32 %last.2.i
  %21 = load atomic i32, ptr %arrayidx3.i18.i seq_cst, align 4
  %cmp5.i19.i = icmp slt i32 %20, %21
  %spec.select27.i = select i1 %cmp5.i19.i, i32 %i.015.i14.i, i32 %last.2.i
  %inc.i21.i = add nuw nsw i32 %i.015.i14.i, 1
  %22 = load i32, ptr @team_threads, align 4
  %cmp.i22.i = icmp slt i32 %inc.i21.i, %22
  br i1 %cmp.i22.i, label %for.body.i13.i, label %all_steps.exit24.i

all_steps.exit24.i:
  %last.4.i = phi i32 [ 0, %if.end.i ], [ %spec.select27.i, %for.body.i13.i ]
  %sum.0.lcssa.i12.i = phi i32 [ 0, %if.end.i ], [ %add.i17.i, %for.body.i13.i ]
  %cmp5.i = icmp eq i32 %sum.0.lcssa.i12.i, %before.0.ph.i
  br i1 %cmp5.i, label %if.then6.i, label %while.cond.outer.i

if.then6.i:
  store atomic i32 %last.4.i, ptr @lost seq_cst, align 4
  tail call void @llvm.trap()
  unreachable
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
  %0 = load atomic i32, ptr @turn seq_cst, align 4
  %1 = load i32, ptr addrspace(1) @own_turn, align 4
  %cmp4 = icmp eq i32 %0, %1
  br i1 %cmp4, label %while.body, label %while.end

while.body:
  %2 = phi i32 [ %3, %while.body ], [ %0, %entry ]
  %call1 = tail call fastcc i32 @sleep_if(ptr noundef nonnull @turn, i32 noundef %2, i64 noundef -1) #10
  %3 = load atomic i32, ptr @turn seq_cst, align 4
  %4 = load i32, ptr addrspace(1) @own_turn, align 4
  %cmp = icmp eq i32 %3, %4
  br i1 %cmp, label %while.body, label %while.end

while.end:
  %5 = load atomic i32, ptr @turn seq_cst, align 4
  store i32 %5, ptr addrspace(1) @own_turn, align 4
  %6 = load i32, ptr addrspace(1) @own_number, align 4
  %arrayidx.i = getelementptr inbounds i32, ptr @steps, i32 %6
  %7 = atomicrmw add ptr %arrayidx.i, i32 1 seq_cst, align 4
  %8 = load ptr, ptr @shared_worker, align 4
  %9 = load ptr, ptr @shared_call, align 4
  tail call void %8(ptr noundef %9) #11
  %10 = atomicrmw sub ptr @left, i32 1 seq_cst, align 4
  %cmp3 = icmp eq i32 %10, 1
  br i1 %cmp3, label %if.then, label %if.end

if.then:
  %11 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @left, i32 -1)
  br label %if.end

if.end:
  ret void
}

define internal fastcc i32 @sleep_if(ptr noundef readonly captures(none) %number, i32 noundef %value, i64 noundef range(i64 -2147483648000000, 2147483647000001) %time) unnamed_addr #6 {
entry:
  %0 = tail call i32 @llvm.wasm.memory.atomic.wait32(ptr %number, i32 %value, i64 %time)
  ret i32 %0
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

declare i32 @llvm.wasm.memory.atomic.notify(ptr captures(none), i32) #7

declare void @llvm.trap() #8

declare i32 @llvm.wasm.memory.atomic.wait32(ptr readonly captures(none), i32, i64) #9

attributes #0 = { nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #2 = { nounwind "no-builtins" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #5 = { mustprogress nofree norecurse nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #6 = { noinline nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) "no-builtins" }
attributes #7 = { nounwind memory(inaccessiblemem: readwrite) }
attributes #8 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #9 = { nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #10 = { nobuiltin "no-builtins" }
attributes #11 = { nobuiltin nounwind "no-builtins" }

