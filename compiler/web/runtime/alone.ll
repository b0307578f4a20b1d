; Made from alone.c by clang of ziglang 0.17.1: make library-runtime
; 1d2071a4e4a4c7fce83a7e5799a9a85466da950c63ed2a3f3cd88791170fe0a7

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

