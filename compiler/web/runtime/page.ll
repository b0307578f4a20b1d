; Made from page.c by clang of ziglang 0.17.1: make library-runtime
; 2592183298ac789b9817aff69a474e3b0489461bdd4267c8181deae8ecddf6c1

define hidden noundef i64 @cpu_features() local_unnamed_addr #0 {
entry:
  ret i64 -1
}

define hidden noundef i32 @open_weights(ptr noundef writeonly captures(none) initializes((4, 8)) %model, ptr noundef %place) local_unnamed_addr #1 {
entry:
  %weights = getelementptr inbounds nuw i8, ptr %model, i32 4
  store ptr %place, ptr %weights, align 4
  ret i32 0
}

define hidden void @close_weights(ptr noundef readnone captures(none) %model) local_unnamed_addr #0 {
entry:
  ret void
}

define hidden ptr @session_lengths(ptr noundef readonly captures(none) %session) local_unnamed_addr #2 {
entry:
  %lengths = getelementptr inbounds nuw i8, ptr %session, i32 8
  %0 = load ptr, ptr %lengths, align 8
  ret ptr %0
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) "no-builtins" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "no-builtins" }

