; Made from extents.c by clang of ziglang 0.17.1: make library-runtime
; 7442c917f9ddf189cd85bc61efddf744c5a40ec25faa96b7df2f6e1efb4ca46c

%struct.ncnnc_sequence = type { ptr, i64, ptr, ptr, i64, i64, i64, ptr, i64, i64, ptr, i64, ptr, ptr }
%struct.ncnnc_program = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i32, i64, i64, i64, ptr, ptr, ptr }
%struct.ncnnc_range = type { i64, i64 }
%struct.given = type { ptr, ptr, ptr, ptr }
%struct.ncnnc_options = type { i32, ptr, ptr, ptr, ptr }
%struct.staged = type { ptr, ptr, ptr, [8 x i64], i32, i64, i64 }
%struct.ncnnc_place = type { i64, i64, ptr, ptr, i64 }
%struct.ncnnc_tensor = type { ptr, ptr, ptr, i32, i32, i32, i32, float }

@sequences = external hidden constant [0 x %struct.ncnnc_sequence], align 8
@programs = external hidden constant [0 x %struct.ncnnc_program], align 8
@messages = external hidden local_unnamed_addr constant [0 x ptr], align 4

define hidden nonnull ptr @sequence_of(ptr noundef readonly captures(none) %model) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr %model, align 4
  %sub.ptr.lhs.cast = ptrtoint ptr %0 to i32
  %sub.ptr.sub = sub i32 %sub.ptr.lhs.cast, ptrtoint (ptr @programs to i32)
  %sub.ptr.div = sdiv exact i32 %sub.ptr.sub, 112
  %arrayidx = getelementptr inbounds %struct.ncnnc_sequence, ptr @sequences, i32 %sub.ptr.div
  ret ptr %arrayidx
}

define hidden noundef zeroext i1 @in_range(ptr noundef readonly captures(none) %sequence, ptr noundef readonly captures(none) %numbers) local_unnamed_addr #1 {
entry:
  %range_count = getelementptr inbounds nuw i8, ptr %sequence, i32 8
  %0 = load i64, ptr %range_count, align 8
  %cmp17 = icmp slt i64 %0, 1
  br i1 %cmp17, label %cleanup7, label %for.body.lr.ph

for.body.lr.ph:
  %1 = load ptr, ptr %sequence, align 8
  br label %for.body

for.cond:
  %inc = add nuw nsw i64 %i.018, 1
  %exitcond.not = icmp eq i64 %inc, %0
  br i1 %exitcond.not, label %cleanup7, label %for.body

for.body:
  %i.018 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.cond ]
  %idxprom = trunc i64 %i.018 to i32
  %arrayidx = getelementptr inbounds %struct.ncnnc_range, ptr %1, i32 %idxprom
  %arrayidx2 = getelementptr inbounds i64, ptr %numbers, i32 %idxprom
  %2 = load i64, ptr %arrayidx2, align 8
  %3 = load i64, ptr %arrayidx, align 8
  %cmp3 = icmp slt i64 %2, %3
  br i1 %cmp3, label %cleanup7, label %lor.lhs.false

lor.lhs.false:
  %most = getelementptr inbounds nuw i8, ptr %arrayidx, i32 8
  %4 = load i64, ptr %most, align 8
  %cmp6 = icmp sgt i64 %2, %4
  br i1 %cmp6, label %cleanup7, label %for.cond

cleanup7:
  %cmp.lcssa = phi i1 [ true, %entry ], [ false, %lor.lhs.false ], [ false, %for.body ], [ true, %for.cond ]
  ret i1 %cmp.lcssa
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

define hidden i32 @run_on_extents(ptr noundef %model, ptr noundef %numbers, ptr noundef %inputs, ptr noundef %outputs, ptr noundef readonly captures(address_is_null) %options_given, ptr noundef %states) local_unnamed_addr #3 {
entry:
  %given = alloca %struct.given, align 4
  %options = alloca %struct.ncnnc_options, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %given) #11
  store ptr %numbers, ptr %given, align 4
  %inputs2 = getelementptr inbounds nuw i8, ptr %given, i32 4
  store ptr %inputs, ptr %inputs2, align 4
  %outputs3 = getelementptr inbounds nuw i8, ptr %given, i32 8
  store ptr %outputs, ptr %outputs3, align 4
  %states4 = getelementptr inbounds nuw i8, ptr %given, i32 12
  store ptr %states, ptr %states4, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %options) #11
  call void @llvm.memset.p0.i32(ptr noundef nonnull align 4 dereferenceable(20) %options, i8 0, i32 20, i1 false)
  %tobool.not = icmp eq ptr %options_given, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:
  call void @llvm.memcpy.p0.p0.i32(ptr noundef nonnull align 4 dereferenceable(20) %options, ptr noundef nonnull align 4 dereferenceable(20) %options_given, i32 20, i1 false)
  br label %if.end

if.end:
  %tobool5 = icmp ne ptr %inputs, null
  %tobool6 = icmp ne ptr %outputs, null
  %or.cond = and i1 %tobool5, %tobool6
  br i1 %or.cond, label %if.end8, label %cleanup38

if.end8:
  %0 = load ptr, ptr %model, align 4
  %sub.ptr.lhs.cast.i = ptrtoint ptr %0 to i32
  %sub.ptr.sub.i = sub i32 %sub.ptr.lhs.cast.i, ptrtoint (ptr @programs to i32)
  %sub.ptr.div.i = sdiv exact i32 %sub.ptr.sub.i, 112
  %arrayidx.i = getelementptr inbounds %struct.ncnnc_sequence, ptr @sequences, i32 %sub.ptr.div.i
  %range_count.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 8
  %1 = load i64, ptr %range_count.i, align 8
  %cmp17.i = icmp slt i64 %1, 1
  br i1 %cmp17.i, label %if.end11, label %for.body.lr.ph.i

for.body.lr.ph.i:
  %2 = load ptr, ptr %arrayidx.i, align 8
  br label %for.body.i

for.cond.i:
  %inc.i = add nuw nsw i64 %i.018.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not.i, label %if.end11, label %for.body.i

for.body.i:
  %i.018.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.cond.i ]
  %idxprom.i = trunc i64 %i.018.i to i32
  %arrayidx.i52 = getelementptr inbounds %struct.ncnnc_range, ptr %2, i32 %idxprom.i
  %arrayidx2.i = getelementptr inbounds i64, ptr %numbers, i32 %idxprom.i
  %3 = load i64, ptr %arrayidx2.i, align 8
  %4 = load i64, ptr %arrayidx.i52, align 8
  %cmp3.i = icmp slt i64 %3, %4
  br i1 %cmp3.i, label %cleanup38, label %lor.lhs.false.i

lor.lhs.false.i:
  %most.i = getelementptr inbounds nuw i8, ptr %arrayidx.i52, i32 8
  %5 = load i64, ptr %most.i, align 8
  %cmp6.i = icmp sgt i64 %3, %5
  br i1 %cmp6.i, label %cleanup38, label %for.cond.i

if.end11:
  %6 = load i32, ptr %options, align 4
  %tobool12.not = icmp eq i32 %6, 0
  br i1 %tobool12.not, label %if.then13, label %if.end16

if.then13:
  %threads14 = getelementptr inbounds nuw i8, ptr %0, i32 64
  %7 = load i32, ptr %threads14, align 8
  store i32 %7, ptr %options, align 4
  br label %if.end16

if.end16:
  %8 = phi i32 [ %7, %if.then13 ], [ %6, %if.end11 ]
  %or.cond40 = icmp ugt i32 %8, 1024
  br i1 %or.cond40, label %cleanup38, label %if.end22

if.end22:
  %memory = getelementptr inbounds nuw i8, ptr %options, i32 4
  %9 = load ptr, ptr %memory, align 4
  %10 = ptrtoint ptr %9 to i32
  %rem = and i32 %10, 63
  %tobool23.not = icmp eq i32 %rem, 0
  br i1 %tobool23.not, label %if.end25, label %cleanup38

if.end25:
  %tobool27.not = icmp eq ptr %9, null
  br i1 %tobool27.not, label %if.end30, label %if.then28

if.then28:
  %call29 = call fastcc i32 @run_in(ptr noundef nonnull %model, ptr noundef %given, ptr noundef %options) #12
  br label %cleanup38

if.end30:
  %call32 = tail call ptr @take_block(ptr noundef nonnull %model, i32 noundef %8) #13
  %tobool33.not = icmp eq ptr %call32, null
  br i1 %tobool33.not, label %cleanup38, label %if.end35

if.end35:
  %add.ptr = getelementptr inbounds nuw i8, ptr %call32, i32 64
  store ptr %add.ptr, ptr %memory, align 4
  %call37 = call fastcc i32 @run_in(ptr noundef nonnull %model, ptr noundef %given, ptr noundef %options) #12
  call void @give_block(ptr noundef nonnull %model, ptr noundef nonnull %call32) #13
  br label %cleanup38

cleanup38:
  %retval.1 = phi i32 [ 2, %if.end30 ], [ 10, %if.end16 ], [ %call29, %if.then28 ], [ 11, %if.end22 ], [ 3, %if.end ], [ %call37, %if.end35 ], [ 14, %for.body.i ], [ 14, %lor.lhs.false.i ]
  call void @llvm.lifetime.end.p0(ptr nonnull %options) #11
  call void @llvm.lifetime.end.p0(ptr nonnull %given) #11
  ret i32 %retval.1
}

declare void @llvm.memset.p0.i32(ptr writeonly captures(none), i8, i32, i1 immarg) #4

declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #5

define internal fastcc i32 @run_in(ptr noundef %model, ptr noundef nonnull readonly captures(none) %given, ptr noundef nonnull %options) unnamed_addr #3 {
entry:
  %it.i = alloca %struct.staged, align 8
  %0 = load ptr, ptr %model, align 4
  %sub.ptr.lhs.cast.i = ptrtoint ptr %0 to i32
  %sub.ptr.sub.i = sub i32 %sub.ptr.lhs.cast.i, ptrtoint (ptr @programs to i32)
  %sub.ptr.div.i = sdiv exact i32 %sub.ptr.sub.i, 112
  %arrayidx.i = getelementptr inbounds %struct.ncnnc_sequence, ptr @sequences, i32 %sub.ptr.div.i
  %memory = getelementptr inbounds nuw i8, ptr %options, i32 4
  %1 = load ptr, ptr %memory, align 4
  %pointers_offset = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 40
  %2 = load i64, ptr %pointers_offset, align 8
  %idx.ext = trunc i64 %2 to i32
  %add.ptr = getelementptr inbounds i8, ptr %1, i32 %idx.ext
  %input_count = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 24
  %3 = load i64, ptr %input_count, align 8
  %idx.ext2 = trunc i64 %3 to i32
  %add.ptr3 = getelementptr inbounds ptr, ptr %add.ptr, i32 %idx.ext2
  %add.ptr4 = getelementptr inbounds nuw i8, ptr %add.ptr3, i32 4
  %cmp45.i = icmp slt i64 %3, 1
  br i1 %cmp45.i, label %lor.lhs.false, label %for.body.lr.ph.i

for.body.lr.ph.i:
  %inputs.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 16
  %inputs7.i = getelementptr inbounds nuw i8, ptr %0, i32 96
  %inputs8.i = getelementptr inbounds nuw i8, ptr %given, i32 4
  %memory.i.i = getelementptr inbounds nuw i8, ptr %it.i, i32 4
  %planned6.i.i = getelementptr inbounds nuw i8, ptr %it.i, i32 8
  %axes7.i.i = getelementptr inbounds nuw i8, ptr %it.i, i32 80
  %element_bytes8.i.i = getelementptr inbounds nuw i8, ptr %it.i, i32 88
  %elements.i.i = getelementptr inbounds nuw i8, ptr %it.i, i32 96
  %extents.i.i = getelementptr inbounds nuw i8, ptr %it.i, i32 16
  %states.i = getelementptr inbounds nuw i8, ptr %given, i32 12
  %4 = load ptr, ptr %inputs.i, align 8
  br label %for.body.i

for.body.i:
  %i.046.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.inc.i ]
  %idxprom.i = trunc i64 %i.046.i to i32
  %arrayidx.i34 = getelementptr inbounds %struct.ncnnc_place, ptr %4, i32 %idxprom.i
  %state.i = getelementptr inbounds nuw i8, ptr %arrayidx.i34, i32 8
  %5 = load i64, ptr %state.i, align 8
  %cmp1.i = icmp sgt i64 %5, -1
  br i1 %cmp1.i, label %cleanup16.thread.i, label %if.end.i

cleanup16.thread.i:
  %6 = load ptr, ptr %states.i, align 4
  %idxprom3.i = trunc i64 %5 to i32
  %arrayidx4.i = getelementptr inbounds ptr, ptr %6, i32 %idxprom3.i
  %7 = load ptr, ptr %arrayidx4.i, align 4
  %arrayidx6.i = getelementptr inbounds ptr, ptr %add.ptr, i32 %idxprom.i
  store ptr %7, ptr %arrayidx6.i, align 4
  br label %for.inc.i

if.end.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %it.i) #11
  %8 = load ptr, ptr %inputs7.i, align 8
  %9 = load ptr, ptr %inputs8.i, align 4
  %10 = load ptr, ptr %given, align 4
  %11 = load i64, ptr %arrayidx.i34, align 8
  %idxprom.i.i = trunc i64 %11 to i32
  %arrayidx.i.i = getelementptr inbounds %struct.ncnnc_tensor, ptr %8, i32 %idxprom.i.i
  %arrayidx3.i.i = getelementptr inbounds ptr, ptr %9, i32 %idxprom.i.i
  %12 = load ptr, ptr %arrayidx3.i.i, align 4
  store ptr %12, ptr %it.i, align 8
  %planned.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i34, i32 20
  %13 = load ptr, ptr %planned.i.i, align 4
  %tobool.not.i.i = icmp eq ptr %13, null
  br i1 %tobool.not.i.i, label %cond.end.i.i, label %cond.true.i.i

cond.true.i.i:
  %offset.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i34, i32 24
  %14 = load i64, ptr %offset.i.i, align 8
  %idx.ext.i.i = trunc i64 %14 to i32
  %add.ptr.i.i = getelementptr inbounds i8, ptr %1, i32 %idx.ext.i.i
  br label %cond.end.i.i

cond.end.i.i:
  %cond.i.i = phi ptr [ %add.ptr.i.i, %cond.true.i.i ], [ %12, %if.end.i ]
  store ptr %cond.i.i, ptr %memory.i.i, align 4
  store ptr %13, ptr %planned6.i.i, align 8
  %axes.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i, i32 16
  %15 = load i32, ptr %axes.i.i, align 4
  store i32 %15, ptr %axes7.i.i, align 8
  %element_bytes.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i, i32 20
  %16 = load i32, ptr %element_bytes.i.i, align 4
  %conv.i.i = sext i32 %16 to i64
  store i64 %conv.i.i, ptr %element_bytes8.i.i, align 8
  store i64 1, ptr %elements.i.i, align 8
  %find_extents.i.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i34, i32 16
  %17 = load ptr, ptr %find_extents.i.i.i, align 8
  %tobool.not.i.i.i = icmp eq ptr %17, null
  br i1 %tobool.not.i.i.i, label %if.else.i.i.i, label %if.then.i.i.i

if.then.i.i.i:
  call void %17(ptr noundef %10, ptr noundef nonnull %extents.i.i) #13
  br label %find_extents.exit.i.i

if.else.i.i.i:
  %shape.i.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i, i32 8
  %18 = load ptr, ptr %shape.i.i.i, align 4
  %19 = load i32, ptr %axes.i.i, align 4
  %mul.i.i.i = shl i32 %19, 3
  %call.i.i.i = call ptr @memcpy(ptr noundef nonnull %extents.i.i, ptr noundef %18, i32 noundef %mul.i.i.i) #14
  br label %find_extents.exit.i.i

find_extents.exit.i.i:
  %20 = load i32, ptr %axes7.i.i, align 8
  %cmp33.i.i = icmp sgt i32 %20, 0
  %.pre.i = load i64, ptr %elements.i.i, align 8
  br i1 %cmp33.i.i, label %for.body.i.i, label %describe.exit.i

for.body.i.i:
  %mul35.i.i = phi i64 [ %mul.i.i, %for.body.i.i ], [ %.pre.i, %find_extents.exit.i.i ]
  %i.034.i.i = phi i32 [ %inc.i.i, %for.body.i.i ], [ 0, %find_extents.exit.i.i ]
  %arrayidx12.i.i = getelementptr inbounds nuw i64, ptr %extents.i.i, i32 %i.034.i.i
  %21 = load i64, ptr %arrayidx12.i.i, align 8
  %mul.i.i = mul nsw i64 %21, %mul35.i.i
  store i64 %mul.i.i, ptr %elements.i.i, align 8
  %inc.i.i = add nuw nsw i32 %i.034.i.i, 1
  %exitcond.not.i.i = icmp eq i32 %inc.i.i, %20
  br i1 %exitcond.not.i.i, label %describe.exit.i, label %for.body.i.i

describe.exit.i:
  %22 = phi i64 [ %.pre.i, %find_extents.exit.i.i ], [ %mul.i.i, %for.body.i.i ]
  %cmp9.i = icmp slt i64 %22, 1
  %23 = load ptr, ptr %it.i, align 8
  %tobool.i = icmp ne ptr %23, null
  %or.cond.i = select i1 %cmp9.i, i1 true, i1 %tobool.i
  br i1 %or.cond.i, label %cleanup16.i, label %take_inputs.exit

cleanup16.i:
  call fastcc void @copy(ptr noundef %it.i, i1 noundef zeroext true) #12
  %24 = load ptr, ptr %memory.i.i, align 4
  %tobool12.not.i = icmp eq ptr %24, null
  %cond.i = select i1 %tobool12.not.i, ptr %1, ptr %24
  %arrayidx15.i = getelementptr inbounds ptr, ptr %add.ptr, i32 %idxprom.i
  store ptr %cond.i, ptr %arrayidx15.i, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %it.i) #11
  br label %for.inc.i

for.inc.i:
  %inc.i = add nuw nsw i64 %i.046.i, 1
  %exitcond.not = icmp eq i64 %inc.i, %3
  br i1 %exitcond.not, label %lor.lhs.false, label %for.body.i

take_inputs.exit:
  call void @llvm.lifetime.end.p0(ptr nonnull %it.i) #11
  br label %cleanup

lor.lhs.false:
  %25 = load ptr, ptr %given, align 4
  store ptr %25, ptr %add.ptr3, align 4
  %call6 = call fastcc zeroext i1 @take_outputs(ptr noundef %0, ptr noundef nonnull %arrayidx.i, ptr noundef %given, ptr noundef %1, ptr noundef nonnull %add.ptr4, i1 noundef zeroext false) #12
  br i1 %call6, label %if.end, label %cleanup

if.end:
  %call7 = call i32 @ncnnc_run_with(ptr noundef nonnull %model, ptr noundef nonnull %add.ptr, ptr noundef nonnull %add.ptr4, ptr noundef nonnull %options) #13
  %cmp = icmp eq i32 %call7, 0
  br i1 %cmp, label %if.then8, label %cleanup

if.then8:
  %call9 = call fastcc zeroext i1 @take_outputs(ptr noundef %0, ptr noundef nonnull %arrayidx.i, ptr noundef %given, ptr noundef nonnull %1, ptr noundef nonnull %add.ptr4, i1 noundef zeroext true) #12
  br label %cleanup

cleanup:
  %retval.0 = phi i32 [ 3, %take_inputs.exit ], [ 3, %lor.lhs.false ], [ 0, %if.then8 ], [ %call7, %if.end ]
  ret i32 %retval.0
}

declare hidden ptr @take_block(ptr noundef, i32 noundef) local_unnamed_addr #6

declare hidden void @give_block(ptr noundef, ptr noundef) local_unnamed_addr #6

define hidden i32 @ncnnc_dynamic_run(ptr noundef %model, ptr noundef %extents, ptr noundef %inputs, ptr noundef %outputs, i32 noundef %threads) local_unnamed_addr #3 {
entry:
  %options = alloca %struct.ncnnc_options, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %options) #11
  %0 = getelementptr inbounds nuw i8, ptr %options, i32 4
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %0, i8 0, i64 16, i1 false)
  store i32 %threads, ptr %options, align 4
  %tobool.i = icmp ne ptr %model, null
  %tobool1.i = icmp ne ptr %extents, null
  %or.cond.i = and i1 %tobool.i, %tobool1.i
  br i1 %or.cond.i, label %if.end.i, label %ncnnc_dynamic_run_with.exit

if.end.i:
  %call.i = call i32 @run_on_extents(ptr noundef nonnull %model, ptr noundef nonnull %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef nonnull readonly %options, ptr noundef null) #12
  br label %ncnnc_dynamic_run_with.exit

ncnnc_dynamic_run_with.exit:
  %retval.0.i = phi i32 [ %call.i, %if.end.i ], [ 3, %entry ]
  call void @llvm.lifetime.end.p0(ptr nonnull %options) #11
  ret i32 %retval.0.i
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #4

define hidden i32 @ncnnc_dynamic_run_with(ptr noundef %model, ptr noundef %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef readonly captures(address_is_null) %options) local_unnamed_addr #3 {
entry:
  %tobool = icmp ne ptr %model, null
  %tobool1 = icmp ne ptr %extents, null
  %or.cond = and i1 %tobool, %tobool1
  br i1 %or.cond, label %if.end, label %return

if.end:
  %call = tail call i32 @run_on_extents(ptr noundef nonnull %model, ptr noundef nonnull %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef %options, ptr noundef null) #12
  br label %return

return:
  %retval.0 = phi i32 [ %call, %if.end ], [ 3, %entry ]
  ret i32 %retval.0
}

define hidden range(i32 0, 20) i32 @ncnnc_input_shape(ptr noundef readonly captures(address_is_null) %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape) local_unnamed_addr #3 {
entry:
  %call = tail call fastcc i32 @write_shape(ptr noundef %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape, i1 noundef zeroext true) #12
  ret i32 %call
}

define internal fastcc range(i32 0, 20) i32 @write_shape(ptr noundef readonly captures(address_is_null) %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape, i1 noundef zeroext %is_input) unnamed_addr #3 {
entry:
  %tobool = icmp ne ptr %model, null
  %tobool1 = icmp ne ptr %extents, null
  %or.cond = and i1 %tobool, %tobool1
  %tobool3 = icmp ne ptr %shape, null
  %or.cond37 = and i1 %or.cond, %tobool3
  br i1 %or.cond37, label %if.end, label %cleanup35

if.end:
  %0 = load ptr, ptr %model, align 4
  %sub.ptr.lhs.cast.i = ptrtoint ptr %0 to i32
  %sub.ptr.sub.i = sub i32 %sub.ptr.lhs.cast.i, ptrtoint (ptr @programs to i32)
  %sub.ptr.div.i = sdiv exact i32 %sub.ptr.sub.i, 112
  %arrayidx.i = getelementptr inbounds %struct.ncnnc_sequence, ptr @sequences, i32 %sub.ptr.div.i
  %range_count.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 8
  %1 = load i64, ptr %range_count.i, align 8
  %cmp17.i = icmp slt i64 %1, 1
  br i1 %cmp17.i, label %if.end7, label %for.body.lr.ph.i

for.body.lr.ph.i:
  %2 = load ptr, ptr %arrayidx.i, align 8
  br label %for.body.i

for.cond.i:
  %inc.i = add nuw nsw i64 %i.018.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not.i, label %if.end7, label %for.body.i

for.body.i:
  %i.018.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.cond.i ]
  %idxprom.i = trunc i64 %i.018.i to i32
  %arrayidx.i56 = getelementptr inbounds %struct.ncnnc_range, ptr %2, i32 %idxprom.i
  %arrayidx2.i = getelementptr inbounds i64, ptr %extents, i32 %idxprom.i
  %3 = load i64, ptr %arrayidx2.i, align 8
  %4 = load i64, ptr %arrayidx.i56, align 8
  %cmp3.i = icmp slt i64 %3, %4
  br i1 %cmp3.i, label %cleanup35, label %lor.lhs.false.i

lor.lhs.false.i:
  %most.i = getelementptr inbounds nuw i8, ptr %arrayidx.i56, i32 8
  %5 = load i64, ptr %most.i, align 8
  %cmp6.i = icmp sgt i64 %3, %5
  br i1 %cmp6.i, label %cleanup35, label %for.cond.i

if.end7:
  %cond.in.v = select i1 %is_input, i32 96, i32 100
  %cond.in = getelementptr inbounds nuw i8, ptr %0, i32 %cond.in.v
  %cond = load ptr, ptr %cond.in, align 4
  %cond14.in.v = select i1 %is_input, i32 16, i32 20
  %cond14.in = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 %cond14.in.v
  %cond14 = load ptr, ptr %cond14.in, align 4
  %cond19.in.v = select i1 %is_input, i32 24, i32 32
  %cond19.in = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 %cond19.in.v
  %cond19 = load i64, ptr %cond19.in, align 8
  %cmp.not59 = icmp sgt i64 %cond19, 0
  br i1 %cmp.not59, label %for.body.lr.ph, label %cleanup35

for.body.lr.ph:
  %cmp20 = icmp slt i32 %index, 0
  %conv = zext nneg i32 %index to i64
  br label %for.body

for.body:
  %i.060 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  br i1 %cmp20, label %for.inc, label %lor.lhs.false21

lor.lhs.false21:
  %idxprom = trunc i64 %i.060 to i32
  %arrayidx = getelementptr inbounds %struct.ncnnc_place, ptr %cond14, i32 %idxprom
  %6 = load i64, ptr %arrayidx, align 8
  %cmp23.not = icmp eq i64 %6, %conv
  br i1 %cmp23.not, label %if.end26, label %for.inc

if.end26:
  %find_extents.i = getelementptr inbounds nuw i8, ptr %arrayidx, i32 16
  %7 = load ptr, ptr %find_extents.i, align 8
  %tobool.not.i = icmp eq ptr %7, null
  br i1 %tobool.not.i, label %if.else.i, label %if.then.i

if.then.i:
  tail call void %7(ptr noundef nonnull %extents, ptr noundef nonnull %shape) #13
  br label %cleanup35

if.else.i:
  %arrayidx29 = getelementptr inbounds nuw %struct.ncnnc_tensor, ptr %cond, i32 %index
  %shape.i = getelementptr inbounds nuw i8, ptr %arrayidx29, i32 8
  %8 = load ptr, ptr %shape.i, align 4
  %axes.i = getelementptr inbounds nuw i8, ptr %arrayidx29, i32 16
  %9 = load i32, ptr %axes.i, align 4
  %mul.i = shl i32 %9, 3
  %call.i = tail call ptr @memcpy(ptr noundef nonnull %shape, ptr noundef %8, i32 noundef %mul.i) #14
  br label %cleanup35

for.inc:
  %inc = add nuw nsw i64 %i.060, 1
  %exitcond.not = icmp eq i64 %inc, %cond19
  br i1 %exitcond.not, label %cleanup35, label %for.body

cleanup35:
  %retval.3 = phi i32 [ 3, %entry ], [ 0, %if.then.i ], [ 19, %if.end7 ], [ 0, %if.else.i ], [ 19, %for.inc ], [ 14, %for.body.i ], [ 14, %lor.lhs.false.i ]
  ret i32 %retval.3
}

define hidden range(i32 0, 20) i32 @ncnnc_output_shape(ptr noundef readonly captures(address_is_null) %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape) local_unnamed_addr #3 {
entry:
  %call = tail call fastcc i32 @write_shape(ptr noundef %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape, i1 noundef zeroext false) #12
  ret i32 %call
}

define hidden ptr @ncnnc_dynamic_error_string(i32 noundef %status) local_unnamed_addr #7 {
entry:
  %cond = tail call i32 @llvm.umin.i32(i32 %status, i32 21)
  %arrayidx = getelementptr inbounds nuw ptr, ptr @messages, i32 %cond
  %0 = load ptr, ptr %arrayidx, align 4
  ret ptr %0
}

define internal fastcc noundef zeroext i1 @take_outputs(ptr noundef readonly captures(none) %program, ptr noundef readonly captures(none) %sequence, ptr noundef nonnull readonly captures(none) %given, ptr noundef %arena, ptr noundef writeonly captures(none) %written, i1 noundef zeroext %is_done) unnamed_addr #3 {
entry:
  %it = alloca %struct.staged, align 8
  %output_count = getelementptr inbounds nuw i8, ptr %sequence, i32 32
  %0 = load i64, ptr %output_count, align 8
  %cmp39 = icmp slt i64 %0, 1
  br i1 %cmp39, label %cleanup19, label %for.body.lr.ph

for.body.lr.ph:
  %outputs = getelementptr inbounds nuw i8, ptr %sequence, i32 20
  %outputs7 = getelementptr inbounds nuw i8, ptr %program, i32 100
  %outputs8 = getelementptr inbounds nuw i8, ptr %given, i32 8
  %memory.i = getelementptr inbounds nuw i8, ptr %it, i32 4
  %planned6.i = getelementptr inbounds nuw i8, ptr %it, i32 8
  %axes7.i = getelementptr inbounds nuw i8, ptr %it, i32 80
  %element_bytes8.i = getelementptr inbounds nuw i8, ptr %it, i32 88
  %elements.i = getelementptr inbounds nuw i8, ptr %it, i32 96
  %extents.i = getelementptr inbounds nuw i8, ptr %it, i32 16
  %states = getelementptr inbounds nuw i8, ptr %given, i32 12
  %state_count = getelementptr inbounds nuw i8, ptr %sequence, i32 56
  br label %for.body

for.body:
  %i.040 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %1 = load ptr, ptr %outputs, align 4
  %idxprom = trunc i64 %i.040 to i32
  %arrayidx = getelementptr inbounds %struct.ncnnc_place, ptr %1, i32 %idxprom
  %state = getelementptr inbounds nuw i8, ptr %arrayidx, i32 8
  %2 = load i64, ptr %state, align 8
  %cmp1 = icmp sgt i64 %2, -1
  br i1 %cmp1, label %cleanup18.thread, label %if.end

cleanup18.thread:
  %3 = load ptr, ptr %states, align 4
  %4 = load i64, ptr %state_count, align 8
  %add = add nsw i64 %4, %2
  %idxprom3 = trunc i64 %add to i32
  %arrayidx4 = getelementptr inbounds ptr, ptr %3, i32 %idxprom3
  %5 = load ptr, ptr %arrayidx4, align 4
  %arrayidx6 = getelementptr inbounds ptr, ptr %written, i32 %idxprom
  store ptr %5, ptr %arrayidx6, align 4
  br label %for.inc

if.end:
  call void @llvm.lifetime.start.p0(ptr nonnull %it) #11
  %6 = load ptr, ptr %outputs7, align 4
  %7 = load ptr, ptr %outputs8, align 4
  %8 = load ptr, ptr %given, align 4
  %9 = load i64, ptr %arrayidx, align 8
  %idxprom.i = trunc i64 %9 to i32
  %arrayidx.i = getelementptr inbounds %struct.ncnnc_tensor, ptr %6, i32 %idxprom.i
  %arrayidx3.i = getelementptr inbounds ptr, ptr %7, i32 %idxprom.i
  %10 = load ptr, ptr %arrayidx3.i, align 4
  store ptr %10, ptr %it, align 8
  %planned.i = getelementptr inbounds nuw i8, ptr %arrayidx, i32 20
  %11 = load ptr, ptr %planned.i, align 4
  %tobool.not.i = icmp eq ptr %11, null
  br i1 %tobool.not.i, label %cond.end.i, label %cond.true.i

cond.true.i:
  %offset.i = getelementptr inbounds nuw i8, ptr %arrayidx, i32 24
  %12 = load i64, ptr %offset.i, align 8
  %idx.ext.i = trunc i64 %12 to i32
  %add.ptr.i = getelementptr inbounds i8, ptr %arena, i32 %idx.ext.i
  br label %cond.end.i

cond.end.i:
  %cond.i = phi ptr [ %add.ptr.i, %cond.true.i ], [ %10, %if.end ]
  store ptr %cond.i, ptr %memory.i, align 4
  %13 = load ptr, ptr %planned.i, align 4
  store ptr %13, ptr %planned6.i, align 8
  %axes.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 16
  %14 = load i32, ptr %axes.i, align 4
  store i32 %14, ptr %axes7.i, align 8
  %element_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 20
  %15 = load i32, ptr %element_bytes.i, align 4
  %conv.i = sext i32 %15 to i64
  store i64 %conv.i, ptr %element_bytes8.i, align 8
  store i64 1, ptr %elements.i, align 8
  %find_extents.i.i = getelementptr inbounds nuw i8, ptr %arrayidx, i32 16
  %16 = load ptr, ptr %find_extents.i.i, align 8
  %tobool.not.i.i = icmp eq ptr %16, null
  br i1 %tobool.not.i.i, label %if.else.i.i, label %if.then.i.i

if.then.i.i:
  call void %16(ptr noundef %8, ptr noundef nonnull %extents.i) #13
  br label %find_extents.exit.i

if.else.i.i:
  %shape.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 8
  %17 = load ptr, ptr %shape.i.i, align 4
  %18 = load i32, ptr %axes.i, align 4
  %mul.i.i = shl i32 %18, 3
  %call.i.i = call ptr @memcpy(ptr noundef nonnull %extents.i, ptr noundef %17, i32 noundef %mul.i.i) #14
  br label %find_extents.exit.i

find_extents.exit.i:
  %19 = load i32, ptr %axes7.i, align 8
  %cmp33.i = icmp sgt i32 %19, 0
  %.pre = load i64, ptr %elements.i, align 8
  br i1 %cmp33.i, label %for.body.i, label %describe.exit

for.body.i:
  %mul35.i = phi i64 [ %mul.i, %for.body.i ], [ %.pre, %find_extents.exit.i ]
  %i.034.i = phi i32 [ %inc.i, %for.body.i ], [ 0, %find_extents.exit.i ]
  %arrayidx12.i = getelementptr inbounds nuw i64, ptr %extents.i, i32 %i.034.i
  %20 = load i64, ptr %arrayidx12.i, align 8
  %mul.i = mul nsw i64 %20, %mul35.i
  store i64 %mul.i, ptr %elements.i, align 8
  %inc.i = add nuw nsw i32 %i.034.i, 1
  %exitcond.not.i = icmp eq i32 %inc.i, %19
  br i1 %exitcond.not.i, label %describe.exit, label %for.body.i

describe.exit:
  %21 = phi i64 [ %.pre, %find_extents.exit.i ], [ %mul.i, %for.body.i ]
  %cmp9 = icmp slt i64 %21, 1
  %22 = load ptr, ptr %it, align 8
  %tobool = icmp ne ptr %22, null
  %or.cond = select i1 %cmp9, i1 true, i1 %tobool
  br i1 %or.cond, label %if.end11, label %cleanup18.thread35

cleanup18.thread35:
  call void @llvm.lifetime.end.p0(ptr nonnull %it) #11
  br label %cleanup19

if.end11:
  br i1 %is_done, label %if.then12, label %cleanup18

if.then12:
  call fastcc void @copy(ptr noundef %it, i1 noundef zeroext false) #12
  br label %cleanup18

cleanup18:
  %23 = load ptr, ptr %memory.i, align 4
  %tobool14.not = icmp eq ptr %23, null
  %cond = select i1 %tobool14.not, ptr %arena, ptr %23
  %arrayidx17 = getelementptr inbounds ptr, ptr %written, i32 %idxprom
  store ptr %cond, ptr %arrayidx17, align 4
  call void @llvm.lifetime.end.p0(ptr nonnull %it) #11
  br label %for.inc

for.inc:
  %inc = add nuw nsw i64 %i.040, 1
  %24 = load i64, ptr %output_count, align 8
  %cmp.not = icmp slt i64 %inc, %24
  br i1 %cmp.not, label %for.body, label %cleanup19

cleanup19:
  %cmp38 = phi i1 [ false, %cleanup18.thread35 ], [ true, %entry ], [ true, %for.inc ]
  ret i1 %cmp38
}

declare i32 @ncnnc_run_with(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #6

define internal fastcc void @copy(ptr noundef nonnull readonly captures(none) %it, i1 noundef zeroext %is_input) unnamed_addr #8 {
entry:
  %0 = load ptr, ptr %it, align 8
  %memory = getelementptr inbounds nuw i8, ptr %it, i32 4
  %1 = load ptr, ptr %memory, align 4
  %cmp = icmp eq ptr %0, %1
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %elements = getelementptr inbounds nuw i8, ptr %it, i32 96
  %2 = load i64, ptr %elements, align 8
  %cmp1 = icmp slt i64 %2, 1
  br i1 %cmp1, label %return, label %if.end

if.end:
  %axes = getelementptr inbounds nuw i8, ptr %it, i32 80
  %3 = load i32, ptr %axes, align 8
  %element_bytes = getelementptr inbounds nuw i8, ptr %it, i32 88
  %4 = load i64, ptr %element_bytes, align 8
  %extents = getelementptr inbounds nuw i8, ptr %it, i32 16
  %last.0105 = add nsw i32 %3, -1
  %cmp2106 = icmp sgt i32 %3, 1
  br i1 %cmp2106, label %land.rhs.lr.ph, label %for.cond.cleanup.thread

land.rhs.lr.ph:
  %planned = getelementptr inbounds nuw i8, ptr %it, i32 8
  %5 = load ptr, ptr %planned, align 8
  %arrayidx154 = getelementptr inbounds nuw i64, ptr %extents, i32 %last.0105
  %6 = load i64, ptr %arrayidx154, align 8
  %arrayidx3155 = getelementptr inbounds nuw i64, ptr %5, i32 %last.0105
  %7 = load i64, ptr %arrayidx3155, align 8
  %cmp4156 = icmp eq i64 %6, %7
  br i1 %cmp4156, label %for.body, label %for.body9.lr.ph

land.rhs:
  %last.0 = add nsw i32 %last.0109157, -1
  %arrayidx = getelementptr inbounds nuw i64, ptr %extents, i32 %last.0
  %8 = load i64, ptr %arrayidx, align 8
  %arrayidx3 = getelementptr inbounds nuw i64, ptr %5, i32 %last.0
  %9 = load i64, ptr %arrayidx3, align 8
  %cmp4 = icmp eq i64 %8, %9
  br i1 %cmp4, label %for.body, label %for.body9.lr.ph

for.body:
  %10 = phi i64 [ %8, %land.rhs ], [ %6, %land.rhs.lr.ph ]
  %inner_bytes.0107158 = phi i64 [ %mul, %land.rhs ], [ %4, %land.rhs.lr.ph ]
  %last.0109157 = phi i32 [ %last.0, %land.rhs ], [ %last.0105, %land.rhs.lr.ph ]
  %mul = mul nsw i64 %10, %inner_bytes.0107158
  %cmp2 = icmp sgt i32 %last.0109157, 1
  br i1 %cmp2, label %land.rhs, label %for.cond.cleanup.thread

for.cond.cleanup.thread:
  %inner_bytes.0.lcssa.ph = phi i64 [ %4, %if.end ], [ %mul, %for.body ]
  %last.0.in.lcssa.ph = phi i32 [ %3, %if.end ], [ 1, %for.body ]
  %last.0.lcssa.ph = phi i32 [ %last.0105, %if.end ], [ 0, %for.body ]
  %arrayidx16140 = getelementptr inbounds i64, ptr %extents, i32 %last.0.lcssa.ph
  %11 = load i64, ptr %arrayidx16140, align 8
  %mul17141 = mul nsw i64 %11, %inner_bytes.0.lcssa.ph
  br label %for.body21.lr.ph

for.body9.lr.ph:
  %last.0109.lcssa = phi i32 [ %last.0105, %land.rhs.lr.ph ], [ %last.0, %land.rhs ]
  %last.0.in108.lcssa = phi i32 [ %3, %land.rhs.lr.ph ], [ %last.0109157, %land.rhs ]
  %inner_bytes.0107.lcssa = phi i64 [ %4, %land.rhs.lr.ph ], [ %mul, %land.rhs ]
  br label %for.body9

for.cond.cleanup:
  %arrayidx16 = getelementptr inbounds i64, ptr %extents, i32 %last.0109.lcssa
  %12 = load i64, ptr %arrayidx16, align 8
  %mul17 = mul nsw i64 %12, %inner_bytes.0107.lcssa
  %cmp19125 = icmp sgt i64 %mul12, 0
  br i1 %cmp19125, label %for.body21.lr.ph, label %return

for.body21.lr.ph:
  %mul17147 = phi i64 [ %mul17141, %for.cond.cleanup.thread ], [ %mul17, %for.cond.cleanup ]
  %rows.0.lcssa146 = phi i64 [ 1, %for.cond.cleanup.thread ], [ %mul12, %for.cond.cleanup ]
  %inner_bytes.0.lcssa133145 = phi i64 [ %inner_bytes.0.lcssa.ph, %for.cond.cleanup.thread ], [ %inner_bytes.0107.lcssa, %for.cond.cleanup ]
  %last.0.in.lcssa134144 = phi i32 [ %last.0.in.lcssa.ph, %for.cond.cleanup.thread ], [ %last.0.in108.lcssa, %for.cond.cleanup ]
  %last.0.lcssa135143 = phi i32 [ %last.0.lcssa.ph, %for.cond.cleanup.thread ], [ %last.0109.lcssa, %for.cond.cleanup ]
  %sub23 = add nsw i32 %last.0.in.lcssa134144, -2
  %conv = sext i32 %sub23 to i64
  %cmp25119 = icmp sgt i32 %last.0.in.lcssa134144, 1
  %planned32 = getelementptr inbounds nuw i8, ptr %it, i32 8
  %conv60 = trunc i64 %mul17147 to i32
  br label %for.body21

for.body9:
  %rows.0117 = phi i64 [ 1, %for.body9.lr.ph ], [ %mul12, %for.body9 ]
  %i.0116 = phi i32 [ 0, %for.body9.lr.ph ], [ %inc, %for.body9 ]
  %arrayidx11 = getelementptr inbounds nuw i64, ptr %extents, i32 %i.0116
  %13 = load i64, ptr %arrayidx11, align 8
  %mul12 = mul nsw i64 %13, %rows.0117
  %inc = add nuw nsw i32 %i.0116, 1
  %exitcond.not = icmp eq i32 %inc, %last.0109.lcssa
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body9

for.body21:
  %row.0126 = phi i64 [ 0, %for.body21.lr.ph ], [ %inc62, %for.cond.cleanup27 ]
  %.pre = load ptr, ptr %planned32, align 8
  br i1 %cmp25119, label %for.body28, label %for.cond.cleanup27

for.cond.cleanup27.loopexit:
  %14 = mul i64 %add, %inner_bytes.0.lcssa133145
  br label %for.cond.cleanup27

for.cond.cleanup27:
  %planned_row.0.lcssa = phi i64 [ 0, %for.body21 ], [ %14, %for.cond.cleanup27.loopexit ]
  %15 = load ptr, ptr %it, align 8
  %mul44 = mul nsw i64 %row.0126, %mul17147
  %idx.ext = trunc i64 %mul44 to i32
  %add.ptr = getelementptr inbounds i8, ptr %15, i32 %idx.ext
  %16 = load ptr, ptr %memory, align 4
  %arrayidx48 = getelementptr inbounds i64, ptr %.pre, i32 %last.0.lcssa135143
  %17 = load i64, ptr %arrayidx48, align 8
  %mul50 = mul i64 %planned_row.0.lcssa, %17
  %idx.ext51 = trunc i64 %mul50 to i32
  %add.ptr52 = getelementptr inbounds i8, ptr %16, i32 %idx.ext51
  %cond = select i1 %is_input, ptr %add.ptr52, ptr %add.ptr
  %cond59 = select i1 %is_input, ptr %add.ptr, ptr %add.ptr52
  %call = tail call ptr @memcpy(ptr noundef %cond, ptr noundef %cond59, i32 noundef %conv60) #14
  %inc62 = add nuw nsw i64 %row.0126, 1
  %exitcond127.not = icmp eq i64 %inc62, %rows.0.lcssa146
  br i1 %exitcond127.not, label %return, label %for.body21

for.body28:
  %rest.0123 = phi i64 [ %div, %for.body28 ], [ %row.0126, %for.body21 ]
  %i22.0122 = phi i64 [ %dec38, %for.body28 ], [ %conv, %for.body21 ]
  %stride.0121 = phi i64 [ %mul35, %for.body28 ], [ 1, %for.body21 ]
  %planned_row.0120 = phi i64 [ %add, %for.body28 ], [ 0, %for.body21 ]
  %idxprom = trunc i64 %i22.0122 to i32
  %arrayidx30 = getelementptr inbounds i64, ptr %extents, i32 %idxprom
  %18 = load i64, ptr %arrayidx30, align 8
  %rest.0123.frozen = freeze i64 %rest.0123
  %.frozen = freeze i64 %18
  %div = sdiv i64 %rest.0123.frozen, %.frozen
  %19 = mul i64 %div, %.frozen
  %rem.decomposed = sub i64 %rest.0123.frozen, %19
  %mul31 = mul nsw i64 %rem.decomposed, %stride.0121
  %add = add nsw i64 %mul31, %planned_row.0120
  %arrayidx34 = getelementptr inbounds i64, ptr %.pre, i32 %idxprom
  %20 = load i64, ptr %arrayidx34, align 8
  %mul35 = mul nsw i64 %20, %stride.0121
  %dec38 = add nsw i64 %i22.0122, -1
  %cmp25.not = icmp eq i64 %i22.0122, 0
  br i1 %cmp25.not, label %for.cond.cleanup27.loopexit, label %for.body28

return:
  ret void
}

declare ptr @memcpy(ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr #9

declare i32 @llvm.umin.i32(i32, i32) #10

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "no-builtins" }
attributes #1 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nounwind "no-builtins" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { "no-builtins" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #8 = { norecurse nounwind "no-builtins" }
attributes #9 = { nocallback nounwind "no-builtins" }
attributes #10 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #11 = { nounwind }
attributes #12 = { nobuiltin "no-builtins" }
attributes #13 = { nobuiltin nounwind "no-builtins" }
attributes #14 = { nobuiltin nocallback nounwind "no-builtins" }

