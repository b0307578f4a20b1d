; Made from no_openmp.c by clang of ziglang 0.17.1: make library-runtime
; 2914aa051cb2914c6c477f9fcac95c80a9a03c81babbfbc7fa5cf663112a64bf

define hidden noundef zeroext i1 @has_openmp() local_unnamed_addr #0 {
entry:
  ret i1 false
}

define hidden void @run_openmp(ptr noundef readnone captures(none) %model, i32 noundef %threads, ptr noundef readnone captures(none) %call) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @openmp_barrier() local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @end_helpers(ptr noundef readnone captures(none) %model) local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

