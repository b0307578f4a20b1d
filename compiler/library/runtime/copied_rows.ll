; Made from copied_rows.c by clang of ziglang 0.17.1: make library-runtime
; cce1e62f31b542337e8e3f558a85f6f46689f510b612e0ead7153b0375920492

define hidden void @share_rows(ptr noundef readnone captures(none) %session, ptr noundef readnone captures(none) %fork) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @leave_shared(ptr noundef readnone captures(none) %shared) local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

