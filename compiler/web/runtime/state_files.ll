; Made from state_files.c by clang of ziglang 0.17.1: make library-runtime
; c6886f5317f93da2b3db837c71412e1d56f844f64171f690c54be18be1a515d4

%struct.preamble = type { [8 x i8], [64 x i8], i64, [32 x i8] }
%struct.ncnnc_range = type { i64, i64 }

@magic = internal constant [8 x i8] c"\89NCNNT\0D\0A", align 1
@.str = private unnamed_addr constant [17 x i8] c"0123456789abcdef\00", align 1

define hidden range(i32 0, 17) i32 @ncnnc_session_save(ptr noundef %session, ptr noundef %path) local_unnamed_addr #0 {
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
  %lengths = getelementptr inbounds nuw i8, ptr %session, i32 8
  %0 = load ptr, ptr %lengths, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #9
  store i64 0, ptr %bytes.i, align 8
  %call.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %0, ptr noundef nonnull @count_piece, ptr noundef nonnull %bytes.i) #8
  %1 = load i64, ptr %bytes.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #9
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.addr.i)
  store i64 %1, ptr %bytes.addr.i, align 8
  %call.i34 = call noalias ptr @calloc(i32 noundef 1, i32 noundef 6256) #8
  %tobool.not.i = icmp eq ptr %call.i34, null
  br i1 %tobool.not.i, label %new_digest.exit.thread, label %if.then7

new_digest.exit.thread:
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.addr.i)
  br label %if.end21

if.then7:
  call void @sha256_begin(ptr noundef nonnull %call.i34) #8
  call void @sha256_add(ptr noundef nonnull %call.i34, ptr noundef nonnull %bytes.addr.i, i32 noundef 8) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.addr.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %preamble) #9
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(112) %preamble, i8 0, i64 112, i1 false)
  %length = getelementptr inbounds nuw i8, ptr %preamble, i32 72
  %2 = load ptr, ptr %lengths, align 8
  %3 = load i64, ptr %2, align 8
  store i64 %3, ptr %length, align 8
  %call11 = call ptr @memcpy(ptr noundef nonnull %preamble, ptr noundef nonnull @magic, i32 noundef 8) #10
  %identity12 = getelementptr inbounds nuw i8, ptr %preamble, i32 8
  %sequence = getelementptr inbounds nuw i8, ptr %session, i32 4
  %4 = load ptr, ptr %sequence, align 4
  %identity14 = getelementptr inbounds nuw i8, ptr %4, i32 92
  %5 = load ptr, ptr %identity14, align 4
  %call15 = call ptr @memcpy(ptr noundef nonnull %identity12, ptr noundef %5, i32 noundef 64) #10
  %6 = load ptr, ptr %lengths, align 8
  %call17 = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %6, ptr noundef nonnull @take_piece, ptr noundef nonnull %call.i34) #8
  %digest18 = getelementptr inbounds nuw i8, ptr %preamble, i32 80
  call fastcc void @end_digest(ptr noundef %call.i34, ptr noundef %digest18) #11
  %call.i35 = call i32 @strlen(ptr noundef nonnull %path) #12
  %add.i = add i32 %call.i35, 64
  %call1.i = call noalias ptr @malloc(i32 noundef %add.i) #8
  %tobool.not.i36 = icmp eq ptr %call1.i, null
  br i1 %tobool.not.i36, label %write_file.exit, label %if.end.i37

if.end.i37:
  %call2.i = call ptr @memcpy(ptr noundef nonnull %call1.i, ptr noundef nonnull %path, i32 noundef %call.i35) #10
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call1.i, i32 %call.i35
  %call3.i = call i32 @process_number() #8
  %conv.i = sext i32 %call3.i to i64
  %incdec.ptr.i.i = getelementptr inbounds nuw i8, ptr %add.ptr.i, i32 1
  store i8 46, ptr %add.ptr.i, align 1
  br label %do.body.i.i

do.body.i.i:
  %end.addr.0.i.i = phi ptr [ %incdec.ptr.i.i, %if.end.i37 ], [ %incdec.ptr1.i.i, %do.body.i.i ]
  %number.addr.0.i.i = phi i64 [ %conv.i, %if.end.i37 ], [ %shr.i.i, %do.body.i.i ]
  %7 = trunc i64 %number.addr.0.i.i to i32
  %idxprom.i.i = and i32 %7, 15
  %arrayidx.i.i = getelementptr inbounds nuw i8, ptr @.str, i32 %idxprom.i.i
  %8 = load i8, ptr %arrayidx.i.i, align 1
  %incdec.ptr1.i.i = getelementptr inbounds nuw i8, ptr %end.addr.0.i.i, i32 1
  store i8 %8, ptr %end.addr.0.i.i, align 1
  %shr.i.i = lshr i64 %number.addr.0.i.i, 4
  %tobool.not.i.i = icmp eq i64 %shr.i.i, 0
  br i1 %tobool.not.i.i, label %add_number.exit.i, label %do.body.i.i

add_number.exit.i:
  %9 = ptrtoint ptr %session to i32
  %conv5.i = zext i32 %9 to i64
  %incdec.ptr.i66.i = getelementptr inbounds nuw i8, ptr %end.addr.0.i.i, i32 2
  store i8 46, ptr %incdec.ptr1.i.i, align 1
  br label %do.body.i67.i

do.body.i67.i:
  %end.addr.0.i68.i = phi ptr [ %incdec.ptr.i66.i, %add_number.exit.i ], [ %incdec.ptr1.i72.i, %do.body.i67.i ]
  %number.addr.0.i69.i = phi i64 [ %conv5.i, %add_number.exit.i ], [ %shr.i73.i, %do.body.i67.i ]
  %10 = trunc nuw i64 %number.addr.0.i69.i to i32
  %idxprom.i70.i = and i32 %10, 15
  %arrayidx.i71.i = getelementptr inbounds nuw i8, ptr @.str, i32 %idxprom.i70.i
  %11 = load i8, ptr %arrayidx.i71.i, align 1
  %incdec.ptr1.i72.i = getelementptr inbounds nuw i8, ptr %end.addr.0.i68.i, i32 1
  store i8 %11, ptr %end.addr.0.i68.i, align 1
  %shr.i73.i = lshr i64 %number.addr.0.i69.i, 4
  %tobool.not.i74.i = icmp eq i64 %shr.i73.i, 0
  br i1 %tobool.not.i74.i, label %add_number.exit75.i, label %do.body.i67.i

add_number.exit75.i:
  store i8 0, ptr %incdec.ptr1.i72.i, align 1
  call void @llvm.lifetime.start.p0(ptr nonnull %file.i) #9
  %call7.i = call i32 @create_file(ptr noundef nonnull %call1.i) #8
  store i32 %call7.i, ptr %file.i, align 4
  %cmp.i = icmp slt i32 %call7.i, 0
  br i1 %cmp.i, label %if.end43.thread.i, label %land.lhs.true.i

land.lhs.true.i:
  %call10.i = call zeroext i1 @write_piece(ptr noundef nonnull %file.i, ptr noundef nonnull %preamble, i32 noundef 112) #8
  br i1 %call10.i, label %land.lhs.true12.i, label %if.end30.thread78.i

land.lhs.true12.i:
  %12 = load ptr, ptr %lengths, align 8
  %add.ptr13.i = getelementptr inbounds nuw i8, ptr %12, i32 8
  %13 = load ptr, ptr %sequence, align 4
  %length_count.i.i = getelementptr inbounds nuw i8, ptr %13, i32 80
  %14 = load i64, ptr %length_count.i.i, align 8
  %tobool.not.i76.i = icmp eq i64 %14, 0
  %15 = trunc i64 %14 to i32
  %conv.i.i = shl i32 %15, 3
  %mul.i.i = add i32 %conv.i.i, -8
  %cond.i.i = select i1 %tobool.not.i76.i, i32 0, i32 %mul.i.i
  %call15.i = call zeroext i1 @write_piece(ptr noundef nonnull %file.i, ptr noundef nonnull %add.ptr13.i, i32 noundef %cond.i.i) #8
  br i1 %call15.i, label %if.end30.i, label %if.end30.thread78.i

if.end30.thread78.i:
  %16 = load i32, ptr %file.i, align 4
  %call2380.i = call zeroext i1 @end_file(i32 noundef %16) #8
  br label %if.then42.i

if.end30.i:
  %17 = load ptr, ptr %lengths, align 8
  %call18.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %17, ptr noundef nonnull @write_piece, ptr noundef nonnull %file.i) #8
  %18 = load i32, ptr %file.i, align 4
  %call23.i = call zeroext i1 @end_file(i32 noundef %18) #8
  %19 = select i1 %call23.i, i1 %call18.i, i1 false
  br i1 %19, label %land.rhs33.i, label %if.then42.i

land.rhs33.i:
  %call34.i = call zeroext i1 @rename_file(ptr noundef nonnull %call1.i, ptr noundef nonnull %path) #8
  br i1 %call34.i, label %if.end43.thread.i, label %if.then42.i

if.then42.i:
  call void @remove_file(ptr noundef nonnull %call1.i) #8
  br label %if.end43.thread.i

if.end43.thread.i:
  %20 = phi i32 [ 4, %add_number.exit75.i ], [ 4, %if.then42.i ], [ 0, %land.rhs33.i ]
  call void @free(ptr noundef nonnull %call1.i) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %file.i) #9
  br label %write_file.exit

write_file.exit:
  %retval.0.i = phi i32 [ %20, %if.end43.thread.i ], [ 2, %if.then7 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %preamble) #9
  br label %if.end21

if.end21:
  %status.0 = phi i32 [ %retval.0.i, %write_file.exit ], [ 2, %new_digest.exit.thread ]
  call void @release(ptr noundef nonnull %session) #8
  br label %return

return:
  %retval.0 = phi i32 [ %status.0, %if.end21 ], [ 3, %entry ], [ 16, %if.end ]
  ret i32 %retval.0
}

declare hidden zeroext i1 @claim(ptr noundef) local_unnamed_addr #1

declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

define internal fastcc ptr @new_digest(i64 noundef %bytes) unnamed_addr #0 {
entry:
  %bytes.addr = alloca i64, align 8
  store i64 %bytes, ptr %bytes.addr, align 8
  %call = tail call noalias ptr @calloc(i32 noundef 1, i32 noundef 6256) #8
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %cleanup, label %if.end

if.end:
  tail call void @sha256_begin(ptr noundef nonnull %call) #8
  call void @sha256_add(ptr noundef nonnull %call, ptr noundef nonnull %bytes.addr, i32 noundef 8) #8
  br label %cleanup

cleanup:
  ret ptr %call
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #3

declare ptr @memcpy(ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr #4

declare hidden zeroext i1 @walk(ptr noundef, i64 noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

define internal noundef zeroext i1 @take_piece(ptr noundef %context, ptr noundef readonly captures(none) %piece, i32 noundef %bytes) #0 {
entry:
  %tobool.not43 = icmp eq i32 %bytes, 0
  br i1 %tobool.not43, label %while.end, label %while.body.lr.ph

while.body.lr.ph:
  %taken = getelementptr inbounds nuw i8, ptr %context, i32 6248
  %columns = getelementptr inbounds nuw i8, ptr %context, i32 104
  %rows = getelementptr inbounds nuw i8, ptr %context, i32 4200
  %.pre = load i32, ptr %taken, align 8
  br label %while.body

while.body:
  %0 = phi i32 [ %.pre, %while.body.lr.ph ], [ %6, %if.end22 ]
  %bytes.addr.045 = phi i32 [ %bytes, %while.body.lr.ph ], [ %sub, %if.end22 ]
  %next.044 = phi ptr [ %piece, %while.body.lr.ph ], [ %add.ptr, %if.end22 ]
  %1 = load i8, ptr %next.044, align 1
  %conv = zext i8 %1 to i64
  %rem = and i32 %0, 7
  %cmp = icmp eq i32 %rem, 0
  %cmp2 = icmp ugt i32 %bytes.addr.045, 7
  %2 = and i1 %cmp2, %cmp
  %cond = select i1 %2, i32 8, i32 1
  br i1 %2, label %if.then, label %if.end

if.then:
  %word.0.copyload = load i64, ptr %next.044, align 1
  br label %if.end

if.end:
  %word.0 = phi i64 [ %word.0.copyload, %if.then ], [ %conv, %while.body ]
  %rem7 = shl i32 %0, 3
  %mul = and i32 %rem7, 56
  %sh_prom = zext nneg i32 %mul to i64
  %shl = shl i64 %word.0, %sh_prom
  %div40 = lshr i32 %0, 3
  %rem9 = and i32 %div40, 511
  %arrayidx10 = getelementptr inbounds nuw i64, ptr %columns, i32 %rem9
  %3 = load i64, ptr %arrayidx10, align 8
  %add = add i64 %3, %shl
  store i64 %add, ptr %arrayidx10, align 8
  %div1342 = lshr i32 %0, 12
  %arrayidx14 = getelementptr inbounds nuw i64, ptr %rows, i32 %div1342
  %4 = load i64, ptr %arrayidx14, align 8
  %add15 = add i64 %4, %shl
  store i64 %add15, ptr %arrayidx14, align 8
  %5 = load i32, ptr %taken, align 8
  %add17 = add i32 %5, %cond
  store i32 %add17, ptr %taken, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %next.044, i32 %cond
  %sub = sub i32 %bytes.addr.045, %cond
  %cmp19 = icmp eq i32 %add17, 1048576
  br i1 %cmp19, label %end_block.exit, label %if.end22

end_block.exit:
  tail call void @sha256_add(ptr noundef nonnull %context, ptr noundef nonnull %columns, i32 noundef 4096) #8
  tail call void @sha256_add(ptr noundef nonnull %context, ptr noundef nonnull %rows, i32 noundef 2048) #8
  %call.i = tail call ptr @memset(ptr noundef nonnull %columns, i32 noundef 0, i32 noundef 4096) #10
  %call7.i = tail call ptr @memset(ptr noundef nonnull %rows, i32 noundef 0, i32 noundef 2048) #10
  store i32 0, ptr %taken, align 8
  br label %if.end22

if.end22:
  %6 = phi i32 [ 0, %end_block.exit ], [ %add17, %if.end ]
  %tobool.not = icmp eq i32 %sub, 0
  br i1 %tobool.not, label %while.end, label %while.body

while.end:
  ret i1 true
}

define internal fastcc void @end_digest(ptr noundef nonnull %it, ptr noundef nonnull %digest) unnamed_addr #0 {
entry:
  %taken.i = getelementptr inbounds nuw i8, ptr %it, i32 6248
  %0 = load i32, ptr %taken.i, align 8
  %tobool.not.i = icmp eq i32 %0, 0
  br i1 %tobool.not.i, label %end_block.exit, label %if.end.i

if.end.i:
  %columns.i = getelementptr inbounds nuw i8, ptr %it, i32 104
  tail call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull %columns.i, i32 noundef 4096) #8
  %rows.i = getelementptr inbounds nuw i8, ptr %it, i32 4200
  tail call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull %rows.i, i32 noundef 2048) #8
  %call.i = tail call ptr @memset(ptr noundef nonnull %columns.i, i32 noundef 0, i32 noundef 4096) #10
  %call7.i = tail call ptr @memset(ptr noundef nonnull %rows.i, i32 noundef 0, i32 noundef 2048) #10
  store i32 0, ptr %taken.i, align 8
  br label %end_block.exit

end_block.exit:
  tail call void @sha256_end(ptr noundef nonnull %it, ptr noundef nonnull %digest) #8
  tail call void @free(ptr noundef nonnull %it) #8
  ret void
}

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

declare hidden void @release(ptr noundef) local_unnamed_addr #1

define hidden range(i32 0, 18) i32 @ncnnc_session_load(ptr noundef %session, ptr noundef %path, i32 noundef %any_weights) local_unnamed_addr #0 {
entry:
  %bytes.i.i = alloca i64, align 8
  %found.i = alloca [32 x i8], align 16
  %size = alloca i32, align 4
  %next = alloca ptr, align 4
  %tobool = icmp ne ptr %session, null
  %tobool1 = icmp ne ptr %path, null
  %or.cond = and i1 %tobool, %tobool1
  br i1 %or.cond, label %if.end, label %return

if.end:
  %call = tail call zeroext i1 @claim(ptr noundef nonnull %session) #8
  br i1 %call, label %if.end3, label %return

if.end3:
  call void @llvm.lifetime.start.p0(ptr nonnull %size) #9
  %call4 = call ptr @read_file(ptr noundef nonnull %path, ptr noundef nonnull %size) #8
  %tobool5.not = icmp eq ptr %call4, null
  br i1 %tobool5.not, label %if.end17, label %cond.true

cond.true:
  %0 = load i32, ptr %size, align 4
  %cmp.not = icmp eq i32 %any_weights, 0
  %cond.i = select i1 %cmp.not, i32 64, i32 32
  %cmp.i = icmp ult i32 %0, 112
  br i1 %cmp.i, label %if.then16, label %lor.lhs.false.i

lor.lhs.false.i:
  %call.i = call i32 @memcmp(ptr noundef nonnull %call4, ptr noundef nonnull @magic, i32 noundef 8) #8
  %tobool.not.i = icmp eq i32 %call.i, 0
  br i1 %tobool.not.i, label %lor.lhs.false1.i, label %if.then16

lor.lhs.false1.i:
  %identity.i = getelementptr inbounds nuw i8, ptr %call4, i32 8
  %sequence.i = getelementptr inbounds nuw i8, ptr %session, i32 4
  %1 = load ptr, ptr %sequence.i, align 4
  %identity3.i = getelementptr inbounds nuw i8, ptr %1, i32 92
  %2 = load ptr, ptr %identity3.i, align 4
  %call4.i = call i32 @memcmp(ptr noundef nonnull %identity.i, ptr noundef %2, i32 noundef %cond.i) #8
  %tobool5.not.i = icmp eq i32 %call4.i, 0
  br i1 %tobool5.not.i, label %if.end.i, label %if.then16

if.end.i:
  %3 = load ptr, ptr %sequence.i, align 4
  %length_count.i.i = getelementptr inbounds nuw i8, ptr %3, i32 80
  %4 = load i64, ptr %length_count.i.i, align 8
  %tobool.not.i.i = icmp eq i64 %4, 0
  %5 = trunc i64 %4 to i32
  %conv.i.i = shl i32 %5, 3
  %6 = add i32 %conv.i.i, 104
  %add.i = select i1 %tobool.not.i.i, i32 112, i32 %6
  %cmp7.i = icmp ult i32 %0, %add.i
  br i1 %cmp7.i, label %if.then16, label %if.end9.i

if.end9.i:
  %following.i = getelementptr inbounds nuw i8, ptr %session, i32 44
  %7 = load ptr, ptr %following.i, align 4
  %length.i.i = getelementptr inbounds nuw i8, ptr %call4, i32 72
  %call.i.i = call ptr @memcpy(ptr noundef %7, ptr noundef nonnull %length.i.i, i32 noundef 8) #10
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %7, i32 8
  %add.ptr2.i.i = getelementptr inbounds nuw i8, ptr %call4, i32 112
  %8 = load ptr, ptr %sequence.i, align 4
  %length_count.i.i.i = getelementptr inbounds nuw i8, ptr %8, i32 80
  %9 = load i64, ptr %length_count.i.i.i, align 8
  %tobool.not.i.i.i = icmp eq i64 %9, 0
  %10 = trunc i64 %9 to i32
  %conv.i.i.i = shl i32 %10, 3
  %mul.i.i.i = add i32 %conv.i.i.i, -8
  %cond.i.i.i = select i1 %tobool.not.i.i.i, i32 0, i32 %mul.i.i.i
  %call4.i.i = call ptr @memcpy(ptr noundef nonnull %add.ptr.i.i, ptr noundef nonnull %add.ptr2.i.i, i32 noundef %cond.i.i.i) #10
  %11 = load i64, ptr %length_count.i.i, align 8
  %cmp.not42.i.i = icmp sgt i64 %11, 0
  br i1 %cmp.not42.i.i, label %for.body.lr.ph.i.i, label %for.end.i.i

for.body.lr.ph.i.i:
  %lengths5.i.i = getelementptr inbounds nuw i8, ptr %3, i32 72
  %max_length.i.i = getelementptr inbounds nuw i8, ptr %session, i32 16
  br label %for.body.i.i

for.cond.i.i:
  %inc.i.i = add nuw nsw i64 %i.043.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %inc.i.i, %11
  br i1 %exitcond.not.i.i, label %if.end12.i, label %for.body.i.i

for.body.i.i:
  %i.043.i.i = phi i64 [ 0, %for.body.lr.ph.i.i ], [ %inc.i.i, %for.cond.i.i ]
  %tobool.not.i54.i = icmp eq i64 %i.043.i.i, 0
  br i1 %tobool.not.i54.i, label %cond.end.i.i, label %cond.true.i.i

cond.true.i.i:
  %12 = load ptr, ptr %3, align 8
  %13 = load ptr, ptr %lengths5.i.i, align 8
  %idxprom.i.i = trunc i64 %i.043.i.i to i32
  %arrayidx.i.i = getelementptr inbounds i64, ptr %13, i32 %idxprom.i.i
  %14 = load i64, ptr %arrayidx.i.i, align 8
  %idxprom6.i.i = trunc i64 %14 to i32
  %arrayidx7.i.i = getelementptr inbounds %struct.ncnnc_range, ptr %12, i32 %idxprom6.i.i
  %most8.i.i = getelementptr inbounds nuw i8, ptr %arrayidx7.i.i, i32 8
  br label %cond.end.i.i

cond.end.i.i:
  %idxprom9.pre-phi.i.i = phi i32 [ %idxprom.i.i, %cond.true.i.i ], [ 0, %for.body.i.i ]
  %cond.in.i.i = phi ptr [ %most8.i.i, %cond.true.i.i ], [ %max_length.i.i, %for.body.i.i ]
  %arrayidx10.i.i = getelementptr inbounds i64, ptr %7, i32 %idxprom9.pre-phi.i.i
  %15 = load i64, ptr %arrayidx10.i.i, align 8
  %cmp11.i.i = icmp slt i64 %15, 0
  br i1 %cmp11.i.i, label %if.then16, label %lor.lhs.false.i.i

lor.lhs.false.i.i:
  %cond.i55.i = load i64, ptr %cond.in.i.i, align 8
  %cmp14.i.i = icmp sgt i64 %15, %cond.i55.i
  br i1 %cmp14.i.i, label %if.then16, label %for.cond.i.i

for.end.i.i:
  %tobool18.not.i.i = icmp eq i64 %11, 0
  br i1 %tobool18.not.i.i, label %read_lengths.exit.i, label %if.end12.i

read_lengths.exit.i:
  %16 = load i64, ptr %7, align 8
  %tobool20.not.i.i = icmp eq i64 %16, 0
  br i1 %tobool20.not.i.i, label %if.end12.i, label %if.then16

if.end12.i:
  %17 = load ptr, ptr %following.i, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i.i) #9
  store i64 0, ptr %bytes.i.i, align 8
  %call.i56.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %17, ptr noundef nonnull @count_piece, ptr noundef nonnull %bytes.i.i) #8
  %18 = load i64, ptr %bytes.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i.i) #9
  %sub.i = sub i32 %0, %add.i
  %conv.i = zext i32 %sub.i to i64
  %cmp15.not.i = icmp eq i64 %18, %conv.i
  br i1 %cmp15.not.i, label %if.end18.i, label %if.then16

if.end18.i:
  %call19.i = call fastcc ptr @new_digest(i64 noundef %18) #11
  %tobool20.not.i = icmp eq ptr %call19.i, null
  br i1 %tobool20.not.i, label %if.then16, label %if.end22.i

if.end22.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %found.i) #9
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call4, i32 %add.i
  %conv23.i = trunc nuw i64 %18 to i32
  %call24.i = call zeroext i1 @take_piece(ptr noundef nonnull %call19.i, ptr noundef nonnull %add.ptr.i, i32 noundef %conv23.i) #11
  call fastcc void @end_digest(ptr noundef %call19.i, ptr noundef %found.i) #11
  %digest27.i = getelementptr inbounds nuw i8, ptr %call4, i32 80
  %call29.i = call i32 @memcmp(ptr noundef nonnull %found.i, ptr noundef nonnull %digest27.i, i32 noundef 32) #8
  %tobool30.not.i = icmp eq i32 %call29.i, 0
  call void @llvm.lifetime.end.p0(ptr nonnull %found.i) #9
  br i1 %tobool30.not.i, label %if.end14.thread, label %if.then16

if.end14.thread:
  call void @llvm.lifetime.start.p0(ptr nonnull %next) #9
  %19 = load ptr, ptr %sequence.i, align 4
  %length_count.i = getelementptr inbounds nuw i8, ptr %19, i32 80
  %20 = load i64, ptr %length_count.i, align 8
  %tobool.not.i35 = icmp eq i64 %20, 0
  %21 = trunc i64 %20 to i32
  %conv.i36 = shl i32 %21, 3
  %mul.i = add i32 %conv.i36, -8
  %cond.i37 = select i1 %tobool.not.i35, i32 0, i32 %mul.i
  %add.ptr10 = getelementptr inbounds nuw i8, ptr %add.ptr2.i.i, i32 %cond.i37
  store ptr %add.ptr10, ptr %next, align 4
  call void @cut(ptr noundef nonnull %session, i64 noundef 0) #8
  %lengths = getelementptr inbounds nuw i8, ptr %session, i32 8
  %22 = load ptr, ptr %lengths, align 8
  %23 = load ptr, ptr %following.i, align 4
  %24 = load ptr, ptr %sequence.i, align 4
  %length_count = getelementptr inbounds nuw i8, ptr %24, i32 80
  %25 = load i64, ptr %length_count, align 8
  %conv = trunc i64 %25 to i32
  %mul = shl i32 %conv, 3
  %call11 = call ptr @memcpy(ptr noundef %22, ptr noundef %23, i32 noundef %mul) #10
  %26 = load ptr, ptr %lengths, align 8
  %call13 = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %26, ptr noundef nonnull @read_piece, ptr noundef nonnull %next) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %next) #9
  br label %if.then16

if.then16:
  %cond4042 = phi i32 [ 0, %if.end14.thread ], [ 17, %if.end22.i ], [ 17, %cond.true ], [ 17, %lor.lhs.false1.i ], [ 17, %lor.lhs.false.i ], [ 17, %if.end.i ], [ 15, %read_lengths.exit.i ], [ 2, %if.end18.i ], [ 17, %if.end12.i ], [ 15, %lor.lhs.false.i.i ], [ 15, %cond.end.i.i ]
  %27 = load i32, ptr %size, align 4
  call void @free_pages(ptr noundef nonnull %call4, i32 noundef %27) #8
  br label %if.end17

if.end17:
  %cond4043 = phi i32 [ %cond4042, %if.then16 ], [ 4, %if.end3 ]
  call void @release(ptr noundef nonnull %session) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %size) #9
  br label %return

return:
  %retval.0 = phi i32 [ %cond4043, %if.end17 ], [ 3, %entry ], [ 16, %if.end ]
  ret i32 %retval.0
}

declare hidden ptr @read_file(ptr noundef, ptr noundef) local_unnamed_addr #1

declare hidden void @cut(ptr noundef, i64 noundef) local_unnamed_addr #1

define internal noundef zeroext i1 @read_piece(ptr noundef captures(none) %context, ptr noundef %piece, i32 noundef %bytes) #5 {
entry:
  %0 = load ptr, ptr %context, align 4
  %call = tail call ptr @memcpy(ptr noundef %piece, ptr noundef %0, i32 noundef %bytes) #10
  %1 = load ptr, ptr %context, align 4
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i32 %bytes
  store ptr %add.ptr, ptr %context, align 4
  ret i1 true
}

declare hidden void @free_pages(ptr noundef, i32 noundef) local_unnamed_addr #1

declare noalias ptr @calloc(i32 noundef, i32 noundef) local_unnamed_addr #1

declare hidden void @sha256_begin(ptr noundef) local_unnamed_addr #1

declare hidden void @sha256_add(ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr #1

define internal noundef zeroext i1 @count_piece(ptr noundef captures(none) %context, ptr readnone captures(none) %piece, i32 noundef %bytes) #6 {
entry:
  %conv = zext i32 %bytes to i64
  %0 = load i64, ptr %context, align 8
  %add = add i64 %0, %conv
  store i64 %add, ptr %context, align 8
  ret i1 true
}

declare ptr @memset(ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #4

declare hidden void @sha256_end(ptr noundef, ptr noundef) local_unnamed_addr #1

declare void @free(ptr noundef) local_unnamed_addr #1

declare i32 @strlen(ptr noundef) local_unnamed_addr #7

declare noalias ptr @malloc(i32 noundef) local_unnamed_addr #1

declare hidden i32 @process_number() local_unnamed_addr #1

declare hidden i32 @create_file(ptr noundef) local_unnamed_addr #1

declare hidden zeroext i1 @write_piece(ptr noundef, ptr noundef, i32 noundef) #1

declare hidden zeroext i1 @end_file(i32 noundef) local_unnamed_addr #1

declare hidden zeroext i1 @rename_file(ptr noundef, ptr noundef) local_unnamed_addr #1

declare hidden void @remove_file(ptr noundef) local_unnamed_addr #1

declare i32 @memcmp(ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr #1

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { nocallback nounwind "no-builtins" }
attributes #5 = { norecurse nounwind "no-builtins" }
attributes #6 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "no-builtins" }
attributes #7 = { mustprogress nocallback nofree nounwind willreturn memory(read) "no-builtins" }
attributes #8 = { nobuiltin nounwind "no-builtins" }
attributes #9 = { nounwind }
attributes #10 = { nobuiltin nocallback nounwind "no-builtins" }
attributes #11 = { nobuiltin "no-builtins" }
attributes #12 = { nobuiltin nocallback nounwind willreturn memory(read) "no-builtins" }

