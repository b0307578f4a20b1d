; Made from weights_inside.c by clang of ziglang 0.17.1: make library-runtime
; a8bd5857f8ac1bfc7eeb5b35b318777b3df992d0509e19fbaf0b3a8f832bef3c

@ncnnc_weights = external hidden constant [0 x i8], align 1

define hidden range(i32 0, 14) i32 @open_weights(ptr noundef writeonly captures(none) %model, ptr noundef readnone captures(address_is_null) %path) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq ptr %path, null
  br i1 %tobool.not, label %if.end, label %return

if.end:
  %weights = getelementptr inbounds nuw i8, ptr %model, i64 8
  store ptr @ncnnc_weights, ptr %weights, align 8
  br label %return

return:
  %retval.0 = phi i32 [ 0, %if.end ], [ 13, %entry ]
  ret i32 %retval.0
}

define hidden void @close_weights(ptr noundef readnone captures(none) %model) local_unnamed_addr #1 {
entry:
  ret void
}

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: write) "no-builtins" }
attributes #1 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }

