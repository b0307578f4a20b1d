; Made from own_pool.c by clang of ziglang 0.17.1: make library-runtime
; c35bf783c0f5df6a8c48f8a2d25246bdf66edf379190583fc3c8a3e588aee304

%struct.ncnnc_options = type { i32, ptr, ptr, ptr, ptr }

define hidden noundef zeroext i1 @has_openmp() local_unnamed_addr #0 {
entry:
  ret i1 true
}

define hidden void @openmp_barrier() local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @help(ptr noundef %helper) local_unnamed_addr #1 {
entry:
  %turn1 = getelementptr inbounds nuw i8, ptr %helper, i64 16
  %task = getelementptr inbounds nuw i8, ptr %helper, i64 24
  %left2 = getelementptr inbounds nuw i8, ptr %helper, i64 48
  %data = getelementptr inbounds nuw i8, ptr %helper, i64 32
  %number = getelementptr inbounds nuw i8, ptr %helper, i64 40
  br label %for.cond

for.cond:
  %turn.0 = phi i32 [ 0, %entry ], [ %inc, %if.end5 ]
  br label %for.body.i

while.cond.preheader.i:
  %0 = load atomic i32, ptr %turn1 acquire, align 4
  %cmp312.i = icmp eq i32 %0, %turn.0
  br i1 %cmp312.i, label %while.body.i, label %wait_for_change.exit

for.body.i:
  %spins.011.i = phi i32 [ 0, %for.cond ], [ %inc.i, %if.end.i ]
  %1 = load atomic i32, ptr %turn1 acquire, align 4
  %cmp1.not.i = icmp eq i32 %1, %turn.0
  br i1 %cmp1.not.i, label %if.end.i, label %wait_for_change.exit

if.end.i:
  tail call void @spin_pause() #5
  %inc.i = add nuw nsw i32 %spins.011.i, 1
  %exitcond.not.i = icmp eq i32 %inc.i, 4000
  br i1 %exitcond.not.i, label %while.cond.preheader.i, label %for.body.i

while.body.i:
  tail call void @wait_while(ptr noundef nonnull %turn1, i32 noundef %turn.0) #5
  %2 = load atomic i32, ptr %turn1 acquire, align 4
  %cmp3.i = icmp eq i32 %2, %turn.0
  br i1 %cmp3.i, label %while.body.i, label %wait_for_change.exit

wait_for_change.exit:
  %3 = load ptr, ptr %task, align 8
  %tobool.not = icmp eq ptr %3, null
  br i1 %tobool.not, label %if.then, label %if.end

if.then:
  ret void

if.end:
  %4 = load ptr, ptr %left2, align 8
  %5 = load ptr, ptr %data, align 8
  %6 = load i32, ptr %number, align 8
  tail call void %3(ptr noundef %5, i32 noundef %6) #5
  %7 = atomicrmw sub ptr %4, i32 1 acq_rel, align 4
  %cmp = icmp eq i32 %7, 1
  br i1 %cmp, label %if.then4, label %if.end5

if.then4:
  tail call void @wake_all(ptr noundef %4) #5
  br label %if.end5

if.end5:
  %inc = add nuw nsw i32 %turn.0, 1
  br label %for.cond
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

declare hidden void @wake_all(ptr noundef) local_unnamed_addr #3

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

define hidden void @run_openmp(ptr noundef captures(none) %model, i32 noundef %threads, ptr noundef %call) local_unnamed_addr #1 {
entry:
  %options = alloca %struct.ncnnc_options, align 8
  %0 = load ptr, ptr %model, align 8
  %cmp36 = icmp sgt i32 %threads, 1
  br i1 %cmp36, label %land.rhs.lr.ph, label %for.cond.cleanup

land.rhs.lr.ph:
  %is_locked.i.i = getelementptr inbounds nuw i8, ptr %model, i64 560
  %helpers.i = getelementptr inbounds nuw i8, ptr %model, i64 552
  br label %land.rhs

land.rhs:
  %first.038 = phi ptr [ null, %land.rhs.lr.ph ], [ %cond.i, %for.body ]
  %count.037 = phi i32 [ 1, %land.rhs.lr.ph ], [ %inc, %for.body ]
  %1 = atomicrmw xchg ptr %is_locked.i.i, i32 1 acquire, align 8
  %tobool.not1.i.i = icmp eq i32 %1, 0
  br i1 %tobool.not1.i.i, label %lock.exit.i, label %while.body.i.i

while.body.i.i:
  tail call void @spin_pause() #5
  %2 = atomicrmw xchg ptr %is_locked.i.i, i32 1 acquire, align 8
  %tobool.not.i.i = icmp eq i32 %2, 0
  br i1 %tobool.not.i.i, label %lock.exit.i, label %while.body.i.i

lock.exit.i:
  %3 = load ptr, ptr %helpers.i, align 8
  %tobool.not.i = icmp eq ptr %3, null
  br i1 %tobool.not.i, label %cond.false.critedge.i, label %if.then.i

if.then.i:
  %4 = load ptr, ptr %3, align 8
  store ptr %4, ptr %helpers.i, align 8
  store atomic i32 0, ptr %is_locked.i.i release, align 8
  br label %for.body

cond.false.critedge.i:
  store atomic i32 0, ptr %is_locked.i.i release, align 8
  %call.i.i = tail call noalias ptr @calloc(i64 noundef 1, i64 noundef 56) #5
  %tobool.not.i11.i = icmp eq ptr %call.i.i, null
  br i1 %tobool.not.i11.i, label %for.cond.cleanup, label %if.end.i.i

if.end.i.i:
  %call1.i.i = tail call i64 @start_thread(ptr noundef nonnull %call.i.i) #5
  %thread.i.i = getelementptr inbounds nuw i8, ptr %call.i.i, i64 8
  store i64 %call1.i.i, ptr %thread.i.i, align 8
  %tobool3.not.i.i = icmp eq i64 %call1.i.i, 0
  br i1 %tobool3.not.i.i, label %if.end5.i.i, label %for.body

if.end5.i.i:
  tail call void @free(ptr noundef nonnull %call.i.i) #5
  br label %for.cond.cleanup

for.cond.cleanup:
  %count.035 = phi i32 [ %count.037, %if.end5.i.i ], [ 1, %entry ], [ %count.037, %cond.false.critedge.i ]
  %first.033 = phi ptr [ %first.038, %if.end5.i.i ], [ null, %entry ], [ %first.038, %cond.false.critedge.i ]
  %cmp3 = icmp eq i32 %count.035, %threads
  br i1 %cmp3, label %if.then, label %if.else

for.body:
  %cond.i = phi ptr [ %3, %if.then.i ], [ %call.i.i, %if.end.i.i ]
  store ptr %first.038, ptr %cond.i, align 8
  %inc = add nuw nsw i32 %count.037, 1
  %exitcond.not = icmp eq i32 %inc, %threads
  br i1 %exitcond.not, label %if.then, label %land.rhs

if.then:
  %first.03348 = phi ptr [ %first.033, %for.cond.cleanup ], [ %cond.i, %for.body ]
  call void @llvm.lifetime.start.p0(ptr nonnull %options) #6
  store i32 0, ptr %options, align 8
  %5 = getelementptr inbounds nuw i8, ptr %options, i64 4
  store i32 0, ptr %5, align 4
  %memory = getelementptr inbounds nuw i8, ptr %options, i64 8
  store ptr null, ptr %memory, align 8
  %parallel = getelementptr inbounds nuw i8, ptr %options, i64 16
  store ptr @run_helpers, ptr %parallel, align 8
  %pool = getelementptr inbounds nuw i8, ptr %options, i64 24
  store ptr %first.03348, ptr %pool, align 8
  %stop = getelementptr inbounds nuw i8, ptr %options, i64 32
  store ptr null, ptr %stop, align 8
  call void @run_pool(ptr noundef %0, ptr noundef nonnull %options, i32 noundef %threads, ptr noundef %call) #5
  call void @llvm.lifetime.end.p0(ptr nonnull %options) #6
  br label %if.end

if.else:
  %6 = load ptr, ptr %0, align 8
  %7 = load ptr, ptr %call, align 8
  %outputs = getelementptr inbounds nuw i8, ptr %call, i64 8
  %8 = load ptr, ptr %outputs, align 8
  %weights = getelementptr inbounds nuw i8, ptr %call, i64 16
  %9 = load ptr, ptr %weights, align 8
  %arena = getelementptr inbounds nuw i8, ptr %call, i64 24
  %10 = load ptr, ptr %arena, align 8
  %workspace = getelementptr inbounds nuw i8, ptr %call, i64 32
  %11 = load ptr, ptr %workspace, align 8
  %stop5 = getelementptr inbounds nuw i8, ptr %call, i64 40
  %12 = load ptr, ptr %stop5, align 8
  %progress = getelementptr inbounds nuw i8, ptr %call, i64 48
  %13 = load ptr, ptr %progress, align 8
  tail call void %6(ptr noundef %7, ptr noundef %8, ptr noundef %9, ptr noundef %10, ptr noundef %11, ptr noundef %12, ptr noundef %13) #5
  br label %if.end

if.end:
  %first.03347 = phi ptr [ %first.033, %if.else ], [ %first.03348, %if.then ]
  %is_locked.i.i23 = getelementptr inbounds nuw i8, ptr %model, i64 560
  %14 = atomicrmw xchg ptr %is_locked.i.i23, i32 1 acquire, align 8
  %tobool.not1.i.i24 = icmp eq i32 %14, 0
  br i1 %tobool.not1.i.i24, label %lock.exit.i27, label %while.body.i.i25

while.body.i.i25:
  call void @spin_pause() #5
  %15 = atomicrmw xchg ptr %is_locked.i.i23, i32 1 acquire, align 8
  %tobool.not.i.i26 = icmp eq i32 %15, 0
  br i1 %tobool.not.i.i26, label %lock.exit.i27, label %while.body.i.i25

lock.exit.i27:
  %tobool.not11.i = icmp eq ptr %first.03347, null
  br i1 %tobool.not11.i, label %give_helpers.exit, label %while.body.lr.ph.i

while.body.lr.ph.i:
  %helpers.i28 = getelementptr inbounds nuw i8, ptr %model, i64 552
  %.pre.i = load ptr, ptr %helpers.i28, align 8
  br label %while.body.i

while.body.i:
  %16 = phi ptr [ %.pre.i, %while.body.lr.ph.i ], [ %first.addr.012.i, %while.body.i ]
  %first.addr.012.i = phi ptr [ %first.03347, %while.body.lr.ph.i ], [ %17, %while.body.i ]
  %17 = load ptr, ptr %first.addr.012.i, align 8
  store ptr %16, ptr %first.addr.012.i, align 8
  store ptr %first.addr.012.i, ptr %helpers.i28, align 8
  %tobool.not.i29 = icmp eq ptr %17, null
  br i1 %tobool.not.i29, label %give_helpers.exit, label %while.body.i

give_helpers.exit:
  store atomic i32 0, ptr %is_locked.i.i23 release, align 8
  ret void
}

define internal void @run_helpers(ptr noundef %pool, ptr noundef %task, ptr noundef %data, i32 noundef %threads) #1 {
entry:
  %left = alloca i32, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %left) #6
  %sub = add nsw i32 %threads, -1
  store i32 %sub, ptr %left, align 4
  %tobool.not19 = icmp eq ptr %pool, null
  br i1 %tobool.not19, label %for.cond.cleanup, label %for.body

for.cond.cleanup:
  call void %task(ptr noundef %data, i32 noundef 0) #5
  %0 = load atomic i32, ptr %left acquire, align 4
  %tobool6.not22 = icmp eq i32 %0, 0
  br i1 %tobool6.not22, label %for.cond.cleanup7, label %for.body.i.preheader

for.body:
  %number.021 = phi i32 [ %inc, %for.body ], [ 1, %entry ]
  %helper.020 = phi ptr [ %2, %for.body ], [ %pool, %entry ]
  %task1 = getelementptr inbounds nuw i8, ptr %helper.020, i64 24
  store ptr %task, ptr %task1, align 8
  %data2 = getelementptr inbounds nuw i8, ptr %helper.020, i64 32
  store ptr %data, ptr %data2, align 8
  %inc = add nuw nsw i32 %number.021, 1
  %number3 = getelementptr inbounds nuw i8, ptr %helper.020, i64 40
  store i32 %number.021, ptr %number3, align 8
  %left4 = getelementptr inbounds nuw i8, ptr %helper.020, i64 48
  store ptr %left, ptr %left4, align 8
  %turn.i = getelementptr inbounds nuw i8, ptr %helper.020, i64 16
  %1 = atomicrmw add ptr %turn.i, i32 1 release, align 8
  call void @wake_all(ptr noundef nonnull %turn.i) #5
  %2 = load ptr, ptr %helper.020, align 8
  %tobool.not = icmp eq ptr %2, null
  br i1 %tobool.not, label %for.cond.cleanup, label %for.body

for.body.i.preheader:
  %3 = phi i32 [ %7, %wait_for_change.exit ], [ %0, %for.cond.cleanup ]
  br label %for.body.i

for.cond.cleanup7:
  call void @llvm.lifetime.end.p0(ptr nonnull %left) #6
  ret void

while.cond.preheader.i:
  %4 = load atomic i32, ptr %left acquire, align 4
  %cmp312.i = icmp eq i32 %4, %3
  br i1 %cmp312.i, label %while.body.i, label %wait_for_change.exit

for.body.i:
  %spins.011.i = phi i32 [ %inc.i, %if.end.i ], [ 0, %for.body.i.preheader ]
  %5 = load atomic i32, ptr %left acquire, align 4
  %cmp1.not.i = icmp eq i32 %5, %3
  br i1 %cmp1.not.i, label %if.end.i, label %wait_for_change.exit

if.end.i:
  call void @spin_pause() #5
  %inc.i = add nuw nsw i32 %spins.011.i, 1
  %exitcond.not.i = icmp eq i32 %inc.i, 4000
  br i1 %exitcond.not.i, label %while.cond.preheader.i, label %for.body.i

while.body.i:
  call void @wait_while(ptr noundef nonnull %left, i32 noundef %3) #5
  %6 = load atomic i32, ptr %left acquire, align 4
  %cmp3.i = icmp eq i32 %6, %3
  br i1 %cmp3.i, label %while.body.i, label %wait_for_change.exit

wait_for_change.exit:
  %7 = load atomic i32, ptr %left acquire, align 4
  %tobool6.not = icmp eq i32 %7, 0
  br i1 %tobool6.not, label %for.cond.cleanup7, label %for.body.i.preheader
}

declare hidden void @run_pool(ptr noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #3

define hidden void @end_helpers(ptr noundef readonly captures(none) %model) local_unnamed_addr #1 {
entry:
  %call = tail call i32 @process_number() #5
  %process = getelementptr inbounds nuw i8, ptr %model, i64 32
  %0 = load i32, ptr %process, align 8
  %cmp.not = icmp eq i32 %call, %0
  %helpers = getelementptr inbounds nuw i8, ptr %model, i64 552
  %1 = load ptr, ptr %helpers, align 8
  %tobool.not8 = icmp eq ptr %1, null
  br i1 %tobool.not8, label %for.cond.cleanup, label %for.body

for.cond.cleanup:
  ret void

for.body:
  %helper.09 = phi ptr [ %2, %if.end ], [ %1, %entry ]
  %2 = load ptr, ptr %helper.09, align 8
  br i1 %cmp.not, label %if.then, label %if.end

if.then:
  %task = getelementptr inbounds nuw i8, ptr %helper.09, i64 24
  store ptr null, ptr %task, align 8
  %turn.i = getelementptr inbounds nuw i8, ptr %helper.09, i64 16
  %3 = atomicrmw add ptr %turn.i, i32 1 release, align 8
  tail call void @wake_all(ptr noundef nonnull %turn.i) #5
  %thread = getelementptr inbounds nuw i8, ptr %helper.09, i64 8
  %4 = load i64, ptr %thread, align 8
  tail call void @join_thread(i64 noundef %4) #5
  br label %if.end

if.end:
  tail call void @free(ptr noundef nonnull %helper.09) #5
  %tobool.not = icmp eq ptr %2, null
  br i1 %tobool.not, label %for.cond.cleanup, label %for.body
}

declare hidden i32 @process_number() local_unnamed_addr #3

declare hidden void @join_thread(i64 noundef) local_unnamed_addr #3

declare void @free(ptr noundef) local_unnamed_addr #4

declare hidden void @spin_pause() local_unnamed_addr #3

declare hidden void @wait_while(ptr noundef, i32 noundef) local_unnamed_addr #3

declare noalias ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #4

declare hidden i64 @start_thread(ptr noundef) local_unnamed_addr #3

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #1 = { nounwind "no-builtins" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { "no-builtins" }
attributes #4 = { nounwind "no-builtins" }
attributes #5 = { nobuiltin nounwind "no-builtins" }
attributes #6 = { nounwind }

