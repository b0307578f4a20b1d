; Made from team.c by clang of ziglang 0.17.1: make library-runtime
; 21c01c01157d48ab204a0805796a4e6fee192bf773b0fae8c1ab740b68578ba4

%struct.team = type { ptr, ptr, i32, i32, i32, i32 }

@own_team = internal thread_local unnamed_addr global ptr null, align 8
@own_number = internal thread_local unnamed_addr global i32 0, align 4
@futex_number = external hidden local_unnamed_addr constant i64, align 8

define hidden void @run_pool(ptr noundef readonly captures(none) %program, ptr noundef readonly captures(none) %options, i32 noundef %threads, ptr noundef initializes((56, 72)) %call) local_unnamed_addr #0 {
entry:
  %team = alloca %struct.team, align 64
  %thread_number = getelementptr inbounds nuw i8, ptr %call, i64 56
  store ptr @thread_number, ptr %thread_number, align 8
  %team_size = getelementptr inbounds nuw i8, ptr %call, i64 64
  store ptr @team_size, ptr %team_size, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %team) #7
  store ptr %call, ptr %team, align 64
  %worker = getelementptr inbounds nuw i8, ptr %team, i64 8
  %worker2 = getelementptr inbounds nuw i8, ptr %program, i64 8
  %0 = load ptr, ptr %worker2, align 8
  store ptr %0, ptr %worker, align 8
  %threads3 = getelementptr inbounds nuw i8, ptr %team, i64 16
  store i32 %threads, ptr %threads3, align 16
  %arrived = getelementptr inbounds nuw i8, ptr %team, i64 20
  store i32 0, ptr %arrived, align 4
  %meetings = getelementptr inbounds nuw i8, ptr %team, i64 24
  store i32 0, ptr %meetings, align 8
  %sleepers = getelementptr inbounds nuw i8, ptr %team, i64 28
  store i32 0, ptr %sleepers, align 4
  %parallel = getelementptr inbounds nuw i8, ptr %options, i64 16
  %1 = load ptr, ptr %parallel, align 8
  %pool = getelementptr inbounds nuw i8, ptr %options, i64 24
  %2 = load ptr, ptr %pool, align 8
  call void %1(ptr noundef %2, ptr noundef nonnull @team_task, ptr noundef nonnull %team, i32 noundef %threads) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %team) #7
  ret void
}

define internal i32 @thread_number() #1 {
entry:
  %0 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @own_number)
  %1 = load i32, ptr %0, align 4
  ret i32 %1
}

define internal i32 @team_size() #2 {
entry:
  %0 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @own_team)
  %1 = load ptr, ptr %0, align 8
  %threads = getelementptr inbounds nuw i8, ptr %1, i64 16
  %2 = load i32, ptr %threads, align 8
  ret i32 %2
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

define internal void @team_task(ptr noundef %data, i32 noundef %number) #0 {
entry:
  %0 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @own_team)
  %1 = load ptr, ptr %0, align 8
  %2 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @own_number)
  %3 = load i32, ptr %2, align 4
  store ptr %data, ptr %0, align 8
  store i32 %number, ptr %2, align 4
  %worker = getelementptr inbounds nuw i8, ptr %data, i64 8
  %4 = load ptr, ptr %worker, align 8
  %5 = load ptr, ptr %data, align 8
  tail call void %4(ptr noundef %5) #8
  store ptr %1, ptr %0, align 8
  store i32 %3, ptr %2, align 4
  ret void
}

declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

define hidden void @meet() local_unnamed_addr #0 {
entry:
  %0 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @own_team)
  %1 = load ptr, ptr %0, align 8
  %tobool.not = icmp eq ptr %1, null
  br i1 %tobool.not, label %if.then, label %if.end

if.then:
  tail call void @openmp_barrier() #8
  br label %cleanup11

if.end:
  %meetings = getelementptr inbounds nuw i8, ptr %1, i64 24
  %2 = load atomic i32, ptr %meetings acquire, align 8
  %arrived = getelementptr inbounds nuw i8, ptr %1, i64 20
  %3 = atomicrmw add ptr %arrived, i32 1 acq_rel, align 4
  %add = add nsw i32 %3, 1
  %threads = getelementptr inbounds nuw i8, ptr %1, i64 16
  %4 = load i32, ptr %threads, align 8
  %cmp = icmp eq i32 %add, %4
  br i1 %cmp, label %if.then2, label %for.body

if.then2:
  store atomic i32 0, ptr %arrived monotonic, align 4
  %5 = atomicrmw add ptr %meetings, i32 1 seq_cst, align 8
  %sleepers.i = getelementptr inbounds nuw i8, ptr %1, i64 28
  %6 = load atomic i32, ptr %sleepers.i seq_cst, align 4
  %tobool.not.i = icmp eq i32 %6, 0
  br i1 %tobool.not.i, label %cleanup11, label %if.then.i

if.then.i:
  %7 = load i64, ptr @futex_number, align 8
  %call.i = tail call i64 (i64, ...) @syscall(i64 noundef %7, ptr noundef nonnull %meetings, i32 noundef 129, i32 noundef 2147483647) #8
  br label %cleanup11

for.body:
  %spins.024 = phi i32 [ %inc, %if.end9 ], [ 0, %if.end ]
  %8 = load atomic i32, ptr %meetings acquire, align 8
  %cmp7.not = icmp eq i32 %8, %2
  br i1 %cmp7.not, label %if.end9, label %cleanup11

if.end9:
  tail call void @spin_pause() #8
  %inc = add nuw nsw i32 %spins.024, 1
  %exitcond = icmp eq i32 %inc, 4000
  br i1 %exitcond, label %for.end, label %for.body

for.end:
  %sleepers.i21 = getelementptr inbounds nuw i8, ptr %1, i64 28
  %9 = atomicrmw add ptr %sleepers.i21, i32 1 seq_cst, align 4
  %10 = load atomic i32, ptr %meetings seq_cst, align 8
  %cmp10.i = icmp eq i32 %10, %2
  br i1 %cmp10.i, label %while.body.lr.ph.i, label %sleep_until_met.exit

while.body.lr.ph.i:
  %11 = load i64, ptr @futex_number, align 8
  br label %while.body.i

while.body.i:
  %call.i23 = tail call i64 (i64, ...) @syscall(i64 noundef %11, ptr noundef nonnull %meetings, i32 noundef 128, i32 noundef %2, ptr noundef null) #8
  %12 = load atomic i32, ptr %meetings seq_cst, align 8
  %cmp.i = icmp eq i32 %12, %2
  br i1 %cmp.i, label %while.body.i, label %sleep_until_met.exit

sleep_until_met.exit:
  %13 = atomicrmw sub ptr %sleepers.i21, i32 1 seq_cst, align 4
  br label %cleanup11

cleanup11:
  ret void
}

declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #4

declare hidden void @openmp_barrier() local_unnamed_addr #5

declare hidden void @spin_pause() local_unnamed_addr #5

declare i64 @syscall(i64 noundef, ...) local_unnamed_addr #6

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { "no-builtins" }
attributes #6 = { nounwind "no-builtins" }
attributes #7 = { nounwind }
attributes #8 = { nobuiltin nounwind "no-builtins" }

