; Made from copied_rows.c by clang of ziglang 0.17.1: make library-runtime
; 197729cf2cd17a7c978767965cdedf30cf17e0f9fe6b6ff1edd18f9fad0c8235

define hidden void @share_rows(ptr noundef readnone captures(none) %session, ptr noundef readnone captures(none) %fork) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @leave_shared(ptr noundef readnone captures(none) %shared) local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

