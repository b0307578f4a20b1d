; Threads of an OpenMP runtime: libgomp, or LLVM's, which has the same entries.

declare void @GOMP_parallel(ptr, ptr, i32, i32)
declare void @GOMP_barrier()
declare i32 @omp_get_thread_num()
declare i32 @omp_get_num_threads()

define internal i1 @has_openmp() #0 {
  ret i1 true
}

define internal void @openmp_parallel(ptr %worker, ptr %call, i32 %threads) #0 {
  call void @GOMP_parallel(ptr %worker, ptr %call, i32 %threads, i32 0)
  ret void
}

define internal void @openmp_barrier() #0 {
  call void @GOMP_barrier()
  ret void
}

define internal ptr @openmp_thread_number() #0 {
  ret ptr @omp_get_thread_num
}

define internal ptr @openmp_team_size() #0 {
  ret ptr @omp_get_num_threads
}
