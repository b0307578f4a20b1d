; Made from extents.c by clang of ziglang 0.17.1: make library-runtime
; 352c8d8b58f7d463533e7b709e733d54159d82e0e954cdb8729686532d26f314

%struct.ncnnc_sequence = type { ptr, i64, ptr, ptr, i64, i64, i64, ptr, i64, i64, ptr, i64, ptr, ptr }
%struct.ncnnc_program = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i32, i64, i64, i64, ptr, ptr, ptr }
%struct.ncnnc_range = type { i64, i64 }
%struct.given = type { ptr, ptr, ptr, ptr }
%struct.ncnnc_options = type { i32, ptr, ptr, ptr, ptr }
%struct.staged = type { ptr, ptr, ptr, [8 x i64], i32, i64, i64 }
%struct.ncnnc_place = type { i64, i64, ptr, ptr, i64 }
%struct.ncnnc_tensor = type { ptr, ptr, ptr, i64, i32, i32, i32, float }

@sequences = external hidden constant [0 x %struct.ncnnc_sequence], align 8
@programs = external hidden constant [0 x %struct.ncnnc_program], align 8
@messages = external hidden local_unnamed_addr constant [0 x ptr], align 8

define hidden nonnull ptr @sequence_of(ptr noundef readonly captures(none) %model) local_unnamed_addr #0 {
entry:
  %0 = load ptr, ptr %model, align 8
  %sub.ptr.lhs.cast = ptrtoint ptr %0 to i64
  %sub.ptr.sub = sub i64 %sub.ptr.lhs.cast, ptrtoint (ptr @programs to i64)
  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 136
  %arrayidx = getelementptr inbounds %struct.ncnnc_sequence, ptr @sequences, i64 %sub.ptr.div
  ret ptr %arrayidx
}

define hidden noundef zeroext i1 @in_range(ptr noundef readonly captures(none) %sequence, ptr noundef readonly captures(none) %numbers) local_unnamed_addr #1 {
entry:
  %range_count = getelementptr inbounds nuw i8, ptr %sequence, i64 8
  %0 = load i64, ptr %range_count, align 8
  %cmp15 = icmp slt i64 %0, 1
  br i1 %cmp15, label %cleanup5, label %for.body.lr.ph

for.body.lr.ph:
  %1 = load ptr, ptr %sequence, align 8
  br label %for.body

for.cond:
  %inc = add nuw nsw i64 %i.016, 1
  %exitcond.not = icmp eq i64 %inc, %0
  br i1 %exitcond.not, label %cleanup5, label %for.body

for.body:
  %i.016 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.cond ]
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_range, ptr %1, i64 %i.016
  %arrayidx1 = getelementptr inbounds nuw i64, ptr %numbers, i64 %i.016
  %2 = load i64, ptr %arrayidx1, align 8
  %3 = load i64, ptr %arrayidx, align 8
  %cmp2 = icmp slt i64 %2, %3
  br i1 %cmp2, label %cleanup5, label %lor.lhs.false

lor.lhs.false:
  %most = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %4 = load i64, ptr %most, align 8
  %cmp4 = icmp sgt i64 %2, %4
  br i1 %cmp4, label %cleanup5, label %for.cond

cleanup5:
  %cmp.lcssa = phi i1 [ true, %entry ], [ false, %lor.lhs.false ], [ false, %for.body ], [ true, %for.cond ]
  ret i1 %cmp.lcssa
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #2

define hidden i32 @run_on_extents(ptr noundef %model, ptr noundef %numbers, ptr noundef %inputs, ptr noundef %outputs, ptr noundef readonly captures(address_is_null) %options_given, ptr noundef %states) local_unnamed_addr #3 {
entry:
  %given = alloca %struct.given, align 8
  %options = alloca %struct.ncnnc_options, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %given) #10
  store ptr %numbers, ptr %given, align 8
  %inputs2 = getelementptr inbounds nuw i8, ptr %given, i64 8
  store ptr %inputs, ptr %inputs2, align 8
  %outputs3 = getelementptr inbounds nuw i8, ptr %given, i64 16
  store ptr %outputs, ptr %outputs3, align 8
  %states4 = getelementptr inbounds nuw i8, ptr %given, i64 24
  store ptr %states, ptr %states4, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %options) #10
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %options, i8 0, i64 40, i1 false)
  %tobool.not = icmp eq ptr %options_given, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %options, ptr noundef nonnull align 8 dereferenceable(40) %options_given, i64 40, i1 false)
  br label %if.end

if.end:
  %tobool5 = icmp ne ptr %inputs, null
  %tobool6 = icmp ne ptr %outputs, null
  %or.cond = and i1 %tobool5, %tobool6
  br i1 %or.cond, label %if.end8, label %cleanup38

if.end8:
  %0 = load ptr, ptr %model, align 8
  %sub.ptr.lhs.cast.i = ptrtoint ptr %0 to i64
  %sub.ptr.sub.i = sub i64 %sub.ptr.lhs.cast.i, ptrtoint (ptr @programs to i64)
  %sub.ptr.div.i = sdiv exact i64 %sub.ptr.sub.i, 136
  %arrayidx.i = getelementptr inbounds %struct.ncnnc_sequence, ptr @sequences, i64 %sub.ptr.div.i
  %range_count.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %1 = load i64, ptr %range_count.i, align 8
  %cmp15.i = icmp slt i64 %1, 1
  br i1 %cmp15.i, label %if.end11, label %for.body.lr.ph.i

for.body.lr.ph.i:
  %2 = load ptr, ptr %arrayidx.i, align 8
  br label %for.body.i

for.cond.i:
  %inc.i = add nuw nsw i64 %i.016.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not.i, label %if.end11, label %for.body.i

for.body.i:
  %i.016.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.cond.i ]
  %arrayidx.i52 = getelementptr inbounds nuw %struct.ncnnc_range, ptr %2, i64 %i.016.i
  %arrayidx1.i = getelementptr inbounds nuw i64, ptr %numbers, i64 %i.016.i
  %3 = load i64, ptr %arrayidx1.i, align 8
  %4 = load i64, ptr %arrayidx.i52, align 8
  %cmp2.i = icmp slt i64 %3, %4
  br i1 %cmp2.i, label %cleanup38, label %lor.lhs.false.i

lor.lhs.false.i:
  %most.i = getelementptr inbounds nuw i8, ptr %arrayidx.i52, i64 8
  %5 = load i64, ptr %most.i, align 8
  %cmp4.i = icmp sgt i64 %3, %5
  br i1 %cmp4.i, label %cleanup38, label %for.cond.i

if.end11:
  %6 = load i32, ptr %options, align 8
  %tobool12.not = icmp eq i32 %6, 0
  br i1 %tobool12.not, label %if.then13, label %if.end16

if.then13:
  %threads14 = getelementptr inbounds nuw i8, ptr %0, i64 80
  %7 = load i32, ptr %threads14, align 8
  store i32 %7, ptr %options, align 8
  br label %if.end16

if.end16:
  %8 = phi i32 [ %7, %if.then13 ], [ %6, %if.end11 ]
  %or.cond40 = icmp ugt i32 %8, 1024
  br i1 %or.cond40, label %cleanup38, label %if.end22

if.end22:
  %memory = getelementptr inbounds nuw i8, ptr %options, i64 8
  %9 = load ptr, ptr %memory, align 8
  %10 = ptrtoint ptr %9 to i64
  %rem = and i64 %10, 63
  %tobool23.not = icmp eq i64 %rem, 0
  br i1 %tobool23.not, label %if.end25, label %cleanup38

if.end25:
  %tobool27.not = icmp eq ptr %9, null
  br i1 %tobool27.not, label %if.end30, label %if.then28

if.then28:
  %call29 = call fastcc i32 @run_in(ptr noundef nonnull %model, ptr noundef %given, ptr noundef %options) #11
  br label %cleanup38

if.end30:
  %call32 = tail call ptr @take_block(ptr noundef nonnull %model, i32 noundef %8) #12
  %tobool33.not = icmp eq ptr %call32, null
  br i1 %tobool33.not, label %cleanup38, label %if.end35

if.end35:
  %add.ptr = getelementptr inbounds nuw i8, ptr %call32, i64 64
  store ptr %add.ptr, ptr %memory, align 8
  %call37 = call fastcc i32 @run_in(ptr noundef nonnull %model, ptr noundef %given, ptr noundef %options) #11
  call void @give_block(ptr noundef nonnull %model, ptr noundef nonnull %call32) #12
  br label %cleanup38

cleanup38:
  %retval.1 = phi i32 [ 2, %if.end30 ], [ 10, %if.end16 ], [ %call29, %if.then28 ], [ 11, %if.end22 ], [ 3, %if.end ], [ %call37, %if.end35 ], [ 14, %for.body.i ], [ 14, %lor.lhs.false.i ]
  call void @llvm.lifetime.end.p0(ptr nonnull %options) #10
  call void @llvm.lifetime.end.p0(ptr nonnull %given) #10
  ret i32 %retval.1
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #4

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #5

define internal fastcc i32 @run_in(ptr noundef %model, ptr noundef nonnull readonly captures(none) %given, ptr noundef nonnull %options) unnamed_addr #3 {
entry:
  %it.i = alloca %struct.staged, align 8
  %0 = load ptr, ptr %model, align 8
  %sub.ptr.lhs.cast.i = ptrtoint ptr %0 to i64
  %sub.ptr.sub.i = sub i64 %sub.ptr.lhs.cast.i, ptrtoint (ptr @programs to i64)
  %sub.ptr.div.i = sdiv exact i64 %sub.ptr.sub.i, 136
  %arrayidx.i = getelementptr inbounds %struct.ncnnc_sequence, ptr @sequences, i64 %sub.ptr.div.i
  %memory = getelementptr inbounds nuw i8, ptr %options, i64 8
  %1 = load ptr, ptr %memory, align 8
  %pointers_offset = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 48
  %2 = load i64, ptr %pointers_offset, align 8
  %add.ptr = getelementptr inbounds i8, ptr %1, i64 %2
  %input_count = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 32
  %3 = load i64, ptr %input_count, align 8
  %add.ptr2 = getelementptr inbounds ptr, ptr %add.ptr, i64 %3
  %add.ptr3 = getelementptr inbounds nuw i8, ptr %add.ptr2, i64 8
  %cmp41.i = icmp slt i64 %3, 1
  br i1 %cmp41.i, label %lor.lhs.false, label %for.body.lr.ph.i

for.body.lr.ph.i:
  %inputs.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %inputs5.i = getelementptr inbounds nuw i8, ptr %0, i64 112
  %inputs6.i = getelementptr inbounds nuw i8, ptr %given, i64 8
  %memory.i.i = getelementptr inbounds nuw i8, ptr %it.i, i64 8
  %planned5.i.i = getelementptr inbounds nuw i8, ptr %it.i, i64 16
  %axes6.i.i = getelementptr inbounds nuw i8, ptr %it.i, i64 88
  %element_bytes7.i.i = getelementptr inbounds nuw i8, ptr %it.i, i64 96
  %elements.i.i = getelementptr inbounds nuw i8, ptr %it.i, i64 104
  %extents.i.i = getelementptr inbounds nuw i8, ptr %it.i, i64 24
  %states.i = getelementptr inbounds nuw i8, ptr %given, i64 24
  %4 = load ptr, ptr %inputs.i, align 8
  br label %for.body.i

for.body.i:
  %i.042.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.inc.i ]
  %arrayidx.i33 = getelementptr inbounds nuw %struct.ncnnc_place, ptr %4, i64 %i.042.i
  %state.i = getelementptr inbounds nuw i8, ptr %arrayidx.i33, i64 8
  %5 = load i64, ptr %state.i, align 8
  %cmp1.i = icmp sgt i64 %5, -1
  br i1 %cmp1.i, label %cleanup13.thread.i, label %if.end.i

cleanup13.thread.i:
  %6 = load ptr, ptr %states.i, align 8
  %arrayidx3.i = getelementptr inbounds nuw ptr, ptr %6, i64 %5
  %7 = load ptr, ptr %arrayidx3.i, align 8
  %arrayidx4.i = getelementptr inbounds nuw ptr, ptr %add.ptr, i64 %i.042.i
  store ptr %7, ptr %arrayidx4.i, align 8
  br label %for.inc.i

if.end.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %it.i) #10
  %8 = load ptr, ptr %inputs5.i, align 8
  %9 = load ptr, ptr %inputs6.i, align 8
  %10 = load ptr, ptr %given, align 8
  %11 = load i64, ptr %arrayidx.i33, align 8
  %arrayidx.i.i = getelementptr inbounds %struct.ncnnc_tensor, ptr %8, i64 %11
  %arrayidx2.i.i = getelementptr inbounds ptr, ptr %9, i64 %11
  %12 = load ptr, ptr %arrayidx2.i.i, align 8
  store ptr %12, ptr %it.i, align 8
  %planned.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i33, i64 24
  %13 = load ptr, ptr %planned.i.i, align 8
  %tobool.not.i.i = icmp eq ptr %13, null
  br i1 %tobool.not.i.i, label %cond.end.i.i, label %cond.true.i.i

cond.true.i.i:
  %offset.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i33, i64 32
  %14 = load i64, ptr %offset.i.i, align 8
  %add.ptr.i.i = getelementptr inbounds i8, ptr %1, i64 %14
  br label %cond.end.i.i

cond.end.i.i:
  %cond.i.i = phi ptr [ %add.ptr.i.i, %cond.true.i.i ], [ %12, %if.end.i ]
  store ptr %cond.i.i, ptr %memory.i.i, align 8
  store ptr %13, ptr %planned5.i.i, align 8
  %axes.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i, i64 32
  %15 = load i32, ptr %axes.i.i, align 8
  store i32 %15, ptr %axes6.i.i, align 8
  %element_bytes.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i, i64 36
  %16 = load i32, ptr %element_bytes.i.i, align 4
  %conv.i.i = sext i32 %16 to i64
  store i64 %conv.i.i, ptr %element_bytes7.i.i, align 8
  store i64 1, ptr %elements.i.i, align 8
  %find_extents.i.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i33, i64 16
  %17 = load ptr, ptr %find_extents.i.i.i, align 8
  %tobool.not.i.i.i = icmp eq ptr %17, null
  br i1 %tobool.not.i.i.i, label %if.else.i.i.i, label %if.then.i.i.i

if.then.i.i.i:
  call void %17(ptr noundef %10, ptr noundef nonnull %extents.i.i) #12
  br label %find_extents.exit.i.i

if.else.i.i.i:
  %shape.i.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i.i, i64 16
  %18 = load ptr, ptr %shape.i.i.i, align 8
  %19 = load i32, ptr %axes.i.i, align 8
  %conv.i.i.i = sext i32 %19 to i64
  %mul.i.i.i = shl nsw i64 %conv.i.i.i, 3
  %call.i.i.i = call ptr @memcpy(ptr noundef nonnull %extents.i.i, ptr noundef %18, i64 noundef %mul.i.i.i) #12
  br label %find_extents.exit.i.i

find_extents.exit.i.i:
  %20 = load i32, ptr %axes6.i.i, align 8
  %cmp32.i.i = icmp sgt i32 %20, 0
  %.pre.i = load i64, ptr %elements.i.i, align 8
  br i1 %cmp32.i.i, label %for.body.lr.ph.i.i, label %describe.exit.i

for.body.lr.ph.i.i:
  %wide.trip.count.i.i = zext nneg i32 %20 to i64
  br label %for.body.i.i

for.body.i.i:
  %indvars.iv.i.i = phi i64 [ 0, %for.body.lr.ph.i.i ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %mul34.i.i = phi i64 [ %.pre.i, %for.body.lr.ph.i.i ], [ %mul.i.i, %for.body.i.i ]
  %arrayidx11.i.i = getelementptr inbounds nuw i64, ptr %extents.i.i, i64 %indvars.iv.i.i
  %21 = load i64, ptr %arrayidx11.i.i, align 8
  %mul.i.i = mul nsw i64 %21, %mul34.i.i
  store i64 %mul.i.i, ptr %elements.i.i, align 8
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, %wide.trip.count.i.i
  br i1 %exitcond.not.i.i, label %describe.exit.i, label %for.body.i.i

describe.exit.i:
  %22 = phi i64 [ %.pre.i, %find_extents.exit.i.i ], [ %mul.i.i, %for.body.i.i ]
  %cmp7.i = icmp slt i64 %22, 1
  %23 = load ptr, ptr %it.i, align 8
  %tobool.i = icmp ne ptr %23, null
  %or.cond.i = select i1 %cmp7.i, i1 true, i1 %tobool.i
  br i1 %or.cond.i, label %cleanup13.i, label %take_inputs.exit

cleanup13.i:
  call fastcc void @copy(ptr noundef %it.i, i1 noundef zeroext true) #11
  %24 = load ptr, ptr %memory.i.i, align 8
  %tobool10.not.i = icmp eq ptr %24, null
  %cond.i = select i1 %tobool10.not.i, ptr %1, ptr %24
  %arrayidx12.i = getelementptr inbounds nuw ptr, ptr %add.ptr, i64 %i.042.i
  store ptr %cond.i, ptr %arrayidx12.i, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %it.i) #10
  br label %for.inc.i

for.inc.i:
  %inc.i = add nuw nsw i64 %i.042.i, 1
  %exitcond.not = icmp eq i64 %inc.i, %3
  br i1 %exitcond.not, label %lor.lhs.false, label %for.body.i

take_inputs.exit:
  call void @llvm.lifetime.end.p0(ptr nonnull %it.i) #10
  br label %cleanup

lor.lhs.false:
  %25 = load ptr, ptr %given, align 8
  store ptr %25, ptr %add.ptr2, align 8
  %call5 = call fastcc zeroext i1 @take_outputs(ptr noundef %0, ptr noundef nonnull %arrayidx.i, ptr noundef %given, ptr noundef %1, ptr noundef nonnull %add.ptr3, i1 noundef zeroext false) #11
  br i1 %call5, label %if.end, label %cleanup

if.end:
  %call6 = call i32 @ncnnc_run_with(ptr noundef nonnull %model, ptr noundef nonnull %add.ptr, ptr noundef nonnull %add.ptr3, ptr noundef nonnull %options) #12
  %cmp = icmp eq i32 %call6, 0
  br i1 %cmp, label %if.then7, label %cleanup

if.then7:
  %call8 = call fastcc zeroext i1 @take_outputs(ptr noundef %0, ptr noundef nonnull %arrayidx.i, ptr noundef %given, ptr noundef nonnull %1, ptr noundef nonnull %add.ptr3, i1 noundef zeroext true) #11
  br label %cleanup

cleanup:
  %retval.0 = phi i32 [ 3, %take_inputs.exit ], [ 3, %lor.lhs.false ], [ 0, %if.then7 ], [ %call6, %if.end ]
  ret i32 %retval.0
}

declare hidden ptr @take_block(ptr noundef, i32 noundef) local_unnamed_addr #6

declare hidden void @give_block(ptr noundef, ptr noundef) local_unnamed_addr #6

define i32 @ncnnc_dynamic_run(ptr noundef %model, ptr noundef %extents, ptr noundef %inputs, ptr noundef %outputs, i32 noundef %threads) local_unnamed_addr #3 {
entry:
  %options = alloca %struct.ncnnc_options, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %options) #10
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %options, i8 0, i64 40, i1 false)
  store i32 %threads, ptr %options, align 8
  %tobool.i = icmp ne ptr %model, null
  %tobool1.i = icmp ne ptr %extents, null
  %or.cond.i = and i1 %tobool.i, %tobool1.i
  br i1 %or.cond.i, label %if.end.i, label %ncnnc_dynamic_run_with.exit

if.end.i:
  %call.i = call i32 @run_on_extents(ptr noundef nonnull %model, ptr noundef nonnull %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef nonnull readonly %options, ptr noundef null) #11
  br label %ncnnc_dynamic_run_with.exit

ncnnc_dynamic_run_with.exit:
  %retval.0.i = phi i32 [ %call.i, %if.end.i ], [ 3, %entry ]
  call void @llvm.lifetime.end.p0(ptr nonnull %options) #10
  ret i32 %retval.0.i
}

define i32 @ncnnc_dynamic_run_with(ptr noundef %model, ptr noundef %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef readonly captures(address_is_null) %options) local_unnamed_addr #3 {
entry:
  %tobool = icmp ne ptr %model, null
  %tobool1 = icmp ne ptr %extents, null
  %or.cond = and i1 %tobool, %tobool1
  br i1 %or.cond, label %if.end, label %return

if.end:
  %call = tail call i32 @run_on_extents(ptr noundef nonnull %model, ptr noundef nonnull %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef %options, ptr noundef null) #11
  br label %return

return:
  %retval.0 = phi i32 [ %call, %if.end ], [ 3, %entry ]
  ret i32 %retval.0
}

define range(i32 0, 20) i32 @ncnnc_input_shape(ptr noundef readonly captures(address_is_null) %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape) local_unnamed_addr #3 {
entry:
  %call = tail call fastcc i32 @write_shape(ptr noundef %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape, i1 noundef zeroext true) #11
  ret i32 %call
}

define internal fastcc range(i32 0, 20) i32 @write_shape(ptr noundef readonly captures(address_is_null) %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape, i1 noundef zeroext %is_input) unnamed_addr #3 {
entry:
  %tobool = icmp ne ptr %model, null
  %tobool1 = icmp ne ptr %extents, null
  %or.cond = and i1 %tobool, %tobool1
  %tobool3 = icmp ne ptr %shape, null
  %or.cond36 = and i1 %or.cond, %tobool3
  br i1 %or.cond36, label %if.end, label %cleanup34

if.end:
  %0 = load ptr, ptr %model, align 8
  %sub.ptr.lhs.cast.i = ptrtoint ptr %0 to i64
  %sub.ptr.sub.i = sub i64 %sub.ptr.lhs.cast.i, ptrtoint (ptr @programs to i64)
  %sub.ptr.div.i = sdiv exact i64 %sub.ptr.sub.i, 136
  %arrayidx.i = getelementptr inbounds %struct.ncnnc_sequence, ptr @sequences, i64 %sub.ptr.div.i
  %range_count.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %1 = load i64, ptr %range_count.i, align 8
  %cmp15.i = icmp slt i64 %1, 1
  br i1 %cmp15.i, label %if.end7, label %for.body.lr.ph.i

for.body.lr.ph.i:
  %2 = load ptr, ptr %arrayidx.i, align 8
  br label %for.body.i

for.cond.i:
  %inc.i = add nuw nsw i64 %i.016.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not.i, label %if.end7, label %for.body.i

for.body.i:
  %i.016.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.cond.i ]
  %arrayidx.i55 = getelementptr inbounds nuw %struct.ncnnc_range, ptr %2, i64 %i.016.i
  %arrayidx1.i = getelementptr inbounds nuw i64, ptr %extents, i64 %i.016.i
  %3 = load i64, ptr %arrayidx1.i, align 8
  %4 = load i64, ptr %arrayidx.i55, align 8
  %cmp2.i = icmp slt i64 %3, %4
  br i1 %cmp2.i, label %cleanup34, label %lor.lhs.false.i

lor.lhs.false.i:
  %most.i = getelementptr inbounds nuw i8, ptr %arrayidx.i55, i64 8
  %5 = load i64, ptr %most.i, align 8
  %cmp4.i = icmp sgt i64 %3, %5
  br i1 %cmp4.i, label %cleanup34, label %for.cond.i

if.end7:
  %cond.in.v = select i1 %is_input, i64 112, i64 120
  %cond.in = getelementptr inbounds nuw i8, ptr %0, i64 %cond.in.v
  %cond = load ptr, ptr %cond.in, align 8
  %cond14.in.v = select i1 %is_input, i64 16, i64 24
  %cond14.in = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 %cond14.in.v
  %cond14 = load ptr, ptr %cond14.in, align 8
  %cond19.in.v = select i1 %is_input, i64 32, i64 40
  %cond19.in = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 %cond19.in.v
  %cond19 = load i64, ptr %cond19.in, align 8
  %cmp.not58 = icmp sgt i64 %cond19, 0
  br i1 %cmp.not58, label %for.body.lr.ph, label %cleanup34

for.body.lr.ph:
  %cmp20 = icmp slt i32 %index, 0
  %conv = zext nneg i32 %index to i64
  br label %for.body

for.body:
  %i.059 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  br i1 %cmp20, label %for.inc, label %lor.lhs.false21

lor.lhs.false21:
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_place, ptr %cond14, i64 %i.059
  %6 = load i64, ptr %arrayidx, align 8
  %cmp23.not = icmp eq i64 %6, %conv
  br i1 %cmp23.not, label %if.end26, label %for.inc

if.end26:
  %find_extents.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %7 = load ptr, ptr %find_extents.i, align 8
  %tobool.not.i = icmp eq ptr %7, null
  br i1 %tobool.not.i, label %if.else.i, label %if.then.i

if.then.i:
  tail call void %7(ptr noundef nonnull %extents, ptr noundef nonnull %shape) #12
  br label %cleanup34

if.else.i:
  %arrayidx28 = getelementptr inbounds nuw %struct.ncnnc_tensor, ptr %cond, i64 %conv
  %shape.i = getelementptr inbounds nuw i8, ptr %arrayidx28, i64 16
  %8 = load ptr, ptr %shape.i, align 8
  %axes.i = getelementptr inbounds nuw i8, ptr %arrayidx28, i64 32
  %9 = load i32, ptr %axes.i, align 8
  %conv.i = sext i32 %9 to i64
  %mul.i = shl nsw i64 %conv.i, 3
  %call.i = tail call ptr @memcpy(ptr noundef nonnull %shape, ptr noundef %8, i64 noundef %mul.i) #12
  br label %cleanup34

for.inc:
  %inc = add nuw nsw i64 %i.059, 1
  %exitcond.not = icmp eq i64 %inc, %cond19
  br i1 %exitcond.not, label %cleanup34, label %for.body

cleanup34:
  %retval.3 = phi i32 [ 3, %entry ], [ 0, %if.then.i ], [ 19, %if.end7 ], [ 0, %if.else.i ], [ 19, %for.inc ], [ 14, %for.body.i ], [ 14, %lor.lhs.false.i ]
  ret i32 %retval.3
}

define range(i32 0, 20) i32 @ncnnc_output_shape(ptr noundef readonly captures(address_is_null) %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape) local_unnamed_addr #3 {
entry:
  %call = tail call fastcc i32 @write_shape(ptr noundef %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape, i1 noundef zeroext false) #11
  ret i32 %call
}

define ptr @ncnnc_dynamic_error_string(i32 noundef %status) local_unnamed_addr #7 {
entry:
  %cond = tail call i32 @llvm.umin.i32(i32 %status, i32 21)
  %idxprom = zext nneg i32 %cond to i64
  %arrayidx = getelementptr inbounds nuw ptr, ptr @messages, i64 %idxprom
  %0 = load ptr, ptr %arrayidx, align 8
  ret ptr %0
}

define internal fastcc noundef zeroext i1 @take_outputs(ptr noundef readonly captures(none) %program, ptr noundef readonly captures(none) %sequence, ptr noundef nonnull readonly captures(none) %given, ptr noundef %arena, ptr noundef writeonly captures(none) %written, i1 noundef zeroext %is_done) unnamed_addr #3 {
entry:
  %it = alloca %struct.staged, align 8
  %output_count = getelementptr inbounds nuw i8, ptr %sequence, i64 40
  %0 = load i64, ptr %output_count, align 8
  %cmp36 = icmp slt i64 %0, 1
  br i1 %cmp36, label %cleanup16, label %for.body.lr.ph

for.body.lr.ph:
  %outputs = getelementptr inbounds nuw i8, ptr %sequence, i64 24
  %outputs5 = getelementptr inbounds nuw i8, ptr %program, i64 120
  %outputs6 = getelementptr inbounds nuw i8, ptr %given, i64 16
  %memory.i = getelementptr inbounds nuw i8, ptr %it, i64 8
  %planned5.i = getelementptr inbounds nuw i8, ptr %it, i64 16
  %axes6.i = getelementptr inbounds nuw i8, ptr %it, i64 88
  %element_bytes7.i = getelementptr inbounds nuw i8, ptr %it, i64 96
  %elements.i = getelementptr inbounds nuw i8, ptr %it, i64 104
  %extents.i = getelementptr inbounds nuw i8, ptr %it, i64 24
  %states = getelementptr inbounds nuw i8, ptr %given, i64 24
  %state_count = getelementptr inbounds nuw i8, ptr %sequence, i64 64
  br label %for.body

for.body:
  %i.037 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %1 = load ptr, ptr %outputs, align 8
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_place, ptr %1, i64 %i.037
  %state = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %2 = load i64, ptr %state, align 8
  %cmp1 = icmp sgt i64 %2, -1
  br i1 %cmp1, label %cleanup15.thread, label %if.end

cleanup15.thread:
  %3 = load ptr, ptr %states, align 8
  %4 = load i64, ptr %state_count, align 8
  %5 = getelementptr ptr, ptr %3, i64 %4
  %arrayidx3 = getelementptr ptr, ptr %5, i64 %2
  %6 = load ptr, ptr %arrayidx3, align 8
  %arrayidx4 = getelementptr inbounds nuw ptr, ptr %written, i64 %i.037
  store ptr %6, ptr %arrayidx4, align 8
  br label %for.inc

if.end:
  call void @llvm.lifetime.start.p0(ptr nonnull %it) #10
  %7 = load ptr, ptr %outputs5, align 8
  %8 = load ptr, ptr %outputs6, align 8
  %9 = load ptr, ptr %given, align 8
  %10 = load i64, ptr %arrayidx, align 8
  %arrayidx.i = getelementptr inbounds %struct.ncnnc_tensor, ptr %7, i64 %10
  %arrayidx2.i = getelementptr inbounds ptr, ptr %8, i64 %10
  %11 = load ptr, ptr %arrayidx2.i, align 8
  store ptr %11, ptr %it, align 8
  %planned.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 24
  %12 = load ptr, ptr %planned.i, align 8
  %tobool.not.i = icmp eq ptr %12, null
  br i1 %tobool.not.i, label %cond.end.i, label %cond.true.i

cond.true.i:
  %offset.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 32
  %13 = load i64, ptr %offset.i, align 8
  %add.ptr.i = getelementptr inbounds i8, ptr %arena, i64 %13
  br label %cond.end.i

cond.end.i:
  %cond.i = phi ptr [ %add.ptr.i, %cond.true.i ], [ %11, %if.end ]
  store ptr %cond.i, ptr %memory.i, align 8
  %14 = load ptr, ptr %planned.i, align 8
  store ptr %14, ptr %planned5.i, align 8
  %axes.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 32
  %15 = load i32, ptr %axes.i, align 8
  store i32 %15, ptr %axes6.i, align 8
  %element_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 36
  %16 = load i32, ptr %element_bytes.i, align 4
  %conv.i = sext i32 %16 to i64
  store i64 %conv.i, ptr %element_bytes7.i, align 8
  store i64 1, ptr %elements.i, align 8
  %find_extents.i.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %17 = load ptr, ptr %find_extents.i.i, align 8
  %tobool.not.i.i = icmp eq ptr %17, null
  br i1 %tobool.not.i.i, label %if.else.i.i, label %if.then.i.i

if.then.i.i:
  call void %17(ptr noundef %9, ptr noundef nonnull %extents.i) #12
  br label %find_extents.exit.i

if.else.i.i:
  %shape.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %18 = load ptr, ptr %shape.i.i, align 8
  %19 = load i32, ptr %axes.i, align 8
  %conv.i.i = sext i32 %19 to i64
  %mul.i.i = shl nsw i64 %conv.i.i, 3
  %call.i.i = call ptr @memcpy(ptr noundef nonnull %extents.i, ptr noundef %18, i64 noundef %mul.i.i) #12
  br label %find_extents.exit.i

find_extents.exit.i:
  %20 = load i32, ptr %axes6.i, align 8
  %cmp32.i = icmp sgt i32 %20, 0
  %.pre = load i64, ptr %elements.i, align 8
  br i1 %cmp32.i, label %for.body.lr.ph.i, label %describe.exit

for.body.lr.ph.i:
  %wide.trip.count.i = zext nneg i32 %20 to i64
  br label %for.body.i

for.body.i:
  %indvars.iv.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %for.body.i ]
  %mul34.i = phi i64 [ %.pre, %for.body.lr.ph.i ], [ %mul.i, %for.body.i ]
  %arrayidx11.i = getelementptr inbounds nuw i64, ptr %extents.i, i64 %indvars.iv.i
  %21 = load i64, ptr %arrayidx11.i, align 8
  %mul.i = mul nsw i64 %21, %mul34.i
  store i64 %mul.i, ptr %elements.i, align 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %describe.exit, label %for.body.i

describe.exit:
  %22 = phi i64 [ %.pre, %find_extents.exit.i ], [ %mul.i, %for.body.i ]
  %cmp7 = icmp slt i64 %22, 1
  %23 = load ptr, ptr %it, align 8
  %tobool = icmp ne ptr %23, null
  %or.cond = select i1 %cmp7, i1 true, i1 %tobool
  br i1 %or.cond, label %if.end9, label %cleanup15.thread32

cleanup15.thread32:
  call void @llvm.lifetime.end.p0(ptr nonnull %it) #10
  br label %cleanup16

if.end9:
  br i1 %is_done, label %if.then10, label %cleanup15

if.then10:
  call fastcc void @copy(ptr noundef %it, i1 noundef zeroext false) #11
  br label %cleanup15

cleanup15:
  %24 = load ptr, ptr %memory.i, align 8
  %tobool12.not = icmp eq ptr %24, null
  %cond = select i1 %tobool12.not, ptr %arena, ptr %24
  %arrayidx14 = getelementptr inbounds nuw ptr, ptr %written, i64 %i.037
  store ptr %cond, ptr %arrayidx14, align 8
  call void @llvm.lifetime.end.p0(ptr nonnull %it) #10
  br label %for.inc

for.inc:
  %inc = add nuw nsw i64 %i.037, 1
  %25 = load i64, ptr %output_count, align 8
  %cmp.not = icmp slt i64 %inc, %25
  br i1 %cmp.not, label %for.body, label %cleanup16

cleanup16:
  %cmp35 = phi i1 [ false, %cleanup15.thread32 ], [ true, %entry ], [ true, %for.inc ]
  ret i1 %cmp35
}

declare i32 @ncnnc_run_with(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #6

define internal fastcc void @copy(ptr noundef nonnull readonly captures(none) %it, i1 noundef zeroext %is_input) unnamed_addr #3 {
entry:
  %0 = load ptr, ptr %it, align 8
  %memory = getelementptr inbounds nuw i8, ptr %it, i64 8
  %1 = load ptr, ptr %memory, align 8
  %cmp = icmp eq ptr %0, %1
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %elements = getelementptr inbounds nuw i8, ptr %it, i64 104
  %2 = load i64, ptr %elements, align 8
  %cmp1 = icmp slt i64 %2, 1
  br i1 %cmp1, label %return, label %if.end

if.end:
  %axes = getelementptr inbounds nuw i8, ptr %it, i64 88
  %3 = load i32, ptr %axes, align 8
  %element_bytes = getelementptr inbounds nuw i8, ptr %it, i64 96
  %4 = load i64, ptr %element_bytes, align 8
  %extents = getelementptr inbounds nuw i8, ptr %it, i64 24
  %last.0106 = add nsw i32 %3, -1
  %cmp2107 = icmp sgt i32 %3, 1
  br i1 %cmp2107, label %land.rhs.lr.ph, label %for.cond.cleanup.thread

land.rhs.lr.ph:
  %planned = getelementptr inbounds nuw i8, ptr %it, i64 16
  %5 = load ptr, ptr %planned, align 8
  %idxprom157 = zext nneg i32 %last.0106 to i64
  %arrayidx158 = getelementptr inbounds nuw i64, ptr %extents, i64 %idxprom157
  %6 = load i64, ptr %arrayidx158, align 8
  %arrayidx4159 = getelementptr inbounds nuw i64, ptr %5, i64 %idxprom157
  %7 = load i64, ptr %arrayidx4159, align 8
  %cmp5160 = icmp eq i64 %6, %7
  br i1 %cmp5160, label %for.body, label %for.body11.lr.ph

land.rhs:
  %last.0 = add nsw i32 %last.0110161, -1
  %idxprom = zext nneg i32 %last.0 to i64
  %arrayidx = getelementptr inbounds nuw i64, ptr %extents, i64 %idxprom
  %8 = load i64, ptr %arrayidx, align 8
  %arrayidx4 = getelementptr inbounds nuw i64, ptr %5, i64 %idxprom
  %9 = load i64, ptr %arrayidx4, align 8
  %cmp5 = icmp eq i64 %8, %9
  br i1 %cmp5, label %for.body, label %for.body11.lr.ph

for.body:
  %10 = phi i64 [ %8, %land.rhs ], [ %6, %land.rhs.lr.ph ]
  %inner_bytes.0108162 = phi i64 [ %mul, %land.rhs ], [ %4, %land.rhs.lr.ph ]
  %last.0110161 = phi i32 [ %last.0, %land.rhs ], [ %last.0106, %land.rhs.lr.ph ]
  %mul = mul nsw i64 %10, %inner_bytes.0108162
  %cmp2 = icmp sgt i32 %last.0110161, 1
  br i1 %cmp2, label %land.rhs, label %for.cond.cleanup.thread

for.cond.cleanup.thread:
  %inner_bytes.0.lcssa.ph = phi i64 [ %4, %if.end ], [ %mul, %for.body ]
  %last.0.in.lcssa.ph = phi i32 [ %3, %if.end ], [ 1, %for.body ]
  %last.0.lcssa.ph = phi i32 [ %last.0106, %if.end ], [ 0, %for.body ]
  %idxprom19142 = sext i32 %last.0.lcssa.ph to i64
  %arrayidx20143 = getelementptr inbounds i64, ptr %extents, i64 %idxprom19142
  %11 = load i64, ptr %arrayidx20143, align 8
  %mul21144 = mul nsw i64 %11, %inner_bytes.0.lcssa.ph
  br label %for.body25.lr.ph

for.body11.lr.ph:
  %last.0110.lcssa = phi i32 [ %last.0106, %land.rhs.lr.ph ], [ %last.0, %land.rhs ]
  %last.0.in109.lcssa = phi i32 [ %3, %land.rhs.lr.ph ], [ %last.0110161, %land.rhs ]
  %inner_bytes.0108.lcssa = phi i64 [ %4, %land.rhs.lr.ph ], [ %mul, %land.rhs ]
  %wide.trip.count = zext nneg i32 %last.0110.lcssa to i64
  br label %for.body11

for.cond.cleanup:
  %idxprom19 = zext nneg i32 %last.0110.lcssa to i64
  %arrayidx20 = getelementptr inbounds nuw i64, ptr %extents, i64 %idxprom19
  %12 = load i64, ptr %arrayidx20, align 8
  %mul21 = mul nsw i64 %12, %inner_bytes.0108.lcssa
  %cmp23126 = icmp sgt i64 %mul15, 0
  br i1 %cmp23126, label %for.body25.lr.ph, label %return

for.body25.lr.ph:
  %mul21150 = phi i64 [ %mul21144, %for.cond.cleanup.thread ], [ %mul21, %for.cond.cleanup ]
  %idxprom19149 = phi i64 [ %idxprom19142, %for.cond.cleanup.thread ], [ %idxprom19, %for.cond.cleanup ]
  %rows.0.lcssa148 = phi i64 [ 1, %for.cond.cleanup.thread ], [ %mul15, %for.cond.cleanup ]
  %inner_bytes.0.lcssa135147 = phi i64 [ %inner_bytes.0.lcssa.ph, %for.cond.cleanup.thread ], [ %inner_bytes.0108.lcssa, %for.cond.cleanup ]
  %last.0.in.lcssa136146 = phi i32 [ %last.0.in.lcssa.ph, %for.cond.cleanup.thread ], [ %last.0.in109.lcssa, %for.cond.cleanup ]
  %sub27 = add nsw i32 %last.0.in.lcssa136146, -2
  %conv = sext i32 %sub27 to i64
  %cmp29120 = icmp sgt i32 %last.0.in.lcssa136146, 1
  %planned36 = getelementptr inbounds nuw i8, ptr %it, i64 16
  br label %for.body25

for.body11:
  %indvars.iv = phi i64 [ 0, %for.body11.lr.ph ], [ %indvars.iv.next, %for.body11 ]
  %rows.0118 = phi i64 [ 1, %for.body11.lr.ph ], [ %mul15, %for.body11 ]
  %arrayidx14 = getelementptr inbounds nuw i64, ptr %extents, i64 %indvars.iv
  %13 = load i64, ptr %arrayidx14, align 8
  %mul15 = mul nsw i64 %13, %rows.0118
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, %wide.trip.count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body11

for.body25:
  %row.0127 = phi i64 [ 0, %for.body25.lr.ph ], [ %inc63, %for.cond.cleanup31 ]
  %.pre = load ptr, ptr %planned36, align 8
  br i1 %cmp29120, label %for.body32, label %for.cond.cleanup31

for.cond.cleanup31.loopexit:
  %14 = mul i64 %add, %inner_bytes.0.lcssa135147
  br label %for.cond.cleanup31

for.cond.cleanup31:
  %planned_row.0.lcssa = phi i64 [ 0, %for.body25 ], [ %14, %for.cond.cleanup31.loopexit ]
  %15 = load ptr, ptr %it, align 8
  %mul46 = mul nsw i64 %row.0127, %mul21150
  %add.ptr = getelementptr inbounds i8, ptr %15, i64 %mul46
  %16 = load ptr, ptr %memory, align 8
  %arrayidx51 = getelementptr inbounds i64, ptr %.pre, i64 %idxprom19149
  %17 = load i64, ptr %arrayidx51, align 8
  %mul53 = mul i64 %planned_row.0.lcssa, %17
  %add.ptr54 = getelementptr inbounds i8, ptr %16, i64 %mul53
  %cond = select i1 %is_input, ptr %add.ptr54, ptr %add.ptr
  %cond61 = select i1 %is_input, ptr %add.ptr, ptr %add.ptr54
  %call = tail call ptr @memcpy(ptr noundef %cond, ptr noundef %cond61, i64 noundef %mul21150) #12
  %inc63 = add nuw nsw i64 %row.0127, 1
  %exitcond129.not = icmp eq i64 %inc63, %rows.0.lcssa148
  br i1 %exitcond129.not, label %return, label %for.body25

for.body32:
  %rest.0124 = phi i64 [ %div, %for.body32 ], [ %row.0127, %for.body25 ]
  %i26.0123 = phi i64 [ %dec41, %for.body32 ], [ %conv, %for.body25 ]
  %stride.0122 = phi i64 [ %mul38, %for.body32 ], [ 1, %for.body25 ]
  %planned_row.0121 = phi i64 [ %add, %for.body32 ], [ 0, %for.body25 ]
  %arrayidx34 = getelementptr inbounds nuw i64, ptr %extents, i64 %i26.0123
  %18 = load i64, ptr %arrayidx34, align 8
  %rem = srem i64 %rest.0124, %18
  %mul35 = mul nsw i64 %rem, %stride.0122
  %add = add nsw i64 %mul35, %planned_row.0121
  %arrayidx37 = getelementptr inbounds nuw i64, ptr %.pre, i64 %i26.0123
  %19 = load i64, ptr %arrayidx37, align 8
  %mul38 = mul nsw i64 %19, %stride.0122
  %dec41 = add nsw i64 %i26.0123, -1
  %div = sdiv i64 %rest.0124, %18
  %cmp29.not = icmp eq i64 %i26.0123, 0
  br i1 %cmp29.not, label %for.cond.cleanup31.loopexit, label %for.body32

return:
  ret void
}

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #8

declare i32 @llvm.umin.i32(i32, i32) #9

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "no-builtins" }
attributes #1 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #3 = { nounwind "no-builtins" }
attributes #4 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { "no-builtins" }
attributes #7 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #8 = { nounwind "no-builtins" }
attributes #9 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #10 = { nounwind }
attributes #11 = { nobuiltin "no-builtins" }
attributes #12 = { nobuiltin nounwind "no-builtins" }

