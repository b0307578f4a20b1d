; Made from shared_rows.c by clang of ziglang 0.17.1: make library-runtime
; f78a15fd437afe1298781bc9f60d85bc94980af3e18dbc20c92cdead90e9d75f

%struct.copying = type { ptr, i64 }
%struct.ncnnc_state = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }

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
  %lengths = getelementptr inbounds nuw i8, ptr %session, i64 16
  %0 = load ptr, ptr %lengths, align 8
  %1 = load i64, ptr %0, align 8
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %2 = load ptr, ptr %sequence, align 8
  %state_count = getelementptr inbounds nuw i8, ptr %2, i64 64
  %3 = load i64, ptr %state_count, align 8
  %cmp89 = icmp sgt i64 %3, 0
  br i1 %cmp89, label %for.body.lr.ph, label %cleanup25

for.body.lr.ph:
  %states = getelementptr inbounds nuw i8, ptr %2, i64 56
  %4 = load ptr, ptr %states, align 8
  br label %for.body

for.cond.cleanup:
  %5 = mul nsw i64 %bytes.1, %1
  %6 = icmp slt i64 %5, 1048576
  br i1 %6, label %cleanup25, label %if.end8

for.body:
  %bytes.091 = phi i64 [ 0, %for.body.lr.ph ], [ %bytes.1, %if.end ]
  %i.090 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %if.end ]
  %arrayidx2 = getelementptr inbounds nuw %struct.ncnnc_state, ptr %4, i64 %i.090
  %bytes3 = getelementptr inbounds nuw i8, ptr %arrayidx2, i64 16
  %7 = load i64, ptr %bytes3, align 8
  %tobool.not = icmp eq i64 %7, 0
  br i1 %tobool.not, label %land.lhs.true, label %if.end

land.lhs.true:
  %length4 = getelementptr inbounds nuw i8, ptr %arrayidx2, i64 24
  %8 = load i64, ptr %length4, align 8
  %tobool5.not = icmp eq i64 %8, 0
  br i1 %tobool5.not, label %if.then, label %if.end

if.then:
  %heads.i = getelementptr inbounds nuw i8, ptr %arrayidx2, i64 32
  %9 = load i64, ptr %heads.i, align 8
  %panels.i = getelementptr inbounds nuw i8, ptr %arrayidx2, i64 48
  %10 = load i64, ptr %panels.i, align 8
  %sub.i = add nsw i64 %10, -1
  %row_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx2, i64 64
  %11 = load i64, ptr %row_bytes.i, align 8
  %mul.i = mul nsw i64 %sub.i, %11
  %last_row_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx2, i64 72
  %12 = load i64, ptr %last_row_bytes.i, align 8
  %add.i = add nsw i64 %mul.i, %12
  %mul1.i = mul nsw i64 %add.i, %9
  %add = add nsw i64 %mul1.i, %bytes.091
  br label %if.end

if.end:
  %bytes.1 = phi i64 [ %bytes.091, %for.body ], [ %bytes.091, %land.lhs.true ], [ %add, %if.then ]
  %inc = add nuw nsw i64 %i.090, 1
  %exitcond.not = icmp eq i64 %inc, %3
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

if.end8:
  %shared = getelementptr inbounds nuw i8, ptr %session, i64 72
  %13 = load ptr, ptr %shared, align 8
  %tobool9.not = icmp eq ptr %13, null
  br i1 %tobool9.not, label %if.then11, label %lor.lhs.false

lor.lhs.false:
  %as_shared = getelementptr inbounds nuw i8, ptr %session, i64 80
  %14 = load i64, ptr %as_shared, align 8
  %div.neg = sdiv i64 %1, -8
  %sub = add i64 %div.neg, %1
  %cmp10 = icmp slt i64 %14, %sub
  br i1 %cmp10, label %if.then11, label %if.end21

if.then11:
  %tobool.not.i = icmp eq ptr @memfd_create, null
  br i1 %tobool.not.i, label %cleanup25, label %cond.end.i

cond.end.i:
  %call.i = tail call noalias ptr @malloc(i64 noundef 8) #4
  %tobool1.not.i = icmp eq ptr %call.i, null
  br i1 %tobool1.not.i, label %cleanup25, label %if.end.i

if.end.i:
  %call2.i = tail call i32 @memfd_create(ptr noundef nonnull @.str, i32 noundef 1) #4
  %file.i = getelementptr inbounds nuw i8, ptr %call.i, i64 4
  store i32 %call2.i, ptr %file.i, align 4
  %cmp.i = icmp slt i32 %call2.i, 0
  br i1 %cmp.i, label %if.then4.i, label %if.end5.i

if.then4.i:
  tail call void @free(ptr noundef nonnull %call.i) #4
  br label %cleanup25

if.end5.i:
  store i32 1, ptr %call.i, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %copying.i) #5
  %memory6.i = getelementptr inbounds nuw i8, ptr %session, i64 32
  %15 = load ptr, ptr %memory6.i, align 8
  store ptr %15, ptr %copying.i, align 8
  %file7.i = getelementptr inbounds nuw i8, ptr %copying.i, i64 8
  %conv.i = zext nneg i32 %call2.i to i64
  store i64 %conv.i, ptr %file7.i, align 8
  %16 = load ptr, ptr %sequence, align 8
  %state_bytes.i = getelementptr inbounds nuw i8, ptr %16, i64 72
  %17 = load i64, ptr %state_bytes.i, align 8
  %call10.i = tail call i32 @ftruncate(i32 noundef %call2.i, i64 noundef %17) #4
  %cmp11.i = icmp eq i32 %call10.i, 0
  br i1 %cmp11.i, label %land.lhs.true.i, label %lor.lhs.false.i.i

land.lhs.true.i:
  %18 = load ptr, ptr %lengths, align 8
  %call13.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %18, ptr noundef nonnull @copy_to_file, ptr noundef nonnull %copying.i) #4
  br i1 %call13.i, label %if.end16, label %lor.lhs.false.i.i

lor.lhs.false.i.i:
  %19 = atomicrmw sub ptr %call.i, i32 1 acq_rel, align 4
  %cmp.i.i = icmp sgt i32 %19, 1
  br i1 %cmp.i.i, label %new_shared.exit.thread86, label %if.end.i.i

if.end.i.i:
  %20 = load i32, ptr %file.i, align 4
  %call.i.i = call i32 @close(i32 noundef %20) #4
  call void @free(ptr noundef nonnull %call.i) #4
  br label %new_shared.exit.thread86

new_shared.exit.thread86:
  call void @llvm.lifetime.end.p0(ptr nonnull %copying.i) #5
  br label %cleanup25

if.end16:
  call void @llvm.lifetime.end.p0(ptr nonnull %copying.i) #5
  %21 = load ptr, ptr %sequence, align 8
  %state_bytes.i48 = getelementptr inbounds nuw i8, ptr %21, i64 72
  %22 = load i64, ptr %state_bytes.i48, align 8
  %23 = load i32, ptr %file.i, align 4
  %call.i50 = call ptr @mmap(ptr noundef null, i64 noundef %22, i32 noundef 3, i32 noundef 16386, i32 noundef %23, i64 noundef 0) #4
  %cmp.i51.not = icmp eq ptr %call.i50, inttoptr (i64 -1 to ptr)
  br i1 %cmp.i51.not, label %lor.lhs.false.i, label %if.end.i53

if.end.i53:
  %24 = load ptr, ptr %memory6.i, align 8
  %call2.i54 = call i32 @munmap(ptr noundef %24, i64 noundef %22) #4
  store ptr %call.i50, ptr %memory6.i, align 8
  %25 = atomicrmw add ptr %call.i, i32 1 monotonic, align 4
  %26 = load ptr, ptr %shared, align 8
  %tobool.not.i.i = icmp eq ptr %26, null
  br i1 %tobool.not.i.i, label %leave_shared.exit.i, label %lor.lhs.false.i.i55

lor.lhs.false.i.i55:
  %27 = atomicrmw sub ptr %26, i32 1 acq_rel, align 4
  %cmp.i.i56 = icmp sgt i32 %27, 1
  br i1 %cmp.i.i56, label %leave_shared.exit.i, label %if.end.i.i57

if.end.i.i57:
  %file.i.i = getelementptr inbounds nuw i8, ptr %26, i64 4
  %28 = load i32, ptr %file.i.i, align 4
  %call.i.i58 = call i32 @close(i32 noundef %28) #4
  call void @free(ptr noundef nonnull %26) #4
  br label %leave_shared.exit.i

leave_shared.exit.i:
  store ptr %call.i, ptr %shared, align 8
  %as_shared.i = getelementptr inbounds nuw i8, ptr %session, i64 80
  store i64 %1, ptr %as_shared.i, align 8
  br label %lor.lhs.false.i

lor.lhs.false.i:
  %29 = atomicrmw sub ptr %call.i, i32 1 acq_rel, align 4
  %cmp.i60 = icmp sgt i32 %29, 1
  br i1 %cmp.i60, label %leave_shared.exit, label %if.end.i61

if.end.i61:
  %30 = load i32, ptr %file.i, align 4
  %call.i63 = call i32 @close(i32 noundef %30) #4
  call void @free(ptr noundef nonnull %call.i) #4
  br label %leave_shared.exit

leave_shared.exit:
  br i1 %cmp.i51.not, label %cleanup25, label %leave_shared.exit.if.end21_crit_edge

leave_shared.exit.if.end21_crit_edge:
  %.pre = load ptr, ptr %shared, align 8
  %as_shared23.phi.trans.insert = getelementptr inbounds nuw i8, ptr %session, i64 80
  %.pre92 = load i64, ptr %as_shared23.phi.trans.insert, align 8
  br label %if.end21

if.end21:
  %31 = phi i64 [ %.pre92, %leave_shared.exit.if.end21_crit_edge ], [ %14, %lor.lhs.false ]
  %32 = phi ptr [ %.pre, %leave_shared.exit.if.end21_crit_edge ], [ %13, %lor.lhs.false ]
  %sequence.i64 = getelementptr inbounds nuw i8, ptr %fork, i64 8
  %33 = load ptr, ptr %sequence.i64, align 8
  %state_bytes.i65 = getelementptr inbounds nuw i8, ptr %33, i64 72
  %34 = load i64, ptr %state_bytes.i65, align 8
  %file.i66 = getelementptr inbounds nuw i8, ptr %32, i64 4
  %35 = load i32, ptr %file.i66, align 4
  %call.i67 = call ptr @mmap(ptr noundef null, i64 noundef %34, i32 noundef 3, i32 noundef 16386, i32 noundef %35, i64 noundef 0) #4
  %cmp.i68.not = icmp eq ptr %call.i67, inttoptr (i64 -1 to ptr)
  br i1 %cmp.i68.not, label %cleanup25, label %if.end.i70

if.end.i70:
  %memory1.i71 = getelementptr inbounds nuw i8, ptr %fork, i64 32
  %36 = load ptr, ptr %memory1.i71, align 8
  %call2.i72 = call i32 @munmap(ptr noundef %36, i64 noundef %34) #4
  store ptr %call.i67, ptr %memory1.i71, align 8
  %37 = atomicrmw add ptr %32, i32 1 monotonic, align 4
  %shared4.i73 = getelementptr inbounds nuw i8, ptr %fork, i64 72
  %38 = load ptr, ptr %shared4.i73, align 8
  %tobool.not.i.i74 = icmp eq ptr %38, null
  br i1 %tobool.not.i.i74, label %leave_shared.exit.i80, label %lor.lhs.false.i.i75

lor.lhs.false.i.i75:
  %39 = atomicrmw sub ptr %38, i32 1 acq_rel, align 4
  %cmp.i.i76 = icmp sgt i32 %39, 1
  br i1 %cmp.i.i76, label %leave_shared.exit.i80, label %if.end.i.i77

if.end.i.i77:
  %file.i.i78 = getelementptr inbounds nuw i8, ptr %38, i64 4
  %40 = load i32, ptr %file.i.i78, align 4
  %call.i.i79 = call i32 @close(i32 noundef %40) #4
  call void @free(ptr noundef nonnull %38) #4
  br label %leave_shared.exit.i80

leave_shared.exit.i80:
  store ptr %32, ptr %shared4.i73, align 8
  %as_shared.i81 = getelementptr inbounds nuw i8, ptr %fork, i64 80
  store i64 %31, ptr %as_shared.i81, align 8
  br label %cleanup25

cleanup25:
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

declare extern_weak i32 @memfd_create(ptr noundef, i32 noundef) #2

declare noalias ptr @malloc(i64 noundef) local_unnamed_addr #2

declare i32 @ftruncate(i32 noundef, i64 noundef) local_unnamed_addr #2

declare hidden zeroext i1 @walk(ptr noundef, i64 noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

define internal zeroext i1 @copy_to_file(ptr noundef %context, ptr noundef %piece, i64 noundef %bytes) #0 {
entry:
  %file = getelementptr inbounds nuw i8, ptr %context, i64 8
  %0 = load i64, ptr %file, align 8
  %conv = trunc i64 %0 to i32
  %1 = load ptr, ptr %context, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %piece to i64
  %sub.ptr.rhs.cast = ptrtoint ptr %1 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, %sub.ptr.rhs.cast
  %call = tail call i64 @lseek(i32 noundef %conv, i64 noundef %sub.ptr.sub, i32 noundef 0) #4
  %cmp = icmp sgt i64 %call, -1
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:
  %call3 = tail call zeroext i1 @write_piece(ptr noundef nonnull %file, ptr noundef %piece, i64 noundef %bytes) #4
  br label %land.end

land.end:
  %2 = phi i1 [ false, %entry ], [ %call3, %land.rhs ]
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

