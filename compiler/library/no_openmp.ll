; In place of `openmp.ll` where only the caller's pool gives threads: the rest is never called.

define internal i1 @has_openmp() #0 {
  ret i1 false
}

define internal void @openmp_parallel(ptr %worker, ptr %call, i32 %threads) #0 {
  ret void
}

define internal void @openmp_barrier() #0 {
  ret void
}

define internal ptr @openmp_thread_number() #0 {
  ret ptr null
}

define internal ptr @openmp_team_size() #0 {
  ret ptr null
}
