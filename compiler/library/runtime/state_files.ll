; Made from state_files.c by clang of ziglang 0.17.1: make library-runtime
; 2666ac0a15b0aaa8587496325ea12705671656b24e986698dd87fdfadde9e53e

%struct.preamble = type { [8 x i8], [64 x i8], i64, [32 x i8] }
%struct.ncnnc_range = type { i64, i64 }

@magic = internal constant [8 x i8] c"\89NCNNT\0D\0A", align 1
@.str = private unnamed_addr constant [9 x i8] c"%s.%d.%p\00", align 1

define hidden noundef zeroext i1 @write_piece(ptr noundef readonly captures(none) %context, ptr noundef %piece, i64 noundef %bytes) #0 {
entry:
  %0 = load i32, ptr %context, align 4
  %tobool.not17 = icmp eq i64 %bytes, 0
  br i1 %tobool.not17, label %cleanup6, label %while.body

while.body:
  %piece.addr.019 = phi ptr [ %piece.addr.1, %cleanup ], [ %piece, %entry ]
  %bytes.addr.018 = phi i64 [ %bytes.addr.1, %cleanup ], [ %bytes, %entry ]
  %call = tail call i64 @write(i32 noundef %0, ptr noundef %piece.addr.019, i64 noundef %bytes.addr.018) #8
  %cmp = icmp slt i64 %call, 0
  br i1 %cmp, label %land.lhs.true, label %if.end

land.lhs.true:
  %call1 = tail call ptr @__errno_location() #9
  %1 = load i32, ptr %call1, align 4
  %cmp2 = icmp eq i32 %1, 4
  br i1 %cmp2, label %cleanup, label %land.lhs.true.cleanup6_crit_edge

if.end:
  %cmp3 = icmp eq i64 %call, 0
  br i1 %cmp3, label %cleanup6, label %if.end5

if.end5:
  %add.ptr = getelementptr inbounds nuw i8, ptr %piece.addr.019, i64 %call
  %sub = sub i64 %bytes.addr.018, %call
  br label %cleanup

cleanup:
  %bytes.addr.1 = phi i64 [ %sub, %if.end5 ], [ %bytes.addr.018, %land.lhs.true ]
  %piece.addr.1 = phi ptr [ %add.ptr, %if.end5 ], [ %piece.addr.019, %land.lhs.true ]
  %tobool.not = icmp eq i64 %bytes.addr.1, 0
  br i1 %tobool.not, label %cleanup6, label %while.body

land.lhs.true.cleanup6_crit_edge:
  br label %cleanup6

cleanup6:
  %tobool.not.lcssa = phi i1 [ false, %land.lhs.true.cleanup6_crit_edge ], [ true, %entry ], [ false, %if.end ], [ true, %cleanup ]
  ret i1 %tobool.not.lcssa
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare i64 @write(i32 noundef, ptr noundef, i64 noundef) local_unnamed_addr #2

declare ptr @__errno_location() local_unnamed_addr #3

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define range(i32 0, 17) i32 @ncnnc_session_save(ptr noundef %session, ptr noundef %path) local_unnamed_addr #0 {
entry:
  %file.i = alloca i32, align 4
  %bytes.addr.i = alloca i64, align 8
  %bytes.i = alloca i64, align 8
  %preamble = alloca %struct.preamble, align 8
  %tobool = icmp ne ptr %session, null
  %tobool1 = icmp ne ptr %path, null
  %or.cond = and i1 %tobool, %tobool1
  br i1 %or.cond, label %if.end, label %return

if.end:
  %call = tail call zeroext i1 @claim(ptr noundef nonnull %session) #8
  br i1 %call, label %if.end3, label %return

if.end3:
  %lengths = getelementptr inbounds nuw i8, ptr %session, i64 16
  %0 = load ptr, ptr %lengths, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #10
  store i64 0, ptr %bytes.i, align 8
  %call.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %0, ptr noundef nonnull @count_piece, ptr noundef nonnull %bytes.i) #8
  %1 = load i64, ptr %bytes.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #10
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.addr.i)
  store i64 %1, ptr %bytes.addr.i, align 8
  %call.i34 = call noalias ptr @calloc(i64 noundef 1, i64 noundef 6256) #8
  %tobool.not.i = icmp eq ptr %call.i34, null
  br i1 %tobool.not.i, label %new_digest.exit.thread, label %if.then7

new_digest.exit.thread:
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.addr.i)
  br label %if.end21

if.then7:
  call void @sha256_begin(ptr noundef nonnull %call.i34) #8
  call void @sha256_add(ptr noundef nonnull %call.i34, ptr noundef nonnull %bytes.addr.i, i64 noundef 8) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.addr.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %preamble) #10
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(112) %preamble, i8 0, i64 112, i1 false)
  %length = getelementptr inbounds nuw i8, ptr %preamble, i64 72
  %2 = load ptr, ptr %lengths, align 8
  %3 = load i64, ptr %2, align 8
  store i64 %3, ptr %length, align 8
  %call11 = call ptr @memcpy(ptr noundef nonnull %preamble, ptr noundef nonnull @magic, i64 noundef 8) #8
  %identity12 = getelementptr inbounds nuw i8, ptr %preamble, i64 8
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %4 = load ptr, ptr %sequence, align 8
  %identity14 = getelementptr inbounds nuw i8, ptr %4, i64 104
  %5 = load ptr, ptr %identity14, align 8
  %call15 = call ptr @memcpy(ptr noundef nonnull %identity12, ptr noundef %5, i64 noundef 64) #8
  %6 = load ptr, ptr %lengths, align 8
  %call17 = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %6, ptr noundef nonnull @take_piece, ptr noundef nonnull %call.i34) #8
  %digest18 = getelementptr inbounds nuw i8, ptr %preamble, i64 80
  call fastcc void @end_digest(ptr noundef %call.i34, ptr noundef %digest18) #11
  %call.i35 = call i64 @strlen(ptr noundef nonnull %path) #12
  %add.i = add i64 %call.i35, 64
  %call1.i = call noalias ptr @malloc(i64 noundef %add.i) #8
  %tobool.not.i36 = icmp eq ptr %call1.i, null
  br i1 %tobool.not.i36, label %write_file.exit, label %if.end.i37

if.end.i37:
  %call2.i = call i32 @getpid() #8
  %call3.i = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %call1.i, i64 noundef %add.i, ptr noundef nonnull @.str, ptr noundef nonnull %path, i32 noundef %call2.i, ptr noundef nonnull %session) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %file.i) #10
  %call4.i = call i32 (ptr, i32, ...) @open(ptr noundef nonnull %call1.i, i32 noundef 524481, i32 noundef 438) #8
  store i32 %call4.i, ptr %file.i, align 4
  %cmp.i = icmp sgt i32 %call4.i, -1
  br i1 %cmp.i, label %while.body.i.i, label %land.end28.i

while.body.i.i:
  %piece.addr.019.i.i = phi ptr [ %piece.addr.1.i.i, %cleanup.i.i ], [ %preamble, %if.end.i37 ]
  %bytes.addr.018.i.i = phi i64 [ %bytes.addr.1.i.i, %cleanup.i.i ], [ 112, %if.end.i37 ]
  %call.i.i = call i64 @write(i32 noundef %call4.i, ptr noundef %piece.addr.019.i.i, i64 noundef %bytes.addr.018.i.i) #8
  %cmp.i.i = icmp slt i64 %call.i.i, 0
  br i1 %cmp.i.i, label %land.lhs.true.i.i, label %if.end.i.i

land.lhs.true.i.i:
  %call1.i.i = tail call ptr @__errno_location() #9
  %7 = load i32, ptr %call1.i.i, align 4
  %cmp2.i.i = icmp eq i32 %7, 4
  br i1 %cmp2.i.i, label %cleanup.i.i, label %land.lhs.true.cleanup6_crit_edge.i.i

if.end.i.i:
  %cmp3.i.i = icmp eq i64 %call.i.i, 0
  br i1 %cmp3.i.i, label %land.end.i, label %if.end5.i.i

if.end5.i.i:
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %piece.addr.019.i.i, i64 %call.i.i
  %sub.i.i = sub i64 %bytes.addr.018.i.i, %call.i.i
  br label %cleanup.i.i

cleanup.i.i:
  %bytes.addr.1.i.i = phi i64 [ %sub.i.i, %if.end5.i.i ], [ %bytes.addr.018.i.i, %land.lhs.true.i.i ]
  %piece.addr.1.i.i = phi ptr [ %add.ptr.i.i, %if.end5.i.i ], [ %piece.addr.019.i.i, %land.lhs.true.i.i ]
  %tobool.not.i.i = icmp eq i64 %bytes.addr.1.i.i, 0
  br i1 %tobool.not.i.i, label %land.lhs.true6.i, label %while.body.i.i

land.lhs.true.cleanup6_crit_edge.i.i:
  br label %land.end.i

land.lhs.true6.i:
  %8 = load ptr, ptr %lengths, align 8
  %9 = load ptr, ptr %sequence, align 8
  %length_count.i.i = getelementptr inbounds nuw i8, ptr %9, i64 88
  %10 = load i64, ptr %length_count.i.i, align 8
  %tobool.not.i54.i = icmp eq i64 %10, 0
  %sub.i55.i = shl i64 %10, 3
  %mul.i.i = add i64 %sub.i55.i, -8
  %tobool.not17.i84.i = icmp eq i64 %mul.i.i, 0
  %tobool.not17.i.i = or i1 %tobool.not.i54.i, %tobool.not17.i84.i
  br i1 %tobool.not17.i.i, label %land.lhs.true9.i, label %while.body.i56.preheader.i

while.body.i56.preheader.i:
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %8, i64 8
  br label %while.body.i56.i

while.body.i56.i:
  %piece.addr.019.i57.i = phi ptr [ %piece.addr.1.i68.i, %cleanup.i66.i ], [ %add.ptr.i, %while.body.i56.preheader.i ]
  %bytes.addr.018.i58.i = phi i64 [ %bytes.addr.1.i67.i, %cleanup.i66.i ], [ %mul.i.i, %while.body.i56.preheader.i ]
  %call.i59.i = call i64 @write(i32 noundef %call4.i, ptr noundef %piece.addr.019.i57.i, i64 noundef %bytes.addr.018.i58.i) #8
  %cmp.i60.i = icmp slt i64 %call.i59.i, 0
  br i1 %cmp.i60.i, label %land.lhs.true.i71.i, label %if.end.i61.i

land.lhs.true.i71.i:
  %call1.i72.i = tail call ptr @__errno_location() #9
  %11 = load i32, ptr %call1.i72.i, align 4
  %cmp2.i73.i = icmp eq i32 %11, 4
  br i1 %cmp2.i73.i, label %cleanup.i66.i, label %land.lhs.true.cleanup6_crit_edge.i74.i

if.end.i61.i:
  %cmp3.i62.i = icmp eq i64 %call.i59.i, 0
  br i1 %cmp3.i62.i, label %land.end.i, label %if.end5.i63.i

if.end5.i63.i:
  %add.ptr.i64.i = getelementptr inbounds nuw i8, ptr %piece.addr.019.i57.i, i64 %call.i59.i
  %sub.i65.i = sub i64 %bytes.addr.018.i58.i, %call.i59.i
  br label %cleanup.i66.i

cleanup.i66.i:
  %bytes.addr.1.i67.i = phi i64 [ %sub.i65.i, %if.end5.i63.i ], [ %bytes.addr.018.i58.i, %land.lhs.true.i71.i ]
  %piece.addr.1.i68.i = phi ptr [ %add.ptr.i64.i, %if.end5.i63.i ], [ %piece.addr.019.i57.i, %land.lhs.true.i71.i ]
  %tobool.not.i69.i = icmp eq i64 %bytes.addr.1.i67.i, 0
  br i1 %tobool.not.i69.i, label %land.lhs.true9.loopexit.i, label %while.body.i56.i

land.lhs.true.cleanup6_crit_edge.i74.i:
  br label %land.end.i

land.lhs.true9.loopexit.i:
  %.pre.i = load ptr, ptr %lengths, align 8
  br label %land.lhs.true9.i

land.lhs.true9.i:
  %12 = phi ptr [ %.pre.i, %land.lhs.true9.loopexit.i ], [ %8, %land.lhs.true6.i ]
  %call11.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %12, ptr noundef nonnull @write_piece, ptr noundef nonnull %file.i) #8
  %.pr.pre82.i = load i32, ptr %file.i, align 4
  br i1 %call11.i, label %land.rhs.i, label %land.end.i

land.rhs.i:
  %call12.i = call i32 @fsync(i32 noundef %.pr.pre82.i) #8
  %cmp13.i = icmp eq i32 %call12.i, 0
  %.pr.pre.i = load i32, ptr %file.i, align 4
  br label %land.end.i

land.end.i:
  %.pr.i = phi i32 [ %call4.i, %land.lhs.true.cleanup6_crit_edge.i74.i ], [ %call4.i, %if.end.i61.i ], [ %.pr.pre82.i, %land.lhs.true9.i ], [ %.pr.pre.i, %land.rhs.i ], [ %call4.i, %land.lhs.true.cleanup6_crit_edge.i.i ], [ %call4.i, %if.end.i.i ]
  %.ph.i = phi i1 [ false, %land.lhs.true.cleanup6_crit_edge.i74.i ], [ false, %if.end.i61.i ], [ false, %land.lhs.true9.i ], [ %cmp13.i, %land.rhs.i ], [ false, %land.lhs.true.cleanup6_crit_edge.i.i ], [ false, %if.end.i.i ]
  %cmp15.i = icmp sgt i32 %.pr.i, -1
  br i1 %cmp15.i, label %if.then16.i, label %if.end23.i

if.then16.i:
  %call17.i = call i32 @close(i32 noundef %.pr.i) #8
  %cmp18.i = icmp eq i32 %call17.i, 0
  %13 = select i1 %cmp18.i, i1 %.ph.i, i1 false
  br i1 %13, label %land.rhs25.i, label %land.end28.i

if.end23.i:
  br i1 %.ph.i, label %land.rhs25.i, label %land.end28.i

land.rhs25.i:
  %call26.i = call i32 @rename(ptr noundef nonnull %call1.i, ptr noundef nonnull %path) #8
  %cmp27.i = icmp eq i32 %call26.i, 0
  br label %land.end28.i

land.end28.i:
  %14 = phi i1 [ false, %if.end23.i ], [ %cmp27.i, %land.rhs25.i ], [ false, %if.then16.i ], [ false, %if.end.i37 ]
  %15 = load i32, ptr %file.i, align 4
  %cmp30.i = icmp slt i32 %15, 0
  %or.cond.i = select i1 %cmp30.i, i1 true, i1 %14
  br i1 %or.cond.i, label %if.end35.i, label %if.then33.i

if.then33.i:
  %call34.i = call i32 @unlink(ptr noundef nonnull %call1.i) #8
  br label %if.end35.i

if.end35.i:
  call void @free(ptr noundef nonnull %call1.i) #8
  %cond.i = select i1 %14, i32 0, i32 4
  call void @llvm.lifetime.end.p0(ptr nonnull %file.i) #10
  br label %write_file.exit

write_file.exit:
  %retval.0.i = phi i32 [ %cond.i, %if.end35.i ], [ 2, %if.then7 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %preamble) #10
  br label %if.end21

if.end21:
  %status.0 = phi i32 [ %retval.0.i, %write_file.exit ], [ 2, %new_digest.exit.thread ]
  call void @release(ptr noundef nonnull %session) #8
  br label %return

return:
  %retval.0 = phi i32 [ %status.0, %if.end21 ], [ 3, %entry ], [ 16, %if.end ]
  ret i32 %retval.0
}

declare hidden zeroext i1 @claim(ptr noundef) local_unnamed_addr #2

define internal fastcc ptr @new_digest(i64 noundef %bytes) unnamed_addr #0 {
entry:
  %bytes.addr = alloca i64, align 8
  store i64 %bytes, ptr %bytes.addr, align 8
  %call = tail call noalias ptr @calloc(i64 noundef 1, i64 noundef 6256) #8
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %cleanup, label %if.end

if.end:
  tail call void @sha256_begin(ptr noundef nonnull %call) #8
  call void @sha256_add(ptr noundef nonnull %call, ptr noundef nonnull %bytes.addr, i64 noundef 8) #8
  br label %cleanup

cleanup:
  ret ptr %call
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #4

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #5

declare hidden zeroext i1 @walk(ptr noundef, i64 noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

define internal noundef zeroext i1 @take_piece(ptr noundef %context, ptr noundef readonly captures(none) %piece, i64 noundef %bytes) #0 {
entry:
  %tobool.not44 = icmp eq i64 %bytes, 0
  br i1 %tobool.not44, label %while.end, label %while.body.lr.ph

while.body.lr.ph:
  %taken = getelementptr inbounds nuw i8, ptr %context, i64 6248
  %columns = getelementptr inbounds nuw i8, ptr %context, i64 104
  %rows = getelementptr inbounds nuw i8, ptr %context, i64 4200
  %.pre = load i64, ptr %taken, align 8
  br label %while.body

while.body:
  %0 = phi i64 [ %.pre, %while.body.lr.ph ], [ %6, %if.end23 ]
  %bytes.addr.046 = phi i64 [ %bytes, %while.body.lr.ph ], [ %sub, %if.end23 ]
  %next.045 = phi ptr [ %piece, %while.body.lr.ph ], [ %add.ptr, %if.end23 ]
  %1 = load i8, ptr %next.045, align 1
  %conv = zext i8 %1 to i64
  %rem = and i64 %0, 7
  %cmp = icmp eq i64 %rem, 0
  %cmp2 = icmp ugt i64 %bytes.addr.046, 7
  %2 = and i1 %cmp2, %cmp
  %conv4 = select i1 %2, i64 8, i64 1
  br i1 %2, label %if.then, label %if.end

if.then:
  %word.0.copyload = load i64, ptr %next.045, align 1
  br label %if.end

if.end:
  %word.0 = phi i64 [ %word.0.copyload, %if.then ], [ %conv, %while.body ]
  %rem8 = shl i64 %0, 3
  %mul = and i64 %rem8, 56
  %shl = shl i64 %word.0, %mul
  %div41 = lshr i64 %0, 3
  %rem10 = and i64 %div41, 511
  %arrayidx11 = getelementptr inbounds nuw i64, ptr %columns, i64 %rem10
  %3 = load i64, ptr %arrayidx11, align 8
  %add = add i64 %3, %shl
  store i64 %add, ptr %arrayidx11, align 8
  %div1443 = lshr i64 %0, 12
  %arrayidx15 = getelementptr inbounds nuw i64, ptr %rows, i64 %div1443
  %4 = load i64, ptr %arrayidx15, align 8
  %add16 = add i64 %4, %shl
  store i64 %add16, ptr %arrayidx15, align 8
  %5 = load i64, ptr %taken, align 8
  %add18 = add i64 %5, %conv4
  store i64 %add18, ptr %taken, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %next.045, i64 %conv4
  %sub = sub i64 %bytes.addr.046, %conv4
  %cmp20 = icmp eq i64 %add18, 1048576
  br i1 %cmp20, label %end_block.exit, label %if.end23

end_block.exit:
  tail call void @sha256_add(ptr noundef nonnull %context, ptr noundef nonnull %columns, i64 noundef 4096) #8
  tail call void @sha256_add(ptr noundef nonnull %context, ptr noundef nonnull %rows, i64 noundef 2048) #8
  %call.i = tail call ptr @memset(ptr noundef nonnull %columns, i32 noundef 0, i64 noundef 4096) #8
  %call7.i = tail call ptr @memset(ptr noundef nonnull %rows, i32 noundef 0, i64 noundef 2048) #8
  store i64 0, ptr %taken, align 8
  br label %if.end23

if.end23:
  %6 = phi i64 [ 0, %end_block.exit ], [ %add18, %if.end ]
  %tobool.not = icmp eq i64 %sub, 0
  br i1 %tobool.not, label %while.end, label %while.body

while.end:
  ret i1 true
}

define internal fastcc void @end_digest(ptr noundef nonnull %it, ptr noundef nonnull %digest) unnamed_addr #0 {
entry:
  %taken.i = getelementptr inbounds nuw i8, ptr %it, i64 6248
  %0 = load i64, ptr %taken.i, align 8
  %tobool.not.i = icmp eq i64 %0, 0
  br i1 %tobool.not.i, label %end_block.exit, label %if.end.i

if.end.i:
  %columns.i = getelementptr inbounds nuw i8, ptr %it, i64 104
  tail call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull %columns.i, i64 noundef 4096) #8
  %rows.i = getelementptr inbounds nuw i8, ptr %it, i64 4200
  tail call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull %rows.i, i64 noundef 2048) #8
  %call.i = tail call ptr @memset(ptr noundef nonnull %columns.i, i32 noundef 0, i64 noundef 4096) #8
  %call7.i = tail call ptr @memset(ptr noundef nonnull %rows.i, i32 noundef 0, i64 noundef 2048) #8
  store i64 0, ptr %taken.i, align 8
  br label %end_block.exit

end_block.exit:
  tail call void @sha256_end(ptr noundef nonnull %it, ptr noundef nonnull %digest) #8
  tail call void @free(ptr noundef nonnull %it) #8
  ret void
}

declare hidden void @release(ptr noundef) local_unnamed_addr #2

define range(i32 0, 18) i32 @ncnnc_session_load(ptr noundef %session, ptr noundef %path, i32 noundef %any_weights) local_unnamed_addr #0 {
entry:
  %bytes.i.i = alloca i64, align 8
  %found.i = alloca [32 x i8], align 16
  %next = alloca ptr, align 8
  %tobool = icmp ne ptr %session, null
  %tobool1 = icmp ne ptr %path, null
  %or.cond = and i1 %tobool, %tobool1
  br i1 %or.cond, label %if.end, label %return

if.end:
  %call = tail call zeroext i1 @claim(ptr noundef nonnull %session) #8
  br i1 %call, label %if.end3, label %return

if.end3:
  %call.i = tail call i32 (ptr, i32, ...) @open(ptr noundef nonnull %path, i32 noundef 526336) #8
  %cmp.i = icmp slt i32 %call.i, 0
  br i1 %cmp.i, label %if.end18, label %if.end.i

if.end.i:
  %call1.i = tail call i64 @lseek(i32 noundef %call.i, i64 noundef 0, i32 noundef 2) #8
  %cmp2.i = icmp sgt i64 %call1.i, 0
  br i1 %cmp2.i, label %if.end5.i, label %while.end.thread.i

while.end.thread.i:
  %call1774.i = tail call i32 @close(i32 noundef %call.i) #8
  br label %if.end18

if.end5.i:
  %call4.i = tail call ptr @mmap(ptr noundef null, i64 noundef %call1.i, i32 noundef 3, i32 noundef 34, i32 noundef -1, i64 noundef 0) #8
  %cmp6.i = icmp eq ptr %call4.i, inttoptr (i64 -1 to ptr)
  %cond.i = select i1 %cmp6.i, i64 0, i64 %call1.i
  br i1 %cmp6.i, label %while.end.i.thread, label %while.body.i

while.end.i.thread:
  %call17.i50 = tail call i32 @close(i32 noundef %call.i) #8
  br label %if.end18

while.body.i:
  %taken.060.i = phi i64 [ %taken.1.i, %cleanup.i ], [ 0, %if.end5.i ]
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call4.i, i64 %taken.060.i
  %sub.i = sub nuw nsw i64 %call1.i, %taken.060.i
  %call8.i = tail call i64 @pread(i32 noundef %call.i, ptr noundef %add.ptr.i, i64 noundef %sub.i, i64 noundef %taken.060.i) #8
  %cmp9.i = icmp slt i64 %call8.i, 0
  br i1 %cmp9.i, label %land.lhs.true.i, label %if.end13.i

land.lhs.true.i:
  %call10.i = tail call ptr @__errno_location() #9
  %0 = load i32, ptr %call10.i, align 4
  %cmp11.i = icmp eq i32 %0, 4
  br i1 %cmp11.i, label %cleanup.i, label %land.lhs.true19.i

if.end13.i:
  %cmp14.i = icmp eq i64 %call8.i, 0
  %add.i = add nuw i64 %call8.i, %taken.060.i
  br i1 %cmp14.i, label %land.lhs.true19.i, label %cleanup.i

cleanup.i:
  %taken.1.i = phi i64 [ %add.i, %if.end13.i ], [ %taken.060.i, %land.lhs.true.i ]
  %cmp7.i = icmp ult i64 %taken.1.i, %cond.i
  br i1 %cmp7.i, label %while.body.i, label %land.lhs.true19.i

land.lhs.true19.i:
  %taken.0.lcssa77.i = phi i64 [ %taken.060.i, %land.lhs.true.i ], [ %taken.1.i, %cleanup.i ], [ %taken.060.i, %if.end13.i ]
  %call17.i = tail call i32 @close(i32 noundef %call.i) #8
  %cmp20.i = icmp eq i64 %taken.0.lcssa77.i, %cond.i
  br i1 %cmp20.i, label %read_file.exit, label %if.then24.i

if.then24.i:
  %call25.i = tail call i32 @munmap(ptr noundef %call4.i, i64 noundef %cond.i) #8
  br label %if.end18

read_file.exit:
  %tobool5.not = icmp eq ptr %call4.i, null
  br i1 %tobool5.not, label %if.end18, label %cond.true

cond.true:
  %cmp.not = icmp eq i32 %any_weights, 0
  %conv.i = select i1 %cmp.not, i64 64, i64 32
  %cmp.i35 = icmp ult i64 %cond.i, 112
  br i1 %cmp.i35, label %if.then16, label %lor.lhs.false.i

lor.lhs.false.i:
  %call.i36 = tail call i32 @memcmp(ptr noundef nonnull %call4.i, ptr noundef nonnull @magic, i64 noundef 8) #12
  %tobool.not.i = icmp eq i32 %call.i36, 0
  br i1 %tobool.not.i, label %lor.lhs.false2.i, label %if.then16

lor.lhs.false2.i:
  %identity.i = getelementptr inbounds nuw i8, ptr %call4.i, i64 8
  %sequence.i = getelementptr inbounds nuw i8, ptr %session, i64 8
  %1 = load ptr, ptr %sequence.i, align 8
  %identity4.i = getelementptr inbounds nuw i8, ptr %1, i64 104
  %2 = load ptr, ptr %identity4.i, align 8
  %call5.i = tail call i32 @memcmp(ptr noundef nonnull %identity.i, ptr noundef %2, i64 noundef %conv.i) #12
  %tobool6.not.i = icmp eq i32 %call5.i, 0
  br i1 %tobool6.not.i, label %if.end.i37, label %if.then16

if.end.i37:
  %length_count.i.i = getelementptr inbounds nuw i8, ptr %1, i64 88
  %3 = load i64, ptr %length_count.i.i, align 8
  %tobool.not.i.i = icmp eq i64 %3, 0
  %sub.i.i = shl i64 %3, 3
  %4 = add i64 %sub.i.i, 104
  %add.i38 = select i1 %tobool.not.i.i, i64 112, i64 %4
  %cmp8.i = icmp ult i64 %cond.i, %add.i38
  br i1 %cmp8.i, label %if.then16, label %if.end11.i

if.end11.i:
  %following.i = getelementptr inbounds nuw i8, ptr %session, i64 64
  %5 = load ptr, ptr %following.i, align 8
  %length.i.i = getelementptr inbounds nuw i8, ptr %call4.i, i64 72
  %call.i.i = tail call ptr @memcpy(ptr noundef %5, ptr noundef nonnull %length.i.i, i64 noundef 8) #8
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %5, i64 8
  %add.ptr2.i.i = getelementptr inbounds nuw i8, ptr %call4.i, i64 112
  %6 = load ptr, ptr %sequence.i, align 8
  %length_count.i.i.i = getelementptr inbounds nuw i8, ptr %6, i64 88
  %7 = load i64, ptr %length_count.i.i.i, align 8
  %tobool.not.i.i.i = icmp eq i64 %7, 0
  %sub.i.i.i = shl i64 %7, 3
  %mul.i.i.i = add i64 %sub.i.i.i, -8
  %cond.i.i.i = select i1 %tobool.not.i.i.i, i64 0, i64 %mul.i.i.i
  %call4.i.i = tail call ptr @memcpy(ptr noundef nonnull %add.ptr.i.i, ptr noundef nonnull %add.ptr2.i.i, i64 noundef %cond.i.i.i) #8
  %8 = load i64, ptr %length_count.i.i, align 8
  %cmp.not39.i.i = icmp sgt i64 %8, 0
  br i1 %cmp.not39.i.i, label %for.body.lr.ph.i.i, label %for.end.i.i

for.body.lr.ph.i.i:
  %lengths5.i.i = getelementptr inbounds nuw i8, ptr %1, i64 80
  %max_length.i.i = getelementptr inbounds nuw i8, ptr %session, i64 24
  br label %for.body.i.i

for.cond.i.i:
  %inc.i.i = add nuw nsw i64 %i.040.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %inc.i.i, %8
  br i1 %exitcond.not.i.i, label %if.end14.i, label %for.body.i.i

for.body.i.i:
  %i.040.i.i = phi i64 [ 0, %for.body.lr.ph.i.i ], [ %inc.i.i, %for.cond.i.i ]
  %tobool.not.i55.i = icmp eq i64 %i.040.i.i, 0
  br i1 %tobool.not.i55.i, label %cond.end.i.i, label %cond.true.i.i

cond.true.i.i:
  %9 = load ptr, ptr %1, align 8
  %10 = load ptr, ptr %lengths5.i.i, align 8
  %arrayidx.i.i = getelementptr inbounds nuw i64, ptr %10, i64 %i.040.i.i
  %11 = load i64, ptr %arrayidx.i.i, align 8
  %arrayidx6.i.i = getelementptr inbounds %struct.ncnnc_range, ptr %9, i64 %11
  %most7.i.i = getelementptr inbounds nuw i8, ptr %arrayidx6.i.i, i64 8
  br label %cond.end.i.i

cond.end.i.i:
  %cond.in.i.i = phi ptr [ %most7.i.i, %cond.true.i.i ], [ %max_length.i.i, %for.body.i.i ]
  %arrayidx8.i.i = getelementptr inbounds nuw i64, ptr %5, i64 %i.040.i.i
  %12 = load i64, ptr %arrayidx8.i.i, align 8
  %cmp9.i.i = icmp slt i64 %12, 0
  br i1 %cmp9.i.i, label %if.then16, label %lor.lhs.false.i.i

lor.lhs.false.i.i:
  %cond.i56.i = load i64, ptr %cond.in.i.i, align 8
  %cmp11.i.i = icmp sgt i64 %12, %cond.i56.i
  br i1 %cmp11.i.i, label %if.then16, label %for.cond.i.i

for.end.i.i:
  %tobool15.not.i.i = icmp eq i64 %8, 0
  br i1 %tobool15.not.i.i, label %read_lengths.exit.i, label %if.end14.i

read_lengths.exit.i:
  %13 = load i64, ptr %5, align 8
  %tobool17.not.i.i = icmp eq i64 %13, 0
  br i1 %tobool17.not.i.i, label %if.end14.i, label %if.then16

if.end14.i:
  %14 = load ptr, ptr %following.i, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i.i) #10
  store i64 0, ptr %bytes.i.i, align 8
  %call.i57.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %14, ptr noundef nonnull @count_piece, ptr noundef nonnull %bytes.i.i) #8
  %15 = load i64, ptr %bytes.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i.i) #10
  %sub.i39 = sub nsw i64 %cond.i, %add.i38
  %cmp17.not.i = icmp eq i64 %sub.i39, %15
  br i1 %cmp17.not.i, label %if.end20.i, label %if.then16

if.end20.i:
  %call21.i = call fastcc ptr @new_digest(i64 noundef %15) #11
  %tobool22.not.i = icmp eq ptr %call21.i, null
  br i1 %tobool22.not.i, label %if.then16, label %if.end24.i

if.end24.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %found.i) #10
  %add.ptr.i40 = getelementptr inbounds nuw i8, ptr %call4.i, i64 %add.i38
  %call25.i41 = call zeroext i1 @take_piece(ptr noundef nonnull %call21.i, ptr noundef nonnull %add.ptr.i40, i64 noundef %15) #11
  call fastcc void @end_digest(ptr noundef %call21.i, ptr noundef %found.i) #11
  %digest28.i = getelementptr inbounds nuw i8, ptr %call4.i, i64 80
  %call30.i = call i32 @memcmp(ptr noundef nonnull %found.i, ptr noundef nonnull %digest28.i, i64 noundef 32) #12
  %tobool31.not.i = icmp eq i32 %call30.i, 0
  call void @llvm.lifetime.end.p0(ptr nonnull %found.i) #10
  br i1 %tobool31.not.i, label %if.end14, label %if.then16

if.end14:
  call void @llvm.lifetime.start.p0(ptr nonnull %next) #10
  %16 = load ptr, ptr %sequence.i, align 8
  %length_count.i = getelementptr inbounds nuw i8, ptr %16, i64 88
  %17 = load i64, ptr %length_count.i, align 8
  %tobool.not.i43 = icmp eq i64 %17, 0
  %sub.i44 = shl i64 %17, 3
  %mul.i = add i64 %sub.i44, -8
  %cond.i45 = select i1 %tobool.not.i43, i64 0, i64 %mul.i
  %add.ptr10 = getelementptr inbounds nuw i8, ptr %add.ptr2.i.i, i64 %cond.i45
  store ptr %add.ptr10, ptr %next, align 8
  call void @cut(ptr noundef nonnull %session, i64 noundef 0) #8
  %lengths = getelementptr inbounds nuw i8, ptr %session, i64 16
  %18 = load ptr, ptr %lengths, align 8
  %19 = load ptr, ptr %following.i, align 8
  %20 = load ptr, ptr %sequence.i, align 8
  %length_count = getelementptr inbounds nuw i8, ptr %20, i64 88
  %21 = load i64, ptr %length_count, align 8
  %mul = shl i64 %21, 3
  %call11 = call ptr @memcpy(ptr noundef %18, ptr noundef %19, i64 noundef %mul) #8
  %22 = load ptr, ptr %lengths, align 8
  %call13 = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %22, ptr noundef nonnull @read_piece, ptr noundef nonnull %next) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %next) #10
  br label %if.then16

if.then16:
  %size.0546468 = phi i64 [ %cond.i, %cond.true ], [ %cond.i, %if.end14 ], [ %call1.i, %read_lengths.exit.i ], [ %call1.i, %if.end.i37 ], [ %call1.i, %lor.lhs.false2.i ], [ %call1.i, %lor.lhs.false.i ], [ %cond.i, %if.end14.i ], [ %cond.i, %if.end24.i ], [ %cond.i, %if.end20.i ], [ %cond.i, %lor.lhs.false.i.i ], [ %cond.i, %cond.end.i.i ]
  %cond6566 = phi i32 [ 17, %cond.true ], [ 0, %if.end14 ], [ 15, %read_lengths.exit.i ], [ 17, %if.end.i37 ], [ 17, %lor.lhs.false2.i ], [ 17, %lor.lhs.false.i ], [ 17, %if.end14.i ], [ 17, %if.end24.i ], [ 2, %if.end20.i ], [ 15, %lor.lhs.false.i.i ], [ 15, %cond.end.i.i ]
  %call17 = call i32 @munmap(ptr noundef nonnull %call4.i, i64 noundef %size.0546468) #8
  br label %if.end18

if.end18:
  %cond6567 = phi i32 [ 4, %while.end.thread.i ], [ %cond6566, %if.then16 ], [ 4, %read_file.exit ], [ 4, %if.end3 ], [ 4, %while.end.i.thread ], [ 4, %if.then24.i ]
  call void @release(ptr noundef nonnull %session) #8
  br label %return

return:
  %retval.0 = phi i32 [ %cond6567, %if.end18 ], [ 3, %entry ], [ 16, %if.end ]
  ret i32 %retval.0
}

declare hidden void @cut(ptr noundef, i64 noundef) local_unnamed_addr #2

define internal noundef zeroext i1 @read_piece(ptr noundef captures(none) %context, ptr noundef %piece, i64 noundef %bytes) #0 {
entry:
  %0 = load ptr, ptr %context, align 8
  %call = tail call ptr @memcpy(ptr noundef %piece, ptr noundef %0, i64 noundef %bytes) #8
  %1 = load ptr, ptr %context, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i64 %bytes
  store ptr %add.ptr, ptr %context, align 8
  ret i1 true
}

declare i32 @munmap(ptr noundef, i64 noundef) local_unnamed_addr #5

declare noalias ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #5

declare hidden void @sha256_begin(ptr noundef) local_unnamed_addr #2

declare hidden void @sha256_add(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #2

define internal noundef zeroext i1 @count_piece(ptr noundef captures(none) %context, ptr readnone captures(none) %piece, i64 noundef %bytes) #6 {
entry:
  %0 = load i64, ptr %context, align 8
  %add = add i64 %0, %bytes
  store i64 %add, ptr %context, align 8
  ret i1 true
}

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #5

declare hidden void @sha256_end(ptr noundef, ptr noundef) local_unnamed_addr #2

declare void @free(ptr noundef) local_unnamed_addr #5

declare i64 @strlen(ptr noundef) local_unnamed_addr #7

declare noalias ptr @malloc(i64 noundef) local_unnamed_addr #5

declare i32 @snprintf(ptr noundef, i64 noundef, ptr noundef, ...) local_unnamed_addr #5

declare i32 @getpid() local_unnamed_addr #5

declare i32 @open(ptr noundef, i32 noundef, ...) local_unnamed_addr #2

declare i32 @fsync(i32 noundef) local_unnamed_addr #2

declare i32 @close(i32 noundef) local_unnamed_addr #2

declare i32 @rename(ptr noundef, ptr noundef) local_unnamed_addr #5

declare i32 @unlink(ptr noundef) local_unnamed_addr #5

declare i64 @lseek(i32 noundef, i64 noundef, i32 noundef) local_unnamed_addr #5

declare ptr @mmap(ptr noundef, i64 noundef, i32 noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #5

declare i64 @pread(i32 noundef, ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #2

declare i32 @memcmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #7

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" }
attributes #3 = { mustprogress nofree nosync nounwind willreturn memory(none) "no-builtins" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { nounwind "no-builtins" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "no-builtins" }
attributes #7 = { mustprogress nofree nounwind willreturn memory(read) "no-builtins" }
attributes #8 = { nobuiltin nounwind "no-builtins" }
attributes #9 = { nobuiltin nounwind willreturn memory(none) "no-builtins" }
attributes #10 = { nounwind }
attributes #11 = { nobuiltin "no-builtins" }
attributes #12 = { nobuiltin nounwind willreturn memory(read) "no-builtins" }

