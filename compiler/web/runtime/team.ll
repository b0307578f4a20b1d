; Made from team.c by clang of ziglang 0.17.1: make library-runtime
; 68ad077a184bb28b90179c4ac6d5684108c84fe24f4c44e103b1b9f654ac95e3

@ncnnc_barrier = hidden local_unnamed_addr global ptr @meet, align 4
@own_number = internal unnamed_addr addrspace(1) global i32 0, align 4
@own_team_size = internal unnamed_addr addrspace(1) global i32 0, align 4
@meetings = internal global i32 0, align 4
@arrived = internal global i32 0, align 4

define internal void @meet() #0 {
entry:
  %0 = load atomic i32, ptr @meetings acquire, align 4
  %1 = atomicrmw add ptr @arrived, i32 1 acq_rel, align 4
  %add = add nsw i32 %1, 1
  %2 = load i32, ptr addrspace(1) @own_team_size, align 4
  %cmp = icmp eq i32 %add, %2
  br i1 %cmp, label %if.then, label %for.body

if.then:
  store atomic i32 0, ptr @arrived monotonic, align 4
  %3 = atomicrmw add ptr @meetings, i32 1 seq_cst, align 4
  %4 = tail call i32 @llvm.wasm.memory.atomic.notify(ptr nonnull @meetings, i32 -1)
  br label %cleanup12

for.cond:
  %inc = add nuw nsw i32 %spins.018, 1
  %exitcond = icmp eq i32 %inc, 2000
  br i1 %exitcond, label %while.cond.preheader, label %for.body

while.cond.preheader:
  %5 = load atomic i32, ptr @meetings seq_cst, align 4
  %cmp1119 = icmp eq i32 %5, %0
  br i1 %cmp1119, label %while.body, label %cleanup12

for.body:
  %spins.018 = phi i32 [ %inc, %for.cond ], [ 0, %entry ]
  %6 = load atomic i32, ptr @meetings acquire, align 4
  %cmp7.not = icmp eq i32 %6, %0
  br i1 %cmp7.not, label %for.cond, label %cleanup12

while.body:
  %7 = tail call i32 @llvm.wasm.memory.atomic.wait32(ptr nonnull @meetings, i32 %0, i64 -1)
  %8 = load atomic i32, ptr @meetings seq_cst, align 4
  %cmp11 = icmp eq i32 %8, %0
  br i1 %cmp11, label %while.body, label %cleanup12

cleanup12:
  ret void
}

define hidden void @run_share(ptr noundef initializes((28, 36)) %call, i32 noundef %number, i32 noundef %threads) local_unnamed_addr #1 {
entry:
  store i32 %number, ptr addrspace(1) @own_number, align 4
  store i32 %threads, ptr addrspace(1) @own_team_size, align 4
  %thread_number = getelementptr inbounds nuw i8, ptr %call, i32 28
  store ptr @thread_number, ptr %thread_number, align 4
  %team_size = getelementptr inbounds nuw i8, ptr %call, i32 32
  store ptr @team_size, ptr %team_size, align 4
  tail call void @ncnnc_worker(ptr noundef %call) #6
  ret void
}

define internal i32 @thread_number() #2 {
entry:
  %0 = load i32, ptr addrspace(1) @own_number, align 4
  ret i32 %0
}

define internal i32 @team_size() #2 {
entry:
  %0 = load i32, ptr addrspace(1) @own_team_size, align 4
  ret i32 %0
}

declare void @ncnnc_worker(ptr noundef) local_unnamed_addr #3

declare i32 @llvm.wasm.memory.atomic.notify(ptr captures(none), i32) #4

declare i32 @llvm.wasm.memory.atomic.wait32(ptr readonly captures(none), i32, i64) #5

attributes #0 = { nounwind memory(readwrite, argmem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #1 = { nounwind "no-builtins" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #3 = { "no-builtins" }
attributes #4 = { nounwind memory(inaccessiblemem: readwrite) }
attributes #5 = { nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) }
attributes #6 = { nobuiltin nounwind "no-builtins" }

