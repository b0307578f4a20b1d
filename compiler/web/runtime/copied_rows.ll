; Made from copied_rows.c by clang of ziglang 0.17.1: make library-runtime
; 06b9cdfc1fb0848fe6a79b04e8e19ede18b9a78926a5db1e45e32f46aacc0e62

define hidden void @share_rows(ptr noundef readnone captures(none) %session, ptr noundef readnone captures(none) %fork) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @leave_shared(ptr noundef readnone captures(none) %shared) local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

