; Made from alone.c by clang of ziglang 0.17.1: make library-runtime
; 471a225302366621dbe6cc6376531c739e530a56e98907eafad3087e80ed6c88

define hidden noundef zeroext i1 @has_openmp() local_unnamed_addr #0 {
entry:
  ret i1 false
}

define hidden void @run_openmp(ptr noundef readnone captures(none) %model, i32 noundef %threads, ptr noundef readnone captures(none) %call) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @end_helpers(ptr noundef readnone captures(none) %model) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @run_pool(ptr noundef readnone captures(none) %program, ptr noundef readnone captures(none) %options, i32 noundef %threads, ptr noundef readnone captures(none) %call) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @meet() local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

