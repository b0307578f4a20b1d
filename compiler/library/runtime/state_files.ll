; Made from state_files.c by clang of ziglang 0.17.1: make library-runtime
; 5125d968353a1bba724ddd8a70bf1c6f0c34b3e56b63f541fbae7e8c7b720df4

%struct.preamble = type { [8 x i8], [64 x i8], i64, [32 x i8] }
%struct.ncnnc_range = type { i64, i64 }

@magic = internal constant [8 x i8] c"\89NCNNT\0D\0A", align 1
@.str = private unnamed_addr constant [17 x i8] c"0123456789abcdef\00", align 1

define range(i32 0, 17) i32 @ncnnc_session_save(ptr noundef %session, ptr noundef %path) local_unnamed_addr #0 {
entry:
  %file.i = alloca i64, align 8
  %bytes.addr.i = alloca i64, align 8
  %bytes.i = alloca i64, align 8
  %preamble = alloca %struct.preamble, align 8
  %tobool = icmp ne ptr %session, null
  %tobool1 = icmp ne ptr %path, null
  %or.cond = and i1 %tobool, %tobool1
  br i1 %or.cond, label %if.end, label %return

if.end:
  %call = tail call zeroext i1 @claim(ptr noundef nonnull %session) #7
  br i1 %call, label %if.end3, label %return

if.end3:
  %lengths = getelementptr inbounds nuw i8, ptr %session, i64 16
  %0 = load ptr, ptr %lengths, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i) #8
  store i64 0, ptr %bytes.i, align 8
  %call.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %0, ptr noundef nonnull @count_piece, ptr noundef nonnull %bytes.i) #7
  %1 = load i64, ptr %bytes.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.addr.i)
  store i64 %1, ptr %bytes.addr.i, align 8
  %call.i34 = call noalias ptr @calloc(i64 noundef 1, i64 noundef 6256) #7
  %tobool.not.i = icmp eq ptr %call.i34, null
  br i1 %tobool.not.i, label %new_digest.exit.thread, label %if.then7

new_digest.exit.thread:
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.addr.i)
  br label %if.end21

if.then7:
  call void @sha256_begin(ptr noundef nonnull %call.i34) #7
  call void @sha256_add(ptr noundef nonnull %call.i34, ptr noundef nonnull %bytes.addr.i, i64 noundef 8) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.addr.i)
  call void @llvm.lifetime.start.p0(ptr nonnull %preamble) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(112) %preamble, i8 0, i64 112, i1 false)
  %length = getelementptr inbounds nuw i8, ptr %preamble, i64 72
  %2 = load ptr, ptr %lengths, align 8
  %3 = load i64, ptr %2, align 8
  store i64 %3, ptr %length, align 8
  %call11 = call ptr @memcpy(ptr noundef nonnull %preamble, ptr noundef nonnull @magic, i64 noundef 8) #7
  %identity12 = getelementptr inbounds nuw i8, ptr %preamble, i64 8
  %sequence = getelementptr inbounds nuw i8, ptr %session, i64 8
  %4 = load ptr, ptr %sequence, align 8
  %identity14 = getelementptr inbounds nuw i8, ptr %4, i64 104
  %5 = load ptr, ptr %identity14, align 8
  %call15 = call ptr @memcpy(ptr noundef nonnull %identity12, ptr noundef %5, i64 noundef 64) #7
  %6 = load ptr, ptr %lengths, align 8
  %call17 = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %6, ptr noundef nonnull @take_piece, ptr noundef nonnull %call.i34) #7
  %digest18 = getelementptr inbounds nuw i8, ptr %preamble, i64 80
  call fastcc void @end_digest(ptr noundef %call.i34, ptr noundef %digest18) #9
  %call.i35 = call i64 @strlen(ptr noundef nonnull %path) #10
  %add.i = add i64 %call.i35, 64
  %call1.i = call noalias ptr @malloc(i64 noundef %add.i) #7
  %tobool.not.i36 = icmp eq ptr %call1.i, null
  br i1 %tobool.not.i36, label %write_file.exit, label %if.end.i37

if.end.i37:
  %call2.i = call ptr @memcpy(ptr noundef nonnull %call1.i, ptr noundef nonnull %path, i64 noundef %call.i35) #7
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call1.i, i64 %call.i35
  %call3.i = call i32 @process_number() #7
  %conv.i = sext i32 %call3.i to i64
  %incdec.ptr.i.i = getelementptr inbounds nuw i8, ptr %add.ptr.i, i64 1
  store i8 46, ptr %add.ptr.i, align 1
  br label %do.body.i.i

do.body.i.i:
  %end.addr.0.i.i = phi ptr [ %incdec.ptr.i.i, %if.end.i37 ], [ %incdec.ptr1.i.i, %do.body.i.i ]
  %number.addr.0.i.i = phi i64 [ %conv.i, %if.end.i37 ], [ %shr.i.i, %do.body.i.i ]
  %and.i.i = and i64 %number.addr.0.i.i, 15
  %arrayidx.i.i = getelementptr inbounds nuw i8, ptr @.str, i64 %and.i.i
  %7 = load i8, ptr %arrayidx.i.i, align 1
  %incdec.ptr1.i.i = getelementptr inbounds nuw i8, ptr %end.addr.0.i.i, i64 1
  store i8 %7, ptr %end.addr.0.i.i, align 1
  %shr.i.i = lshr i64 %number.addr.0.i.i, 4
  %tobool.not.i.i = icmp eq i64 %shr.i.i, 0
  br i1 %tobool.not.i.i, label %add_number.exit.i, label %do.body.i.i

add_number.exit.i:
  %8 = ptrtoint ptr %session to i64
  %incdec.ptr.i65.i = getelementptr inbounds nuw i8, ptr %end.addr.0.i.i, i64 2
  store i8 46, ptr %incdec.ptr1.i.i, align 1
  br label %do.body.i66.i

do.body.i66.i:
  %end.addr.0.i67.i = phi ptr [ %incdec.ptr.i65.i, %add_number.exit.i ], [ %incdec.ptr1.i71.i, %do.body.i66.i ]
  %number.addr.0.i68.i = phi i64 [ %8, %add_number.exit.i ], [ %shr.i72.i, %do.body.i66.i ]
  %and.i69.i = and i64 %number.addr.0.i68.i, 15
  %arrayidx.i70.i = getelementptr inbounds nuw i8, ptr @.str, i64 %and.i69.i
  %9 = load i8, ptr %arrayidx.i70.i, align 1
  %incdec.ptr1.i71.i = getelementptr inbounds nuw i8, ptr %end.addr.0.i67.i, i64 1
  store i8 %9, ptr %end.addr.0.i67.i, align 1
  %shr.i72.i = lshr i64 %number.addr.0.i68.i, 4
  %tobool.not.i73.i = icmp eq i64 %shr.i72.i, 0
  br i1 %tobool.not.i73.i, label %add_number.exit74.i, label %do.body.i66.i

add_number.exit74.i:
  store i8 0, ptr %incdec.ptr1.i71.i, align 1
  call void @llvm.lifetime.start.p0(ptr nonnull %file.i) #8
  %call6.i = call i64 @create_file(ptr noundef nonnull %call1.i) #7
  store i64 %call6.i, ptr %file.i, align 8
  %cmp.i = icmp slt i64 %call6.i, 0
  br i1 %cmp.i, label %if.end42.thread.i, label %land.lhs.true.i

land.lhs.true.i:
  %call9.i = call zeroext i1 @write_piece(ptr noundef nonnull %file.i, ptr noundef nonnull %preamble, i64 noundef 112) #7
  br i1 %call9.i, label %land.lhs.true11.i, label %if.end29.thread77.i

land.lhs.true11.i:
  %10 = load ptr, ptr %lengths, align 8
  %add.ptr12.i = getelementptr inbounds nuw i8, ptr %10, i64 8
  %11 = load ptr, ptr %sequence, align 8
  %length_count.i.i = getelementptr inbounds nuw i8, ptr %11, i64 88
  %12 = load i64, ptr %length_count.i.i, align 8
  %tobool.not.i75.i = icmp eq i64 %12, 0
  %sub.i.i = shl i64 %12, 3
  %mul.i.i = add i64 %sub.i.i, -8
  %cond.i.i = select i1 %tobool.not.i75.i, i64 0, i64 %mul.i.i
  %call14.i = call zeroext i1 @write_piece(ptr noundef nonnull %file.i, ptr noundef nonnull %add.ptr12.i, i64 noundef %cond.i.i) #7
  br i1 %call14.i, label %if.end29.i, label %if.end29.thread77.i

if.end29.thread77.i:
  %13 = load i64, ptr %file.i, align 8
  %call2279.i = call zeroext i1 @end_file(i64 noundef %13) #7
  br label %if.then41.i

if.end29.i:
  %14 = load ptr, ptr %lengths, align 8
  %call17.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %14, ptr noundef nonnull @write_piece, ptr noundef nonnull %file.i) #7
  %15 = load i64, ptr %file.i, align 8
  %call22.i = call zeroext i1 @end_file(i64 noundef %15) #7
  %16 = select i1 %call22.i, i1 %call17.i, i1 false
  br i1 %16, label %land.rhs32.i, label %if.then41.i

land.rhs32.i:
  %call33.i = call zeroext i1 @rename_file(ptr noundef nonnull %call1.i, ptr noundef nonnull %path) #7
  br i1 %call33.i, label %if.end42.thread.i, label %if.then41.i

if.then41.i:
  call void @remove_file(ptr noundef nonnull %call1.i) #7
  br label %if.end42.thread.i

if.end42.thread.i:
  %17 = phi i32 [ 4, %add_number.exit74.i ], [ 4, %if.then41.i ], [ 0, %land.rhs32.i ]
  call void @free(ptr noundef nonnull %call1.i) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %file.i) #8
  br label %write_file.exit

write_file.exit:
  %retval.0.i = phi i32 [ %17, %if.end42.thread.i ], [ 2, %if.then7 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %preamble) #8
  br label %if.end21

if.end21:
  %status.0 = phi i32 [ %retval.0.i, %write_file.exit ], [ 2, %new_digest.exit.thread ]
  call void @release(ptr noundef nonnull %session) #7
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
  %call = tail call noalias ptr @calloc(i64 noundef 1, i64 noundef 6256) #7
  %tobool.not = icmp eq ptr %call, null
  br i1 %tobool.not, label %cleanup, label %if.end

if.end:
  tail call void @sha256_begin(ptr noundef nonnull %call) #7
  call void @sha256_add(ptr noundef nonnull %call, ptr noundef nonnull %bytes.addr, i64 noundef 8) #7
  br label %cleanup

cleanup:
  ret ptr %call
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #3

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #4

declare hidden zeroext i1 @walk(ptr noundef, i64 noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

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
  tail call void @sha256_add(ptr noundef nonnull %context, ptr noundef nonnull %columns, i64 noundef 4096) #7
  tail call void @sha256_add(ptr noundef nonnull %context, ptr noundef nonnull %rows, i64 noundef 2048) #7
  %call.i = tail call ptr @memset(ptr noundef nonnull %columns, i32 noundef 0, i64 noundef 4096) #7
  %call7.i = tail call ptr @memset(ptr noundef nonnull %rows, i32 noundef 0, i64 noundef 2048) #7
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
  tail call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull %columns.i, i64 noundef 4096) #7
  %rows.i = getelementptr inbounds nuw i8, ptr %it, i64 4200
  tail call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull %rows.i, i64 noundef 2048) #7
  %call.i = tail call ptr @memset(ptr noundef nonnull %columns.i, i32 noundef 0, i64 noundef 4096) #7
  %call7.i = tail call ptr @memset(ptr noundef nonnull %rows.i, i32 noundef 0, i64 noundef 2048) #7
  store i64 0, ptr %taken.i, align 8
  br label %end_block.exit

end_block.exit:
  tail call void @sha256_end(ptr noundef nonnull %it, ptr noundef nonnull %digest) #7
  tail call void @free(ptr noundef nonnull %it) #7
  ret void
}

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

declare hidden void @release(ptr noundef) local_unnamed_addr #1

define range(i32 0, 18) i32 @ncnnc_session_load(ptr noundef %session, ptr noundef %path, i32 noundef %any_weights) local_unnamed_addr #0 {
entry:
  %bytes.i.i = alloca i64, align 8
  %found.i = alloca [32 x i8], align 16
  %size = alloca i64, align 8
  %next = alloca ptr, align 8
  %tobool = icmp ne ptr %session, null
  %tobool1 = icmp ne ptr %path, null
  %or.cond = and i1 %tobool, %tobool1
  br i1 %or.cond, label %if.end, label %return

if.end:
  %call = tail call zeroext i1 @claim(ptr noundef nonnull %session) #7
  br i1 %call, label %if.end3, label %return

if.end3:
  call void @llvm.lifetime.start.p0(ptr nonnull %size) #8
  %call4 = call ptr @read_file(ptr noundef nonnull %path, ptr noundef nonnull %size) #7
  %tobool5.not = icmp eq ptr %call4, null
  br i1 %tobool5.not, label %if.end17, label %cond.true

cond.true:
  %0 = load i64, ptr %size, align 8
  %cmp.not = icmp eq i32 %any_weights, 0
  %conv.i = select i1 %cmp.not, i64 64, i64 32
  %cmp.i = icmp ult i64 %0, 112
  br i1 %cmp.i, label %if.then16, label %lor.lhs.false.i

lor.lhs.false.i:
  %call.i = call i32 @memcmp(ptr noundef nonnull %call4, ptr noundef nonnull @magic, i64 noundef 8) #10
  %tobool.not.i = icmp eq i32 %call.i, 0
  br i1 %tobool.not.i, label %lor.lhs.false2.i, label %if.then16

lor.lhs.false2.i:
  %identity.i = getelementptr inbounds nuw i8, ptr %call4, i64 8
  %sequence.i = getelementptr inbounds nuw i8, ptr %session, i64 8
  %1 = load ptr, ptr %sequence.i, align 8
  %identity4.i = getelementptr inbounds nuw i8, ptr %1, i64 104
  %2 = load ptr, ptr %identity4.i, align 8
  %call5.i = call i32 @memcmp(ptr noundef nonnull %identity.i, ptr noundef %2, i64 noundef %conv.i) #10
  %tobool6.not.i = icmp eq i32 %call5.i, 0
  br i1 %tobool6.not.i, label %if.end.i, label %if.then16

if.end.i:
  %length_count.i.i = getelementptr inbounds nuw i8, ptr %1, i64 88
  %3 = load i64, ptr %length_count.i.i, align 8
  %tobool.not.i.i = icmp eq i64 %3, 0
  %sub.i.i = shl i64 %3, 3
  %4 = add i64 %sub.i.i, 104
  %add.i = select i1 %tobool.not.i.i, i64 112, i64 %4
  %cmp8.i = icmp ult i64 %0, %add.i
  br i1 %cmp8.i, label %if.then16, label %if.end11.i

if.end11.i:
  %following.i = getelementptr inbounds nuw i8, ptr %session, i64 64
  %5 = load ptr, ptr %following.i, align 8
  %length.i.i = getelementptr inbounds nuw i8, ptr %call4, i64 72
  %call.i.i = call ptr @memcpy(ptr noundef %5, ptr noundef nonnull %length.i.i, i64 noundef 8) #7
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %5, i64 8
  %add.ptr2.i.i = getelementptr inbounds nuw i8, ptr %call4, i64 112
  %6 = load ptr, ptr %sequence.i, align 8
  %length_count.i.i.i = getelementptr inbounds nuw i8, ptr %6, i64 88
  %7 = load i64, ptr %length_count.i.i.i, align 8
  %tobool.not.i.i.i = icmp eq i64 %7, 0
  %sub.i.i.i = shl i64 %7, 3
  %mul.i.i.i = add i64 %sub.i.i.i, -8
  %cond.i.i.i = select i1 %tobool.not.i.i.i, i64 0, i64 %mul.i.i.i
  %call4.i.i = call ptr @memcpy(ptr noundef nonnull %add.ptr.i.i, ptr noundef nonnull %add.ptr2.i.i, i64 noundef %cond.i.i.i) #7
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
  call void @llvm.lifetime.start.p0(ptr nonnull %bytes.i.i) #8
  store i64 0, ptr %bytes.i.i, align 8
  %call.i57.i = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %14, ptr noundef nonnull @count_piece, ptr noundef nonnull %bytes.i.i) #7
  %15 = load i64, ptr %bytes.i.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %bytes.i.i) #8
  %sub.i = sub i64 %0, %add.i
  %cmp17.not.i = icmp eq i64 %sub.i, %15
  br i1 %cmp17.not.i, label %if.end20.i, label %if.then16

if.end20.i:
  %call21.i = call fastcc ptr @new_digest(i64 noundef %15) #9
  %tobool22.not.i = icmp eq ptr %call21.i, null
  br i1 %tobool22.not.i, label %if.then16, label %if.end24.i

if.end24.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %found.i) #8
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %call4, i64 %add.i
  %call25.i = call zeroext i1 @take_piece(ptr noundef nonnull %call21.i, ptr noundef nonnull %add.ptr.i, i64 noundef %15) #9
  call fastcc void @end_digest(ptr noundef %call21.i, ptr noundef %found.i) #9
  %digest28.i = getelementptr inbounds nuw i8, ptr %call4, i64 80
  %call30.i = call i32 @memcmp(ptr noundef nonnull %found.i, ptr noundef nonnull %digest28.i, i64 noundef 32) #10
  %tobool31.not.i = icmp eq i32 %call30.i, 0
  call void @llvm.lifetime.end.p0(ptr nonnull %found.i) #8
  br i1 %tobool31.not.i, label %if.end14.thread, label %if.then16

if.end14.thread:
  call void @llvm.lifetime.start.p0(ptr nonnull %next) #8
  %16 = load ptr, ptr %sequence.i, align 8
  %length_count.i = getelementptr inbounds nuw i8, ptr %16, i64 88
  %17 = load i64, ptr %length_count.i, align 8
  %tobool.not.i35 = icmp eq i64 %17, 0
  %sub.i36 = shl i64 %17, 3
  %mul.i = add i64 %sub.i36, -8
  %cond.i = select i1 %tobool.not.i35, i64 0, i64 %mul.i
  %add.ptr10 = getelementptr inbounds nuw i8, ptr %add.ptr2.i.i, i64 %cond.i
  store ptr %add.ptr10, ptr %next, align 8
  call void @cut(ptr noundef nonnull %session, i64 noundef 0) #7
  %lengths = getelementptr inbounds nuw i8, ptr %session, i64 16
  %18 = load ptr, ptr %lengths, align 8
  %19 = load ptr, ptr %following.i, align 8
  %20 = load ptr, ptr %sequence.i, align 8
  %length_count = getelementptr inbounds nuw i8, ptr %20, i64 88
  %21 = load i64, ptr %length_count, align 8
  %mul = shl i64 %21, 3
  %call11 = call ptr @memcpy(ptr noundef %18, ptr noundef %19, i64 noundef %mul) #7
  %22 = load ptr, ptr %lengths, align 8
  %call13 = call zeroext i1 @walk(ptr noundef nonnull %session, i64 noundef 0, ptr noundef %22, ptr noundef nonnull @read_piece, ptr noundef nonnull %next) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %next) #8
  br label %if.then16

if.then16:
  %cond3941 = phi i32 [ 0, %if.end14.thread ], [ 17, %if.end24.i ], [ 17, %cond.true ], [ 17, %lor.lhs.false2.i ], [ 17, %lor.lhs.false.i ], [ 17, %if.end.i ], [ 15, %read_lengths.exit.i ], [ 2, %if.end20.i ], [ 17, %if.end14.i ], [ 15, %lor.lhs.false.i.i ], [ 15, %cond.end.i.i ]
  %23 = load i64, ptr %size, align 8
  call void @free_pages(ptr noundef nonnull %call4, i64 noundef %23) #7
  br label %if.end17

if.end17:
  %cond3942 = phi i32 [ %cond3941, %if.then16 ], [ 4, %if.end3 ]
  call void @release(ptr noundef nonnull %session) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %size) #8
  br label %return

return:
  %retval.0 = phi i32 [ %cond3942, %if.end17 ], [ 3, %entry ], [ 16, %if.end ]
  ret i32 %retval.0
}

declare hidden ptr @read_file(ptr noundef, ptr noundef) local_unnamed_addr #1

declare hidden void @cut(ptr noundef, i64 noundef) local_unnamed_addr #1

define internal noundef zeroext i1 @read_piece(ptr noundef captures(none) %context, ptr noundef %piece, i64 noundef %bytes) #0 {
entry:
  %0 = load ptr, ptr %context, align 8
  %call = tail call ptr @memcpy(ptr noundef %piece, ptr noundef %0, i64 noundef %bytes) #7
  %1 = load ptr, ptr %context, align 8
  %add.ptr = getelementptr inbounds nuw i8, ptr %1, i64 %bytes
  store ptr %add.ptr, ptr %context, align 8
  ret i1 true
}

declare hidden void @free_pages(ptr noundef, i64 noundef) local_unnamed_addr #1

declare noalias ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #4

declare hidden void @sha256_begin(ptr noundef) local_unnamed_addr #1

declare hidden void @sha256_add(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #1

define internal noundef zeroext i1 @count_piece(ptr noundef captures(none) %context, ptr readnone captures(none) %piece, i64 noundef %bytes) #5 {
entry:
  %0 = load i64, ptr %context, align 8
  %add = add i64 %0, %bytes
  store i64 %add, ptr %context, align 8
  ret i1 true
}

declare ptr @memset(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #4

declare hidden void @sha256_end(ptr noundef, ptr noundef) local_unnamed_addr #1

declare void @free(ptr noundef) local_unnamed_addr #4

declare i64 @strlen(ptr noundef) local_unnamed_addr #6

declare noalias ptr @malloc(i64 noundef) local_unnamed_addr #4

declare hidden i32 @process_number() local_unnamed_addr #1

declare hidden i64 @create_file(ptr noundef) local_unnamed_addr #1

declare hidden zeroext i1 @write_piece(ptr noundef, ptr noundef, i64 noundef) #1

declare hidden zeroext i1 @end_file(i64 noundef) local_unnamed_addr #1

declare hidden zeroext i1 @rename_file(ptr noundef, ptr noundef) local_unnamed_addr #1

declare hidden void @remove_file(ptr noundef) local_unnamed_addr #1

declare i32 @memcmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #6

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { nounwind "no-builtins" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "no-builtins" }
attributes #6 = { mustprogress nofree nounwind willreturn memory(read) "no-builtins" }
attributes #7 = { nobuiltin nounwind "no-builtins" }
attributes #8 = { nounwind }
attributes #9 = { nobuiltin "no-builtins" }
attributes #10 = { nobuiltin nounwind willreturn memory(read) "no-builtins" }

