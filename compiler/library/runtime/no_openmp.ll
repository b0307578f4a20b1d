; Made from no_openmp.c by clang of ziglang 0.17.1: make library-runtime
; c581a73d0ef7e80169548776d4334353ec8c4b8e1e7f3fe95abaf9acf55c23ca

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

