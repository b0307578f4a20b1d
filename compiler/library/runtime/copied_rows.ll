; Made from copied_rows.c by clang of ziglang 0.17.1: make library-runtime
; b2bc102e7bc44e8177af6cbf434b17642a5bbb69d390e0d7e4bb6c505a98e115

define hidden void @share_rows(ptr noundef readnone captures(none) %session, ptr noundef readnone captures(none) %fork) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @leave_shared(ptr noundef readnone captures(none) %shared) local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

