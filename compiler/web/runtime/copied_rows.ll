; Made from copied_rows.c by clang of ziglang 0.17.1: make library-runtime
; ae8763b22d8eff95034b6c5e6894f4895040e043055db2c66bba6cf0366fd00a

define hidden void @share_rows(ptr noundef readnone captures(none) %session, ptr noundef readnone captures(none) %fork) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @leave_shared(ptr noundef readnone captures(none) %shared) local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

