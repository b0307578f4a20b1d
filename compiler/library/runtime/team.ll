; Made from team.c by clang of ziglang 0.17.1: make library-runtime
; 0b7986e1ae9af6f69380aaef72acb98022723d125db7a83ee5c2c0fefaaa1770

%struct.team = type { ptr, ptr, i32, i32, i32, i32 }
%struct.place = type { ptr, i32 }

define hidden void @run_pool(ptr noundef readonly captures(none) %program, ptr noundef readonly captures(none) %options, i32 noundef %threads, ptr noundef initializes((56, 72)) %call) local_unnamed_addr #0 {
entry:
  %team = alloca %struct.team, align 64
  %thread_number = getelementptr inbounds nuw i8, ptr %call, i64 56
  store ptr @thread_number, ptr %thread_number, align 8
  %team_size = getelementptr inbounds nuw i8, ptr %call, i64 64
  store ptr @team_size, ptr %team_size, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %team) #3
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
  call void %1(ptr noundef %2, ptr noundef nonnull @team_task, ptr noundef nonnull %team, i32 noundef %threads) #4
  call void @llvm.lifetime.end.p0(ptr nonnull %team) #3
  ret void
}

define internal i32 @thread_number() #0 {
entry:
  %call = tail call ptr @own_pointer() #4
  %number = getelementptr inbounds nuw i8, ptr %call, i64 8
  %0 = load i32, ptr %number, align 8
  ret i32 %0
}

define internal i32 @team_size() #0 {
entry:
  %call = tail call ptr @own_pointer() #4
  %0 = load ptr, ptr %call, align 8
  %threads = getelementptr inbounds nuw i8, ptr %0, i64 16
  %1 = load i32, ptr %threads, align 8
  ret i32 %1
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

define internal void @team_task(ptr noundef %data, i32 noundef %number) #0 {
entry:
  %place = alloca %struct.place, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %place) #3
  store ptr %data, ptr %place, align 8
  %number2 = getelementptr inbounds nuw i8, ptr %place, i64 8
  store i32 %number, ptr %number2, align 8
  %0 = getelementptr inbounds nuw i8, ptr %place, i64 12
  store i32 0, ptr %0, align 4
  %call = tail call ptr @own_pointer() #4
  call void @set_own_pointer(ptr noundef nonnull %place) #4
  %worker = getelementptr inbounds nuw i8, ptr %data, i64 8
  %1 = load ptr, ptr %worker, align 8
  %2 = load ptr, ptr %data, align 8
  call void %1(ptr noundef %2) #4
  call void @set_own_pointer(ptr noundef %call) #4
  call void @llvm.lifetime.end.p0(ptr nonnull %place) #3
  ret void
}

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define hidden void @meet() local_unnamed_addr #0 {
entry:
  %call = tail call ptr @own_pointer() #4
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %if.then, label %if.end

if.then:
  tail call void @openmp_barrier() #4
  br label %cleanup13

if.end:
  %0 = load ptr, ptr %call, align 8
  %meetings = getelementptr inbounds nuw i8, ptr %0, i64 24
  %1 = load atomic i32, ptr %meetings acquire, align 8
  %arrived = getelementptr inbounds nuw i8, ptr %0, i64 20
  %2 = atomicrmw add ptr %arrived, i32 1 acq_rel, align 4
  %add = add nsw i32 %2, 1
  %threads = getelementptr inbounds nuw i8, ptr %0, i64 16
  %3 = load i32, ptr %threads, align 8
  %cmp = icmp eq i32 %add, %3
  br i1 %cmp, label %if.then3, label %for.body

if.then3:
  store atomic i32 0, ptr %arrived monotonic, align 4
  %4 = atomicrmw add ptr %meetings, i32 1 seq_cst, align 8
  %sleepers.i = getelementptr inbounds nuw i8, ptr %0, i64 28
  %5 = load atomic i32, ptr %sleepers.i seq_cst, align 4
  %tobool.not.i = icmp eq i32 %5, 0
  br i1 %tobool.not.i, label %cleanup13, label %if.then.i

if.then.i:
  tail call void @wake_all(ptr noundef nonnull %meetings) #4
  br label %cleanup13

for.body:
  %spins.025 = phi i32 [ %inc, %if.end10 ], [ 0, %if.end ]
  %6 = load atomic i32, ptr %meetings acquire, align 8
  %cmp8.not = icmp eq i32 %6, %1
  br i1 %cmp8.not, label %if.end10, label %cleanup13

if.end10:
  tail call void @spin_pause() #4
  %inc = add nuw nsw i32 %spins.025, 1
  %exitcond = icmp eq i32 %inc, 4000
  br i1 %exitcond, label %for.end, label %for.body

for.end:
  %sleepers.i23 = getelementptr inbounds nuw i8, ptr %0, i64 28
  %7 = atomicrmw add ptr %sleepers.i23, i32 1 seq_cst, align 4
  %8 = load atomic i32, ptr %meetings seq_cst, align 8
  %cmp10.i = icmp eq i32 %8, %1
  br i1 %cmp10.i, label %while.body.i, label %sleep_until_met.exit

while.body.i:
  tail call void @wait_while(ptr noundef nonnull %meetings, i32 noundef %1) #4
  %9 = load atomic i32, ptr %meetings seq_cst, align 8
  %cmp.i = icmp eq i32 %9, %1
  br i1 %cmp.i, label %while.body.i, label %sleep_until_met.exit

sleep_until_met.exit:
  %10 = atomicrmw sub ptr %sleepers.i23, i32 1 seq_cst, align 4
  br label %cleanup13

cleanup13:
  ret void
}

declare hidden ptr @own_pointer() local_unnamed_addr #2

declare hidden void @openmp_barrier() local_unnamed_addr #2

declare hidden void @spin_pause() local_unnamed_addr #2

declare hidden void @set_own_pointer(ptr noundef) local_unnamed_addr #2

declare hidden void @wake_all(ptr noundef) local_unnamed_addr #2

declare hidden void @wait_while(ptr noundef, i32 noundef) local_unnamed_addr #2

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" }
attributes #3 = { nounwind }
attributes #4 = { nobuiltin nounwind "no-builtins" }

