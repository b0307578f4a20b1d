; Made from openmp.c by clang of ziglang 0.17.1: make library-runtime
; 86ff41edad1a307f9e72df8ac647129240e4fc45992b99caedeeadd4fc8245e6

define hidden noundef zeroext i1 @has_openmp() local_unnamed_addr #0 {
entry:
  ret i1 true
}

define hidden void @run_openmp(ptr noundef readonly captures(none) %model, i32 noundef %threads, ptr noundef initializes((56, 72)) %call) local_unnamed_addr #1 {
entry:
  %thread_number = getelementptr inbounds nuw i8, ptr %call, i64 56
  store ptr @omp_get_thread_num, ptr %thread_number, align 8
  %team_size = getelementptr inbounds nuw i8, ptr %call, i64 64
  store ptr @omp_get_num_threads, ptr %team_size, align 8
  %0 = load ptr, ptr %model, align 8
  %worker = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load ptr, ptr %worker, align 8
  tail call void @GOMP_parallel(ptr noundef %1, ptr noundef %call, i32 noundef %threads, i32 noundef 0) #3
  ret void
}

declare i32 @omp_get_thread_num() #2

declare i32 @omp_get_num_threads() #2

declare void @GOMP_parallel(ptr noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #2

define hidden void @openmp_barrier() local_unnamed_addr #1 {
entry:
  tail call void @GOMP_barrier() #3
  ret void
}

declare void @GOMP_barrier() local_unnamed_addr #2

define hidden void @end_helpers(ptr noundef readnone captures(none) %model) local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #1 = { nounwind "no-builtins" }
attributes #2 = { "no-builtins" }
attributes #3 = { nobuiltin nounwind "no-builtins" }

