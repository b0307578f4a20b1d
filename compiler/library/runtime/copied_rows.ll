; Made from copied_rows.c by clang of ziglang 0.17.1: make library-runtime
; 8083e78f820a63351f93e38471bfdd81a76d5a8c12e28d810697b3da6ff0c044

define hidden void @share_rows(ptr noundef readnone captures(none) %session, ptr noundef readnone captures(none) %fork) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @leave_shared(ptr noundef readnone captures(none) %shared) local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

