; A team of threads that a caller's pool runs, and the barrier in which any team meets.

; What its threads share: the call, what runs a thread's share of it, how many there are,
; how many have come to the barrier, how often all have, and how many sleep there.
%team = type { ptr, ptr, i32, i32, i32, i32 }

; The team of this thread, if it is one of a caller's pool, and its number there.
@own_team = internal thread_local global ptr null
@own_number = internal thread_local global i32 0

declare i64 @syscall(i64, ...)
declare void @llvm.x86.sse2.pause()

define internal i32 @thread_number() #0 {
  %number = load i32, ptr @own_number, align 4
  ret i32 %number
}

define internal i32 @team_size() #0 {
  %team = load ptr, ptr @own_team, align 8
  %threads_at = getelementptr inbounds %team, ptr %team, i64 0, i32 2
  %threads = load i32, ptr %threads_at, align 4
  ret i32 %threads
}

; What a caller's pool calls, once for each number of a thread. Teams may be nested.
define internal void @team_task(ptr %team, i32 %number) #0 {
  %outer_team = load ptr, ptr @own_team, align 8
  %outer_number = load i32, ptr @own_number, align 4
  store ptr %team, ptr @own_team, align 8
  store i32 %number, ptr @own_number, align 4
  %call_at = getelementptr inbounds %team, ptr %team, i64 0, i32 0
  %call = load ptr, ptr %call_at, align 8
  %worker_at = getelementptr inbounds %team, ptr %team, i64 0, i32 1
  %worker = load ptr, ptr %worker_at, align 8
  call void %worker(ptr %call)
  store ptr %outer_team, ptr @own_team, align 8
  store i32 %outer_number, ptr @own_number, align 4
  ret void
}

; All threads of the team wait here for the last one: awake for a moment, then asleep.
define internal void @meet() #0 {
entry:
  %team = load ptr, ptr @own_team, align 8
  %is_own = icmp ne ptr %team, null
  br i1 %is_own, label %arrive, label %openmp
openmp:
  call void @openmp_barrier()
  ret void
arrive:
  %threads_at = getelementptr inbounds %team, ptr %team, i64 0, i32 2
  %threads = load i32, ptr %threads_at, align 4
  %arrived_at = getelementptr inbounds %team, ptr %team, i64 0, i32 3
  %meetings_at = getelementptr inbounds %team, ptr %team, i64 0, i32 4
  %sleepers_at = getelementptr inbounds %team, ptr %team, i64 0, i32 5
  %meeting = load atomic i32, ptr %meetings_at acquire, align 4
  %before = atomicrmw add ptr %arrived_at, i32 1 acq_rel
  %arrived = add i32 %before, 1
  %is_last = icmp eq i32 %arrived, %threads
  br i1 %is_last, label %leave, label %spin
leave:
  store atomic i32 0, ptr %arrived_at monotonic, align 4
  %old = atomicrmw add ptr %meetings_at, i32 1 seq_cst
  %sleepers = load atomic i32, ptr %sleepers_at seq_cst, align 4
  %some_sleep = icmp ne i32 %sleepers, 0
  br i1 %some_sleep, label %wake, label %met
wake:
  ; futex, FUTEX_WAKE_PRIVATE
  %woken = call i64 (i64, ...) @syscall(i64 202, ptr %meetings_at, i32 129, i32 2147483647)
  br label %met
spin:
  %spins = phi i32 [ 0, %arrive ], [ %spins_next, %spin_again ]
  %spun = load atomic i32, ptr %meetings_at acquire, align 4
  %waits = icmp eq i32 %spun, %meeting
  br i1 %waits, label %spin_again, label %met
spin_again:
  call void @llvm.x86.sse2.pause()
  %spins_next = add i32 %spins, 1
  %may_spin = icmp ult i32 %spins_next, 4000
  br i1 %may_spin, label %spin, label %lie_down
lie_down:
  %others = atomicrmw add ptr %sleepers_at, i32 1 seq_cst
  br label %sleep
sleep:
  %now = load atomic i32, ptr %meetings_at seq_cst, align 4
  %still = icmp eq i32 %now, %meeting
  br i1 %still, label %wait, label %get_up
wait:
  ; futex, FUTEX_WAIT_PRIVATE
  %slept = call i64 (i64, ...) @syscall(i64 202, ptr %meetings_at, i32 128, i32 %meeting, ptr null)
  br label %sleep
get_up:
  %with_me = atomicrmw sub ptr %sleepers_at, i32 1 seq_cst
  br label %met
met:
  ret void
}

; Have a caller's pool run a team: parallel(pool, task, team, threads).
define internal void @pool_parallel(ptr %parallel, ptr %pool, ptr %worker, ptr %call, i32 %threads) #0 {
  %team = alloca %team, align 64
  store %team zeroinitializer, ptr %team, align 8
  %call_at = getelementptr inbounds %team, ptr %team, i64 0, i32 0
  store ptr %call, ptr %call_at, align 8
  %worker_at = getelementptr inbounds %team, ptr %team, i64 0, i32 1
  store ptr %worker, ptr %worker_at, align 8
  %threads_at = getelementptr inbounds %team, ptr %team, i64 0, i32 2
  store i32 %threads, ptr %threads_at, align 4
  call void %parallel(ptr %pool, ptr @team_task, ptr %team, i32 %threads)
  ret void
}
