; Made from shared_rows.c by clang of ziglang 0.17.1: make library-runtime
; d57c409a397f52f62c5142e61f01586e17fda2460e820821b5ea1019b8c29a33

%struct.copying = type { ptr, i32 }
%struct.ncnnc_state = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }

@.str = private unnamed_addr constant [13 x i8] c"ncnnc-states\00", align 1

define hidden void @leave_shared(ptr noundef %shared) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq ptr %shared, null
  br i1 %tobool.not, label %return, label %lor.lhs.false

lor.lhs.false:
  %0 = atomicrmw sub ptr %shared, i32 1 acq_rel, align 4
  %cmp = icmp sgt i32 %0, 1
  br i1 %cmp, label %return, label %if.end

if.end:
  %file = getelementptr inbounds nuw i8, ptr %shared, i64 4
  %1 = load i32, ptr %file, align 4
  %call = tail call i32 @close(i32 noundef %1) #4
  tail call void @free(ptr noundef nonnull %shared) #4
  br label %return

return:
  ret void
}

declare i32 @close(i32 noundef) local_unnamed_addr #1

declare void @free(ptr noundef) local_unnamed_addr #2

define hidden void @share_rows(ptr noundef %session, ptr noundef captures(none) %fork) local_unnamed_addr #0 {
entry:
  %copying.i = alloca %struct.copying, align 8
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %0 = load ptr, ptr %sequence, align 8
  %state_count = getelementptr inbounds nuw i8, ptr %0, i64 64
  %1 = load i64, ptr %state_count, align 8
  %cmp91 = icmp sgt i64 %1, 0
  br i1 %cmp91, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %states = getelementptr inbounds nuw i8, ptr %0, i64 56
  %2 = load ptr, ptr %states, align 8
  br label %for.body

for.cond.cleanup:
  %bytes.0.lcssa = phi i64 [ 0, %entry ], [ %bytes.1, %for.inc ]
  %length = getelementptr inbounds nuw i8, ptr %session, i64 16
  %3 = load i64, ptr %length, align 8
  %mul = mul nsw i64 %3, %bytes.0.lcssa
  %cmp6 = icmp slt i64 %mul, 1048576
  br i1 %cmp6, label %cleanup28, label %if.end8

for.body:
  %bytes.093 = phi i64 [ 0, %for.body.lr.ph ], [ %bytes.1, %for.inc ]
  %i.092 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_state, ptr %2, i64 %i.092
  %bytes2 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %4 = load i64, ptr %bytes2, align 8
  %tobool.not = icmp eq i64 %4, 0
  br i1 %tobool.not, label %if.then, label %for.inc

if.then:
  %heads.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 24
  %5 = load i64, ptr %heads.i, align 8
  %panels.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 40
  %6 = load i64, ptr %panels.i, align 8
  %sub.i = add nsw i64 %6, -1
  %row_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 56
  %7 = load i64, ptr %row_bytes.i, align 8
  %mul.i = mul nsw i64 %sub.i, %7
  %last_row_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 64
  %8 = load i64, ptr %last_row_bytes.i, align 8
  %add.i = add nsw i64 %mul.i, %8
  %mul1.i = mul nsw i64 %add.i, %5
  %add = add nsw i64 %mul1.i, %bytes.093
  br label %for.inc

for.inc:
  %bytes.1 = phi i64 [ %bytes.093, %for.body ], [ %add, %if.then ]
  %inc = add nuw nsw i64 %i.092, 1
  %exitcond.not = icmp eq i64 %inc, %1
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

if.end8:
  %shared = getelementptr inbounds nuw i8, ptr %session, i64 64
  %9 = load ptr, ptr %shared, align 8
  %tobool9.not = icmp eq ptr %9, null
  br i1 %tobool9.not, label %if.then13, label %lor.lhs.false

lor.lhs.false:
  %as_shared = getelementptr inbounds nuw i8, ptr %session, i64 72
  %10 = load i64, ptr %as_shared, align 8
  %div.neg = sdiv i64 %3, -8
  %sub = add i64 %div.neg, %3
  %cmp12 = icmp slt i64 %10, %sub
  br i1 %cmp12, label %if.then13, label %if.end24

if.then13:
  %tobool.not.i = icmp eq ptr @memfd_create, null
  br i1 %tobool.not.i, label %cleanup28, label %cond.end.i

cond.end.i:
  %call.i = tail call noalias ptr @malloc(i64 noundef 8) #4
  %tobool1.not.i = icmp eq ptr %call.i, null
  br i1 %tobool1.not.i, label %cleanup28, label %if.end.i

if.end.i:
  %call2.i = tail call i32 @memfd_create(ptr noundef nonnull @.str, i32 noundef 1) #4
  %file.i = getelementptr inbounds nuw i8, ptr %call.i, i64 4
  store i32 %call2.i, ptr %file.i, align 4
  %cmp.i = icmp slt i32 %call2.i, 0
  br i1 %cmp.i, label %if.then4.i, label %if.end5.i

if.then4.i:
  tail call void @free(ptr noundef nonnull %call.i) #4
  br label %cleanup28

if.end5.i:
  store i32 1, ptr %call.i, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %copying.i) #5
  %memory6.i = getelementptr inbounds nuw i8, ptr %session, i64 32
  %11 = load ptr, ptr %memory6.i, align 8
  store ptr %11, ptr %copying.i, align 8
  %file7.i = getelementptr inbounds nuw i8, ptr %copying.i, i64 8
  store i32 %call2.i, ptr %file7.i, align 8
  %12 = getelementptr inbounds nuw i8, ptr %copying.i, i64 12
  store i32 0, ptr %12, align 4
  %13 = load ptr, ptr %sequence, align 8
  %state_bytes.i = getelementptr inbounds nuw i8, ptr %13, i64 72
  %14 = load i64, ptr %state_bytes.i, align 8
  %call10.i = tail call i32 @ftruncate(i32 noundef %call2.i, i64 noundef %14) #4
  %cmp11.i = icmp eq i32 %call10.i, 0
  br i1 %cmp11.i, label %land.lhs.true.i, label %lor.lhs.false.i.i

land.lhs.true.i:
  %15 = load i64, ptr %length, align 8
  %call12.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, i64 noundef %15, ptr noundef nonnull @copy_to_file, ptr noundef nonnull %copying.i) #4
  br i1 %call12.i, label %if.end18, label %lor.lhs.false.i.i

lor.lhs.false.i.i:
  %16 = atomicrmw sub ptr %call.i, i32 1 acq_rel, align 4
  %cmp.i.i = icmp sgt i32 %16, 1
  br i1 %cmp.i.i, label %new_shared.exit.thread88, label %if.end.i.i

if.end.i.i:
  %17 = load i32, ptr %file.i, align 4
  %call.i.i = call i32 @close(i32 noundef %17) #4
  call void @free(ptr noundef nonnull %call.i) #4
  br label %new_shared.exit.thread88

new_shared.exit.thread88:
  call void @llvm.lifetime.end.p0(ptr nonnull %copying.i) #5
  br label %cleanup28

if.end18:
  call void @llvm.lifetime.end.p0(ptr nonnull %copying.i) #5
  %18 = load i64, ptr %length, align 8
  %19 = load ptr, ptr %sequence, align 8
  %state_bytes.i50 = getelementptr inbounds nuw i8, ptr %19, i64 72
  %20 = load i64, ptr %state_bytes.i50, align 8
  %21 = load i32, ptr %file.i, align 4
  %call.i52 = call ptr @mmap(ptr noundef null, i64 noundef %20, i32 noundef 3, i32 noundef 16386, i32 noundef %21, i64 noundef 0) #4
  %cmp.i53.not = icmp eq ptr %call.i52, inttoptr (i64 -1 to ptr)
  br i1 %cmp.i53.not, label %lor.lhs.false.i, label %if.end.i55

if.end.i55:
  %22 = load ptr, ptr %memory6.i, align 8
  %call2.i56 = call i32 @munmap(ptr noundef %22, i64 noundef %20) #4
  store ptr %call.i52, ptr %memory6.i, align 8
  %23 = atomicrmw add ptr %call.i, i32 1 monotonic, align 4
  %24 = load ptr, ptr %shared, align 8
  %tobool.not.i.i = icmp eq ptr %24, null
  br i1 %tobool.not.i.i, label %leave_shared.exit.i, label %lor.lhs.false.i.i57

lor.lhs.false.i.i57:
  %25 = atomicrmw sub ptr %24, i32 1 acq_rel, align 4
  %cmp.i.i58 = icmp sgt i32 %25, 1
  br i1 %cmp.i.i58, label %leave_shared.exit.i, label %if.end.i.i59

if.end.i.i59:
  %file.i.i = getelementptr inbounds nuw i8, ptr %24, i64 4
  %26 = load i32, ptr %file.i.i, align 4
  %call.i.i60 = call i32 @close(i32 noundef %26) #4
  call void @free(ptr noundef nonnull %24) #4
  br label %leave_shared.exit.i

leave_shared.exit.i:
  store ptr %call.i, ptr %shared, align 8
  %as_shared.i = getelementptr inbounds nuw i8, ptr %session, i64 72
  store i64 %18, ptr %as_shared.i, align 8
  br label %lor.lhs.false.i

lor.lhs.false.i:
  %27 = atomicrmw sub ptr %call.i, i32 1 acq_rel, align 4
  %cmp.i62 = icmp sgt i32 %27, 1
  br i1 %cmp.i62, label %leave_shared.exit, label %if.end.i63

if.end.i63:
  %28 = load i32, ptr %file.i, align 4
  %call.i65 = call i32 @close(i32 noundef %28) #4
  call void @free(ptr noundef nonnull %call.i) #4
  br label %leave_shared.exit

leave_shared.exit:
  br i1 %cmp.i53.not, label %cleanup28, label %leave_shared.exit.if.end24_crit_edge

leave_shared.exit.if.end24_crit_edge:
  %.pre = load ptr, ptr %shared, align 8
  %as_shared26.phi.trans.insert = getelementptr inbounds nuw i8, ptr %session, i64 72
  %.pre94 = load i64, ptr %as_shared26.phi.trans.insert, align 8
  br label %if.end24

if.end24:
  %29 = phi i64 [ %.pre94, %leave_shared.exit.if.end24_crit_edge ], [ %10, %lor.lhs.false ]
  %30 = phi ptr [ %.pre, %leave_shared.exit.if.end24_crit_edge ], [ %9, %lor.lhs.false ]
  %sequence.i66 = getelementptr inbounds nuw i8, ptr %fork, i64 8
  %31 = load ptr, ptr %sequence.i66, align 8
  %state_bytes.i67 = getelementptr inbounds nuw i8, ptr %31, i64 72
  %32 = load i64, ptr %state_bytes.i67, align 8
  %file.i68 = getelementptr inbounds nuw i8, ptr %30, i64 4
  %33 = load i32, ptr %file.i68, align 4
  %call.i69 = call ptr @mmap(ptr noundef null, i64 noundef %32, i32 noundef 3, i32 noundef 16386, i32 noundef %33, i64 noundef 0) #4
  %cmp.i70.not = icmp eq ptr %call.i69, inttoptr (i64 -1 to ptr)
  br i1 %cmp.i70.not, label %cleanup28, label %if.end.i72

if.end.i72:
  %memory1.i73 = getelementptr inbounds nuw i8, ptr %fork, i64 32
  %34 = load ptr, ptr %memory1.i73, align 8
  %call2.i74 = call i32 @munmap(ptr noundef %34, i64 noundef %32) #4
  store ptr %call.i69, ptr %memory1.i73, align 8
  %35 = atomicrmw add ptr %30, i32 1 monotonic, align 4
  %shared4.i75 = getelementptr inbounds nuw i8, ptr %fork, i64 64
  %36 = load ptr, ptr %shared4.i75, align 8
  %tobool.not.i.i76 = icmp eq ptr %36, null
  br i1 %tobool.not.i.i76, label %leave_shared.exit.i82, label %lor.lhs.false.i.i77

lor.lhs.false.i.i77:
  %37 = atomicrmw sub ptr %36, i32 1 acq_rel, align 4
  %cmp.i.i78 = icmp sgt i32 %37, 1
  br i1 %cmp.i.i78, label %leave_shared.exit.i82, label %if.end.i.i79

if.end.i.i79:
  %file.i.i80 = getelementptr inbounds nuw i8, ptr %36, i64 4
  %38 = load i32, ptr %file.i.i80, align 4
  %call.i.i81 = call i32 @close(i32 noundef %38) #4
  call void @free(ptr noundef nonnull %36) #4
  br label %leave_shared.exit.i82

leave_shared.exit.i82:
  store ptr %30, ptr %shared4.i75, align 8
  %as_shared.i83 = getelementptr inbounds nuw i8, ptr %fork, i64 72
  store i64 %29, ptr %as_shared.i83, align 8
  br label %cleanup28

cleanup28:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

declare extern_weak i32 @memfd_create(ptr noundef, i32 noundef) #2

declare noalias ptr @malloc(i64 noundef) local_unnamed_addr #2

declare i32 @ftruncate(i32 noundef, i64 noundef) local_unnamed_addr #2

declare hidden zeroext i1 @walk(ptr noundef, i64 noundef, i64 noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

define internal zeroext i1 @copy_to_file(ptr noundef %context, ptr noundef %piece, i64 noundef %bytes) #0 {
entry:
  %file = getelementptr inbounds nuw i8, ptr %context, i64 8
  %0 = load i32, ptr %file, align 8
  %1 = load ptr, ptr %context, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %piece to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %1 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %call = tail call i64 @lseek(i32 noundef %0, i64 noundef %sub.ptr.sub, i32 noundef 0) #4
  %cmp = icmp sgt i64 %call, -1
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:
  %call2 = tail call zeroext i1 @write_piece(ptr noundef nonnull %file, ptr noundef %piece, i64 noundef %bytes) #4
  br label %land.end

land.end:
  %2 = phi i1 [ false, %entry ], [ %call2, %land.rhs ]
  ret i1 %2
}

declare i64 @lseek(i32 noundef, i64 noundef, i32 noundef) local_unnamed_addr #2

declare hidden zeroext i1 @write_piece(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

declare ptr @mmap(ptr noundef, i64 noundef, i32 noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #2

declare i32 @munmap(ptr noundef, i64 noundef) local_unnamed_addr #2

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" }
attributes #2 = { nounwind "no-builtins" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nounwind }

