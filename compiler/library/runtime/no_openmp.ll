; Made from no_openmp.c by clang of ziglang 0.17.1: make library-runtime
; 75a0f02e3908bf8fc4b946ff0c4b4b57cfa5ab4d04d39952068f71cd018d1dc9

define hidden noundef zeroext i1 @has_openmp() local_unnamed_addr #0 {
entry:
  ret i1 false
}

define hidden void @run_openmp(ptr noundef readnone captures(none) %program, i32 noundef %threads, ptr noundef readnone captures(none) %call) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @openmp_barrier() local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

