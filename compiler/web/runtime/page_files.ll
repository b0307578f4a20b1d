; Made from page_files.c by clang of ziglang 0.17.1: make library-runtime
; 85d4547c7351cbc5f4a64e0d83ece1130a2003734e6955519a5fb3ef001a1dda

define hidden noundef zeroext i1 @write_piece(ptr noundef readnone captures(none) %context, ptr noundef %piece, i32 noundef %bytes) local_unnamed_addr #0 {
entry:
  tail call void @write_bytes(ptr noundef %piece, i32 noundef %bytes) #7
  ret i1 true
}

declare void @write_bytes(ptr noundef, i32 noundef) local_unnamed_addr #1

define hidden range(i32 0, 2) i32 @create_file(ptr noundef readnone captures(address_is_null) %path) local_unnamed_addr #2 {
entry:
  %tobool.not = icmp eq ptr %path, null
  %lnot.ext = zext i1 %tobool.not to i32
  ret i32 %lnot.ext
}

define hidden noundef zeroext i1 @end_file(i32 noundef %file) local_unnamed_addr #2 {
entry:
  %tobool.not = icmp eq i32 %file, 0
  ret i1 %tobool.not
}

define hidden noundef zeroext i1 @rename_file(ptr noundef readnone captures(address_is_null) %path, ptr noundef readnone captures(address_is_null) %other) local_unnamed_addr #2 {
entry:
  %tobool = icmp ne ptr %path, null
  %tobool1 = icmp ne ptr %other, null
  %0 = and i1 %tobool, %tobool1
  ret i1 %0
}

define hidden void @remove_file(ptr noundef readnone captures(none) %path) local_unnamed_addr #2 {
entry:
  ret void
}

define hidden ptr @read_file(ptr noundef readonly captures(none) %path, ptr noundef writeonly captures(none) initializes((0, 4)) %size) local_unnamed_addr #3 {
entry:
  %size1 = getelementptr inbounds nuw i8, ptr %path, i32 4
  %0 = load i32, ptr %size1, align 4
  store i32 %0, ptr %size, align 4
  %1 = load ptr, ptr %path, align 4
  ret ptr %1
}

define hidden ptr @malloc(i32 noundef %bytes) local_unnamed_addr #0 {
entry:
  %call = tail call ptr @take_memory(i32 noundef %bytes) #7
  ret ptr %call
}

declare hidden ptr @take_memory(i32 noundef) local_unnamed_addr #4

define hidden i32 @strlen(ptr noundef nonnull readonly captures(none) %text) local_unnamed_addr #5 {
entry:
  br label %while.cond

while.cond:
  %length.0 = phi i32 [ 0, %entry ], [ %inc, %while.cond ]
  %arrayidx = getelementptr inbounds nuw i8, ptr %text, i32 %length.0
  %0 = load i8, ptr %arrayidx, align 1
  %tobool.not = icmp eq i8 %0, 0
  %inc = add i32 %length.0, 1
  br i1 %tobool.not, label %while.end, label %while.cond

while.end:
  ret i32 %length.0
}

define hidden range(i32 -1, 2) i32 @memcmp(ptr noundef readonly captures(none) %a, ptr noundef readonly captures(none) %b, i32 noundef %bytes) local_unnamed_addr #6 {
entry:
  %tobool.not15 = icmp eq i32 %bytes, 0
  br i1 %tobool.not15, label %cleanup, label %for.body

for.body:
  %y.018 = phi ptr [ %incdec.ptr7, %for.inc ], [ %b, %entry ]
  %x.017 = phi ptr [ %incdec.ptr, %for.inc ], [ %a, %entry ]
  %bytes.addr.016 = phi i32 [ %dec, %for.inc ], [ %bytes, %entry ]
  %0 = load i8, ptr %x.017, align 1
  %1 = load i8, ptr %y.018, align 1
  %cmp.not = icmp eq i8 %0, %1
  br i1 %cmp.not, label %for.inc, label %if.then

if.then:
  %cmp5 = icmp ult i8 %0, %1
  %cond = select i1 %cmp5, i32 -1, i32 1
  br label %cleanup

for.inc:
  %dec = add i32 %bytes.addr.016, -1
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %x.017, i32 1
  %incdec.ptr7 = getelementptr inbounds nuw i8, ptr %y.018, i32 1
  %tobool.not = icmp eq i32 %dec, 0
  br i1 %tobool.not, label %cleanup, label %for.body

cleanup:
  %retval.0 = phi i32 [ %cond, %if.then ], [ 0, %entry ], [ 0, %for.inc ]
  ret i32 %retval.0
}

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" "wasm-import-module"="env" "wasm-import-name"="write" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "no-builtins" }
attributes #4 = { "no-builtins" }
attributes #5 = { mustprogress nocallback nofree norecurse nosync nounwind willreturn memory(argmem: read) "no-builtins" }
attributes #6 = { nofree norecurse nosync nounwind memory(argmem: read) "no-builtins" }
attributes #7 = { nobuiltin nounwind "no-builtins" }

