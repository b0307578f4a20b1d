; Made from extents.c by clang of ziglang 0.17.1: make library-runtime
; 58c44917c8ebdba71500db0b2df1e10a854e73dbc0aff79797b9c642d29fd868

%struct.ncnnc_sequence = type { ptr, i64, ptr, ptr, i64, i64, i64 }
%struct.ncnnc_program = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i32, i64, i64, i64, ptr, ptr, ptr }
%struct.ncnnc_options = type { i32, ptr, ptr, ptr, ptr }
%struct.ncnnc_range = type { i64, i64 }
%struct.staged = type { ptr, ptr, ptr, [8 x i64], i32, i64, i64 }
%struct.ncnnc_place = type { i64, ptr, ptr, i64 }
%struct.ncnnc_tensor = type { ptr, ptr, ptr, i64, i32, i32, i32, float }

@messages = external hidden local_unnamed_addr constant [0 x ptr], align 8
@sequences = external hidden local_unnamed_addr constant [0 x %struct.ncnnc_sequence], align 8
@programs = external hidden constant [0 x %struct.ncnnc_program], align 8

define i32 @ncnnc_told_run(ptr noundef %model, ptr noundef %extents, ptr noundef readonly captures(address_is_null) %inputs, ptr noundef readonly captures(address_is_null) %outputs, i32 noundef %threads) local_unnamed_addr #0 {
entry:
  %options = alloca %struct.ncnnc_options, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %options) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %options, i8 0, i64 40, i1 false)
  store i32 %threads, ptr %options, align 8
  %call = call i32 @ncnnc_told_run_with(ptr noundef %model, ptr noundef %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef nonnull %options) #9
  call void @llvm.lifetime.end.p0(ptr nonnull %options) #8
  ret i32 %call
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #2

define i32 @ncnnc_told_run_with(ptr noundef %model, ptr noundef %extents, ptr noundef readonly captures(address_is_null) %inputs, ptr noundef readonly captures(address_is_null) %outputs, ptr noundef readonly captures(address_is_null) %given) local_unnamed_addr #0 {
entry:
  %options = alloca %struct.ncnnc_options, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %options) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %options, i8 0, i64 40, i1 false)
  %tobool.not = icmp eq ptr %given, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %options, ptr noundef nonnull align 8 dereferenceable(40) %given, i64 40, i1 false)
  br label %if.end

if.end:
  %tobool1 = icmp ne ptr %model, null
  %tobool2 = icmp ne ptr %extents, null
  %or.cond = and i1 %tobool1, %tobool2
  %tobool4 = icmp ne ptr %inputs, null
  %or.cond40 = and i1 %or.cond, %tobool4
  %tobool6 = icmp ne ptr %outputs, null
  %or.cond41 = and i1 %or.cond40, %tobool6
  br i1 %or.cond41, label %if.end8, label %cleanup39

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
  %arrayidx.i59 = getelementptr inbounds nuw %struct.ncnnc_range, ptr %2, i64 %i.016.i
  %arrayidx1.i = getelementptr inbounds nuw i64, ptr %extents, i64 %i.016.i
  %3 = load i64, ptr %arrayidx1.i, align 8
  %4 = load i64, ptr %arrayidx.i59, align 8
  %cmp2.i = icmp slt i64 %3, %4
  br i1 %cmp2.i, label %cleanup39, label %lor.lhs.false.i

lor.lhs.false.i:
  %most.i = getelementptr inbounds nuw i8, ptr %arrayidx.i59, i64 8
  %5 = load i64, ptr %most.i, align 8
  %cmp4.i = icmp sgt i64 %3, %5
  br i1 %cmp4.i, label %cleanup39, label %for.cond.i

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
  %or.cond42 = icmp ugt i32 %8, 1024
  br i1 %or.cond42, label %cleanup39, label %if.end22

if.end22:
  %memory = getelementptr inbounds nuw i8, ptr %options, i64 8
  %9 = load ptr, ptr %memory, align 8
  %10 = ptrtoint ptr %9 to i64
  %rem = and i64 %10, 63
  %tobool23.not = icmp eq i64 %rem, 0
  br i1 %tobool23.not, label %if.end25, label %cleanup39

if.end25:
  %tobool27.not = icmp eq ptr %9, null
  br i1 %tobool27.not, label %if.end30, label %if.then28

if.then28:
  %call29 = call fastcc i32 @run_in(ptr noundef %model, ptr noundef %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef %options) #9
  br label %cleanup39

if.end30:
  %call32 = tail call ptr @take_block(ptr noundef nonnull %model, i32 noundef %8) #10
  %tobool33.not = icmp eq ptr %call32, null
  br i1 %tobool33.not, label %cleanup39, label %if.end35

if.end35:
  %add.ptr = getelementptr inbounds nuw i8, ptr %call32, i64 64
  store ptr %add.ptr, ptr %memory, align 8
  %call37 = call fastcc i32 @run_in(ptr noundef %model, ptr noundef %extents, ptr noundef %inputs, ptr noundef %outputs, ptr noundef %options) #9
  call void @give_block(ptr noundef nonnull %model, ptr noundef nonnull %call32) #10
  br label %cleanup39

cleanup39:
  %retval.2 = phi i32 [ 3, %if.end ], [ 2, %if.end30 ], [ 3, %if.end16 ], [ %call29, %if.then28 ], [ 3, %if.end22 ], [ %call37, %if.end35 ], [ 10, %for.body.i ], [ 10, %lor.lhs.false.i ]
  call void @llvm.lifetime.end.p0(ptr nonnull %options) #8
  ret i32 %retval.2
}

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #3

define internal fastcc i32 @run_in(ptr noundef nonnull %model, ptr noundef nonnull %numbers, ptr noundef nonnull readonly captures(none) %inputs, ptr noundef nonnull readonly captures(none) %outputs, ptr noundef nonnull %options) unnamed_addr #0 {
entry:
  %it = alloca %struct.staged, align 8
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
  call void @llvm.lifetime.start.p0(ptr nonnull %it) #8
  %cmp.not177 = icmp sgt i64 %3, 0
  br i1 %cmp.not177, label %for.body.lr.ph, label %for.end

for.body.lr.ph:
  %inputs5 = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 16
  %4 = load ptr, ptr %inputs5, align 8
  %inputs6 = getelementptr inbounds nuw i8, ptr %0, i64 112
  %memory.i = getelementptr inbounds nuw i8, ptr %it, i64 8
  %planned5.i = getelementptr inbounds nuw i8, ptr %it, i64 16
  %axes6.i = getelementptr inbounds nuw i8, ptr %it, i64 88
  %element_bytes7.i = getelementptr inbounds nuw i8, ptr %it, i64 96
  %elements.i = getelementptr inbounds nuw i8, ptr %it, i64 104
  %extents.i = getelementptr inbounds nuw i8, ptr %it, i64 24
  br label %for.body

for.body:
  %i.0178 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %if.end ]
  %arrayidx = getelementptr inbounds nuw %struct.ncnnc_place, ptr %4, i64 %i.0178
  %5 = load ptr, ptr %inputs6, align 8
  %6 = load i64, ptr %arrayidx, align 8
  %arrayidx.i95 = getelementptr inbounds %struct.ncnnc_tensor, ptr %5, i64 %6
  %arrayidx2.i = getelementptr inbounds ptr, ptr %inputs, i64 %6
  %7 = load ptr, ptr %arrayidx2.i, align 8
  store ptr %7, ptr %it, align 8
  %planned.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 16
  %8 = load ptr, ptr %planned.i, align 8
  %tobool.not.i = icmp eq ptr %8, null
  br i1 %tobool.not.i, label %cond.end.i, label %cond.true.i

cond.true.i:
  %offset.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 24
  %9 = load i64, ptr %offset.i, align 8
  %add.ptr.i = getelementptr inbounds i8, ptr %1, i64 %9
  br label %cond.end.i

cond.end.i:
  %cond.i = phi ptr [ %add.ptr.i, %cond.true.i ], [ %7, %for.body ]
  store ptr %cond.i, ptr %memory.i, align 8
  %10 = load ptr, ptr %planned.i, align 8
  store ptr %10, ptr %planned5.i, align 8
  %axes.i = getelementptr inbounds nuw i8, ptr %arrayidx.i95, i64 32
  %11 = load i32, ptr %axes.i, align 8
  store i32 %11, ptr %axes6.i, align 8
  %element_bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx.i95, i64 36
  %12 = load i32, ptr %element_bytes.i, align 4
  %conv.i = sext i32 %12 to i64
  store i64 %conv.i, ptr %element_bytes7.i, align 8
  store i64 1, ptr %elements.i, align 8
  %find_extents.i.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %13 = load ptr, ptr %find_extents.i.i, align 8
  %tobool.not.i.i = icmp eq ptr %13, null
  br i1 %tobool.not.i.i, label %if.else.i.i, label %if.then.i.i

if.then.i.i:
  call void %13(ptr noundef nonnull %numbers, ptr noundef nonnull %extents.i) #10
  br label %find_extents.exit.i

if.else.i.i:
  %shape.i.i = getelementptr inbounds nuw i8, ptr %arrayidx.i95, i64 16
  %14 = load ptr, ptr %shape.i.i, align 8
  %15 = load i32, ptr %axes.i, align 8
  %conv.i.i = sext i32 %15 to i64
  %mul.i.i = shl nsw i64 %conv.i.i, 3
  %call.i.i = call ptr @memcpy(ptr noundef nonnull %extents.i, ptr noundef %14, i64 noundef %mul.i.i) #10
  br label %find_extents.exit.i

find_extents.exit.i:
  %16 = load i32, ptr %axes6.i, align 8
  %cmp32.i = icmp sgt i32 %16, 0
  %.pre = load i64, ptr %elements.i, align 8
  br i1 %cmp32.i, label %for.body.lr.ph.i, label %describe.exit

for.body.lr.ph.i:
  %wide.trip.count.i = zext nneg i32 %16 to i64
  br label %for.body.i

for.body.i:
  %indvars.iv.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %indvars.iv.next.i, %for.body.i ]
  %mul34.i = phi i64 [ %.pre, %for.body.lr.ph.i ], [ %mul.i, %for.body.i ]
  %arrayidx11.i = getelementptr inbounds nuw i64, ptr %extents.i, i64 %indvars.iv.i
  %17 = load i64, ptr %arrayidx11.i, align 8
  %mul.i = mul nsw i64 %17, %mul34.i
  store i64 %mul.i, ptr %elements.i, align 8
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, %wide.trip.count.i
  br i1 %exitcond.not.i, label %describe.exit, label %for.body.i

describe.exit:
  %18 = phi i64 [ %.pre, %find_extents.exit.i ], [ %mul.i, %for.body.i ]
  %cmp7 = icmp slt i64 %18, 1
  %19 = load ptr, ptr %it, align 8
  %tobool = icmp ne ptr %19, null
  %or.cond = select i1 %cmp7, i1 true, i1 %tobool
  br i1 %or.cond, label %if.end, label %cleanup52

if.end:
  call fastcc void @copy(ptr noundef %it, i1 noundef zeroext true) #9
  %20 = load ptr, ptr %memory.i, align 8
  %arrayidx9 = getelementptr inbounds nuw ptr, ptr %add.ptr, i64 %i.0178
  store ptr %20, ptr %arrayidx9, align 8
  %inc = add nuw nsw i64 %i.0178, 1
  %exitcond.not = icmp eq i64 %inc, %3
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  store ptr %numbers, ptr %add.ptr2, align 8
  %output_count = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 40
  %21 = load i64, ptr %output_count, align 8
  %cmp14.not179 = icmp sgt i64 %21, 0
  br i1 %cmp14.not179, label %for.body16.lr.ph, label %for.end33.thread

for.body16.lr.ph:
  %outputs17 = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 24
  %22 = load ptr, ptr %outputs17, align 8
  %outputs19 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %memory.i105 = getelementptr inbounds nuw i8, ptr %it, i64 8
  %planned5.i106 = getelementptr inbounds nuw i8, ptr %it, i64 16
  %axes6.i108 = getelementptr inbounds nuw i8, ptr %it, i64 88
  %element_bytes7.i111 = getelementptr inbounds nuw i8, ptr %it, i64 96
  %elements.i112 = getelementptr inbounds nuw i8, ptr %it, i64 104
  %extents.i113 = getelementptr inbounds nuw i8, ptr %it, i64 24
  br label %for.body16

for.body16:
  %i12.0180 = phi i64 [ 0, %for.body16.lr.ph ], [ %inc30, %if.end26 ]
  %arrayidx18 = getelementptr inbounds nuw %struct.ncnnc_place, ptr %22, i64 %i12.0180
  %23 = load ptr, ptr %outputs19, align 8
  %24 = load i64, ptr %arrayidx18, align 8
  %arrayidx.i96 = getelementptr inbounds %struct.ncnnc_tensor, ptr %23, i64 %24
  %arrayidx2.i97 = getelementptr inbounds ptr, ptr %outputs, i64 %24
  %25 = load ptr, ptr %arrayidx2.i97, align 8
  store ptr %25, ptr %it, align 8
  %planned.i98 = getelementptr inbounds nuw i8, ptr %arrayidx18, i64 16
  %26 = load ptr, ptr %planned.i98, align 8
  %tobool.not.i99 = icmp eq ptr %26, null
  br i1 %tobool.not.i99, label %cond.end.i103, label %cond.true.i100

cond.true.i100:
  %offset.i101 = getelementptr inbounds nuw i8, ptr %arrayidx18, i64 24
  %27 = load i64, ptr %offset.i101, align 8
  %add.ptr.i102 = getelementptr inbounds i8, ptr %1, i64 %27
  br label %cond.end.i103

cond.end.i103:
  %cond.i104 = phi ptr [ %add.ptr.i102, %cond.true.i100 ], [ %25, %for.body16 ]
  store ptr %cond.i104, ptr %memory.i105, align 8
  %28 = load ptr, ptr %planned.i98, align 8
  store ptr %28, ptr %planned5.i106, align 8
  %axes.i107 = getelementptr inbounds nuw i8, ptr %arrayidx.i96, i64 32
  %29 = load i32, ptr %axes.i107, align 8
  store i32 %29, ptr %axes6.i108, align 8
  %element_bytes.i109 = getelementptr inbounds nuw i8, ptr %arrayidx.i96, i64 36
  %30 = load i32, ptr %element_bytes.i109, align 4
  %conv.i110 = sext i32 %30 to i64
  store i64 %conv.i110, ptr %element_bytes7.i111, align 8
  store i64 1, ptr %elements.i112, align 8
  %find_extents.i.i114 = getelementptr inbounds nuw i8, ptr %arrayidx18, i64 8
  %31 = load ptr, ptr %find_extents.i.i114, align 8
  %tobool.not.i.i115 = icmp eq ptr %31, null
  br i1 %tobool.not.i.i115, label %if.else.i.i129, label %if.then.i.i116

if.then.i.i116:
  call void %31(ptr noundef nonnull %numbers, ptr noundef nonnull %extents.i113) #10
  br label %find_extents.exit.i117

if.else.i.i129:
  %shape.i.i130 = getelementptr inbounds nuw i8, ptr %arrayidx.i96, i64 16
  %32 = load ptr, ptr %shape.i.i130, align 8
  %33 = load i32, ptr %axes.i107, align 8
  %conv.i.i131 = sext i32 %33 to i64
  %mul.i.i132 = shl nsw i64 %conv.i.i131, 3
  %call.i.i133 = call ptr @memcpy(ptr noundef nonnull %extents.i113, ptr noundef %32, i64 noundef %mul.i.i132) #10
  br label %find_extents.exit.i117

find_extents.exit.i117:
  %34 = load i32, ptr %axes6.i108, align 8
  %cmp32.i118 = icmp sgt i32 %34, 0
  %.pre187 = load i64, ptr %elements.i112, align 8
  br i1 %cmp32.i118, label %for.body.lr.ph.i119, label %describe.exit134

for.body.lr.ph.i119:
  %wide.trip.count.i121 = zext nneg i32 %34 to i64
  br label %for.body.i122

for.body.i122:
  %indvars.iv.i123 = phi i64 [ 0, %for.body.lr.ph.i119 ], [ %indvars.iv.next.i127, %for.body.i122 ]
  %mul34.i124 = phi i64 [ %.pre187, %for.body.lr.ph.i119 ], [ %mul.i126, %for.body.i122 ]
  %arrayidx11.i125 = getelementptr inbounds nuw i64, ptr %extents.i113, i64 %indvars.iv.i123
  %35 = load i64, ptr %arrayidx11.i125, align 8
  %mul.i126 = mul nsw i64 %35, %mul34.i124
  store i64 %mul.i126, ptr %elements.i112, align 8
  %indvars.iv.next.i127 = add nuw nsw i64 %indvars.iv.i123, 1
  %exitcond.not.i128 = icmp eq i64 %indvars.iv.next.i127, %wide.trip.count.i121
  br i1 %exitcond.not.i128, label %describe.exit134, label %for.body.i122

describe.exit134:
  %36 = phi i64 [ %.pre187, %find_extents.exit.i117 ], [ %mul.i126, %for.body.i122 ]
  %cmp21 = icmp slt i64 %36, 1
  %37 = load ptr, ptr %it, align 8
  %tobool24 = icmp ne ptr %37, null
  %or.cond60 = select i1 %cmp21, i1 true, i1 %tobool24
  br i1 %or.cond60, label %if.end26, label %cleanup52

if.end26:
  %38 = load ptr, ptr %memory.i105, align 8
  %arrayidx28 = getelementptr inbounds nuw ptr, ptr %add.ptr3, i64 %i12.0180
  store ptr %38, ptr %arrayidx28, align 8
  %inc30 = add nuw nsw i64 %i12.0180, 1
  %exitcond185.not = icmp eq i64 %inc30, %21
  br i1 %exitcond185.not, label %for.end33, label %for.body16

for.end33:
  %call34 = call i32 @ncnnc_run_with(ptr noundef nonnull %model, ptr noundef nonnull %add.ptr, ptr noundef nonnull %add.ptr3, ptr noundef nonnull %options) #10
  %cmp35.not.not = icmp eq i32 %call34, 0
  br i1 %cmp35.not.not, label %for.body43.lr.ph, label %cleanup52

for.end33.thread:
  %call34195 = call i32 @ncnnc_run_with(ptr noundef nonnull %model, ptr noundef nonnull %add.ptr, ptr noundef nonnull %add.ptr3, ptr noundef nonnull %options) #10
  br label %cleanup52

for.body43.lr.ph:
  %outputs44 = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 24
  %39 = load ptr, ptr %outputs44, align 8
  %outputs46 = getelementptr inbounds nuw i8, ptr %0, i64 120
  %memory.i144 = getelementptr inbounds nuw i8, ptr %it, i64 8
  %planned5.i145 = getelementptr inbounds nuw i8, ptr %it, i64 16
  %axes6.i147 = getelementptr inbounds nuw i8, ptr %it, i64 88
  %element_bytes7.i150 = getelementptr inbounds nuw i8, ptr %it, i64 96
  %elements.i151 = getelementptr inbounds nuw i8, ptr %it, i64 104
  %extents.i152 = getelementptr inbounds nuw i8, ptr %it, i64 24
  br label %for.body43

for.body43:
  %i38.0182 = phi i64 [ 0, %for.body43.lr.ph ], [ %inc48, %describe.exit173 ]
  %arrayidx45 = getelementptr inbounds nuw %struct.ncnnc_place, ptr %39, i64 %i38.0182
  %40 = load ptr, ptr %outputs46, align 8
  %41 = load i64, ptr %arrayidx45, align 8
  %arrayidx.i135 = getelementptr inbounds %struct.ncnnc_tensor, ptr %40, i64 %41
  %arrayidx2.i136 = getelementptr inbounds ptr, ptr %outputs, i64 %41
  %42 = load ptr, ptr %arrayidx2.i136, align 8
  store ptr %42, ptr %it, align 8
  %planned.i137 = getelementptr inbounds nuw i8, ptr %arrayidx45, i64 16
  %43 = load ptr, ptr %planned.i137, align 8
  %tobool.not.i138 = icmp eq ptr %43, null
  br i1 %tobool.not.i138, label %cond.end.i142, label %cond.true.i139

cond.true.i139:
  %offset.i140 = getelementptr inbounds nuw i8, ptr %arrayidx45, i64 24
  %44 = load i64, ptr %offset.i140, align 8
  %add.ptr.i141 = getelementptr inbounds i8, ptr %1, i64 %44
  br label %cond.end.i142

cond.end.i142:
  %cond.i143 = phi ptr [ %add.ptr.i141, %cond.true.i139 ], [ %42, %for.body43 ]
  store ptr %cond.i143, ptr %memory.i144, align 8
  %45 = load ptr, ptr %planned.i137, align 8
  store ptr %45, ptr %planned5.i145, align 8
  %axes.i146 = getelementptr inbounds nuw i8, ptr %arrayidx.i135, i64 32
  %46 = load i32, ptr %axes.i146, align 8
  store i32 %46, ptr %axes6.i147, align 8
  %element_bytes.i148 = getelementptr inbounds nuw i8, ptr %arrayidx.i135, i64 36
  %47 = load i32, ptr %element_bytes.i148, align 4
  %conv.i149 = sext i32 %47 to i64
  store i64 %conv.i149, ptr %element_bytes7.i150, align 8
  store i64 1, ptr %elements.i151, align 8
  %find_extents.i.i153 = getelementptr inbounds nuw i8, ptr %arrayidx45, i64 8
  %48 = load ptr, ptr %find_extents.i.i153, align 8
  %tobool.not.i.i154 = icmp eq ptr %48, null
  br i1 %tobool.not.i.i154, label %if.else.i.i168, label %if.then.i.i155

if.then.i.i155:
  call void %48(ptr noundef nonnull %numbers, ptr noundef nonnull %extents.i152) #10
  br label %find_extents.exit.i156

if.else.i.i168:
  %shape.i.i169 = getelementptr inbounds nuw i8, ptr %arrayidx.i135, i64 16
  %49 = load ptr, ptr %shape.i.i169, align 8
  %50 = load i32, ptr %axes.i146, align 8
  %conv.i.i170 = sext i32 %50 to i64
  %mul.i.i171 = shl nsw i64 %conv.i.i170, 3
  %call.i.i172 = call ptr @memcpy(ptr noundef nonnull %extents.i152, ptr noundef %49, i64 noundef %mul.i.i171) #10
  br label %find_extents.exit.i156

find_extents.exit.i156:
  %51 = load i32, ptr %axes6.i147, align 8
  %cmp32.i157 = icmp sgt i32 %51, 0
  br i1 %cmp32.i157, label %for.body.lr.ph.i158, label %describe.exit173

for.body.lr.ph.i158:
  %elements.promoted.i159 = load i64, ptr %elements.i151, align 8
  %wide.trip.count.i160 = zext nneg i32 %51 to i64
  br label %for.body.i161

for.body.i161:
  %indvars.iv.i162 = phi i64 [ 0, %for.body.lr.ph.i158 ], [ %indvars.iv.next.i166, %for.body.i161 ]
  %mul34.i163 = phi i64 [ %elements.promoted.i159, %for.body.lr.ph.i158 ], [ %mul.i165, %for.body.i161 ]
  %arrayidx11.i164 = getelementptr inbounds nuw i64, ptr %extents.i152, i64 %indvars.iv.i162
  %52 = load i64, ptr %arrayidx11.i164, align 8
  %mul.i165 = mul nsw i64 %52, %mul34.i163
  store i64 %mul.i165, ptr %elements.i151, align 8
  %indvars.iv.next.i166 = add nuw nsw i64 %indvars.iv.i162, 1
  %exitcond.not.i167 = icmp eq i64 %indvars.iv.next.i166, %wide.trip.count.i160
  br i1 %exitcond.not.i167, label %describe.exit173, label %for.body.i161

describe.exit173:
  call fastcc void @copy(ptr noundef %it, i1 noundef zeroext false) #9
  %inc48 = add nuw nsw i64 %i38.0182, 1
  %exitcond186.not = icmp eq i64 %inc48, %21
  br i1 %exitcond186.not, label %cleanup52, label %for.body43

cleanup52:
  %retval.3 = phi i32 [ 3, %describe.exit134 ], [ 0, %describe.exit173 ], [ %call34, %for.end33 ], [ %call34195, %for.end33.thread ], [ 3, %describe.exit ]
  call void @llvm.lifetime.end.p0(ptr nonnull %it) #8
  ret i32 %retval.3
}

declare hidden ptr @take_block(ptr noundef, i32 noundef) local_unnamed_addr #4

declare hidden void @give_block(ptr noundef, ptr noundef) local_unnamed_addr #4

define range(i32 0, 11) i32 @ncnnc_input_shape(ptr noundef readonly captures(address_is_null) %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape) local_unnamed_addr #0 {
entry:
  %call = tail call fastcc i32 @write_shape(ptr noundef %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape, i1 noundef zeroext true) #9
  ret i32 %call
}

define internal fastcc range(i32 0, 11) i32 @write_shape(ptr noundef readonly captures(address_is_null) %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape, i1 noundef zeroext %is_input) unnamed_addr #0 {
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
  %find_extents.i = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %7 = load ptr, ptr %find_extents.i, align 8
  %tobool.not.i = icmp eq ptr %7, null
  br i1 %tobool.not.i, label %if.else.i, label %if.then.i

if.then.i:
  tail call void %7(ptr noundef nonnull %extents, ptr noundef nonnull %shape) #10
  br label %cleanup34

if.else.i:
  %arrayidx28 = getelementptr inbounds nuw %struct.ncnnc_tensor, ptr %cond, i64 %conv
  %shape.i = getelementptr inbounds nuw i8, ptr %arrayidx28, i64 16
  %8 = load ptr, ptr %shape.i, align 8
  %axes.i = getelementptr inbounds nuw i8, ptr %arrayidx28, i64 32
  %9 = load i32, ptr %axes.i, align 8
  %conv.i = sext i32 %9 to i64
  %mul.i = shl nsw i64 %conv.i, 3
  %call.i = tail call ptr @memcpy(ptr noundef nonnull %shape, ptr noundef %8, i64 noundef %mul.i) #10
  br label %cleanup34

for.inc:
  %inc = add nuw nsw i64 %i.059, 1
  %exitcond.not = icmp eq i64 %inc, %cond19
  br i1 %exitcond.not, label %cleanup34, label %for.body

cleanup34:
  %retval.3 = phi i32 [ 3, %entry ], [ 0, %if.then.i ], [ 3, %if.end7 ], [ 0, %if.else.i ], [ 3, %for.inc ], [ 10, %for.body.i ], [ 10, %lor.lhs.false.i ]
  ret i32 %retval.3
}

define range(i32 0, 11) i32 @ncnnc_output_shape(ptr noundef readonly captures(address_is_null) %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape) local_unnamed_addr #0 {
entry:
  %call = tail call fastcc i32 @write_shape(ptr noundef %model, ptr noundef %extents, i32 noundef %index, ptr noundef %shape, i1 noundef zeroext false) #9
  ret i32 %call
}

define ptr @ncnnc_told_error_string(i32 noundef %status) local_unnamed_addr #5 {
entry:
  %cond = tail call i32 @llvm.umin.i32(i32 %status, i32 11)
  %idxprom = zext nneg i32 %cond to i64
  %arrayidx = getelementptr inbounds nuw ptr, ptr @messages, i64 %idxprom
  %0 = load ptr, ptr %arrayidx, align 8
  ret ptr %0
}

define internal fastcc void @copy(ptr noundef nonnull readonly captures(none) %it, i1 noundef zeroext %is_input) unnamed_addr #0 {
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
  %call = tail call ptr @memcpy(ptr noundef %cond, ptr noundef %cond61, i64 noundef %mul21150) #10
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

declare i32 @ncnnc_run_with(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #4

declare ptr @memcpy(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #6

declare i32 @llvm.umin.i32(i32, i32) #7

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { "no-builtins" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #6 = { nounwind "no-builtins" }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nounwind }
attributes #9 = { nobuiltin "no-builtins" }
attributes #10 = { nobuiltin nounwind "no-builtins" }

