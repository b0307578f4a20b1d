; Made from sessions.c by clang of ziglang 0.17.1: make library-runtime
; 050220fe95aaa6fea3581450f3dd8fea269c8026f39dcf09389b3c33c57048a3

%struct.ncnnc_state = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
%struct.ncnnc_range = type { i64, i64 }
%struct.ncnnc_options = type { i32, ptr, ptr, ptr, ptr }

define hidden zeroext i1 @claim(ptr noundef captures(none) %session) local_unnamed_addr #0 {
entry:
  %busy = getelementptr inbounds nuw i8, ptr %session, i64 40
  %0 = atomicrmw xchg ptr %busy, i32 1 acquire, align 8
  %tobool.not = icmp eq i32 %0, 0
  ret i1 %tobool.not
}

define hidden void @release(ptr noundef writeonly captures(none) %session) local_unnamed_addr #0 {
entry:
  %busy = getelementptr inbounds nuw i8, ptr %session, i64 40
  store atomic i32 0, ptr %busy release, align 8
  ret void
}

define hidden noundef zeroext i1 @walk(ptr noundef readonly captures(none) %session, i64 noundef %begin, i64 noundef %end, ptr noundef readonly captures(none) %visit, ptr noundef %context) local_unnamed_addr #1 {
entry:
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %0 = load ptr, ptr %sequence, align 8
  %state_count32 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %1 = load i64, ptr %state_count32, align 8
  %cmp33 = icmp slt i64 %1, 1
  br i1 %cmp33, label %cleanup9, label %for.body.lr.ph

for.body.lr.ph:
  %is_swapped.i = getelementptr inbounds nuw i8, ptr %session, i64 44
  %memory.i = getelementptr inbounds nuw i8, ptr %session, i64 32
  %add.i = add i64 %end, -1
  br label %for.body

for.body:
  %2 = phi ptr [ %0, %for.body.lr.ph ], [ %21, %for.inc ]
  %i.034 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %states = getelementptr inbounds nuw i8, ptr %2, i64 56
  %3 = load ptr, ptr %states, align 8
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_state, ptr %3, i64 %i.034
  %4 = load i32, ptr %is_swapped.i, align 4
  %5 = icmp eq i32 %4, 0
  %6 = load ptr, ptr %memory.i, align 8
  %cond.in.idx.i = select i1 %5, i64 0, i64 8
  %cond.in.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 %cond.in.idx.i
  %cond.i = load i64, ptr %cond.in.i, align 8
  %add.ptr.i = getelementptr inbounds i8, ptr %6, i64 %cond.i
  %bytes = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %7 = load i64, ptr %bytes, align 8
  %tobool.not = icmp eq i64 %7, 0
  br i1 %tobool.not, label %cond.false, label %cond.end

cond.false:
  %group.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 72
  %8 = load i64, ptr %group.i, align 8
  %.fr.i = freeze i64 %8
  %9 = srem i64 %begin, %.fr.i
  %mul.i = sub nsw i64 %begin, %9
  %heads.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 24
  %10 = load i64, ptr %heads.i, align 8
  %cmp8.not70.i = icmp slt i64 %10, 1
  br i1 %cmp8.not70.i, label %for.inc, label %for.cond9.preheader.lr.ph.i

for.cond9.preheader.lr.ph.i:
  %sub.i = add i64 %add.i, %.fr.i
  %11 = srem i64 %sub.i, %.fr.i
  %mul6.i = sub nsw i64 %sub.i, %11
  %most_rows.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 80
  %12 = load i64, ptr %most_rows.i, align 8
  %spec.select.i = tail call i64 @llvm.smin.i64(i64 %mul6.i, i64 %12)
  %panels.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 40
  %head_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 32
  %panel_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 48
  %sub22.i = sub nsw i64 %spec.select.i, %mul.i
  %.pre.i = load i64, ptr %panels.i, align 8
  br label %for.cond9.preheader.i

for.cond9.preheader.i:
  %13 = phi i64 [ %10, %for.cond9.preheader.lr.ph.i ], [ %19, %for.inc30.i ]
  %14 = phi i64 [ %.pre.i, %for.cond9.preheader.lr.ph.i ], [ %20, %for.inc30.i ]
  %head.071.i = phi i64 [ 0, %for.cond9.preheader.lr.ph.i ], [ %inc31.i, %for.inc30.i ]
  %cmp10.not68.i = icmp sgt i64 %14, 0
  br i1 %cmp10.not68.i, label %for.body12.i, label %for.inc30.i

for.cond9.i:
  %inc.i = add nuw nsw i64 %panel.069.i, 1
  %15 = load i64, ptr %panels.i, align 8
  %cmp10.not.i = icmp slt i64 %inc.i, %15
  br i1 %cmp10.not.i, label %for.body12.i, label %for.inc30.loopexit.i

for.body12.i:
  %16 = phi i64 [ %15, %for.cond9.i ], [ %14, %for.cond9.preheader.i ]
  %panel.069.i = phi i64 [ %inc.i, %for.cond9.i ], [ 0, %for.cond9.preheader.i ]
  %sub14.i = add nsw i64 %16, -1
  %cmp15.i = icmp eq i64 %panel.069.i, %sub14.i
  %cond.in.v.i = select i1 %cmp15.i, i64 64, i64 56
  %cond.in.i23 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 %cond.in.v.i
  %cond.i24 = load i64, ptr %cond.in.i23, align 8
  %17 = load i64, ptr %head_bytes.i, align 8
  %mul17.i = mul nsw i64 %17, %head.071.i
  %add.ptr.i25 = getelementptr inbounds i8, ptr %add.ptr.i, i64 %mul17.i
  %18 = load i64, ptr %panel_bytes.i, align 8
  %mul18.i = mul nsw i64 %18, %panel.069.i
  %add.ptr19.i = getelementptr inbounds i8, ptr %add.ptr.i25, i64 %mul18.i
  %mul20.i = mul nsw i64 %cond.i24, %mul.i
  %add.ptr21.i = getelementptr inbounds i8, ptr %add.ptr19.i, i64 %mul20.i
  %mul23.i = mul nsw i64 %cond.i24, %sub22.i
  %call.i = tail call zeroext i1 %visit(ptr noundef %context, ptr noundef %add.ptr21.i, i64 noundef %mul23.i) #10
  br i1 %call.i, label %for.cond9.i, label %cleanup9

for.inc30.loopexit.i:
  %.pre74.i = load i64, ptr %heads.i, align 8
  br label %for.inc30.i

for.inc30.i:
  %19 = phi i64 [ %.pre74.i, %for.inc30.loopexit.i ], [ %13, %for.cond9.preheader.i ]
  %20 = phi i64 [ %15, %for.inc30.loopexit.i ], [ %14, %for.cond9.preheader.i ]
  %inc31.i = add nuw nsw i64 %head.071.i, 1
  %cmp8.not.not.i = icmp slt i64 %inc31.i, %19
  br i1 %cmp8.not.not.i, label %for.cond9.preheader.i, label %for.inc

cond.end:
  %call3 = tail call zeroext i1 %visit(ptr noundef %context, ptr noundef %add.ptr.i, i64 noundef %7) #10
  br i1 %call3, label %for.inc, label %cleanup9

for.inc:
  %inc = add nuw nsw i64 %i.034, 1
  %21 = load ptr, ptr %sequence, align 8
  %state_count = getelementptr inbounds nuw i8, ptr %21, i64 64
  %22 = load i64, ptr %state_count, align 8
  %cmp.not = icmp slt i64 %inc, %22
  br i1 %cmp.not, label %for.body, label %cleanup9

cleanup9:
  %cmp31 = phi i1 [ false, %for.body12.i ], [ true, %entry ], [ false, %cond.end ], [ true, %for.inc ]
  ret i1 %cmp31
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

define range(i32 0, 19) i32 @ncnnc_session_create(ptr noundef writeonly captures(address_is_null) %result, ptr noundef %model, i64 noundef %max_length) local_unnamed_addr #1 {
entry:
  %tobool.not = icmp eq ptr %result, null
  br i1 %tobool.not, label %return, label %if.end

if.end:
  store ptr null, ptr %result, align 8
  %tobool1.not = icmp eq ptr %model, null
  br i1 %tobool1.not, label %return, label %if.end3

if.end3:
  %call = tail call ptr @sequence_of(ptr noundef nonnull %model) #10
  %length = getelementptr inbounds nuw i8, ptr %call, i64 80
  %0 = load i64, ptr %length, align 8
  %cmp = icmp slt i64 %0, 0
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %1 = load ptr, ptr %call, align 8
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_range, ptr %1, i64 %0
  %most5 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %2 = load i64, ptr %most5, align 8
  br label %cond.end

cond.end:
  %cond = phi i64 [ %2, %cond.false ], [ 0, %if.end3 ]
  %cmp6 = icmp slt i64 %max_length, 0
  %cmp7 = icmp sgt i64 %max_length, %cond
  %or.cond = select i1 %cmp6, i1 true, i1 %cmp7
  br i1 %or.cond, label %return, label %if.end9

if.end9:
  %state_count = getelementptr inbounds nuw i8, ptr %call, i64 64
  %3 = load i64, ptr %state_count, align 8
  %range_count = getelementptr inbounds nuw i8, ptr %call, i64 8
  %4 = load i64, ptr %range_count, align 8
  %5 = shl i64 %3, 4
  %6 = shl i64 %4, 3
  %mul10 = add i64 %5, 80
  %add11 = add i64 %mul10, %6
  %call12 = tail call noalias ptr @calloc(i64 noundef 1, i64 noundef %add11) #10
  %tobool13.not = icmp eq ptr %call12, null
  br i1 %tobool13.not, label %return, label %if.end15

if.end15:
  %state_bytes = getelementptr inbounds nuw i8, ptr %call, i64 72
  %7 = load i64, ptr %state_bytes, align 8
  %call16 = tail call ptr @mmap(ptr noundef null, i64 noundef %7, i32 noundef 3, i32 noundef 16418, i32 noundef -1, i64 noundef 0) #10
  %cmp17 = icmp eq ptr %call16, inttoptr (i64 -1 to ptr)
  br i1 %cmp17, label %if.then18, label %if.end19

if.then18:
  tail call void @free(ptr noundef nonnull %call12) #10
  br label %return

if.end19:
  store ptr %model, ptr %call12, align 8
  %sequence21 = getelementptr inbounds nuw i8, ptr %call12, i64 8
  store ptr %call, ptr %sequence21, align 8
  %tobool22.not = icmp eq i64 %max_length, 0
  %cond26 = select i1 %tobool22.not, i64 %cond, i64 %max_length
  %max_length27 = getelementptr inbounds nuw i8, ptr %call12, i64 24
  store i64 %cond26, ptr %max_length27, align 8
  %memory28 = getelementptr inbounds nuw i8, ptr %call12, i64 32
  store ptr %call16, ptr %memory28, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %call12, i64 80
  %pointers = getelementptr inbounds nuw i8, ptr %call12, i64 48
  store ptr %add.ptr, ptr %pointers, align 8
  %8 = load i64, ptr %state_count, align 8
  %add.ptr32.idx = shl nsw i64 %8, 4
  %add.ptr32 = getelementptr inbounds i8, ptr %add.ptr, i64 %add.ptr32.idx
  %numbers = getelementptr inbounds nuw i8, ptr %call12, i64 56
  store ptr %add.ptr32, ptr %numbers, align 8
  store ptr %call12, ptr %result, align 8
  br label %return

return:
  %retval.3 = phi i32 [ 3, %if.end ], [ 3, %entry ], [ 18, %cond.end ], [ 2, %if.end9 ], [ 2, %if.then18 ], [ 0, %if.end19 ]
  ret i32 %retval.3
}

declare hidden ptr @sequence_of(ptr noundef) local_unnamed_addr #3

declare noalias ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #4

declare ptr @mmap(ptr noundef, i64 noundef, i32 noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #4

declare void @free(ptr noundef) local_unnamed_addr #4

define void @ncnnc_session_destroy(ptr noundef %session) local_unnamed_addr #1 {
entry:
  %tobool.not = icmp eq ptr %session, null
  br i1 %tobool.not, label %return, label %if.end

if.end:
  %memory = getelementptr inbounds nuw i8, ptr %session, i64 32
  %0 = load ptr, ptr %memory, align 8
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %1 = load ptr, ptr %sequence, align 8
  %state_bytes = getelementptr inbounds nuw i8, ptr %1, i64 72
  %2 = load i64, ptr %state_bytes, align 8
  %call = tail call i32 @munmap(ptr noundef %0, i64 noundef %2) #10
  %shared = getelementptr inbounds nuw i8, ptr %session, i64 64
  %3 = load ptr, ptr %shared, align 8
  tail call void @leave_shared(ptr noundef %3) #10
  tail call void @free(ptr noundef nonnull %session) #10
  br label %return

return:
  ret void
}

declare i32 @munmap(ptr noundef, i64 noundef) local_unnamed_addr #4

declare hidden void @leave_shared(ptr noundef) local_unnamed_addr #3

define i32 @ncnnc_session_run_with(ptr noundef captures(address_is_null) %session, ptr noundef readonly captures(address_is_null) %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef %options) local_unnamed_addr #1 {
entry:
  %following.i = alloca i64, align 8
  %tobool.not = icmp eq ptr %session, null
  br i1 %tobool.not, label %return, label %lor.lhs.false

lor.lhs.false:
  %tobool1.not = icmp eq ptr %extents, null
  br i1 %tobool1.not, label %land.lhs.true, label %if.end

land.lhs.true:
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %0 = load ptr, ptr %sequence, align 8
  %range_count = getelementptr inbounds nuw i8, ptr %0, i64 8
  %1 = load i64, ptr %range_count, align 8
  %tobool2.not = icmp eq i64 %1, 0
  br i1 %tobool2.not, label %if.end, label %return

if.end:
  %busy.i = getelementptr inbounds nuw i8, ptr %session, i64 40
  %2 = atomicrmw xchg ptr %busy.i, i32 1 acquire, align 8
  %tobool.not.i = icmp eq i32 %2, 0
  br i1 %tobool.not.i, label %if.end4, label %return

if.end4:
  %sequence1.i = getelementptr inbounds nuw i8, ptr %session, i64 8
  %3 = load ptr, ptr %sequence1.i, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %following.i) #11
  %length.i = getelementptr inbounds nuw i8, ptr %session, i64 16
  %4 = load i64, ptr %length.i, align 8
  store i64 %4, ptr %following.i, align 8
  %range_count.i = getelementptr inbounds nuw i8, ptr %3, i64 8
  %5 = load i64, ptr %range_count.i, align 8
  %cmp81.i = icmp sgt i64 %5, 0
  br i1 %cmp81.i, label %for.body.lr.ph.i, label %for.cond.cleanup.i

for.body.lr.ph.i:
  %numbers.i = getelementptr inbounds nuw i8, ptr %session, i64 56
  br label %for.body.i

for.cond.cleanup.i:
  %find_length.i = getelementptr inbounds nuw i8, ptr %3, i64 88
  %6 = load ptr, ptr %find_length.i, align 8
  %tobool.not.i11 = icmp eq ptr %6, null
  br i1 %tobool.not.i11, label %if.end14.i, label %if.then.i

for.body.i:
  %i.082.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds nuw i64, ptr %extents, i64 %i.082.i
  %7 = load i64, ptr %arrayidx.i, align 8
  %8 = load ptr, ptr %numbers.i, align 8
  %arrayidx2.i = getelementptr inbounds nuw i64, ptr %8, i64 %i.082.i
  store i64 %7, ptr %arrayidx2.i, align 8
  %inc.i = add nuw nsw i64 %i.082.i, 1
  %9 = load i64, ptr %range_count.i, align 8
  %cmp.i = icmp slt i64 %inc.i, %9
  br i1 %cmp.i, label %for.body.i, label %for.cond.cleanup.i

if.then.i:
  %10 = load i64, ptr %length.i, align 8
  %numbers4.i = getelementptr inbounds nuw i8, ptr %session, i64 56
  %11 = load ptr, ptr %numbers4.i, align 8
  %length5.i = getelementptr inbounds nuw i8, ptr %3, i64 80
  %12 = load i64, ptr %length5.i, align 8
  %arrayidx6.i = getelementptr inbounds i64, ptr %11, i64 %12
  store i64 %10, ptr %arrayidx6.i, align 8
  %13 = load ptr, ptr %numbers4.i, align 8
  %call.i = tail call zeroext i1 @in_range(ptr noundef nonnull %3, ptr noundef %13) #10
  br i1 %call.i, label %if.end.i, label %run_claimed.exit

if.end.i:
  %14 = load ptr, ptr %find_length.i, align 8
  %15 = load ptr, ptr %numbers4.i, align 8
  call void %14(ptr noundef %15, ptr noundef nonnull %following.i) #10
  %16 = load i64, ptr %following.i, align 8
  %max_length.i = getelementptr inbounds nuw i8, ptr %session, i64 24
  %17 = load i64, ptr %max_length.i, align 8
  %cmp11.i = icmp sgt i64 %16, %17
  br i1 %cmp11.i, label %run_claimed.exit, label %if.end14.i

if.end14.i:
  %state_count.i = getelementptr inbounds nuw i8, ptr %3, i64 64
  %18 = load i64, ptr %state_count.i, align 8
  %cmp1783.i = icmp sgt i64 %18, 0
  br i1 %cmp1783.i, label %for.body19.lr.ph.i, label %for.cond.cleanup18.i

for.body19.lr.ph.i:
  %is_swapped.i.i = getelementptr inbounds nuw i8, ptr %session, i64 44
  %memory.i.i = getelementptr inbounds nuw i8, ptr %session, i64 32
  %pointers.i = getelementptr inbounds nuw i8, ptr %session, i64 48
  br label %for.body19.i

for.cond.cleanup18.i:
  %19 = load ptr, ptr %session, align 8
  %numbers29.i = getelementptr inbounds nuw i8, ptr %session, i64 56
  %20 = load ptr, ptr %numbers29.i, align 8
  %pointers30.i = getelementptr inbounds nuw i8, ptr %session, i64 48
  %21 = load ptr, ptr %pointers30.i, align 8
  %call31.i = call i32 @run_on_extents(ptr noundef %19, ptr noundef %20, ptr noundef %inputs, ptr noundef %outputs, ptr noundef %options, ptr noundef %21) #10
  %cmp32.not.i = icmp eq i32 %call31.i, 0
  br i1 %cmp32.not.i, label %if.end34.i, label %run_claimed.exit

for.body19.i:
  %i15.084.i = phi i64 [ 0, %for.body19.lr.ph.i ], [ %inc27.i, %for.body19.i ]
  %22 = load ptr, ptr %sequence1.i, align 8
  %states.i.i = getelementptr inbounds nuw i8, ptr %22, i64 56
  %23 = load ptr, ptr %states.i.i, align 8
  %arrayidx.i.i = getelementptr inbounds nuw %struct.ncnnc_state, ptr %23, i64 %i15.084.i
  %24 = load i32, ptr %is_swapped.i.i, align 4
  %25 = icmp eq i32 %24, 0
  %26 = load ptr, ptr %memory.i.i, align 8
  %cond.in.idx.i.i = select i1 %25, i64 0, i64 8
  %cond.in.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i, i64 %cond.in.idx.i.i
  %cond.i.i = load i64, ptr %cond.in.i.i, align 8
  %add.ptr.i.i = getelementptr inbounds i8, ptr %26, i64 %cond.i.i
  %27 = load ptr, ptr %pointers.i, align 8
  %arrayidx21.i = getelementptr inbounds nuw ptr, ptr %27, i64 %i15.084.i
  store ptr %add.ptr.i.i, ptr %arrayidx21.i, align 8
  %28 = load ptr, ptr %sequence1.i, align 8
  %states.i73.i = getelementptr inbounds nuw i8, ptr %28, i64 56
  %29 = load ptr, ptr %states.i73.i, align 8
  %arrayidx.i74.i = getelementptr inbounds nuw %struct.ncnnc_state, ptr %29, i64 %i15.084.i
  %30 = load i32, ptr %is_swapped.i.i, align 4
  %.not.i = icmp eq i32 %30, 0
  %31 = load ptr, ptr %memory.i.i, align 8
  %cond.in.idx.i77.i = select i1 %.not.i, i64 8, i64 0
  %cond.in.i78.i = getelementptr inbounds nuw i8, ptr %arrayidx.i74.i, i64 %cond.in.idx.i77.i
  %cond.i79.i = load i64, ptr %cond.in.i78.i, align 8
  %add.ptr.i80.i = getelementptr inbounds i8, ptr %31, i64 %cond.i79.i
  %32 = load ptr, ptr %pointers.i, align 8
  %33 = load i64, ptr %state_count.i, align 8
  %34 = getelementptr ptr, ptr %32, i64 %33
  %arrayidx25.i = getelementptr ptr, ptr %34, i64 %i15.084.i
  store ptr %add.ptr.i80.i, ptr %arrayidx25.i, align 8
  %inc27.i = add nuw nsw i64 %i15.084.i, 1
  %35 = load i64, ptr %state_count.i, align 8
  %cmp17.i = icmp slt i64 %inc27.i, %35
  br i1 %cmp17.i, label %for.body19.i, label %for.cond.cleanup18.i

if.end34.i:
  %36 = load i64, ptr %following.i, align 8
  store i64 %36, ptr %length.i, align 8
  %is_swapped.i = getelementptr inbounds nuw i8, ptr %session, i64 44
  %37 = load i32, ptr %is_swapped.i, align 4
  %tobool36.not.i = icmp eq i32 %37, 0
  %lnot.ext.i = zext i1 %tobool36.not.i to i32
  store i32 %lnot.ext.i, ptr %is_swapped.i, align 4
  br label %run_claimed.exit

run_claimed.exit:
  %retval.1.i = phi i32 [ 14, %if.then.i ], [ 15, %if.end.i ], [ 0, %if.end34.i ], [ %call31.i, %for.cond.cleanup18.i ]
  call void @llvm.lifetime.end.p0(ptr nonnull %following.i) #11
  store atomic i32 0, ptr %busy.i release, align 8
  br label %return

return:
  %retval.0 = phi i32 [ %retval.1.i, %run_claimed.exit ], [ 3, %entry ], [ 3, %land.lhs.true ], [ 16, %if.end ]
  ret i32 %retval.0
}

define i32 @ncnnc_session_run(ptr noundef captures(address_is_null) %session, ptr noundef readonly captures(address_is_null) %extents, ptr noundef %inputs, ptr noundef %outputs, i32 noundef %threads) local_unnamed_addr #1 {
entry:
  %options = alloca %struct.ncnnc_options, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %options) #11
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %options, i8 0, i64 40, i1 false)
  store i32 %threads, ptr %options, align 8
  %call = call i32 @ncnnc_session_run_with(ptr noundef %session, ptr noundef %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef nonnull %options) #12
  call void @llvm.lifetime.end.p0(ptr nonnull %options) #11
  ret i32 %call
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #5

define i64 @ncnnc_session_length(ptr noundef readonly captures(none) %session) local_unnamed_addr #6 {
entry:
  %length = getelementptr inbounds nuw i8, ptr %session, i64 16
  %0 = load i64, ptr %length, align 8
  ret i64 %0
}

define i64 @ncnnc_session_max_length(ptr noundef readonly captures(none) %session) local_unnamed_addr #6 {
entry:
  %max_length = getelementptr inbounds nuw i8, ptr %session, i64 24
  %0 = load i64, ptr %max_length, align 8
  ret i64 %0
}

define hidden void @cut(ptr noundef captures(none) initializes((16, 24)) %session, i64 noundef %length) local_unnamed_addr #7 {
entry:
  %length1 = getelementptr inbounds nuw i8, ptr %session, i64 16
  store i64 %length, ptr %length1, align 8
  %as_shared = getelementptr inbounds nuw i8, ptr %session, i64 72
  %0 = load i64, ptr %as_shared, align 8
  %cmp = icmp sgt i64 %0, %length
  br i1 %cmp, label %if.then, label %if.end

if.then:
  store i64 %length, ptr %as_shared, align 8
  br label %if.end

if.end:
  ret void
}

define range(i32 0, 19) i32 @ncnnc_session_truncate(ptr noundef captures(address_is_null) %session, i64 noundef %length) local_unnamed_addr #8 {
entry:
  %tobool.not = icmp eq ptr %session, null
  br i1 %tobool.not, label %return, label %if.end

if.end:
  %cmp = icmp slt i64 %length, 0
  br i1 %cmp, label %return, label %if.end2

if.end2:
  %busy.i = getelementptr inbounds nuw i8, ptr %session, i64 40
  %0 = atomicrmw xchg ptr %busy.i, i32 1 acquire, align 8
  %tobool.not.i = icmp eq i32 %0, 0
  br i1 %tobool.not.i, label %if.end4, label %return

if.end4:
  %length5 = getelementptr inbounds nuw i8, ptr %session, i64 16
  %1 = load i64, ptr %length5, align 8
  %cmp6 = icmp eq i64 %length, %1
  br i1 %cmp6, label %if.then10, label %lor.rhs

lor.rhs:
  %cmp8 = icmp slt i64 %length, %1
  br i1 %cmp8, label %land.rhs, label %if.end11

land.rhs:
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %2 = load ptr, ptr %sequence, align 8
  %state_count.i = getelementptr inbounds nuw i8, ptr %2, i64 64
  %3 = load i64, ptr %state_count.i, align 8
  %tobool.not.i23 = icmp eq i64 %3, 0
  br i1 %tobool.not.i23, label %if.then10, label %has_fixed.exit

has_fixed.exit:
  %states.i = getelementptr inbounds nuw i8, ptr %2, i64 56
  %4 = load ptr, ptr %states.i, align 8
  %5 = getelementptr %struct.ncnnc_state, ptr %4, i64 %3
  %bytes.i = getelementptr i8, ptr %5, i64 -72
  %6 = load i64, ptr %bytes.i, align 8
  %tobool2.i.not = icmp eq i64 %6, 0
  br i1 %tobool2.i.not, label %if.then10, label %if.end11

if.then10:
  store i64 %length, ptr %length5, align 8
  %as_shared.i = getelementptr inbounds nuw i8, ptr %session, i64 72
  %7 = load i64, ptr %as_shared.i, align 8
  %cmp.i = icmp sgt i64 %7, %length
  br i1 %cmp.i, label %if.then.i, label %if.end11

if.then.i:
  store i64 %length, ptr %as_shared.i, align 8
  br label %if.end11

if.end11:
  %cond = phi i32 [ 18, %lor.rhs ], [ 18, %has_fixed.exit ], [ 0, %if.then10 ], [ 0, %if.then.i ]
  store atomic i32 0, ptr %busy.i release, align 8
  br label %return

return:
  %retval.0 = phi i32 [ 3, %entry ], [ %cond, %if.end11 ], [ 18, %if.end ], [ 16, %if.end2 ]
  ret i32 %retval.0
}

define range(i32 0, 17) i32 @ncnnc_session_reset(ptr noundef captures(address_is_null) %session) local_unnamed_addr #1 {
entry:
  %tobool.not = icmp eq ptr %session, null
  br i1 %tobool.not, label %return, label %if.end

if.end:
  %busy.i = getelementptr inbounds nuw i8, ptr %session, i64 40
  %0 = atomicrmw xchg ptr %busy.i, i32 1 acquire, align 8
  %tobool.not.i = icmp eq i32 %0, 0
  br i1 %tobool.not.i, label %if.end2, label %return

if.end2:
  %length1.i = getelementptr inbounds nuw i8, ptr %session, i64 16
  store i64 0, ptr %length1.i, align 8
  %as_shared.i = getelementptr inbounds nuw i8, ptr %session, i64 72
  %1 = load i64, ptr %as_shared.i, align 8
  %cmp.i = icmp sgt i64 %1, 0
  br i1 %cmp.i, label %if.then.i, label %cut.exit

if.then.i:
  store i64 0, ptr %as_shared.i, align 8
  br label %cut.exit

cut.exit:
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %2 = load ptr, ptr %sequence, align 8
  %state_count16 = getelementptr inbounds nuw i8, ptr %2, i64 64
  %3 = load i64, ptr %state_count16, align 8
  %cmp17 = icmp sgt i64 %3, 0
  br i1 %cmp17, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %is_swapped.i = getelementptr inbounds nuw i8, ptr %session, i64 44
  %memory.i = getelementptr inbounds nuw i8, ptr %session, i64 32
  br label %for.body

for.cond.cleanup:
  store atomic i32 0, ptr %busy.i release, align 8
  br label %return

for.body:
  %4 = phi ptr [ %2, %for.body.lr.ph ], [ %10, %for.body ]
  %i.018 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %states.i = getelementptr inbounds nuw i8, ptr %4, i64 56
  %5 = load ptr, ptr %states.i, align 8
  %arrayidx.i = getelementptr inbounds nuw %struct.ncnnc_state, ptr %5, i64 %i.018
  %6 = load i32, ptr %is_swapped.i, align 4
  %7 = icmp eq i32 %6, 0
  %8 = load ptr, ptr %memory.i, align 8
  %cond.in.idx.i = select i1 %7, i64 0, i64 8
  %cond.in.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 %cond.in.idx.i
  %cond.i = load i64, ptr %cond.in.i, align 8
  %add.ptr.i = getelementptr inbounds i8, ptr %8, i64 %cond.i
  %bytes = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %9 = load i64, ptr %bytes, align 8
  %call5 = tail call ptr @memset(ptr noundef %add.ptr.i, i32 noundef 0, i64 noundef %9) #10
  %inc = add nuw nsw i64 %i.018, 1
  %10 = load ptr, ptr %sequence, align 8
  %state_count = getelementptr inbounds nuw i8, ptr %10, i64 64
  %11 = load i64, ptr %state_count, align 8
  %cmp = icmp slt i64 %inc, %11
  br i1 %cmp, label %for.body, label %for.cond.cleanup

return:
  %retval.0 = phi i32 [ 0, %for.cond.cleanup ], [ 3, %entry ], [ 16, %if.end ]
  ret i32 %retval.0
}

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #4

define range(i32 0, 19) i32 @ncnnc_session_fork(ptr noundef captures(address_is_null) %fork, ptr noundef %session) local_unnamed_addr #1 {
entry:
  %tobool.not = icmp eq ptr %fork, null
  br i1 %tobool.not, label %return, label %if.end

if.end:
  store ptr null, ptr %fork, align 8
  %tobool1.not = icmp eq ptr %session, null
  br i1 %tobool1.not, label %return, label %if.end3

if.end3:
  %busy.i = getelementptr inbounds nuw i8, ptr %session, i64 40
  %0 = atomicrmw xchg ptr %busy.i, i32 1 acquire, align 8
  %tobool.not.i = icmp eq i32 %0, 0
  br i1 %tobool.not.i, label %if.end5, label %return

if.end5:
  %1 = load ptr, ptr %session, align 8
  %call6 = tail call i32 @ncnnc_session_create(ptr noundef nonnull %fork, ptr noundef %1, i64 noundef 0) #12
  %cmp = icmp eq i32 %call6, 0
  br i1 %cmp, label %if.then7, label %if.end13

if.then7:
  %2 = load ptr, ptr %fork, align 8
  tail call void @share_rows(ptr noundef nonnull %session, ptr noundef %2) #10
  %length = getelementptr inbounds nuw i8, ptr %session, i64 16
  %3 = load i64, ptr %length, align 8
  %4 = load ptr, ptr %fork, align 8
  %length8 = getelementptr inbounds nuw i8, ptr %4, i64 16
  store i64 %3, ptr %length8, align 8
  %max_length = getelementptr inbounds nuw i8, ptr %session, i64 24
  %5 = load i64, ptr %max_length, align 8
  %6 = load ptr, ptr %fork, align 8
  %max_length9 = getelementptr inbounds nuw i8, ptr %6, i64 24
  store i64 %5, ptr %max_length9, align 8
  %is_swapped = getelementptr inbounds nuw i8, ptr %session, i64 44
  %7 = load i32, ptr %is_swapped, align 4
  %8 = load ptr, ptr %fork, align 8
  %is_swapped10 = getelementptr inbounds nuw i8, ptr %8, i64 44
  store i32 %7, ptr %is_swapped10, align 4
  %9 = load ptr, ptr %fork, align 8
  %as_shared = getelementptr inbounds nuw i8, ptr %9, i64 72
  %10 = load i64, ptr %as_shared, align 8
  %sequence.i = getelementptr inbounds nuw i8, ptr %session, i64 8
  %11 = load ptr, ptr %sequence.i, align 8
  %state_count32.i = getelementptr inbounds nuw i8, ptr %11, i64 64
  %12 = load i64, ptr %state_count32.i, align 8
  %cmp33.i = icmp slt i64 %12, 1
  br i1 %cmp33.i, label %if.end13, label %for.body.lr.ph.i

for.body.lr.ph.i:
  %13 = load i64, ptr %length, align 8
  %memory.i.i = getelementptr inbounds nuw i8, ptr %session, i64 32
  %add.i.i = add i64 %13, -1
  %memory.i = getelementptr inbounds nuw i8, ptr %2, i64 32
  br label %for.body.i

for.body.i:
  %14 = phi ptr [ %11, %for.body.lr.ph.i ], [ %36, %for.inc.i ]
  %i.034.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.inc.i ]
  %states.i = getelementptr inbounds nuw i8, ptr %14, i64 56
  %15 = load ptr, ptr %states.i, align 8
  %arrayidx.i = getelementptr inbounds nuw %struct.ncnnc_state, ptr %15, i64 %i.034.i
  %16 = load i32, ptr %is_swapped, align 4
  %17 = icmp eq i32 %16, 0
  %18 = load ptr, ptr %memory.i.i, align 8
  %cond.in.idx.i.i = select i1 %17, i64 0, i64 8
  %cond.in.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 %cond.in.idx.i.i
  %cond.i.i = load i64, ptr %cond.in.i.i, align 8
  %add.ptr.i.i = getelementptr inbounds i8, ptr %18, i64 %cond.i.i
  %bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %19 = load i64, ptr %bytes.i, align 8
  %tobool.not.i33 = icmp eq i64 %19, 0
  br i1 %tobool.not.i33, label %cond.false.i, label %cond.end.i

cond.false.i:
  %group.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 72
  %20 = load i64, ptr %group.i.i, align 8
  %.fr.i.i = freeze i64 %20
  %21 = srem i64 %10, %.fr.i.i
  %mul.i.i = sub nsw i64 %10, %21
  %heads.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 24
  %22 = load i64, ptr %heads.i.i, align 8
  %cmp8.not70.i.i = icmp slt i64 %22, 1
  br i1 %cmp8.not70.i.i, label %for.inc.i, label %for.cond9.preheader.lr.ph.i.i

for.cond9.preheader.lr.ph.i.i:
  %sub.i.i = add i64 %add.i.i, %.fr.i.i
  %23 = srem i64 %sub.i.i, %.fr.i.i
  %mul6.i.i = sub nsw i64 %sub.i.i, %23
  %most_rows.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 80
  %24 = load i64, ptr %most_rows.i.i, align 8
  %spec.select.i.i = tail call i64 @llvm.smin.i64(i64 %mul6.i.i, i64 %24)
  %panels.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 40
  %head_bytes.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 32
  %panel_bytes.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 48
  %sub22.i.i = sub nsw i64 %spec.select.i.i, %mul.i.i
  %.pre.i.i = load i64, ptr %panels.i.i, align 8
  br label %for.cond9.preheader.i.i

for.cond9.preheader.i.i:
  %25 = phi i64 [ %22, %for.cond9.preheader.lr.ph.i.i ], [ %33, %for.inc30.i.i ]
  %26 = phi i64 [ %.pre.i.i, %for.cond9.preheader.lr.ph.i.i ], [ %34, %for.inc30.i.i ]
  %head.071.i.i = phi i64 [ 0, %for.cond9.preheader.lr.ph.i.i ], [ %inc31.i.i, %for.inc30.i.i ]
  %cmp10.not68.i.i = icmp sgt i64 %26, 0
  br i1 %cmp10.not68.i.i, label %for.cond9.i.i, label %for.inc30.i.i

for.cond9.i.i:
  %27 = phi i64 [ %32, %for.cond9.i.i ], [ %26, %for.cond9.preheader.i.i ]
  %panel.069.i.i = phi i64 [ %inc.i.i, %for.cond9.i.i ], [ 0, %for.cond9.preheader.i.i ]
  %sub14.i.i = add nsw i64 %27, -1
  %cmp15.i.i = icmp eq i64 %panel.069.i.i, %sub14.i.i
  %cond.in.v.i.i = select i1 %cmp15.i.i, i64 64, i64 56
  %cond.in.i23.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 %cond.in.v.i.i
  %cond.i24.i = load i64, ptr %cond.in.i23.i, align 8
  %28 = load i64, ptr %head_bytes.i.i, align 8
  %mul17.i.i = mul nsw i64 %28, %head.071.i.i
  %add.ptr.i25.i = getelementptr inbounds i8, ptr %add.ptr.i.i, i64 %mul17.i.i
  %29 = load i64, ptr %panel_bytes.i.i, align 8
  %mul18.i.i = mul nsw i64 %29, %panel.069.i.i
  %add.ptr19.i.i = getelementptr inbounds i8, ptr %add.ptr.i25.i, i64 %mul18.i.i
  %mul20.i.i = mul nsw i64 %cond.i24.i, %mul.i.i
  %add.ptr21.i.i = getelementptr inbounds i8, ptr %add.ptr19.i.i, i64 %mul20.i.i
  %mul23.i.i = mul nsw i64 %cond.i24.i, %sub22.i.i
  %30 = load ptr, ptr %memory.i, align 8
  %31 = load ptr, ptr %memory.i.i, align 8
  %sub.ptr.lhs.cast.i39 = ptrtoint ptr %add.ptr21.i.i to i64
  %sub.ptr.rhs.cast.i40 = ptrtoint ptr %31 to i64
  %sub.ptr.sub.i41 = sub i64 %sub.ptr.lhs.cast.i39, %sub.ptr.rhs.cast.i40
  %add.ptr.i42 = getelementptr inbounds i8, ptr %30, i64 %sub.ptr.sub.i41
  %call.i43 = tail call ptr @memcpy(ptr noundef %add.ptr.i42, ptr noundef %add.ptr21.i.i, i64 noundef %mul23.i.i) #10
  %inc.i.i = add nuw nsw i64 %panel.069.i.i, 1
  %32 = load i64, ptr %panels.i.i, align 8
  %cmp10.not.i.i = icmp slt i64 %inc.i.i, %32
  br i1 %cmp10.not.i.i, label %for.cond9.i.i, label %for.inc30.loopexit.i.i

for.inc30.loopexit.i.i:
  %.pre74.i.i = load i64, ptr %heads.i.i, align 8
  br label %for.inc30.i.i

for.inc30.i.i:
  %33 = phi i64 [ %.pre74.i.i, %for.inc30.loopexit.i.i ], [ %25, %for.cond9.preheader.i.i ]
  %34 = phi i64 [ %32, %for.inc30.loopexit.i.i ], [ %26, %for.cond9.preheader.i.i ]
  %inc31.i.i = add nuw nsw i64 %head.071.i.i, 1
  %cmp8.not.not.i.i = icmp slt i64 %inc31.i.i, %33
  br i1 %cmp8.not.not.i.i, label %for.cond9.preheader.i.i, label %for.inc.i

cond.end.i:
  %35 = load ptr, ptr %memory.i, align 8
  %add.ptr.i = getelementptr inbounds i8, ptr %35, i64 %cond.i.i
  %call.i = tail call ptr @memcpy(ptr noundef %add.ptr.i, ptr noundef %add.ptr.i.i, i64 noundef %19) #10
  br label %for.inc.i

for.inc.i:
  %inc.i = add nuw nsw i64 %i.034.i, 1
  %36 = load ptr, ptr %sequence.i, align 8
  %state_count.i = getelementptr inbounds nuw i8, ptr %36, i64 64
  %37 = load i64, ptr %state_count.i, align 8
  %cmp.not.i = icmp slt i64 %inc.i, %37
  br i1 %cmp.not.i, label %for.body.i, label %if.end13

if.end13:
  store atomic i32 0, ptr %busy.i release, align 8
  br label %return

return:
  %retval.0 = phi i32 [ %call6, %if.end13 ], [ 3, %if.end ], [ 3, %entry ], [ 16, %if.end3 ]
  ret i32 %retval.0
}

declare hidden void @share_rows(ptr noundef, ptr noundef) local_unnamed_addr #3

declare hidden zeroext i1 @in_range(ptr noundef, ptr noundef) local_unnamed_addr #3

declare hidden i32 @run_on_extents(ptr noundef, ptr noundef, ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #3

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #4

declare i64 @llvm.smin.i64(i64, i64) #9

attributes #0 = { mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) "no-builtins" }
attributes #1 = { nounwind "no-builtins" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { "no-builtins" }
attributes #4 = { nounwind "no-builtins" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "no-builtins" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "no-builtins" }
attributes #8 = { mustprogress nofree norecurse nounwind willreturn memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #9 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { nobuiltin nounwind "no-builtins" }
attributes #11 = { nounwind }
attributes #12 = { nobuiltin "no-builtins" }

