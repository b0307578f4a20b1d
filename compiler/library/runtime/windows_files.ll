; Made from windows_files.c by clang of ziglang 0.17.1: make library-runtime
; f8a4d77007534c0aefdb3c443d7a2379b4b068a7d82de2ef7f7b4702c128c9f0

%union._LARGE_INTEGER = type { i64 }

define hidden ptr @take_pages(i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %call = tail call ptr @VirtualAlloc(ptr noundef null, i64 noundef %bytes, i32 noundef 12288, i32 noundef 4) #4
  ret ptr %call
}

declare dllimport ptr @VirtualAlloc(ptr noundef, i64 noundef, i32 noundef, i32 noundef) local_unnamed_addr #1

define hidden void @free_pages(ptr noundef %pages, i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %call = tail call i32 @VirtualFree(ptr noundef %pages, i64 noundef 0, i32 noundef 32768) #4
  ret void
}

declare dllimport i32 @VirtualFree(ptr noundef, i64 noundef, i32 noundef) local_unnamed_addr #1

define hidden i64 @create_file(ptr noundef %path) local_unnamed_addr #0 {
entry:
  %wide.i = alloca [4096 x i16], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %wide.i) #5
  %call.i.i = call i32 @MultiByteToWideChar(i32 noundef 65001, i32 noundef 8, ptr noundef %path, i32 noundef -1, ptr noundef nonnull %wide.i, i32 noundef 4096) #4
  %tobool.not.i = icmp eq i32 %call.i.i, 0
  br i1 %tobool.not.i, label %open_file.exit, label %if.end.i

if.end.i:
  %call2.i = call ptr @CreateFileW(ptr noundef nonnull %wide.i, i32 noundef 1073741824, i32 noundef 1, ptr noundef null, i32 noundef 1, i32 noundef 128, ptr noundef null) #4
  %0 = ptrtoint ptr %call2.i to i64
  br label %open_file.exit

open_file.exit:
  %retval.0.i = phi i64 [ %0, %if.end.i ], [ -1, %entry ]
  call void @llvm.lifetime.end.p0(ptr nonnull %wide.i) #5
  ret i64 %retval.0.i
}

define hidden noundef zeroext i1 @write_piece(ptr noundef readonly captures(none) %context, ptr noundef %piece, i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %written = alloca i32, align 4
  %0 = load i64, ptr %context, align 8
  %1 = inttoptr i64 %0 to ptr
  br label %while.cond

while.cond:
  %bytes.addr.0 = phi i64 [ %bytes, %entry ], [ %sub, %while.body ]
  %piece.addr.0 = phi ptr [ %piece, %entry ], [ %add.ptr, %while.body ]
  %tobool.not = icmp eq i64 %bytes.addr.0, 0
  br i1 %tobool.not, label %cleanup5, label %while.body

while.body:
  call void @llvm.lifetime.start.p0(ptr nonnull %written) #5
  %cond11 = call i64 @llvm.umin.i64(i64 %bytes.addr.0, i64 1073741824)
  %cond = trunc nuw nsw i64 %cond11 to i32
  %call = call i32 @WriteFile(ptr noundef %1, ptr noundef %piece.addr.0, i32 noundef %cond, ptr noundef nonnull %written, ptr noundef null) #4
  %tobool1 = icmp ne i32 %call, 0
  %2 = load i32, ptr %written, align 4
  %tobool2 = icmp ne i32 %2, 0
  %or.cond = select i1 %tobool1, i1 %tobool2, i1 false
  %idx.ext = zext i32 %2 to i64
  %add.ptr = getelementptr inbounds nuw i8, ptr %piece.addr.0, i64 %idx.ext
  %sub = sub i64 %bytes.addr.0, %idx.ext
  call void @llvm.lifetime.end.p0(ptr nonnull %written) #5
  br i1 %or.cond, label %while.cond, label %cleanup5

cleanup5:
  ret i1 %tobool.not
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

declare dllimport i32 @WriteFile(ptr noundef, ptr noundef, i32 noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

define hidden zeroext i1 @end_file(i64 noundef %file) local_unnamed_addr #0 {
entry:
  %0 = inttoptr i64 %file to ptr
  %call = tail call i32 @FlushFileBuffers(ptr noundef %0) #4
  %tobool = icmp ne i32 %call, 0
  %call1 = tail call i32 @CloseHandle(ptr noundef %0) #4
  %tobool2 = icmp ne i32 %call1, 0
  %1 = select i1 %tobool2, i1 %tobool, i1 false
  ret i1 %1
}

declare dllimport i32 @FlushFileBuffers(ptr noundef) local_unnamed_addr #1

declare dllimport i32 @CloseHandle(ptr noundef) local_unnamed_addr #1

define hidden zeroext i1 @rename_file(ptr noundef %path, ptr noundef %other) local_unnamed_addr #0 {
entry:
  %from = alloca [4096 x i16], align 16
  %to = alloca [4096 x i16], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %from) #5
  call void @llvm.lifetime.start.p0(ptr nonnull %to) #5
  %call.i = call i32 @MultiByteToWideChar(i32 noundef 65001, i32 noundef 8, ptr noundef %path, i32 noundef -1, ptr noundef nonnull %from, i32 noundef 4096) #4
  %tobool.not = icmp eq i32 %call.i, 0
  br i1 %tobool.not, label %cleanup, label %lor.lhs.false

lor.lhs.false:
  %call.i9 = call i32 @MultiByteToWideChar(i32 noundef 65001, i32 noundef 8, ptr noundef %other, i32 noundef -1, ptr noundef nonnull %to, i32 noundef 4096) #4
  %tobool3.not = icmp eq i32 %call.i9, 0
  br i1 %tobool3.not, label %cleanup, label %if.end

if.end:
  %call6 = call i32 @MoveFileExW(ptr noundef nonnull %from, ptr noundef nonnull %to, i32 noundef 9) #4
  %tobool7 = icmp ne i32 %call6, 0
  br label %cleanup

cleanup:
  %retval.0 = phi i1 [ %tobool7, %if.end ], [ false, %lor.lhs.false ], [ false, %entry ]
  call void @llvm.lifetime.end.p0(ptr nonnull %to) #5
  call void @llvm.lifetime.end.p0(ptr nonnull %from) #5
  ret i1 %retval.0
}

declare dllimport i32 @MoveFileExW(ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr #1

define hidden void @remove_file(ptr noundef %path) local_unnamed_addr #0 {
entry:
  %wide = alloca [4096 x i16], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %wide) #5
  %call.i = call i32 @MultiByteToWideChar(i32 noundef 65001, i32 noundef 8, ptr noundef %path, i32 noundef -1, ptr noundef nonnull %wide, i32 noundef 4096) #4
  %tobool.not = icmp eq i32 %call.i, 0
  br i1 %tobool.not, label %if.end, label %if.then

if.then:
  %call2 = call i32 @DeleteFileW(ptr noundef nonnull %wide) #4
  br label %if.end

if.end:
  call void @llvm.lifetime.end.p0(ptr nonnull %wide) #5
  ret void
}

declare dllimport i32 @DeleteFileW(ptr noundef) local_unnamed_addr #1

define hidden ptr @read_file(ptr noundef %path, ptr noundef writeonly captures(none) %size) local_unnamed_addr #0 {
entry:
  %got.i = alloca i32, align 4
  %wide.i = alloca [4096 x i16], align 16
  %end = alloca %union._LARGE_INTEGER, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %wide.i) #5
  %call.i.i = call i32 @MultiByteToWideChar(i32 noundef 65001, i32 noundef 8, ptr noundef %path, i32 noundef -1, ptr noundef nonnull %wide.i, i32 noundef 4096) #4
  %tobool.not.i = icmp eq i32 %call.i.i, 0
  br i1 %tobool.not.i, label %open_file.exit.thread, label %open_file.exit

open_file.exit.thread:
  call void @llvm.lifetime.end.p0(ptr nonnull %wide.i) #5
  br label %cleanup

open_file.exit:
  %call2.i = call ptr @CreateFileW(ptr noundef nonnull %wide.i, i32 noundef -2147483648, i32 noundef 1, ptr noundef null, i32 noundef 3, i32 noundef 128, ptr noundef null) #4
  call void @llvm.lifetime.end.p0(ptr nonnull %wide.i) #5
  %cmp = icmp eq ptr %call2.i, inttoptr (i64 -1 to ptr)
  br i1 %cmp, label %cleanup, label %if.end

if.end:
  call void @llvm.lifetime.start.p0(ptr nonnull %end) #5
  %call1 = call i32 @GetFileType(ptr noundef %call2.i) #4
  %cmp2 = icmp eq i32 %call1, 1
  br i1 %cmp2, label %land.end, label %cond.end.thread

land.end:
  %call3 = call i32 @GetFileSizeEx(ptr noundef %call2.i, ptr noundef nonnull %end) #4
  %tobool = icmp ne i32 %call3, 0
  %0 = load i64, ptr %end, align 8
  %cmp4 = icmp sgt i64 %0, 0
  %or.cond = select i1 %tobool, i1 %cmp4, i1 false
  br i1 %or.cond, label %cond.end, label %cond.end.thread

cond.end.thread:
  store i64 0, ptr %size, align 8
  br label %land.end14.thread

cond.end:
  %call.i = call ptr @VirtualAlloc(ptr noundef null, i64 noundef %0, i32 noundef 12288, i32 noundef 4) #4
  %tobool6.not = icmp eq ptr %call.i, null
  %1 = load i64, ptr %end, align 8
  %cond10 = select i1 %tobool6.not, i64 0, i64 %1
  store i64 %cond10, ptr %size, align 8
  br i1 %tobool6.not, label %land.end14.thread, label %while.cond.i

while.cond.i:
  %memory.addr.0.i = phi ptr [ %add.ptr.i, %while.body.i ], [ %call.i, %cond.end ]
  %bytes.addr.0.i = phi i64 [ %sub.i, %while.body.i ], [ %1, %cond.end ]
  %tobool.not.i41 = icmp eq i64 %bytes.addr.0.i, 0
  br i1 %tobool.not.i41, label %land.end14.thread, label %while.body.i

while.body.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %got.i) #5
  %cond9.i = call i64 @llvm.umin.i64(i64 %bytes.addr.0.i, i64 1073741824)
  %cond.i = trunc nuw nsw i64 %cond9.i to i32
  %call.i42 = call i32 @ReadFile(ptr noundef %call2.i, ptr noundef %memory.addr.0.i, i32 noundef %cond.i, ptr noundef nonnull %got.i, ptr noundef null) #4
  %tobool1.i = icmp ne i32 %call.i42, 0
  %2 = load i32, ptr %got.i, align 4
  %tobool2.i = icmp ne i32 %2, 0
  %or.cond.not.not.i = select i1 %tobool1.i, i1 %tobool2.i, i1 false
  %idx.ext.i = zext i32 %2 to i64
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %memory.addr.0.i, i64 %idx.ext.i
  %sub.i = sub i64 %bytes.addr.0.i, %idx.ext.i
  call void @llvm.lifetime.end.p0(ptr nonnull %got.i) #5
  br i1 %or.cond.not.not.i, label %while.cond.i, label %land.end14

land.end14.thread:
  %.ph = phi ptr [ null, %cond.end ], [ null, %cond.end.thread ], [ %call.i, %while.cond.i ]
  %call1655 = call i32 @CloseHandle(ptr noundef %call2.i) #4
  br label %if.end21

land.end14:
  %call16 = call i32 @CloseHandle(ptr noundef %call2.i) #4
  %call.i43 = call i32 @VirtualFree(ptr noundef nonnull %call.i, i64 noundef 0, i32 noundef 32768) #4
  br label %if.end21

if.end21:
  %cond26 = phi ptr [ %.ph, %land.end14.thread ], [ null, %land.end14 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %end) #5
  br label %cleanup

cleanup:
  %retval.0 = phi ptr [ %cond26, %if.end21 ], [ null, %open_file.exit ], [ null, %open_file.exit.thread ]
  ret ptr %retval.0
}

declare dllimport i32 @GetFileType(ptr noundef) local_unnamed_addr #1

declare dllimport i32 @GetFileSizeEx(ptr noundef, ptr noundef) local_unnamed_addr #1

declare dllimport ptr @CreateFileW(ptr noundef, i32 noundef, i32 noundef, ptr noundef, i32 noundef, i32 noundef, ptr noundef) local_unnamed_addr #1

declare dllimport i32 @MultiByteToWideChar(i32 noundef, i32 noundef, ptr noundef, i32 noundef, ptr noundef, i32 noundef) local_unnamed_addr #1

declare dllimport i32 @ReadFile(ptr noundef, ptr noundef, i32 noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

declare i64 @llvm.umin.i64(i64, i64) #3

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nounwind }

