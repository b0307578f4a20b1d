; Made from sessions.c by clang of ziglang 0.17.1: make library-runtime
; 8f0a30103e5421a2b2a812ce56adac9aca7b07f169e2dad525094ee3ea3fd484

%struct.ncnnc_state = type { i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64 }
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

define hidden noundef zeroext i1 @walk(ptr noundef readonly captures(none) %session, i64 noundef %begin, ptr noundef readonly captures(none) %lengths, ptr noundef readonly captures(none) %visit, ptr noundef %context) local_unnamed_addr #1 {
entry:
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %0 = load ptr, ptr %sequence, align 8
  %state_count38 = getelementptr inbounds nuw i8, ptr %0, i64 64
  %1 = load i64, ptr %state_count38, align 8
  %cmp39 = icmp slt i64 %1, 1
  br i1 %cmp39, label %cleanup14, label %for.body.lr.ph

for.body.lr.ph:
  %is_swapped.i = getelementptr inbounds nuw i8, ptr %session, i64 44
  %memory.i = getelementptr inbounds nuw i8, ptr %session, i64 32
  br label %for.body

for.body:
  %2 = phi ptr [ %0, %for.body.lr.ph ], [ %23, %for.inc ]
  %i.040 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %states = getelementptr inbounds nuw i8, ptr %2, i64 56
  %3 = load ptr, ptr %states, align 8
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_state, ptr %3, i64 %i.040
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
  br i1 %tobool.not, label %if.end5, label %if.then

if.then:
  %call3 = tail call zeroext i1 %visit(ptr noundef %context, ptr noundef %add.ptr.i, i64 noundef %7) #11
  br i1 %call3, label %for.inc, label %cleanup14

if.end5:
  %length = getelementptr inbounds nuw i8, ptr %arrayidx, i64 24
  %8 = load i64, ptr %length, align 8
  %tobool6.not = icmp eq i64 %8, 0
  %cond = select i1 %tobool6.not, i64 %begin, i64 0
  %group.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 80
  %9 = load i64, ptr %group.i, align 8
  %.fr.i = freeze i64 %9
  %10 = srem i64 %cond, %.fr.i
  %mul.i = sub nsw i64 %cond, %10
  %heads.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 32
  %11 = load i64, ptr %heads.i, align 8
  %cmp8.not70.i = icmp slt i64 %11, 1
  br i1 %cmp8.not70.i, label %for.inc, label %for.cond9.preheader.lr.ph.i

for.cond9.preheader.lr.ph.i:
  %arrayidx8 = getelementptr inbounds i64, ptr %lengths, i64 %8
  %12 = load i64, ptr %arrayidx8, align 8
  %add.i = add i64 %.fr.i, -1
  %sub.i = add i64 %add.i, %12
  %13 = srem i64 %sub.i, %.fr.i
  %mul6.i = sub nsw i64 %sub.i, %13
  %most_rows.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 88
  %14 = load i64, ptr %most_rows.i, align 8
  %spec.select.i = tail call i64 @llvm.smin.i64(i64 %mul6.i, i64 %14)
  %panels.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 48
  %head_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 40
  %panel_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 56
  %sub22.i = sub nsw i64 %spec.select.i, %mul.i
  %.pre.i = load i64, ptr %panels.i, align 8
  br label %for.cond9.preheader.i

for.cond9.preheader.i:
  %15 = phi i64 [ %11, %for.cond9.preheader.lr.ph.i ], [ %21, %for.inc30.i ]
  %16 = phi i64 [ %.pre.i, %for.cond9.preheader.lr.ph.i ], [ %22, %for.inc30.i ]
  %head.071.i = phi i64 [ 0, %for.cond9.preheader.lr.ph.i ], [ %inc31.i, %for.inc30.i ]
  %cmp10.not68.i = icmp sgt i64 %16, 0
  br i1 %cmp10.not68.i, label %for.body12.i, label %for.inc30.i

for.cond9.i:
  %inc.i = add nuw nsw i64 %panel.069.i, 1
  %17 = load i64, ptr %panels.i, align 8
  %cmp10.not.i = icmp slt i64 %inc.i, %17
  br i1 %cmp10.not.i, label %for.body12.i, label %for.inc30.loopexit.i

for.body12.i:
  %18 = phi i64 [ %17, %for.cond9.i ], [ %16, %for.cond9.preheader.i ]
  %panel.069.i = phi i64 [ %inc.i, %for.cond9.i ], [ 0, %for.cond9.preheader.i ]
  %sub14.i = add nsw i64 %18, -1
  %cmp15.i = icmp eq i64 %panel.069.i, %sub14.i
  %cond.in.v.i = select i1 %cmp15.i, i64 72, i64 64
  %cond.in.i30 = getelementptr inbounds nuw i8, ptr %arrayidx, i64 %cond.in.v.i
  %cond.i31 = load i64, ptr %cond.in.i30, align 8
  %19 = load i64, ptr %head_bytes.i, align 8
  %mul17.i = mul nsw i64 %19, %head.071.i
  %add.ptr.i32 = getelementptr inbounds i8, ptr %add.ptr.i, i64 %mul17.i
  %20 = load i64, ptr %panel_bytes.i, align 8
  %mul18.i = mul nsw i64 %20, %panel.069.i
  %add.ptr19.i = getelementptr inbounds i8, ptr %add.ptr.i32, i64 %mul18.i
  %mul20.i = mul nsw i64 %cond.i31, %mul.i
  %add.ptr21.i = getelementptr inbounds i8, ptr %add.ptr19.i, i64 %mul20.i
  %mul23.i = mul nsw i64 %cond.i31, %sub22.i
  %call.i = tail call zeroext i1 %visit(ptr noundef %context, ptr noundef %add.ptr21.i, i64 noundef %mul23.i) #11
  br i1 %call.i, label %for.cond9.i, label %cleanup14

for.inc30.loopexit.i:
  %.pre74.i = load i64, ptr %heads.i, align 8
  br label %for.inc30.i

for.inc30.i:
  %21 = phi i64 [ %.pre74.i, %for.inc30.loopexit.i ], [ %15, %for.cond9.preheader.i ]
  %22 = phi i64 [ %17, %for.inc30.loopexit.i ], [ %16, %for.cond9.preheader.i ]
  %inc31.i = add nuw nsw i64 %head.071.i, 1
  %cmp8.not.not.i = icmp slt i64 %inc31.i, %21
  br i1 %cmp8.not.not.i, label %for.cond9.preheader.i, label %for.inc

for.inc:
  %inc = add nuw nsw i64 %i.040, 1
  %23 = load ptr, ptr %sequence, align 8
  %state_count = getelementptr inbounds nuw i8, ptr %23, i64 64
  %24 = load i64, ptr %state_count, align 8
  %cmp.not = icmp slt i64 %inc, %24
  br i1 %cmp.not, label %for.body, label %cleanup14

cleanup14:
  %cmp37 = phi i1 [ false, %for.body12.i ], [ true, %entry ], [ true, %for.inc ], [ false, %if.then ]
  ret i1 %cmp37
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
  %call = tail call ptr @sequence_of(ptr noundef nonnull %model) #11
  %length_count = getelementptr inbounds nuw i8, ptr %call, i64 88
  %0 = load i64, ptr %length_count, align 8
  %tobool4.not = icmp eq i64 %0, 0
  br i1 %tobool4.not, label %cond.end, label %cond.true

cond.true:
  %1 = load ptr, ptr %call, align 8
  %lengths = getelementptr inbounds nuw i8, ptr %call, i64 80
  %2 = load ptr, ptr %lengths, align 8
  %3 = load i64, ptr %2, align 8
  %arrayidx5 = getelementptr inbounds %struct.ncnnc_range, ptr %1, i64 %3
  %most6 = getelementptr inbounds nuw i8, ptr %arrayidx5, i64 8
  %4 = load i64, ptr %most6, align 8
  br label %cond.end

cond.end:
  %cond = phi i64 [ %4, %cond.true ], [ 0, %if.end3 ]
  %cmp = icmp slt i64 %max_length, 0
  %cmp7 = icmp sgt i64 %max_length, %cond
  %or.cond = select i1 %cmp, i1 true, i1 %cmp7
  br i1 %or.cond, label %return, label %if.end9

if.end9:
  %add = add nsw i64 %0, 1
  %state_count = getelementptr inbounds nuw i8, ptr %call, i64 64
  %5 = load i64, ptr %state_count, align 8
  %range_count = getelementptr inbounds nuw i8, ptr %call, i64 8
  %6 = load i64, ptr %range_count, align 8
  %7 = add i64 %5, %add
  %8 = shl i64 %7, 4
  %9 = shl i64 %6, 3
  %mul14 = add i64 %9, 88
  %add15 = add i64 %mul14, %8
  %call16 = tail call noalias ptr @calloc(i64 noundef 1, i64 noundef %add15) #11
  %tobool17.not = icmp eq ptr %call16, null
  br i1 %tobool17.not, label %return, label %if.end19

if.end19:
  %state_bytes = getelementptr inbounds nuw i8, ptr %call, i64 72
  %10 = load i64, ptr %state_bytes, align 8
  %call20 = tail call ptr @take_pages(i64 noundef %10) #11
  %tobool21.not = icmp eq ptr %call20, null
  br i1 %tobool21.not, label %if.then22, label %if.end23

if.then22:
  tail call void @free(ptr noundef nonnull %call16) #11
  br label %return

if.end23:
  store ptr %model, ptr %call16, align 8
  %sequence25 = getelementptr inbounds nuw i8, ptr %call16, i64 8
  store ptr %call, ptr %sequence25, align 8
  %tobool26.not = icmp eq i64 %max_length, 0
  %cond30 = select i1 %tobool26.not, i64 %cond, i64 %max_length
  %max_length31 = getelementptr inbounds nuw i8, ptr %call16, i64 24
  store i64 %cond30, ptr %max_length31, align 8
  %memory32 = getelementptr inbounds nuw i8, ptr %call16, i64 32
  store ptr %call20, ptr %memory32, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %call16, i64 88
  %pointers = getelementptr inbounds nuw i8, ptr %call16, i64 48
  store ptr %add.ptr, ptr %pointers, align 8
  %11 = load i64, ptr %state_count, align 8
  %add.ptr36.idx = shl nsw i64 %11, 4
  %add.ptr36 = getelementptr inbounds i8, ptr %add.ptr, i64 %add.ptr36.idx
  %numbers = getelementptr inbounds nuw i8, ptr %call16, i64 56
  store ptr %add.ptr36, ptr %numbers, align 8
  %12 = load i64, ptr %range_count, align 8
  %add.ptr39 = getelementptr inbounds i64, ptr %add.ptr36, i64 %12
  %lengths40 = getelementptr inbounds nuw i8, ptr %call16, i64 16
  store ptr %add.ptr39, ptr %lengths40, align 8
  %add.ptr42 = getelementptr inbounds i64, ptr %add.ptr39, i64 %add
  %following = getelementptr inbounds nuw i8, ptr %call16, i64 64
  store ptr %add.ptr42, ptr %following, align 8
  store ptr %call16, ptr %result, align 8
  br label %return

return:
  %retval.3 = phi i32 [ 3, %if.end ], [ 3, %entry ], [ 18, %cond.end ], [ 2, %if.end9 ], [ 0, %if.end23 ], [ 2, %if.then22 ]
  ret i32 %retval.3
}

declare hidden ptr @sequence_of(ptr noundef) local_unnamed_addr #3

declare noalias ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #4

declare hidden ptr @take_pages(i64 noundef) local_unnamed_addr #3

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
  tail call void @free_pages(ptr noundef %0, i64 noundef %2) #11
  %shared = getelementptr inbounds nuw i8, ptr %session, i64 72
  %3 = load ptr, ptr %shared, align 8
  tail call void @leave_shared(ptr noundef %3) #11
  tail call void @free(ptr noundef nonnull %session) #11
  br label %return

return:
  ret void
}

declare hidden void @free_pages(ptr noundef, i64 noundef) local_unnamed_addr #3

declare hidden void @leave_shared(ptr noundef) local_unnamed_addr #3

define i32 @ncnnc_session_run_with(ptr noundef captures(address_is_null) %session, ptr noundef readonly captures(address_is_null) %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef %options) local_unnamed_addr #1 {
entry:
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
  %range_count.i = getelementptr inbounds nuw i8, ptr %3, i64 8
  %4 = load i64, ptr %range_count.i, align 8
  %cmp68.i = icmp sgt i64 %4, 0
  br i1 %cmp68.i, label %for.body.lr.ph.i, label %for.cond.cleanup.i

for.body.lr.ph.i:
  %numbers.i = getelementptr inbounds nuw i8, ptr %session, i64 56
  br label %for.body.i

for.cond.cleanup.loopexit.i:
  %.pre.i = load ptr, ptr %sequence1.i, align 8
  br label %for.cond.cleanup.i

for.cond.cleanup.i:
  %5 = phi ptr [ %.pre.i, %for.cond.cleanup.loopexit.i ], [ %3, %if.end4 ]
  %length_count.i.i = getelementptr inbounds nuw i8, ptr %5, i64 88
  %6 = load i64, ptr %length_count.i.i, align 8
  %cmp73.i.i = icmp sgt i64 %6, 0
  br i1 %cmp73.i.i, label %for.body.lr.ph.i.i, label %for.cond.cleanup.i.i

for.body.lr.ph.i.i:
  %lengths.i.i = getelementptr inbounds nuw i8, ptr %session, i64 16
  %numbers.i.i = getelementptr inbounds nuw i8, ptr %session, i64 56
  %lengths2.i.i = getelementptr inbounds nuw i8, ptr %5, i64 80
  br label %for.body.i.i

for.cond.cleanup.i.i:
  %numbers5.i.i = getelementptr inbounds nuw i8, ptr %session, i64 56
  %7 = load ptr, ptr %numbers5.i.i, align 8
  %call.i.i = tail call zeroext i1 @in_range(ptr noundef nonnull %5, ptr noundef %7) #11
  br i1 %call.i.i, label %if.end.i.i, label %run_claimed.exit

for.body.i.i:
  %i.074.i.i = phi i64 [ 0, %for.body.lr.ph.i.i ], [ %inc.i.i, %for.body.i.i ]
  %8 = load ptr, ptr %lengths.i.i, align 8
  %arrayidx.i.i = getelementptr inbounds nuw i64, ptr %8, i64 %i.074.i.i
  %9 = load i64, ptr %arrayidx.i.i, align 8
  %10 = load ptr, ptr %numbers.i.i, align 8
  %11 = load ptr, ptr %lengths2.i.i, align 8
  %arrayidx3.i.i = getelementptr inbounds nuw i64, ptr %11, i64 %i.074.i.i
  %12 = load i64, ptr %arrayidx3.i.i, align 8
  %arrayidx4.i.i = getelementptr inbounds i64, ptr %10, i64 %12
  store i64 %9, ptr %arrayidx4.i.i, align 8
  %inc.i.i = add nuw nsw i64 %i.074.i.i, 1
  %13 = load i64, ptr %length_count.i.i, align 8
  %cmp.i.i = icmp slt i64 %inc.i.i, %13
  br i1 %cmp.i.i, label %for.body.i.i, label %for.cond.cleanup.i.i

if.end.i.i:
  %find_lengths.i.i = getelementptr inbounds nuw i8, ptr %5, i64 96
  %14 = load ptr, ptr %find_lengths.i.i, align 8
  %15 = load ptr, ptr %numbers5.i.i, align 8
  %following.i.i = getelementptr inbounds nuw i8, ptr %session, i64 64
  %16 = load ptr, ptr %following.i.i, align 8
  tail call void %14(ptr noundef %15, ptr noundef %16) #11
  %17 = load i64, ptr %length_count.i.i, align 8
  %cmp10.not75.i.i = icmp sgt i64 %17, 0
  br i1 %cmp10.not75.i.i, label %for.body12.lr.ph.i.i, label %find_following.exit.i

for.body12.lr.ph.i.i:
  %lengths13.i.i = getelementptr inbounds nuw i8, ptr %session, i64 16
  %18 = load ptr, ptr %lengths13.i.i, align 8
  %19 = load ptr, ptr %following.i.i, align 8
  %lengths23.i.i = getelementptr inbounds nuw i8, ptr %5, i64 80
  %max_length.i.i = getelementptr inbounds nuw i8, ptr %session, i64 24
  br label %for.body12.i.i

for.cond8.i.i:
  %inc36.i.i = add nuw nsw i64 %i7.076.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %inc36.i.i, %17
  br i1 %exitcond.not.i.i, label %find_following.exit.i, label %for.body12.i.i

for.body12.i.i:
  %i7.076.i.i = phi i64 [ 0, %for.body12.lr.ph.i.i ], [ %inc36.i.i, %for.cond8.i.i ]
  %arrayidx14.i.i = getelementptr inbounds nuw i64, ptr %18, i64 %i7.076.i.i
  %20 = load i64, ptr %arrayidx14.i.i, align 8
  %arrayidx17.i.i = getelementptr inbounds nuw i64, ptr %19, i64 %i7.076.i.i
  %21 = load i64, ptr %arrayidx17.i.i, align 8
  %tobool.i.i = icmp eq i64 %i7.076.i.i, 0
  %tobool18.i.i = icmp eq i64 %20, 0
  %.not72.i.i = select i1 %tobool.i.i, i1 true, i1 %tobool18.i.i
  %cmp19.not.i.i = icmp eq i64 %21, %20
  %or.cond.i.i = select i1 %.not72.i.i, i1 true, i1 %cmp19.not.i.i
  br i1 %or.cond.i.i, label %if.end21.i.i, label %run_claimed.exit

if.end21.i.i:
  br i1 %tobool.i.i, label %cleanup32.i.i, label %cond.true.i.i

cond.true.i.i:
  %22 = load ptr, ptr %5, align 8
  %23 = load ptr, ptr %lengths23.i.i, align 8
  %arrayidx24.i.i = getelementptr inbounds nuw i64, ptr %23, i64 %i7.076.i.i
  %24 = load i64, ptr %arrayidx24.i.i, align 8
  %arrayidx25.i.i = getelementptr inbounds %struct.ncnnc_range, ptr %22, i64 %24
  %most26.i.i = getelementptr inbounds nuw i8, ptr %arrayidx25.i.i, i64 8
  br label %cleanup32.i.i

cleanup32.i.i:
  %cond30.i.i = phi i32 [ 14, %cond.true.i.i ], [ 15, %if.end21.i.i ]
  %cond.in.i.i = phi ptr [ %most26.i.i, %cond.true.i.i ], [ %max_length.i.i, %if.end21.i.i ]
  %cond.i.i = load i64, ptr %cond.in.i.i, align 8
  %cmp27.not.i.i = icmp sgt i64 %21, %cond.i.i
  br i1 %cmp27.not.i.i, label %run_claimed.exit, label %for.cond8.i.i

find_following.exit.i:
  %state_count.i = getelementptr inbounds nuw i8, ptr %3, i64 64
  %25 = load i64, ptr %state_count.i, align 8
  %cmp670.i = icmp sgt i64 %25, 0
  br i1 %cmp670.i, label %for.body8.lr.ph.i, label %for.cond.cleanup7.i

for.body8.lr.ph.i:
  %is_swapped.i.i = getelementptr inbounds nuw i8, ptr %session, i64 44
  %memory.i.i = getelementptr inbounds nuw i8, ptr %session, i64 32
  %pointers.i = getelementptr inbounds nuw i8, ptr %session, i64 48
  br label %for.body8.i

for.body.i:
  %i.069.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.body.i ]
  %arrayidx.i = getelementptr inbounds nuw i64, ptr %extents, i64 %i.069.i
  %26 = load i64, ptr %arrayidx.i, align 8
  %27 = load ptr, ptr %numbers.i, align 8
  %arrayidx2.i = getelementptr inbounds nuw i64, ptr %27, i64 %i.069.i
  store i64 %26, ptr %arrayidx2.i, align 8
  %inc.i = add nuw nsw i64 %i.069.i, 1
  %28 = load i64, ptr %range_count.i, align 8
  %cmp.i = icmp slt i64 %inc.i, %28
  br i1 %cmp.i, label %for.body.i, label %for.cond.cleanup.loopexit.i

for.cond.cleanup7.i:
  %29 = load ptr, ptr %session, align 8
  %30 = load ptr, ptr %numbers5.i.i, align 8
  %pointers19.i = getelementptr inbounds nuw i8, ptr %session, i64 48
  %31 = load ptr, ptr %pointers19.i, align 8
  %call20.i = tail call i32 @run_on_extents(ptr noundef %29, ptr noundef %30, ptr noundef %inputs, ptr noundef %outputs, ptr noundef %options, ptr noundef %31) #11
  %cmp21.not.i = icmp eq i32 %call20.i, 0
  br i1 %cmp21.not.i, label %if.end23.i, label %run_claimed.exit

for.body8.i:
  %i4.071.i = phi i64 [ 0, %for.body8.lr.ph.i ], [ %inc16.i, %for.body8.i ]
  %32 = load ptr, ptr %sequence1.i, align 8
  %states.i.i = getelementptr inbounds nuw i8, ptr %32, i64 56
  %33 = load ptr, ptr %states.i.i, align 8
  %arrayidx.i54.i = getelementptr inbounds nuw %struct.ncnnc_state, ptr %33, i64 %i4.071.i
  %34 = load i32, ptr %is_swapped.i.i, align 4
  %35 = icmp eq i32 %34, 0
  %36 = load ptr, ptr %memory.i.i, align 8
  %cond.in.idx.i.i = select i1 %35, i64 0, i64 8
  %cond.in.i55.i = getelementptr inbounds nuw i8, ptr %arrayidx.i54.i, i64 %cond.in.idx.i.i
  %cond.i56.i = load i64, ptr %cond.in.i55.i, align 8
  %add.ptr.i.i = getelementptr inbounds i8, ptr %36, i64 %cond.i56.i
  %37 = load ptr, ptr %pointers.i, align 8
  %arrayidx10.i = getelementptr inbounds nuw ptr, ptr %37, i64 %i4.071.i
  store ptr %add.ptr.i.i, ptr %arrayidx10.i, align 8
  %38 = load ptr, ptr %sequence1.i, align 8
  %states.i58.i = getelementptr inbounds nuw i8, ptr %38, i64 56
  %39 = load ptr, ptr %states.i58.i, align 8
  %arrayidx.i59.i = getelementptr inbounds nuw %struct.ncnnc_state, ptr %39, i64 %i4.071.i
  %40 = load i32, ptr %is_swapped.i.i, align 4
  %.not.i = icmp eq i32 %40, 0
  %41 = load ptr, ptr %memory.i.i, align 8
  %cond.in.idx.i62.i = select i1 %.not.i, i64 8, i64 0
  %cond.in.i63.i = getelementptr inbounds nuw i8, ptr %arrayidx.i59.i, i64 %cond.in.idx.i62.i
  %cond.i64.i = load i64, ptr %cond.in.i63.i, align 8
  %add.ptr.i65.i = getelementptr inbounds i8, ptr %41, i64 %cond.i64.i
  %42 = load ptr, ptr %pointers.i, align 8
  %43 = load i64, ptr %state_count.i, align 8
  %44 = getelementptr ptr, ptr %42, i64 %43
  %arrayidx14.i = getelementptr ptr, ptr %44, i64 %i4.071.i
  store ptr %add.ptr.i65.i, ptr %arrayidx14.i, align 8
  %inc16.i = add nuw nsw i64 %i4.071.i, 1
  %45 = load i64, ptr %state_count.i, align 8
  %cmp6.i = icmp slt i64 %inc16.i, %45
  br i1 %cmp6.i, label %for.body8.i, label %for.cond.cleanup7.i

if.end23.i:
  %lengths.i = getelementptr inbounds nuw i8, ptr %session, i64 16
  %46 = load ptr, ptr %lengths.i, align 8
  %47 = load ptr, ptr %following.i.i, align 8
  %length_count.i = getelementptr inbounds nuw i8, ptr %3, i64 88
  %48 = load i64, ptr %length_count.i, align 8
  %mul.i = shl i64 %48, 3
  %call24.i = tail call ptr @memcpy(ptr noundef %46, ptr noundef %47, i64 noundef %mul.i) #11
  %is_swapped.i = getelementptr inbounds nuw i8, ptr %session, i64 44
  %49 = load i32, ptr %is_swapped.i, align 4
  %tobool.not.i11 = icmp eq i32 %49, 0
  %lnot.ext.i = zext i1 %tobool.not.i11 to i32
  store i32 %lnot.ext.i, ptr %is_swapped.i, align 4
  br label %run_claimed.exit

run_claimed.exit:
  %retval.1.i = phi i32 [ %call20.i, %for.cond.cleanup7.i ], [ 0, %if.end23.i ], [ 14, %for.cond.cleanup.i.i ], [ %cond30.i.i, %cleanup32.i.i ], [ 20, %for.body12.i.i ]
  store atomic i32 0, ptr %busy.i release, align 8
  br label %return

return:
  %retval.0 = phi i32 [ %retval.1.i, %run_claimed.exit ], [ 3, %entry ], [ 3, %land.lhs.true ], [ 16, %if.end ]
  ret i32 %retval.0
}

define i32 @ncnnc_session_run(ptr noundef captures(address_is_null) %session, ptr noundef readonly captures(address_is_null) %extents, ptr noundef %inputs, ptr noundef %outputs, i32 noundef %threads) local_unnamed_addr #1 {
entry:
  %options = alloca %struct.ncnnc_options, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %options) #12
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %options, i8 0, i64 40, i1 false)
  store i32 %threads, ptr %options, align 8
  %call = call i32 @ncnnc_session_run_with(ptr noundef %session, ptr noundef %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef nonnull %options) #13
  call void @llvm.lifetime.end.p0(ptr nonnull %options) #12
  ret i32 %call
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #5

define i64 @ncnnc_session_length(ptr noundef readonly captures(none) %session) local_unnamed_addr #6 {
entry:
  %lengths = getelementptr inbounds nuw i8, ptr %session, i64 16
  %0 = load ptr, ptr %lengths, align 8
  %1 = load i64, ptr %0, align 8
  ret i64 %1
}

define i64 @ncnnc_session_max_length(ptr noundef readonly captures(none) %session) local_unnamed_addr #7 {
entry:
  %max_length = getelementptr inbounds nuw i8, ptr %session, i64 24
  %0 = load i64, ptr %max_length, align 8
  ret i64 %0
}

define hidden void @cut(ptr noundef captures(none) %session, i64 noundef %length) local_unnamed_addr #8 {
entry:
  %lengths = getelementptr inbounds nuw i8, ptr %session, i64 16
  %0 = load ptr, ptr %lengths, align 8
  store i64 %length, ptr %0, align 8
  %as_shared = getelementptr inbounds nuw i8, ptr %session, i64 80
  %1 = load i64, ptr %as_shared, align 8
  %cmp = icmp sgt i64 %1, %length
  br i1 %cmp, label %if.then, label %if.end

if.then:
  store i64 %length, ptr %as_shared, align 8
  br label %if.end

if.end:
  ret void
}

define range(i32 0, 19) i32 @ncnnc_session_truncate(ptr noundef captures(address_is_null) %session, i64 noundef %length) local_unnamed_addr #9 {
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
  %lengths = getelementptr inbounds nuw i8, ptr %session, i64 16
  %1 = load ptr, ptr %lengths, align 8
  %2 = load i64, ptr %1, align 8
  %cmp5 = icmp eq i64 %length, %2
  br i1 %cmp5, label %if.then10, label %lor.rhs

lor.rhs:
  %cmp8 = icmp slt i64 %length, %2
  br i1 %cmp8, label %land.rhs, label %if.end11

land.rhs:
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %3 = load ptr, ptr %sequence, align 8
  %state_count.i = getelementptr inbounds nuw i8, ptr %3, i64 64
  %4 = load i64, ptr %state_count.i, align 8
  %tobool.not.i23 = icmp eq i64 %4, 0
  br i1 %tobool.not.i23, label %if.then10, label %has_fixed.exit

has_fixed.exit:
  %states.i = getelementptr inbounds nuw i8, ptr %3, i64 56
  %5 = load ptr, ptr %states.i, align 8
  %6 = getelementptr %struct.ncnnc_state, ptr %5, i64 %4
  %bytes.i = getelementptr i8, ptr %6, i64 -80
  %7 = load i64, ptr %bytes.i, align 8
  %tobool2.i.not = icmp eq i64 %7, 0
  br i1 %tobool2.i.not, label %if.then10, label %if.end11

if.then10:
  store i64 %length, ptr %1, align 8
  %as_shared.i = getelementptr inbounds nuw i8, ptr %session, i64 80
  %8 = load i64, ptr %as_shared.i, align 8
  %cmp.i = icmp sgt i64 %8, %length
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
  %lengths.i = getelementptr inbounds nuw i8, ptr %session, i64 16
  %1 = load ptr, ptr %lengths.i, align 8
  store i64 0, ptr %1, align 8
  %as_shared.i = getelementptr inbounds nuw i8, ptr %session, i64 80
  %2 = load i64, ptr %as_shared.i, align 8
  %cmp.i = icmp sgt i64 %2, 0
  br i1 %cmp.i, label %if.then.i, label %cut.exit

if.then.i:
  store i64 0, ptr %as_shared.i, align 8
  br label %cut.exit

cut.exit:
  %3 = load ptr, ptr %lengths.i, align 8
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %4 = load ptr, ptr %sequence, align 8
  %length_count = getelementptr inbounds nuw i8, ptr %4, i64 88
  %5 = load i64, ptr %length_count, align 8
  %mul = shl i64 %5, 3
  %call3 = tail call ptr @memset(ptr noundef %3, i32 noundef 0, i64 noundef %mul) #11
  %6 = load ptr, ptr %sequence, align 8
  %state_count20 = getelementptr inbounds nuw i8, ptr %6, i64 64
  %7 = load i64, ptr %state_count20, align 8
  %cmp21 = icmp sgt i64 %7, 0
  br i1 %cmp21, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %is_swapped.i = getelementptr inbounds nuw i8, ptr %session, i64 44
  %memory.i = getelementptr inbounds nuw i8, ptr %session, i64 32
  br label %for.body

for.cond.cleanup:
  store atomic i32 0, ptr %busy.i release, align 8
  br label %return

for.body:
  %8 = phi ptr [ %6, %for.body.lr.ph ], [ %14, %for.body ]
  %i.022 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %states.i = getelementptr inbounds nuw i8, ptr %8, i64 56
  %9 = load ptr, ptr %states.i, align 8
  %arrayidx.i = getelementptr inbounds nuw %struct.ncnnc_state, ptr %9, i64 %i.022
  %10 = load i32, ptr %is_swapped.i, align 4
  %11 = icmp eq i32 %10, 0
  %12 = load ptr, ptr %memory.i, align 8
  %cond.in.idx.i = select i1 %11, i64 0, i64 8
  %cond.in.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 %cond.in.idx.i
  %cond.i = load i64, ptr %cond.in.i, align 8
  %add.ptr.i = getelementptr inbounds i8, ptr %12, i64 %cond.i
  %bytes = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %13 = load i64, ptr %bytes, align 8
  %call7 = tail call ptr @memset(ptr noundef %add.ptr.i, i32 noundef 0, i64 noundef %13) #11
  %inc = add nuw nsw i64 %i.022, 1
  %14 = load ptr, ptr %sequence, align 8
  %state_count = getelementptr inbounds nuw i8, ptr %14, i64 64
  %15 = load i64, ptr %state_count, align 8
  %cmp = icmp slt i64 %inc, %15
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
  %call6 = tail call i32 @ncnnc_session_create(ptr noundef nonnull %fork, ptr noundef %1, i64 noundef 0) #13
  %cmp = icmp eq i32 %call6, 0
  br i1 %cmp, label %if.then7, label %if.end14

if.then7:
  %2 = load ptr, ptr %fork, align 8
  tail call void @share_rows(ptr noundef nonnull %session, ptr noundef %2) #11
  %3 = load ptr, ptr %fork, align 8
  %lengths = getelementptr inbounds nuw i8, ptr %3, i64 16
  %4 = load ptr, ptr %lengths, align 8
  %lengths8 = getelementptr inbounds nuw i8, ptr %session, i64 16
  %5 = load ptr, ptr %lengths8, align 8
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %6 = load ptr, ptr %sequence, align 8
  %length_count = getelementptr inbounds nuw i8, ptr %6, i64 88
  %7 = load i64, ptr %length_count, align 8
  %mul = shl i64 %7, 3
  %call9 = tail call ptr @memcpy(ptr noundef %4, ptr noundef %5, i64 noundef %mul) #11
  %max_length = getelementptr inbounds nuw i8, ptr %session, i64 24
  %8 = load i64, ptr %max_length, align 8
  %9 = load ptr, ptr %fork, align 8
  %max_length10 = getelementptr inbounds nuw i8, ptr %9, i64 24
  store i64 %8, ptr %max_length10, align 8
  %is_swapped = getelementptr inbounds nuw i8, ptr %session, i64 44
  %10 = load i32, ptr %is_swapped, align 4
  %11 = load ptr, ptr %fork, align 8
  %is_swapped11 = getelementptr inbounds nuw i8, ptr %11, i64 44
  store i32 %10, ptr %is_swapped11, align 4
  %12 = load ptr, ptr %fork, align 8
  %as_shared = getelementptr inbounds nuw i8, ptr %12, i64 80
  %13 = load i64, ptr %as_shared, align 8
  %14 = load ptr, ptr %lengths8, align 8
  %15 = load ptr, ptr %sequence, align 8
  %state_count38.i = getelementptr inbounds nuw i8, ptr %15, i64 64
  %16 = load i64, ptr %state_count38.i, align 8
  %cmp39.i = icmp slt i64 %16, 1
  br i1 %cmp39.i, label %if.end14, label %for.body.lr.ph.i

for.body.lr.ph.i:
  %memory.i.i = getelementptr inbounds nuw i8, ptr %session, i64 32
  %memory.i39 = getelementptr inbounds nuw i8, ptr %2, i64 32
  br label %for.body.i

for.body.i:
  %17 = phi ptr [ %15, %for.body.lr.ph.i ], [ %41, %for.inc.i ]
  %i.040.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.inc.i ]
  %states.i = getelementptr inbounds nuw i8, ptr %17, i64 56
  %18 = load ptr, ptr %states.i, align 8
  %arrayidx.i = getelementptr inbounds nuw %struct.ncnnc_state, ptr %18, i64 %i.040.i
  %19 = load i32, ptr %is_swapped, align 4
  %20 = icmp eq i32 %19, 0
  %21 = load ptr, ptr %memory.i.i, align 8
  %cond.in.idx.i.i = select i1 %20, i64 0, i64 8
  %cond.in.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 %cond.in.idx.i.i
  %cond.i.i = load i64, ptr %cond.in.i.i, align 8
  %add.ptr.i.i = getelementptr inbounds i8, ptr %21, i64 %cond.i.i
  %bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %22 = load i64, ptr %bytes.i, align 8
  %tobool.not.i35 = icmp eq i64 %22, 0
  br i1 %tobool.not.i35, label %if.end5.i, label %if.then.i

if.then.i:
  %23 = load ptr, ptr %memory.i39, align 8
  %add.ptr.i44 = getelementptr inbounds i8, ptr %23, i64 %cond.i.i
  %call.i45 = tail call ptr @memcpy(ptr noundef %add.ptr.i44, ptr noundef %add.ptr.i.i, i64 noundef %22) #11
  br label %for.inc.i

if.end5.i:
  %length.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 24
  %24 = load i64, ptr %length.i, align 8
  %tobool6.not.i = icmp eq i64 %24, 0
  %cond.i = select i1 %tobool6.not.i, i64 %13, i64 0
  %group.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 80
  %25 = load i64, ptr %group.i.i, align 8
  %.fr.i.i = freeze i64 %25
  %26 = srem i64 %cond.i, %.fr.i.i
  %mul.i.i = sub nsw i64 %cond.i, %26
  %heads.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 32
  %27 = load i64, ptr %heads.i.i, align 8
  %cmp8.not70.i.i = icmp slt i64 %27, 1
  br i1 %cmp8.not70.i.i, label %for.inc.i, label %for.cond9.preheader.lr.ph.i.i

for.cond9.preheader.lr.ph.i.i:
  %arrayidx8.i = getelementptr inbounds i64, ptr %14, i64 %24
  %28 = load i64, ptr %arrayidx8.i, align 8
  %add.i.i = add i64 %.fr.i.i, -1
  %sub.i.i = add i64 %add.i.i, %28
  %29 = srem i64 %sub.i.i, %.fr.i.i
  %mul6.i.i = sub nsw i64 %sub.i.i, %29
  %most_rows.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 88
  %30 = load i64, ptr %most_rows.i.i, align 8
  %spec.select.i.i = tail call i64 @llvm.smin.i64(i64 %mul6.i.i, i64 %30)
  %panels.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 48
  %head_bytes.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 40
  %panel_bytes.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 56
  %sub22.i.i = sub nsw i64 %spec.select.i.i, %mul.i.i
  %.pre.i.i = load i64, ptr %panels.i.i, align 8
  br label %for.cond9.preheader.i.i

for.cond9.preheader.i.i:
  %31 = phi i64 [ %27, %for.cond9.preheader.lr.ph.i.i ], [ %39, %for.inc30.i.i ]
  %32 = phi i64 [ %.pre.i.i, %for.cond9.preheader.lr.ph.i.i ], [ %40, %for.inc30.i.i ]
  %head.071.i.i = phi i64 [ 0, %for.cond9.preheader.lr.ph.i.i ], [ %inc31.i.i, %for.inc30.i.i ]
  %cmp10.not68.i.i = icmp sgt i64 %32, 0
  br i1 %cmp10.not68.i.i, label %for.cond9.i.i, label %for.inc30.i.i

for.cond9.i.i:
  %33 = phi i64 [ %38, %for.cond9.i.i ], [ %32, %for.cond9.preheader.i.i ]
  %panel.069.i.i = phi i64 [ %inc.i.i, %for.cond9.i.i ], [ 0, %for.cond9.preheader.i.i ]
  %sub14.i.i = add nsw i64 %33, -1
  %cmp15.i.i = icmp eq i64 %panel.069.i.i, %sub14.i.i
  %cond.in.v.i.i = select i1 %cmp15.i.i, i64 72, i64 64
  %cond.in.i30.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 %cond.in.v.i.i
  %cond.i31.i = load i64, ptr %cond.in.i30.i, align 8
  %34 = load i64, ptr %head_bytes.i.i, align 8
  %mul17.i.i = mul nsw i64 %34, %head.071.i.i
  %add.ptr.i32.i = getelementptr inbounds i8, ptr %add.ptr.i.i, i64 %mul17.i.i
  %35 = load i64, ptr %panel_bytes.i.i, align 8
  %mul18.i.i = mul nsw i64 %35, %panel.069.i.i
  %add.ptr19.i.i = getelementptr inbounds i8, ptr %add.ptr.i32.i, i64 %mul18.i.i
  %mul20.i.i = mul nsw i64 %cond.i31.i, %mul.i.i
  %add.ptr21.i.i = getelementptr inbounds i8, ptr %add.ptr19.i.i, i64 %mul20.i.i
  %mul23.i.i = mul nsw i64 %cond.i31.i, %sub22.i.i
  %36 = load ptr, ptr %memory.i39, align 8
  %37 = load ptr, ptr %memory.i.i, align 8
  %sub.ptr.lhs.cast.i = ptrtoint ptr %add.ptr21.i.i to i64
  %sub.ptr.rhs.cast.i = ptrtoint ptr %37 to i64
  %sub.ptr.sub.i = sub i64 %sub.ptr.lhs.cast.i, %sub.ptr.rhs.cast.i
  %add.ptr.i = getelementptr inbounds i8, ptr %36, i64 %sub.ptr.sub.i
  %call.i = tail call ptr @memcpy(ptr noundef %add.ptr.i, ptr noundef %add.ptr21.i.i, i64 noundef %mul23.i.i) #11
  %inc.i.i = add nuw nsw i64 %panel.069.i.i, 1
  %38 = load i64, ptr %panels.i.i, align 8
  %cmp10.not.i.i = icmp slt i64 %inc.i.i, %38
  br i1 %cmp10.not.i.i, label %for.cond9.i.i, label %for.inc30.loopexit.i.i

for.inc30.loopexit.i.i:
  %.pre74.i.i = load i64, ptr %heads.i.i, align 8
  br label %for.inc30.i.i

for.inc30.i.i:
  %39 = phi i64 [ %.pre74.i.i, %for.inc30.loopexit.i.i ], [ %31, %for.cond9.preheader.i.i ]
  %40 = phi i64 [ %38, %for.inc30.loopexit.i.i ], [ %32, %for.cond9.preheader.i.i ]
  %inc31.i.i = add nuw nsw i64 %head.071.i.i, 1
  %cmp8.not.not.i.i = icmp slt i64 %inc31.i.i, %39
  br i1 %cmp8.not.not.i.i, label %for.cond9.preheader.i.i, label %for.inc.i

for.inc.i:
  %inc.i = add nuw nsw i64 %i.040.i, 1
  %41 = load ptr, ptr %sequence, align 8
  %state_count.i = getelementptr inbounds nuw i8, ptr %41, i64 64
  %42 = load i64, ptr %state_count.i, align 8
  %cmp.not.i = icmp slt i64 %inc.i, %42
  br i1 %cmp.not.i, label %for.body.i, label %if.end14

if.end14:
  store atomic i32 0, ptr %busy.i release, align 8
  br label %return

return:
  %retval.0 = phi i32 [ %call6, %if.end14 ], [ 3, %if.end ], [ 3, %entry ], [ 16, %if.end3 ]
  ret i32 %retval.0
}

declare hidden void @share_rows(ptr noundef, ptr noundef) local_unnamed_addr #3

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #4

declare hidden i32 @run_on_extents(ptr noundef, ptr noundef, ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #3

declare hidden zeroext i1 @in_range(ptr noundef, ptr noundef) local_unnamed_addr #3

declare i64 @llvm.smin.i64(i64, i64) #10

attributes #0 = { mustprogress nofree norecurse nounwind willreturn memory(argmem: readwrite) "no-builtins" }
attributes #1 = { nounwind "no-builtins" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { "no-builtins" }
attributes #4 = { nounwind "no-builtins" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "no-builtins" }
attributes #8 = { mustprogress nofree norecurse nosync nounwind willreturn memory(write, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #9 = { mustprogress nofree norecurse nounwind willreturn memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #10 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { nobuiltin nounwind "no-builtins" }
attributes #12 = { nounwind }
attributes #13 = { nobuiltin "no-builtins" }

