; Made from copied_rows.c by clang of ziglang 0.17.1: make library-runtime
; f43a6c2f15fa0a8cb4097ef795382e94e9639b2ac46c51653a3373e1ca8ac3d6

define hidden void @share_rows(ptr noundef readnone captures(none) %session, ptr noundef readnone captures(none) %fork) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden void @leave_shared(ptr noundef readnone captures(none) %shared) local_unnamed_addr #0 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

