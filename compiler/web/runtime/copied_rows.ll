; Made from copied_rows.c by clang of ziglang 0.17.1: make library-runtime
; 43d29f35ab68279b40987eeb6b5019dd8ae32da3b74f0f6e5a9af4c48c7fa774

define hidden void @share_rows(ptr noundef readnone captures(none) %session, ptr noundef readnone captures(none) %fork) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @leave_shared(ptr noundef readnone captures(none) %shared) local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

