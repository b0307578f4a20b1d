; Made from windows_mapping.c by clang of ziglang 0.17.1: make library-runtime
; b7d93319f2916778dd861fe17193412b9249e61810ece2cec0785706eb1be1be

%union._LARGE_INTEGER = type { i64 }

define hidden ptr @map_file(ptr noundef %path, i64 noundef %wanted, ptr noundef writeonly captures(none) initializes((0, 4)) %status) local_unnamed_addr #0 {
entry:
  %wide.i = alloca [4096 x i16], align 16
  %size = alloca %union._LARGE_INTEGER, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %wide.i) #3
  %call.i.i = call i32 @MultiByteToWideChar(i32 noundef 65001, i32 noundef 8, ptr noundef %path, i32 noundef -1, ptr noundef nonnull %wide.i, i32 noundef 4096) #4
  %tobool.not.i = icmp eq i32 %call.i.i, 0
  br i1 %tobool.not.i, label %open_file.exit.thread, label %open_file.exit

open_file.exit.thread:
  call void @llvm.lifetime.end.p0(ptr nonnull %wide.i) #3
  store i32 4, ptr %status, align 4
  br label %cleanup

open_file.exit:
  %call2.i = call ptr @CreateFileW(ptr noundef nonnull %wide.i, i32 noundef -2147483648, i32 noundef 1, ptr noundef null, i32 noundef 3, i32 noundef 128, ptr noundef null) #4
  call void @llvm.lifetime.end.p0(ptr nonnull %wide.i) #3
  store i32 4, ptr %status, align 4
  %cmp = icmp eq ptr %call2.i, inttoptr (i64 -1 to ptr)
  br i1 %cmp, label %cleanup, label %if.end

if.end:
  call void @llvm.lifetime.start.p0(ptr nonnull %size) #3
  %call1 = call i32 @GetFileType(ptr noundef %call2.i) #4
  %cmp2 = icmp eq i32 %call1, 1
  br i1 %cmp2, label %land.end, label %if.end15

land.end:
  %call3 = call i32 @GetFileSizeEx(ptr noundef %call2.i, ptr noundef nonnull %size) #4
  %tobool.not = icmp eq i32 %call3, 0
  %0 = load i64, ptr %size, align 8
  %cmp4.not = icmp eq i64 %0, %wanted
  %or.cond = select i1 %tobool.not, i1 true, i1 %cmp4.not
  br i1 %or.cond, label %if.else, label %if.then5

if.then5:
  store i32 5, ptr %status, align 4
  br label %if.end15

if.else:
  br i1 %tobool.not, label %if.end15, label %if.then7

if.then7:
  %call8 = call ptr @CreateFileMappingW(ptr noundef %call2.i, ptr noundef null, i32 noundef 2, i32 noundef 0, i32 noundef 0, ptr noundef null) #4
  %tobool9.not = icmp eq ptr %call8, null
  br i1 %tobool9.not, label %if.end15, label %if.then10

if.then10:
  %call11 = call ptr @MapViewOfFile(ptr noundef nonnull %call8, i32 noundef 4, i32 noundef 0, i32 noundef 0, i64 noundef %wanted) #4
  %call12 = call i32 @CloseHandle(ptr noundef nonnull %call8) #4
  br label %if.end15

if.end15:
  %view.1 = phi ptr [ null, %if.then5 ], [ null, %if.else ], [ %call11, %if.then10 ], [ null, %if.then7 ], [ null, %if.end ]
  %call16 = call i32 @CloseHandle(ptr noundef %call2.i) #4
  call void @llvm.lifetime.end.p0(ptr nonnull %size) #3
  br label %cleanup

cleanup:
  %retval.0 = phi ptr [ %view.1, %if.end15 ], [ null, %open_file.exit ], [ null, %open_file.exit.thread ]
  ret ptr %retval.0
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare dllimport i32 @GetFileType(ptr noundef) local_unnamed_addr #2

declare dllimport i32 @GetFileSizeEx(ptr noundef, ptr noundef) local_unnamed_addr #2

declare dllimport ptr @CreateFileMappingW(ptr noundef, ptr noundef, i32 noundef, i32 noundef, i32 noundef, ptr noundef) local_unnamed_addr #2

declare dllimport ptr @MapViewOfFile(ptr noundef, i32 noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #2

declare dllimport i32 @CloseHandle(ptr noundef) local_unnamed_addr #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define hidden void @unmap_file(ptr noundef %mapping, i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %call = tail call i32 @UnmapViewOfFile(ptr noundef %mapping) #4
  ret void
}

declare dllimport i32 @UnmapViewOfFile(ptr noundef) local_unnamed_addr #2

declare dllimport ptr @CreateFileW(ptr noundef, i32 noundef, i32 noundef, ptr noundef, i32 noundef, i32 noundef, ptr noundef) local_unnamed_addr #2

declare dllimport i32 @MultiByteToWideChar(i32 noundef, i32 noundef, ptr noundef, i32 noundef, ptr noundef, i32 noundef) local_unnamed_addr #2

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" }
attributes #3 = { nounwind }
attributes #4 = { nobuiltin nounwind "no-builtins" }

