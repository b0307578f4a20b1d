; Made from images.c by clang of ziglang 0.17.1: make library-runtime
; df1e52cf8b6bfa27b741a4c470ec2e26924c2a03df373141bdd4c9ec031abdd5

define void @convert_pixels(ptr noundef readonly captures(none) %pixels, i64 noundef %stride, i64 noundef %rows, i64 noundef %columns, i64 noundef %channels, ptr noundef readonly captures(none) %formulas, i64 noundef %made, ptr noundef writeonly captures(none) %blob) local_unnamed_addr #0 {
entry:
  %cmp10 = icmp sgt i64 %rows, 0
  br i1 %cmp10, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %conv = trunc i64 %channels to i32
  %mul1 = mul nsw i64 %columns, %rows
  br label %for.body

for.cond.cleanup:
  ret void

for.body:
  %y.011 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.body ]
  %mul = mul nsw i64 %y.011, %stride
  %add.ptr = getelementptr inbounds i8, ptr %pixels, i64 %mul
  %mul2 = mul nsw i64 %y.011, %columns
  %add.ptr3 = getelementptr inbounds float, ptr %blob, i64 %mul2
  tail call fastcc void @convert_row(ptr noundef %add.ptr, i64 noundef %columns, i32 noundef %conv, ptr noundef %formulas, i64 noundef %made, i64 noundef %mul1, ptr noundef %add.ptr3) #7
  %inc = add nuw nsw i64 %y.011, 1
  %exitcond.not = icmp eq i64 %inc, %rows
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

define internal fastcc void @convert_row(ptr noundef readonly captures(none) %row, i64 noundef %count, i32 noundef %channels, ptr noundef readonly captures(none) %formulas, i64 noundef %made, i64 noundef %plane, ptr noundef writeonly captures(none) %result) unnamed_addr #0 {
entry:
  %cmp149 = icmp sgt i64 %made, 0
  br i1 %cmp149, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %cmp66106.i36 = icmp sgt i64 %count, 0
  br label %for.body

for.cond.cleanup:
  ret void

for.body:
  %c.0152 = phi i64 [ 0, %for.body.lr.ph ], [ %inc, %for.inc ]
  %result.addr.0151 = phi ptr [ %result, %for.body.lr.ph ], [ %add.ptr, %for.inc ]
  %formulas.addr.0150 = phi ptr [ %formulas, %for.body.lr.ph ], [ %add.ptr6, %for.inc ]
  %0 = load i32, ptr %formulas.addr.0150, align 4
  %cmp.i79 = icmp ne i32 %0, 0
  %conv.i80 = zext i1 %cmp.i79 to i32
  %arrayidx1.i81 = getelementptr inbounds nuw i8, ptr %formulas.addr.0150, i64 4
  %1 = load i32, ptr %arrayidx1.i81, align 4
  %cmp2.i82 = icmp ne i32 %1, 0
  %conv3.i83 = zext i1 %cmp2.i82 to i32
  %add.i84 = add nuw nsw i32 %conv3.i83, %conv.i80
  %arrayidx4.i85 = getelementptr inbounds nuw i8, ptr %formulas.addr.0150, i64 8
  %2 = load i32, ptr %arrayidx4.i85, align 4
  %cmp5.i86 = icmp ne i32 %2, 0
  %conv6.i87 = zext i1 %cmp5.i86 to i32
  %add7.i88 = add nuw nsw i32 %add.i84, %conv6.i87
  %arrayidx8.i89 = getelementptr inbounds nuw i8, ptr %formulas.addr.0150, i64 12
  %3 = load i32, ptr %arrayidx8.i89, align 4
  %cmp9.i90 = icmp ne i32 %3, 0
  %conv10.i91 = zext i1 %cmp9.i90 to i32
  %add11.i92 = add nuw nsw i32 %add7.i88, %conv10.i91
  switch i32 %channels, label %if.else4 [
    i32 1, label %if.then
    i32 3, label %if.then3
  ]

if.then:
  switch i32 %add11.i92, label %if.then31.i [
    i32 1, label %if.then.i
    i32 0, label %if.else61.i
  ]

if.then.i:
  %cond.i = select i1 %cmp9.i90, i64 3, i64 0
  %spec.select.i = select i1 %cmp5.i86, i64 2, i64 %cond.i
  %cond23.i = select i1 %cmp2.i82, i64 1, i64 %spec.select.i
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %row, i64 %cond23.i
  br i1 %cmp66106.i36, label %for.body.i, label %for.inc

for.body.i:
  %x.0109.i = phi i64 [ %inc.i, %for.body.i ], [ 0, %if.then.i ]
  %arrayidx27.i = getelementptr inbounds nuw i8, ptr %add.ptr.i, i64 %x.0109.i
  %4 = load i8, ptr %arrayidx27.i, align 1
  %conv28.i = uitofp i8 %4 to float
  %arrayidx29.i = getelementptr inbounds nuw float, ptr %result.addr.0151, i64 %x.0109.i
  store float %conv28.i, ptr %arrayidx29.i, align 4
  %inc.i = add nuw nsw i64 %x.0109.i, 1
  %exitcond114.not.i = icmp eq i64 %inc.i, %count
  br i1 %exitcond114.not.i, label %for.inc, label %for.body.i

if.then31.i:
  %arrayidx35.i = getelementptr inbounds nuw i8, ptr %formulas.addr.0150, i64 16
  %5 = load i32, ptr %arrayidx35.i, align 4
  br i1 %cmp66106.i36, label %for.body41.i, label %for.inc

for.body41.i:
  %x36.0111.i = phi i64 [ %inc59.i, %for.body41.i ], [ 0, %if.then31.i ]
  %add.ptr44.i = getelementptr inbounds nuw i8, ptr %row, i64 %x36.0111.i
  %6 = load i8, ptr %add.ptr44.i, align 1
  %conv46.i = zext i8 %6 to i32
  %mul47.i = mul nsw i32 %0, %conv46.i
  %arrayidx48.i = getelementptr inbounds nuw i8, ptr %add.ptr44.i, i64 1
  %7 = load i8, ptr %arrayidx48.i, align 1
  %conv49.i = zext i8 %7 to i32
  %mul50.i = mul nsw i32 %1, %conv49.i
  %add51.i = add nsw i32 %mul50.i, %mul47.i
  %arrayidx52.i = getelementptr inbounds nuw i8, ptr %add.ptr44.i, i64 2
  %8 = load i8, ptr %arrayidx52.i, align 1
  %conv53.i = zext i8 %8 to i32
  %mul54.i = mul nsw i32 %2, %conv53.i
  %add55.i = add nsw i32 %add51.i, %mul54.i
  %shr.i = ashr i32 %add55.i, %5
  %conv56.i = sitofp i32 %shr.i to float
  %arrayidx57.i = getelementptr inbounds nuw float, ptr %result.addr.0151, i64 %x36.0111.i
  store float %conv56.i, ptr %arrayidx57.i, align 4
  %inc59.i = add nuw nsw i64 %x36.0111.i, 1
  %exitcond115.not.i = icmp eq i64 %inc59.i, %count
  br i1 %exitcond115.not.i, label %for.inc, label %for.body41.i

if.else61.i:
  %arrayidx62.i = getelementptr inbounds nuw i8, ptr %formulas.addr.0150, i64 20
  %9 = load i32, ptr %arrayidx62.i, align 4
  %conv63.i = sitofp i32 %9 to float
  br i1 %cmp66106.i36, label %for.body69.i, label %for.inc

for.body69.i:
  %x64.0107.i = phi i64 [ %inc72.i, %for.body69.i ], [ 0, %if.else61.i ]
  %arrayidx70.i = getelementptr inbounds nuw float, ptr %result.addr.0151, i64 %x64.0107.i
  store float %conv63.i, ptr %arrayidx70.i, align 4
  %inc72.i = add nuw nsw i64 %x64.0107.i, 1
  %exitcond.not.i = icmp eq i64 %inc72.i, %count
  br i1 %exitcond.not.i, label %for.inc, label %for.body69.i

if.then3:
  switch i32 %add11.i92, label %if.then31.i56 [
    i32 1, label %if.then.i42
    i32 0, label %if.else61.i33
  ]

if.then.i42:
  %cond.i43 = select i1 %cmp9.i90, i64 3, i64 0
  %spec.select.i44 = select i1 %cmp5.i86, i64 2, i64 %cond.i43
  %cond23.i45 = select i1 %cmp2.i82, i64 1, i64 %spec.select.i44
  %add.ptr.i46 = getelementptr inbounds nuw i8, ptr %row, i64 %cond23.i45
  br i1 %cmp66106.i36, label %for.body.i49, label %for.inc

for.body.i49:
  %x.0109.i50 = phi i64 [ %inc.i54, %for.body.i49 ], [ 0, %if.then.i42 ]
  %mul.i = mul nuw nsw i64 %x.0109.i50, 3
  %arrayidx27.i51 = getelementptr inbounds nuw i8, ptr %add.ptr.i46, i64 %mul.i
  %10 = load i8, ptr %arrayidx27.i51, align 1
  %conv28.i52 = uitofp i8 %10 to float
  %arrayidx29.i53 = getelementptr inbounds nuw float, ptr %result.addr.0151, i64 %x.0109.i50
  store float %conv28.i52, ptr %arrayidx29.i53, align 4
  %inc.i54 = add nuw nsw i64 %x.0109.i50, 1
  %exitcond114.not.i55 = icmp eq i64 %inc.i54, %count
  br i1 %exitcond114.not.i55, label %for.inc, label %for.body.i49

if.then31.i56:
  %arrayidx35.i57 = getelementptr inbounds nuw i8, ptr %formulas.addr.0150, i64 16
  %11 = load i32, ptr %arrayidx35.i57, align 4
  br i1 %cmp66106.i36, label %for.body41.i60, label %for.inc

for.body41.i60:
  %x36.0111.i61 = phi i64 [ %inc59.i76, %for.body41.i60 ], [ 0, %if.then31.i56 ]
  %mul43.i = mul nuw nsw i64 %x36.0111.i61, 3
  %add.ptr44.i62 = getelementptr inbounds nuw i8, ptr %row, i64 %mul43.i
  %12 = load i8, ptr %add.ptr44.i62, align 1
  %conv46.i63 = zext i8 %12 to i32
  %mul47.i64 = mul nsw i32 %0, %conv46.i63
  %arrayidx48.i65 = getelementptr inbounds nuw i8, ptr %add.ptr44.i62, i64 1
  %13 = load i8, ptr %arrayidx48.i65, align 1
  %conv49.i66 = zext i8 %13 to i32
  %mul50.i67 = mul nsw i32 %1, %conv49.i66
  %add51.i68 = add nsw i32 %mul50.i67, %mul47.i64
  %arrayidx52.i69 = getelementptr inbounds nuw i8, ptr %add.ptr44.i62, i64 2
  %14 = load i8, ptr %arrayidx52.i69, align 1
  %conv53.i70 = zext i8 %14 to i32
  %mul54.i71 = mul nsw i32 %2, %conv53.i70
  %add55.i72 = add nsw i32 %add51.i68, %mul54.i71
  %shr.i73 = ashr i32 %add55.i72, %11
  %conv56.i74 = sitofp i32 %shr.i73 to float
  %arrayidx57.i75 = getelementptr inbounds nuw float, ptr %result.addr.0151, i64 %x36.0111.i61
  store float %conv56.i74, ptr %arrayidx57.i75, align 4
  %inc59.i76 = add nuw nsw i64 %x36.0111.i61, 1
  %exitcond115.not.i77 = icmp eq i64 %inc59.i76, %count
  br i1 %exitcond115.not.i77, label %for.inc, label %for.body41.i60

if.else61.i33:
  %arrayidx62.i34 = getelementptr inbounds nuw i8, ptr %formulas.addr.0150, i64 20
  %15 = load i32, ptr %arrayidx62.i34, align 4
  %conv63.i35 = sitofp i32 %15 to float
  br i1 %cmp66106.i36, label %for.body69.i37, label %for.inc

for.body69.i37:
  %x64.0107.i38 = phi i64 [ %inc72.i40, %for.body69.i37 ], [ 0, %if.else61.i33 ]
  %arrayidx70.i39 = getelementptr inbounds nuw float, ptr %result.addr.0151, i64 %x64.0107.i38
  store float %conv63.i35, ptr %arrayidx70.i39, align 4
  %inc72.i40 = add nuw nsw i64 %x64.0107.i38, 1
  %exitcond.not.i41 = icmp eq i64 %inc72.i40, %count
  br i1 %exitcond.not.i41, label %for.inc, label %for.body69.i37

if.else4:
  switch i32 %add11.i92, label %if.then31.i117 [
    i32 1, label %if.then.i102
    i32 0, label %if.else61.i93
  ]

if.then.i102:
  %cond.i103 = select i1 %cmp9.i90, i64 3, i64 0
  %spec.select.i104 = select i1 %cmp5.i86, i64 2, i64 %cond.i103
  %cond23.i105 = select i1 %cmp2.i82, i64 1, i64 %spec.select.i104
  %add.ptr.i106 = getelementptr inbounds nuw i8, ptr %row, i64 %cond23.i105
  br i1 %cmp66106.i36, label %for.body.i109, label %for.inc

for.body.i109:
  %x.0109.i110 = phi i64 [ %inc.i115, %for.body.i109 ], [ 0, %if.then.i102 ]
  %mul.i111 = shl nuw nsw i64 %x.0109.i110, 2
  %arrayidx27.i112 = getelementptr inbounds nuw i8, ptr %add.ptr.i106, i64 %mul.i111
  %16 = load i8, ptr %arrayidx27.i112, align 1
  %conv28.i113 = uitofp i8 %16 to float
  %arrayidx29.i114 = getelementptr inbounds nuw float, ptr %result.addr.0151, i64 %x.0109.i110
  store float %conv28.i113, ptr %arrayidx29.i114, align 4
  %inc.i115 = add nuw nsw i64 %x.0109.i110, 1
  %exitcond114.not.i116 = icmp eq i64 %inc.i115, %count
  br i1 %exitcond114.not.i116, label %for.inc, label %for.body.i109

if.then31.i117:
  %arrayidx35.i118 = getelementptr inbounds nuw i8, ptr %formulas.addr.0150, i64 16
  %17 = load i32, ptr %arrayidx35.i118, align 4
  br i1 %cmp66106.i36, label %for.body41.i121, label %for.inc

for.body41.i121:
  %x36.0111.i122 = phi i64 [ %inc59.i138, %for.body41.i121 ], [ 0, %if.then31.i117 ]
  %mul43.i123 = shl nuw nsw i64 %x36.0111.i122, 2
  %add.ptr44.i124 = getelementptr inbounds nuw i8, ptr %row, i64 %mul43.i123
  %18 = load i8, ptr %add.ptr44.i124, align 1
  %conv46.i125 = zext i8 %18 to i32
  %mul47.i126 = mul nsw i32 %0, %conv46.i125
  %arrayidx48.i127 = getelementptr inbounds nuw i8, ptr %add.ptr44.i124, i64 1
  %19 = load i8, ptr %arrayidx48.i127, align 1
  %conv49.i128 = zext i8 %19 to i32
  %mul50.i129 = mul nsw i32 %1, %conv49.i128
  %add51.i130 = add nsw i32 %mul50.i129, %mul47.i126
  %arrayidx52.i131 = getelementptr inbounds nuw i8, ptr %add.ptr44.i124, i64 2
  %20 = load i8, ptr %arrayidx52.i131, align 1
  %conv53.i132 = zext i8 %20 to i32
  %mul54.i133 = mul nsw i32 %2, %conv53.i132
  %add55.i134 = add nsw i32 %add51.i130, %mul54.i133
  %shr.i135 = ashr i32 %add55.i134, %17
  %conv56.i136 = sitofp i32 %shr.i135 to float
  %arrayidx57.i137 = getelementptr inbounds nuw float, ptr %result.addr.0151, i64 %x36.0111.i122
  store float %conv56.i136, ptr %arrayidx57.i137, align 4
  %inc59.i138 = add nuw nsw i64 %x36.0111.i122, 1
  %exitcond115.not.i139 = icmp eq i64 %inc59.i138, %count
  br i1 %exitcond115.not.i139, label %for.inc, label %for.body41.i121

if.else61.i93:
  %arrayidx62.i94 = getelementptr inbounds nuw i8, ptr %formulas.addr.0150, i64 20
  %21 = load i32, ptr %arrayidx62.i94, align 4
  %conv63.i95 = sitofp i32 %21 to float
  br i1 %cmp66106.i36, label %for.body69.i97, label %for.inc

for.body69.i97:
  %x64.0107.i98 = phi i64 [ %inc72.i100, %for.body69.i97 ], [ 0, %if.else61.i93 ]
  %arrayidx70.i99 = getelementptr inbounds nuw float, ptr %result.addr.0151, i64 %x64.0107.i98
  store float %conv63.i95, ptr %arrayidx70.i99, align 4
  %inc72.i100 = add nuw nsw i64 %x64.0107.i98, 1
  %exitcond.not.i101 = icmp eq i64 %inc72.i100, %count
  br i1 %exitcond.not.i101, label %for.inc, label %for.body69.i97

for.inc:
  %inc = add nuw nsw i64 %c.0152, 1
  %add.ptr = getelementptr inbounds float, ptr %result.addr.0151, i64 %plane
  %add.ptr6 = getelementptr inbounds nuw i8, ptr %formulas.addr.0150, i64 24
  %exitcond.not = icmp eq i64 %inc, %made
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define void @resize_pixels(ptr noundef readonly captures(none) %pixels, i64 noundef %stride, i64 noundef %rows, i64 noundef %columns, i64 noundef %channels, ptr noundef readonly captures(none) %formulas, i64 noundef %made, ptr noundef writeonly captures(none) %blob, i64 noundef %height, i64 noundef %width, ptr noundef %workspace) local_unnamed_addr #2 {
entry:
  %kept.sroa.0 = alloca ptr, align 16
  %kept.sroa.5 = alloca ptr, align 8
  %held.sroa.0 = alloca i64, align 16
  %held.sroa.6 = alloca i64, align 8
  %needed.sroa.0 = alloca i64, align 16
  %needed.sroa.4 = alloca i64, align 8
  %add.ptr = getelementptr inbounds i32, ptr %workspace, i64 %height
  %add.ptr1.idx = shl nsw i64 %height, 3
  %add.ptr1 = getelementptr inbounds i8, ptr %workspace, i64 %add.ptr1.idx
  %add.ptr3.idx = mul nsw i64 %height, 12
  %add.ptr3 = getelementptr inbounds i8, ptr %workspace, i64 %add.ptr3.idx
  %add.ptr6 = getelementptr inbounds i32, ptr %add.ptr3, i64 %width
  %add.ptr9.idx = shl nsw i64 %width, 3
  %add.ptr9 = getelementptr inbounds i8, ptr %add.ptr3, i64 %add.ptr9.idx
  %add.ptr11.idx = mul nsw i64 %width, 12
  %add.ptr11 = getelementptr inbounds i8, ptr %add.ptr3, i64 %add.ptr11.idx
  %mul12 = mul nsw i64 %width, %channels
  call void @llvm.lifetime.start.p0(ptr nonnull %kept.sroa.0)
  call void @llvm.lifetime.start.p0(ptr nonnull %kept.sroa.5)
  store ptr %add.ptr11, ptr %kept.sroa.0, align 16
  %add.ptr13 = getelementptr inbounds i16, ptr %add.ptr11, i64 %mul12
  %add.ptr14 = getelementptr inbounds nuw i8, ptr %add.ptr13, i64 16
  store ptr %add.ptr14, ptr %kept.sroa.5, align 8
  %add.ptr15 = getelementptr inbounds i32, ptr %add.ptr11, i64 %mul12
  %add.ptr16 = getelementptr inbounds nuw i8, ptr %add.ptr15, i64 32
  call void @llvm.lifetime.start.p0(ptr nonnull %held.sroa.0)
  call void @llvm.lifetime.start.p0(ptr nonnull %held.sroa.6)
  store i64 -1, ptr %held.sroa.0, align 16
  store i64 -1, ptr %held.sroa.6, align 8
  %conv.i = sitofp i64 %rows to double
  %conv1.i = sitofp i64 %height to double
  %div.i = fdiv double %conv.i, %conv1.i
  %cmp.i = icmp sgt i64 %rows, 2
  %conv3.i = trunc i64 %rows to i32
  %sub.i = add nsw i32 %conv3.i, -2
  %cond.i = select i1 %cmp.i, i32 %sub.i, i32 0
  %cmp465.i = icmp sgt i64 %height, 0
  br i1 %cmp465.i, label %for.body.lr.ph.i, label %find_taps.exit

for.body.lr.ph.i:
  %sub20.i = add nsw i64 %rows, -1
  br label %for.body.i

for.body.i:
  %i.066.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.body.i ]
  %conv6.i = trunc i64 %i.066.i to i32
  %conv7.i = sitofp i32 %conv6.i to double
  %add.i = fadd double %conv7.i, 5.000000e-01
  %mul.i = fmul double %div.i, %add.i
  %sub8.i = fadd double %mul.i, -5.000000e-01
  %conv9.i = fptrunc double %sub8.i to float
  %cmp10.i = fcmp ogt float %conv9.i, 0.000000e+00
  %cond15.i = select i1 %cmp10.i, float %conv9.i, float 0.000000e+00
  %conv16.i = fptosi float %cond15.i to i32
  %conv17.i = sitofp i32 %conv16.i to float
  %sub18.i = fsub float %cond15.i, %conv17.i
  %conv19.i = sext i32 %conv16.i to i64
  %cmp21.not.i = icmp sgt i64 %sub20.i, %conv19.i
  %cond26.i = select i1 %cmp21.not.i, float %sub18.i, float 1.000000e+00
  %cond34.i = select i1 %cmp21.not.i, i32 %conv16.i, i32 %cond.i
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %workspace, i64 %i.066.i
  store i32 %cond34.i, ptr %arrayidx.i, align 4
  %sub37.i = fsub float 1.000000e+00, %cond26.i
  %mul38.i = fmul float %sub37.i, 2.048000e+03
  %add39.i = fadd float %mul38.i, 5.000000e-01
  %conv40.i = fptosi float %add39.i to i32
  %arrayidx41.i = getelementptr inbounds nuw i32, ptr %add.ptr, i64 %i.066.i
  store i32 %conv40.i, ptr %arrayidx41.i, align 4
  %mul42.i = fmul float %cond26.i, 2.048000e+03
  %add43.i = fadd float %mul42.i, 5.000000e-01
  %conv44.i = fptosi float %add43.i to i32
  %arrayidx45.i = getelementptr inbounds nuw i32, ptr %add.ptr1, i64 %i.066.i
  store i32 %conv44.i, ptr %arrayidx45.i, align 4
  %inc.i = add nuw nsw i64 %i.066.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %height
  br i1 %exitcond.not.i, label %find_taps.exit, label %for.body.i

find_taps.exit:
  %conv = trunc i64 %channels to i32
  %conv.i124 = sitofp i64 %columns to double
  %conv1.i125 = sitofp i64 %width to double
  %div.i126 = fdiv double %conv.i124, %conv1.i125
  %cmp.i127 = icmp sgt i64 %columns, 2
  %conv3.i128 = trunc i64 %columns to i32
  %sub.i129 = add nsw i32 %conv3.i128, -2
  %cond.i130 = select i1 %cmp.i127, i32 %sub.i129, i32 0
  %cmp465.i131 = icmp sgt i64 %width, 0
  br i1 %cmp465.i131, label %for.body.lr.ph.i132, label %find_taps.exit165

for.body.lr.ph.i132:
  %sub20.i133 = add nsw i64 %columns, -1
  br label %for.body.i136

for.body.i136:
  %i.066.i137 = phi i64 [ 0, %for.body.lr.ph.i132 ], [ %inc.i163, %for.body.i136 ]
  %conv6.i138 = trunc i64 %i.066.i137 to i32
  %conv7.i139 = sitofp i32 %conv6.i138 to double
  %add.i140 = fadd double %conv7.i139, 5.000000e-01
  %mul.i141 = fmul double %div.i126, %add.i140
  %sub8.i142 = fadd double %mul.i141, -5.000000e-01
  %conv9.i143 = fptrunc double %sub8.i142 to float
  %cmp10.i144 = fcmp ogt float %conv9.i143, 0.000000e+00
  %cond15.i145 = select i1 %cmp10.i144, float %conv9.i143, float 0.000000e+00
  %conv16.i146 = fptosi float %cond15.i145 to i32
  %conv17.i147 = sitofp i32 %conv16.i146 to float
  %sub18.i148 = fsub float %cond15.i145, %conv17.i147
  %conv19.i149 = sext i32 %conv16.i146 to i64
  %cmp21.not.i150 = icmp sgt i64 %sub20.i133, %conv19.i149
  %cond26.i151 = select i1 %cmp21.not.i150, float %sub18.i148, float 1.000000e+00
  %cond34.i152 = select i1 %cmp21.not.i150, i32 %conv16.i146, i32 %cond.i130
  %mul35.i = mul nsw i32 %cond34.i152, %conv
  %arrayidx.i153 = getelementptr inbounds nuw i32, ptr %add.ptr3, i64 %i.066.i137
  store i32 %mul35.i, ptr %arrayidx.i153, align 4
  %sub37.i154 = fsub float 1.000000e+00, %cond26.i151
  %mul38.i155 = fmul float %sub37.i154, 2.048000e+03
  %add39.i156 = fadd float %mul38.i155, 5.000000e-01
  %conv40.i157 = fptosi float %add39.i156 to i32
  %arrayidx41.i158 = getelementptr inbounds nuw i32, ptr %add.ptr6, i64 %i.066.i137
  store i32 %conv40.i157, ptr %arrayidx41.i158, align 4
  %mul42.i159 = fmul float %cond26.i151, 2.048000e+03
  %add43.i160 = fadd float %mul42.i159, 5.000000e-01
  %conv44.i161 = fptosi float %add43.i160 to i32
  %arrayidx45.i162 = getelementptr inbounds nuw i32, ptr %add.ptr9, i64 %i.066.i137
  store i32 %conv44.i161, ptr %arrayidx45.i162, align 4
  %inc.i163 = add nuw nsw i64 %i.066.i137, 1
  %exitcond.not.i164 = icmp eq i64 %inc.i163, %width
  br i1 %exitcond.not.i164, label %find_taps.exit165, label %for.body.i136

find_taps.exit165:
  br i1 %cmp465.i, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %cmp23 = icmp sgt i64 %rows, 1
  %conv24 = zext i1 %cmp23 to i32
  %cmp.i177 = icmp slt i64 %columns, 2
  %cmp223.i.i = icmp sgt i32 %conv, 0
  %wide.trip.count.i.i = and i64 %channels, 4294967295
  %cmp19.i = icmp sgt i64 %mul12, 0
  %mul70 = mul nsw i64 %width, %height
  br label %for.body

for.cond.cleanup:
  call void @llvm.lifetime.end.p0(ptr nonnull %held.sroa.0)
  call void @llvm.lifetime.end.p0(ptr nonnull %held.sroa.6)
  call void @llvm.lifetime.end.p0(ptr nonnull %kept.sroa.0)
  call void @llvm.lifetime.end.p0(ptr nonnull %kept.sroa.5)
  ret void

for.body:
  %0 = phi ptr [ %add.ptr11, %for.body.lr.ph ], [ %2, %mix_rows.exit ]
  %add.ptr1491188 = phi ptr [ %add.ptr14, %for.body.lr.ph ], [ %add.ptr1490, %mix_rows.exit ]
  %y.0187 = phi i64 [ 0, %for.body.lr.ph ], [ %inc74, %mix_rows.exit ]
  call void @llvm.lifetime.start.p0(ptr nonnull %needed.sroa.0)
  call void @llvm.lifetime.start.p0(ptr nonnull %needed.sroa.4)
  %arrayidx = getelementptr inbounds nuw i32, ptr %workspace, i64 %y.0187
  %1 = load i32, ptr %arrayidx, align 4
  %conv19 = sext i32 %1 to i64
  store i64 %conv19, ptr %needed.sroa.0, align 16
  %add = add nsw i32 %1, %conv24
  %conv25 = sext i32 %add to i64
  store i64 %conv25, ptr %needed.sroa.4, align 8
  %held.sroa.6.0.held.sroa.6.8. = load i64, ptr %held.sroa.6, align 8
  %cmp28 = icmp eq i64 %held.sroa.6.0.held.sroa.6.8., %conv19
  br i1 %cmp28, label %if.then, label %if.end

if.then:
  store ptr %add.ptr1491188, ptr %kept.sroa.0, align 16
  store ptr %0, ptr %kept.sroa.5, align 8
  %held.sroa.0.0.held.sroa.0.0. = load i64, ptr %held.sroa.0, align 16
  store i64 %held.sroa.0.0.held.sroa.0.0., ptr %held.sroa.6, align 8
  store i64 %conv19, ptr %held.sroa.0, align 16
  br label %if.end

if.end:
  %add.ptr1490 = phi ptr [ %0, %if.then ], [ %add.ptr1491188, %for.body ]
  %2 = phi ptr [ %add.ptr1491188, %if.then ], [ %0, %for.body ]
  br label %for.body42

for.cond.cleanup41:
  br i1 %cmp19.i, label %for.body.lr.ph.i166, label %mix_rows.exit

for.body.lr.ph.i166:
  %arrayidx67 = getelementptr inbounds nuw i32, ptr %add.ptr1, i64 %y.0187
  %3 = load i32, ptr %arrayidx67, align 4
  %arrayidx64 = getelementptr inbounds nuw i32, ptr %add.ptr, i64 %y.0187
  %4 = load i32, ptr %arrayidx64, align 4
  %sext = shl i32 %4, 16
  %conv1.i167 = ashr exact i32 %sext, 16
  %sext181 = shl i32 %3, 16
  %conv5.i = ashr exact i32 %sext181, 16
  br label %for.body.i168

for.body.i168:
  %i.020.i = phi i64 [ 0, %for.body.lr.ph.i166 ], [ %inc.i174, %for.body.i168 ]
  %arrayidx.i169 = getelementptr inbounds nuw i16, ptr %2, i64 %i.020.i
  %5 = load i16, ptr %arrayidx.i169, align 2
  %conv.i170 = sext i16 %5 to i32
  %mul.i171 = mul nsw i32 %conv1.i167, %conv.i170
  %arrayidx3.i = getelementptr inbounds nuw i16, ptr %add.ptr1490, i64 %i.020.i
  %6 = load i16, ptr %arrayidx3.i, align 2
  %conv4.i = sext i16 %6 to i32
  %mul6.i = mul nsw i32 %conv5.i, %conv4.i
  %conv9.i172 = lshr i32 %mul.i171, 16
  %conv10.i = lshr i32 %mul6.i, 16
  %add.i173 = add nuw nsw i32 %conv9.i172, 2
  %add11.i = add nuw nsw i32 %add.i173, %conv10.i
  %shr12.i = lshr i32 %add11.i, 2
  %conv13.i = trunc i32 %shr12.i to i8
  %arrayidx14.i = getelementptr inbounds nuw i8, ptr %add.ptr16, i64 %i.020.i
  store i8 %conv13.i, ptr %arrayidx14.i, align 1
  %inc.i174 = add nuw nsw i64 %i.020.i, 1
  %exitcond.not.i175 = icmp eq i64 %inc.i174, %mul12
  br i1 %exitcond.not.i175, label %mix_rows.exit, label %for.body.i168

mix_rows.exit:
  %mul71 = mul nsw i64 %y.0187, %width
  %add.ptr72 = getelementptr inbounds float, ptr %blob, i64 %mul71
  tail call fastcc void @convert_row(ptr noundef nonnull %add.ptr16, i64 noundef %width, i32 noundef %conv, ptr noundef %formulas, i64 noundef %made, i64 noundef %mul70, ptr noundef %add.ptr72) #7
  call void @llvm.lifetime.end.p0(ptr nonnull %needed.sroa.0)
  call void @llvm.lifetime.end.p0(ptr nonnull %needed.sroa.4)
  %inc74 = add nuw nsw i64 %y.0187, 1
  %exitcond.not = icmp eq i64 %inc74, %height
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

for.body42:
  %cmp39 = phi i1 [ true, %if.end ], [ false, %for.inc ]
  %indvars.iv.sroa.phi = phi ptr [ %needed.sroa.0, %if.end ], [ %needed.sroa.4, %for.inc ]
  %indvars.iv.sroa.phi203 = phi ptr [ %held.sroa.0, %if.end ], [ %held.sroa.6, %for.inc ]
  %indvars.iv.sroa.phi205 = phi ptr [ %kept.sroa.0, %if.end ], [ %kept.sroa.5, %for.inc ]
  %7 = load i64, ptr %indvars.iv.sroa.phi203, align 8
  %8 = load i64, ptr %indvars.iv.sroa.phi, align 8
  %cmp46.not = icmp eq i64 %7, %8
  br i1 %cmp46.not, label %for.inc, label %if.then48

if.then48:
  %mul51 = mul nsw i64 %8, %stride
  %add.ptr52 = getelementptr inbounds i8, ptr %pixels, i64 %mul51
  %9 = load ptr, ptr %indvars.iv.sroa.phi205, align 8
  br i1 %cmp.i177, label %if.then.i, label %if.else.i

if.then.i:
  br i1 %cmp465.i131, label %for.cond1.preheader.i.i, label %sum_row.exit

for.cond1.preheader.i.i:
  %x.028.i.i = phi i64 [ %inc13.i.i, %for.cond.cleanup3.i.i ], [ 0, %if.then.i ]
  %result.addr.027.i.i = phi ptr [ %result.addr.1.lcssa.i.i, %for.cond.cleanup3.i.i ], [ %9, %if.then.i ]
  br i1 %cmp223.i.i, label %for.body4.i.preheader.i, label %for.cond.cleanup3.i.i

for.body4.i.preheader.i:
  %arrayidx5.i.i = getelementptr inbounds nuw i32, ptr %add.ptr6, i64 %x.028.i.i
  %arrayidx9.i.i = getelementptr inbounds nuw i32, ptr %add.ptr9, i64 %x.028.i.i
  br label %for.body4.i.i

for.cond.cleanup3.i.i:
  %result.addr.1.lcssa.i.i = phi ptr [ %result.addr.027.i.i, %for.cond1.preheader.i.i ], [ %incdec.ptr.i.i, %for.body4.i.i ]
  %inc13.i.i = add nuw nsw i64 %x.028.i.i, 1
  %exitcond30.not.i.i = icmp eq i64 %inc13.i.i, %width
  br i1 %exitcond30.not.i.i, label %sum_row.exit.loopexit, label %for.cond1.preheader.i.i

for.body4.i.i:
  %indvars.iv.i.i = phi i64 [ %indvars.iv.next.i.i, %for.body4.i.i ], [ 0, %for.body4.i.preheader.i ]
  %result.addr.124.i.i = phi ptr [ %incdec.ptr.i.i, %for.body4.i.i ], [ %result.addr.027.i.i, %for.body4.i.preheader.i ]
  %arrayidx.i.i = getelementptr inbounds nuw i8, ptr %add.ptr52, i64 %indvars.iv.i.i
  %10 = load i8, ptr %arrayidx.i.i, align 1
  %conv.i.i = zext i8 %10 to i32
  %11 = load i32, ptr %arrayidx5.i.i, align 4
  %12 = load i32, ptr %arrayidx9.i.i, align 4
  %mul22.i.i = add i32 %12, %11
  %add.i.i = mul i32 %mul22.i.i, %conv.i.i
  %shr.i.i = lshr i32 %add.i.i, 4
  %conv11.i.i = trunc i32 %shr.i.i to i16
  %incdec.ptr.i.i = getelementptr inbounds nuw i8, ptr %result.addr.124.i.i, i64 2
  store i16 %conv11.i.i, ptr %result.addr.124.i.i, align 2
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, %wide.trip.count.i.i
  br i1 %exitcond.not.i.i, label %for.cond.cleanup3.i.i, label %for.body4.i.i

if.else.i:
  switch i32 %conv, label %if.else6.i [
    i32 1, label %if.then2.i
    i32 3, label %if.then5.i
  ]

if.then2.i:
  br i1 %cmp465.i131, label %for.body.i.i, label %sum_row.exit

for.body.i.i:
  %x.015.i.i = phi i64 [ %inc.i.i, %for.body.i.i ], [ 0, %if.then2.i ]
  %arrayidx.i24.i = getelementptr inbounds nuw i32, ptr %add.ptr3, i64 %x.015.i.i
  %13 = load i32, ptr %arrayidx.i24.i, align 4
  %idx.ext.i.i = sext i32 %13 to i64
  %add.ptr.i.i = getelementptr inbounds i8, ptr %add.ptr52, i64 %idx.ext.i.i
  %pair.sroa.0.0.copyload.i.i = load i8, ptr %add.ptr.i.i, align 1
  %pair.sroa.4.0.add.ptr.sroa_idx.i.i = getelementptr inbounds nuw i8, ptr %add.ptr.i.i, i64 1
  %pair.sroa.4.0.copyload.i.i = load i8, ptr %pair.sroa.4.0.add.ptr.sroa_idx.i.i, align 1
  %conv.i25.i = zext i8 %pair.sroa.0.0.copyload.i.i to i32
  %arrayidx2.i.i = getelementptr inbounds nuw i32, ptr %add.ptr6, i64 %x.015.i.i
  %14 = load i32, ptr %arrayidx2.i.i, align 4
  %mul.i.i = mul nsw i32 %14, %conv.i25.i
  %conv4.i.i = zext i8 %pair.sroa.4.0.copyload.i.i to i32
  %arrayidx5.i26.i = getelementptr inbounds nuw i32, ptr %add.ptr9, i64 %x.015.i.i
  %15 = load i32, ptr %arrayidx5.i26.i, align 4
  %mul6.i.i = mul nsw i32 %15, %conv4.i.i
  %add.i27.i = add nsw i32 %mul6.i.i, %mul.i.i
  %shr.i28.i = lshr i32 %add.i27.i, 4
  %conv7.i.i = trunc i32 %shr.i28.i to i16
  %arrayidx8.i.i = getelementptr inbounds nuw i16, ptr %9, i64 %x.015.i.i
  store i16 %conv7.i.i, ptr %arrayidx8.i.i, align 2
  %inc.i.i = add nuw nsw i64 %x.015.i.i, 1
  %exitcond.not.i29.i = icmp eq i64 %inc.i.i, %width
  br i1 %exitcond.not.i29.i, label %sum_row.exit, label %for.body.i.i

if.then5.i:
  br i1 %cmp465.i131, label %for.body.i32.i, label %sum_row.exit

for.body.i32.i:
  %x.019.i.i = phi i64 [ %inc.i36.i, %for.body.i32.i ], [ 0, %if.then5.i ]
  %arrayidx.i33.i = getelementptr inbounds nuw i32, ptr %add.ptr3, i64 %x.019.i.i
  %16 = load i32, ptr %arrayidx.i33.i, align 4
  %idx.ext.i34.i = sext i32 %16 to i64
  %add.ptr.i35.i = getelementptr inbounds i8, ptr %add.ptr52, i64 %idx.ext.i34.i
  %near.0.copyload1517.i.i = load <4 x i8>, ptr %add.ptr.i35.i, align 1
  %add.ptr5.i.i = getelementptr inbounds nuw i8, ptr %add.ptr.i35.i, i64 2
  %far.0.copyload.i.i = load <4 x i8>, ptr %add.ptr5.i.i, align 1
  %shuffle.i.i = shufflevector <4 x i8> %far.0.copyload.i.i, <4 x i8> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 3>
  %add.ptr6.idx.i.i = mul nuw nsw i64 %x.019.i.i, 6
  %add.ptr6.i.i = getelementptr inbounds nuw i8, ptr %9, i64 %add.ptr6.idx.i.i
  %conv.i.i.i = zext <4 x i8> %near.0.copyload1517.i.i to <4 x i32>
  %arrayidx.i.i.i = getelementptr inbounds nuw i32, ptr %add.ptr6, i64 %x.019.i.i
  %17 = load i32, ptr %arrayidx.i.i.i, align 4
  %splat.splatinsert.i.i.i = insertelement <4 x i32> poison, i32 %17, i64 0
  %splat.splat.i.i.i = shufflevector <4 x i32> %splat.splatinsert.i.i.i, <4 x i32> poison, <4 x i32> zeroinitializer
  %mul.i.i.i = mul <4 x i32> %splat.splat.i.i.i, %conv.i.i.i
  %conv4.i.i.i = zext <4 x i8> %shuffle.i.i to <4 x i32>
  %arrayidx6.i.i.i = getelementptr inbounds nuw i32, ptr %add.ptr9, i64 %x.019.i.i
  %18 = load i32, ptr %arrayidx6.i.i.i, align 4
  %splat.splatinsert7.i.i.i = insertelement <4 x i32> poison, i32 %18, i64 0
  %splat.splat8.i.i.i = shufflevector <4 x i32> %splat.splatinsert7.i.i.i, <4 x i32> poison, <4 x i32> zeroinitializer
  %mul9.i.i.i = mul <4 x i32> %splat.splat8.i.i.i, %conv4.i.i.i
  %add.i.i.i = add <4 x i32> %mul9.i.i.i, %mul.i.i.i
  %shr.i.i.i = lshr <4 x i32> %add.i.i.i, splat (i32 4)
  %conv10.i.i.i = trunc <4 x i32> %shr.i.i.i to <4 x i16>
  store <4 x i16> %conv10.i.i.i, ptr %add.ptr6.i.i, align 2
  %inc.i36.i = add nuw nsw i64 %x.019.i.i, 1
  %exitcond.not.i37.i = icmp eq i64 %inc.i36.i, %width
  br i1 %exitcond.not.i37.i, label %sum_row.exit, label %for.body.i32.i

if.else6.i:
  br i1 %cmp465.i131, label %for.body.i44.i, label %sum_row.exit

for.body.i44.i:
  %x.020.i.i = phi i64 [ %inc.i64.i, %for.body.i44.i ], [ 0, %if.else6.i ]
  %arrayidx.i45.i = getelementptr inbounds nuw i32, ptr %add.ptr3, i64 %x.020.i.i
  %19 = load i32, ptr %arrayidx.i45.i, align 4
  %idx.ext.i46.i = sext i32 %19 to i64
  %add.ptr.i47.i = getelementptr inbounds i8, ptr %add.ptr52, i64 %idx.ext.i46.i
  %near.0.copyload1417.i.i = load <4 x i8>, ptr %add.ptr.i47.i, align 1
  %add.ptr5.i48.i = getelementptr inbounds nuw i8, ptr %add.ptr.i47.i, i64 4
  %far.0.copyload1518.i.i = load <4 x i8>, ptr %add.ptr5.i48.i, align 1
  %add.ptr6.idx.i49.i = shl nsw i64 %x.020.i.i, 3
  %add.ptr6.i50.i = getelementptr inbounds nuw i8, ptr %9, i64 %add.ptr6.idx.i49.i
  %conv.i.i51.i = zext <4 x i8> %near.0.copyload1417.i.i to <4 x i32>
  %arrayidx.i.i52.i = getelementptr inbounds nuw i32, ptr %add.ptr6, i64 %x.020.i.i
  %20 = load i32, ptr %arrayidx.i.i52.i, align 4
  %splat.splatinsert.i.i53.i = insertelement <4 x i32> poison, i32 %20, i64 0
  %splat.splat.i.i54.i = shufflevector <4 x i32> %splat.splatinsert.i.i53.i, <4 x i32> poison, <4 x i32> zeroinitializer
  %mul.i.i55.i = mul <4 x i32> %splat.splat.i.i54.i, %conv.i.i51.i
  %conv4.i.i56.i = zext <4 x i8> %far.0.copyload1518.i.i to <4 x i32>
  %arrayidx6.i.i57.i = getelementptr inbounds nuw i32, ptr %add.ptr9, i64 %x.020.i.i
  %21 = load i32, ptr %arrayidx6.i.i57.i, align 4
  %splat.splatinsert7.i.i58.i = insertelement <4 x i32> poison, i32 %21, i64 0
  %splat.splat8.i.i59.i = shufflevector <4 x i32> %splat.splatinsert7.i.i58.i, <4 x i32> poison, <4 x i32> zeroinitializer
  %mul9.i.i60.i = mul <4 x i32> %splat.splat8.i.i59.i, %conv4.i.i56.i
  %add.i.i61.i = add <4 x i32> %mul9.i.i60.i, %mul.i.i55.i
  %shr.i.i62.i = lshr <4 x i32> %add.i.i61.i, splat (i32 4)
  %conv10.i.i63.i = trunc <4 x i32> %shr.i.i62.i to <4 x i16>
  store <4 x i16> %conv10.i.i63.i, ptr %add.ptr6.i50.i, align 2
  %inc.i64.i = add nuw nsw i64 %x.020.i.i, 1
  %exitcond.not.i65.i = icmp eq i64 %inc.i64.i, %width
  br i1 %exitcond.not.i65.i, label %sum_row.exit, label %for.body.i44.i

sum_row.exit.loopexit:
  %.pre = load i64, ptr %indvars.iv.sroa.phi, align 8
  br label %sum_row.exit

sum_row.exit:
  %22 = phi i64 [ %8, %for.body.i.i ], [ %8, %for.body.i44.i ], [ %8, %if.else6.i ], [ %.pre, %sum_row.exit.loopexit ], [ %8, %if.then.i ], [ %8, %if.then2.i ], [ %8, %if.then5.i ], [ %8, %for.body.i32.i ]
  store i64 %22, ptr %indvars.iv.sroa.phi203, align 8
  br label %for.inc

for.inc:
  br i1 %cmp39, label %for.body42, label %for.cond.cleanup41
}

define void @scale_and_shift(ptr noundef captures(none) %values, i64 noundef %count, float noundef %scale, float noundef %shift) local_unnamed_addr #0 {
entry:
  %cmp6 = icmp sgt i64 %count, 0
  br i1 %cmp6, label %for.body, label %for.cond.cleanup

for.cond.cleanup:
  ret void

for.body:
  %i.07 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %arrayidx = getelementptr inbounds nuw float, ptr %values, i64 %i.07
  %0 = load float, ptr %arrayidx, align 4
  %1 = tail call float @llvm.fma.f32(float %0, float %scale, float %shift)
  store float %1, ptr %arrayidx, align 4
  %inc = add nuw nsw i64 %i.07, 1
  %exitcond.not = icmp eq i64 %inc, %count
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare float @llvm.fma.f32(float, float, float) #3

define void @resize_plane(ptr noundef %plane, i64 noundef %columns, ptr noundef readonly captures(none) %axes, ptr noundef writeonly captures(none) %result, ptr noundef %workspace) local_unnamed_addr #4 {
entry:
  %held = alloca [4 x i64], align 16
  %kept = alloca [4 x ptr], align 16
  %down.sroa.0.0.copyload = load ptr, ptr %axes, align 8
  %down.sroa.5.0.arrayidx.sroa_idx = getelementptr inbounds nuw i8, ptr %axes, i64 8
  %down.sroa.5.0.copyload = load ptr, ptr %down.sroa.5.0.arrayidx.sroa_idx, align 8
  %down.sroa.6.0.arrayidx.sroa_idx = getelementptr inbounds nuw i8, ptr %axes, i64 16
  %down.sroa.6.0.copyload = load i64, ptr %down.sroa.6.0.arrayidx.sroa_idx, align 8
  %down.sroa.9.0.arrayidx.sroa_idx = getelementptr inbounds nuw i8, ptr %axes, i64 24
  %down.sroa.9.0.copyload = load i64, ptr %down.sroa.9.0.arrayidx.sroa_idx, align 8
  %arrayidx1 = getelementptr inbounds nuw i8, ptr %axes, i64 32
  %across.sroa.0.sroa.0.0.copyload = load ptr, ptr %arrayidx1, align 8
  %across.sroa.0.sroa.5.0.arrayidx1.sroa_idx = getelementptr inbounds nuw i8, ptr %axes, i64 40
  %across.sroa.0.sroa.5.0.copyload = load ptr, ptr %across.sroa.0.sroa.5.0.arrayidx1.sroa_idx, align 8
  %across.sroa.5.0.arrayidx1.sroa_idx = getelementptr inbounds nuw i8, ptr %axes, i64 48
  %across.sroa.5.0.copyload = load i64, ptr %across.sroa.5.0.arrayidx1.sroa_idx, align 8
  %across.sroa.6.0.arrayidx1.sroa_idx = getelementptr inbounds nuw i8, ptr %axes, i64 56
  %across.sroa.6.0.copyload = load i64, ptr %across.sroa.6.0.arrayidx1.sroa_idx, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %held) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(32) %held, i8 -1, i64 32, i1 false)
  %mul = mul nsw i64 %down.sroa.9.0.copyload, %down.sroa.6.0.copyload
  %0 = getelementptr i64, ptr %down.sroa.0.0.copyload, i64 %mul
  %arrayidx4 = getelementptr i8, ptr %0, i64 -8
  %1 = load i64, ptr %arrayidx4, align 8
  %cmp.not = icmp slt i64 %1, %down.sroa.6.0.copyload
  %cmp7163 = icmp sgt i64 %down.sroa.6.0.copyload, 0
  br i1 %cmp7163, label %for.body.lr.ph, label %for.cond.cleanup

for.body.lr.ph:
  %cmp15159 = icmp sgt i64 %down.sroa.9.0.copyload, 0
  %cmp36.i28.i = icmp sgt i64 %across.sroa.5.0.copyload, 0
  br label %for.body

for.cond.cleanup:
  call void @llvm.lifetime.end.p0(ptr nonnull %held) #8
  ret void

for.body:
  %result.addr.0165 = phi ptr [ %result, %for.body.lr.ph ], [ %add.ptr49, %cleanup ]
  %y.0164 = phi i64 [ 0, %for.body.lr.ph ], [ %inc48, %cleanup ]
  %mul10 = mul nsw i64 %y.0164, %down.sroa.9.0.copyload
  %add.ptr = getelementptr inbounds i64, ptr %down.sroa.0.0.copyload, i64 %mul10
  call void @llvm.lifetime.start.p0(ptr nonnull %kept) #8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 16 dereferenceable(32) %kept, i8 0, i64 32, i1 false)
  %add.ptr13 = getelementptr inbounds float, ptr %down.sroa.5.0.copyload, i64 %mul10
  br i1 %cmp.not, label %for.cond23.preheader, label %for.cond14.preheader

for.cond14.preheader:
  br i1 %cmp15159, label %for.body17, label %for.cond.cleanup16

for.cond23.preheader:
  br i1 %cmp15159, label %for.body26, label %for.cond.cleanup25

for.cond.cleanup16:
  call fastcc void @mix_floats(ptr noundef %kept, ptr noundef %add.ptr13, i64 noundef %down.sroa.9.0.copyload, i64 noundef %columns, ptr noundef %workspace) #7
  switch i64 %across.sroa.6.0.copyload, label %if.else4.i [
    i64 1, label %if.then.i
    i64 2, label %if.then3.i
  ]

if.then.i:
  br i1 %cmp36.i28.i, label %for.body.i.i, label %cleanup

for.body.i.i:
  %x.037.i.i = phi i64 [ %inc18.i.i, %for.body.i.i ], [ 0, %if.then.i ]
  %add.ptr.i.i = getelementptr inbounds nuw i64, ptr %across.sroa.0.sroa.0.0.copyload, i64 %x.037.i.i
  %add.ptr4.i.i = getelementptr inbounds nuw float, ptr %across.sroa.0.sroa.5.0.copyload, i64 %x.037.i.i
  %2 = load i64, ptr %add.ptr.i.i, align 8
  %arrayidx5.i.i = getelementptr inbounds float, ptr %workspace, i64 %2
  %3 = load float, ptr %arrayidx5.i.i, align 4
  %4 = load float, ptr %add.ptr4.i.i, align 4
  %mul7.i.i = fmul float %3, %4
  %arrayidx16.i.i = getelementptr inbounds nuw float, ptr %result.addr.0165, i64 %x.037.i.i
  store float %mul7.i.i, ptr %arrayidx16.i.i, align 4
  %inc18.i.i = add nuw nsw i64 %x.037.i.i, 1
  %exitcond38.not.i.i = icmp eq i64 %inc18.i.i, %across.sroa.5.0.copyload
  br i1 %exitcond38.not.i.i, label %cleanup, label %for.body.i.i

if.then3.i:
  br i1 %cmp36.i28.i, label %for.body.i16.i, label %cleanup

for.body.i16.i:
  %x.037.i17.i = phi i64 [ %inc18.i23.i, %for.body.i16.i ], [ 0, %if.then3.i ]
  %mul.i.i = shl nuw nsw i64 %x.037.i17.i, 1
  %add.ptr.i18.i = getelementptr inbounds nuw i64, ptr %across.sroa.0.sroa.0.0.copyload, i64 %mul.i.i
  %add.ptr4.i19.i = getelementptr inbounds nuw float, ptr %across.sroa.0.sroa.5.0.copyload, i64 %mul.i.i
  %5 = load i64, ptr %add.ptr.i18.i, align 8
  %arrayidx5.i20.i = getelementptr inbounds float, ptr %workspace, i64 %5
  %6 = load float, ptr %arrayidx5.i20.i, align 4
  %7 = load float, ptr %add.ptr4.i19.i, align 4
  %mul7.i21.i = fmul float %6, %7
  %arrayidx12.i.i = getelementptr inbounds nuw i8, ptr %add.ptr.i18.i, i64 8
  %8 = load i64, ptr %arrayidx12.i.i, align 8
  %arrayidx13.i.i = getelementptr inbounds float, ptr %workspace, i64 %8
  %9 = load float, ptr %arrayidx13.i.i, align 4
  %arrayidx14.i.i = getelementptr inbounds nuw i8, ptr %add.ptr4.i19.i, i64 4
  %10 = load float, ptr %arrayidx14.i.i, align 4
  %mul15.i.i = fmul float %9, %10
  %add.i.i = fadd float %mul7.i21.i, %mul15.i.i
  %arrayidx16.i22.i = getelementptr inbounds nuw float, ptr %result.addr.0165, i64 %x.037.i17.i
  store float %add.i.i, ptr %arrayidx16.i22.i, align 4
  %inc18.i23.i = add nuw nsw i64 %x.037.i17.i, 1
  %exitcond38.not.i24.i = icmp eq i64 %inc18.i23.i, %across.sroa.5.0.copyload
  br i1 %exitcond38.not.i24.i, label %cleanup, label %for.body.i16.i

if.else4.i:
  br i1 %cmp36.i28.i, label %for.body.i31.i, label %cleanup

for.body.i31.i:
  %x.037.i32.i = phi i64 [ %inc18.i50.i, %for.cond.cleanup10.i48.i ], [ 0, %if.else4.i ]
  %mul.i33.i = shl nuw nsw i64 %x.037.i32.i, 2
  %add.ptr.i34.i = getelementptr inbounds nuw i64, ptr %across.sroa.0.sroa.0.0.copyload, i64 %mul.i33.i
  %add.ptr4.i35.i = getelementptr inbounds nuw float, ptr %across.sroa.0.sroa.5.0.copyload, i64 %mul.i33.i
  %11 = load i64, ptr %add.ptr.i34.i, align 8
  %arrayidx5.i36.i = getelementptr inbounds float, ptr %workspace, i64 %11
  %12 = load float, ptr %arrayidx5.i36.i, align 4
  %13 = load float, ptr %add.ptr4.i35.i, align 4
  %mul7.i37.i = fmul float %12, %13
  br label %for.body11.i38.i

for.cond.cleanup10.i48.i:
  %arrayidx16.i49.i = getelementptr inbounds nuw float, ptr %result.addr.0165, i64 %x.037.i32.i
  store float %add.i45.i, ptr %arrayidx16.i49.i, align 4
  %inc18.i50.i = add nuw nsw i64 %x.037.i32.i, 1
  %exitcond38.not.i51.i = icmp eq i64 %inc18.i50.i, %across.sroa.5.0.copyload
  br i1 %exitcond38.not.i51.i, label %cleanup, label %for.body.i31.i

for.body11.i38.i:
  %t.035.i39.i = phi i64 [ %inc.i46.i, %for.body11.i38.i ], [ 1, %for.body.i31.i ]
  %total.034.i40.i = phi float [ %add.i45.i, %for.body11.i38.i ], [ %mul7.i37.i, %for.body.i31.i ]
  %arrayidx12.i41.i = getelementptr inbounds nuw i64, ptr %add.ptr.i34.i, i64 %t.035.i39.i
  %14 = load i64, ptr %arrayidx12.i41.i, align 8
  %arrayidx13.i42.i = getelementptr inbounds float, ptr %workspace, i64 %14
  %15 = load float, ptr %arrayidx13.i42.i, align 4
  %arrayidx14.i43.i = getelementptr inbounds nuw float, ptr %add.ptr4.i35.i, i64 %t.035.i39.i
  %16 = load float, ptr %arrayidx14.i43.i, align 4
  %mul15.i44.i = fmul float %15, %16
  %add.i45.i = fadd float %total.034.i40.i, %mul15.i44.i
  %inc.i46.i = add nuw nsw i64 %t.035.i39.i, 1
  %exitcond.not.i47.i = icmp eq i64 %inc.i46.i, 4
  br i1 %exitcond.not.i47.i, label %for.cond.cleanup10.i48.i, label %for.body11.i38.i

for.body17:
  %t.0160 = phi i64 [ %inc, %for.body17 ], [ 0, %for.cond14.preheader ]
  %arrayidx18 = getelementptr inbounds nuw i64, ptr %add.ptr, i64 %t.0160
  %17 = load i64, ptr %arrayidx18, align 8
  %mul19 = mul nsw i64 %17, %columns
  %add.ptr20 = getelementptr inbounds float, ptr %plane, i64 %mul19
  %arrayidx21 = getelementptr inbounds nuw ptr, ptr %kept, i64 %t.0160
  store ptr %add.ptr20, ptr %arrayidx21, align 8
  %inc = add nuw nsw i64 %t.0160, 1
  %exitcond.not = icmp eq i64 %inc, %down.sroa.9.0.copyload
  br i1 %exitcond.not, label %for.cond.cleanup16, label %for.body17

for.cond.cleanup25:
  call fastcc void @mix_floats(ptr noundef %kept, ptr noundef %add.ptr13, i64 noundef %down.sroa.9.0.copyload, i64 noundef %across.sroa.5.0.copyload, ptr noundef %result.addr.0165) #7
  br label %cleanup

for.body26:
  %t22.0162 = phi i64 [ %inc42, %if.end37 ], [ 0, %for.cond23.preheader ]
  %arrayidx27 = getelementptr inbounds nuw i64, ptr %add.ptr, i64 %t22.0162
  %18 = load i64, ptr %arrayidx27, align 8
  %and = and i64 %18, 3
  %mul28 = mul nsw i64 %and, %across.sroa.5.0.copyload
  %add.ptr29 = getelementptr inbounds float, ptr %workspace, i64 %mul28
  %arrayidx30 = getelementptr inbounds nuw i64, ptr %held, i64 %and
  %19 = load i64, ptr %arrayidx30, align 8
  %cmp32.not = icmp eq i64 %19, %18
  br i1 %cmp32.not, label %if.end37, label %if.then33

if.then33:
  %mul35 = mul nsw i64 %18, %columns
  %add.ptr36 = getelementptr inbounds float, ptr %plane, i64 %mul35
  switch i64 %across.sroa.6.0.copyload, label %if.else4.i126 [
    i64 1, label %if.then.i116
    i64 2, label %if.then3.i100
  ]

if.then.i116:
  br i1 %cmp36.i28.i, label %for.body.i.i117, label %if.end37

for.body.i.i117:
  %x.037.i.i118 = phi i64 [ %inc18.i.i124, %for.body.i.i117 ], [ 0, %if.then.i116 ]
  %add.ptr.i.i119 = getelementptr inbounds nuw i64, ptr %across.sroa.0.sroa.0.0.copyload, i64 %x.037.i.i118
  %add.ptr4.i.i120 = getelementptr inbounds nuw float, ptr %across.sroa.0.sroa.5.0.copyload, i64 %x.037.i.i118
  %20 = load i64, ptr %add.ptr.i.i119, align 8
  %arrayidx5.i.i121 = getelementptr inbounds float, ptr %add.ptr36, i64 %20
  %21 = load float, ptr %arrayidx5.i.i121, align 4
  %22 = load float, ptr %add.ptr4.i.i120, align 4
  %mul7.i.i122 = fmul float %21, %22
  %arrayidx16.i.i123 = getelementptr inbounds nuw float, ptr %add.ptr29, i64 %x.037.i.i118
  store float %mul7.i.i122, ptr %arrayidx16.i.i123, align 4
  %inc18.i.i124 = add nuw nsw i64 %x.037.i.i118, 1
  %exitcond38.not.i.i125 = icmp eq i64 %inc18.i.i124, %across.sroa.5.0.copyload
  br i1 %exitcond38.not.i.i125, label %if.end37, label %for.body.i.i117

if.then3.i100:
  br i1 %cmp36.i28.i, label %for.body.i16.i101, label %if.end37

for.body.i16.i101:
  %x.037.i17.i102 = phi i64 [ %inc18.i23.i114, %for.body.i16.i101 ], [ 0, %if.then3.i100 ]
  %mul.i.i103 = shl nuw nsw i64 %x.037.i17.i102, 1
  %add.ptr.i18.i104 = getelementptr inbounds nuw i64, ptr %across.sroa.0.sroa.0.0.copyload, i64 %mul.i.i103
  %add.ptr4.i19.i105 = getelementptr inbounds nuw float, ptr %across.sroa.0.sroa.5.0.copyload, i64 %mul.i.i103
  %23 = load i64, ptr %add.ptr.i18.i104, align 8
  %arrayidx5.i20.i106 = getelementptr inbounds float, ptr %add.ptr36, i64 %23
  %24 = load float, ptr %arrayidx5.i20.i106, align 4
  %25 = load float, ptr %add.ptr4.i19.i105, align 4
  %mul7.i21.i107 = fmul float %24, %25
  %arrayidx12.i.i108 = getelementptr inbounds nuw i8, ptr %add.ptr.i18.i104, i64 8
  %26 = load i64, ptr %arrayidx12.i.i108, align 8
  %arrayidx13.i.i109 = getelementptr inbounds float, ptr %add.ptr36, i64 %26
  %27 = load float, ptr %arrayidx13.i.i109, align 4
  %arrayidx14.i.i110 = getelementptr inbounds nuw i8, ptr %add.ptr4.i19.i105, i64 4
  %28 = load float, ptr %arrayidx14.i.i110, align 4
  %mul15.i.i111 = fmul float %27, %28
  %add.i.i112 = fadd float %mul7.i21.i107, %mul15.i.i111
  %arrayidx16.i22.i113 = getelementptr inbounds nuw float, ptr %add.ptr29, i64 %x.037.i17.i102
  store float %add.i.i112, ptr %arrayidx16.i22.i113, align 4
  %inc18.i23.i114 = add nuw nsw i64 %x.037.i17.i102, 1
  %exitcond38.not.i24.i115 = icmp eq i64 %inc18.i23.i114, %across.sroa.5.0.copyload
  br i1 %exitcond38.not.i24.i115, label %if.end37, label %for.body.i16.i101

if.else4.i126:
  br i1 %cmp36.i28.i, label %for.body.i31.i127, label %if.end37

for.body.i31.i127:
  %x.037.i32.i128 = phi i64 [ %inc18.i50.i146, %for.cond.cleanup10.i48.i144 ], [ 0, %if.else4.i126 ]
  %mul.i33.i129 = shl nuw nsw i64 %x.037.i32.i128, 2
  %add.ptr.i34.i130 = getelementptr inbounds nuw i64, ptr %across.sroa.0.sroa.0.0.copyload, i64 %mul.i33.i129
  %add.ptr4.i35.i131 = getelementptr inbounds nuw float, ptr %across.sroa.0.sroa.5.0.copyload, i64 %mul.i33.i129
  %29 = load i64, ptr %add.ptr.i34.i130, align 8
  %arrayidx5.i36.i132 = getelementptr inbounds float, ptr %add.ptr36, i64 %29
  %30 = load float, ptr %arrayidx5.i36.i132, align 4
  %31 = load float, ptr %add.ptr4.i35.i131, align 4
  %mul7.i37.i133 = fmul float %30, %31
  br label %for.body11.i38.i134

for.cond.cleanup10.i48.i144:
  %arrayidx16.i49.i145 = getelementptr inbounds nuw float, ptr %add.ptr29, i64 %x.037.i32.i128
  store float %add.i45.i141, ptr %arrayidx16.i49.i145, align 4
  %inc18.i50.i146 = add nuw nsw i64 %x.037.i32.i128, 1
  %exitcond38.not.i51.i147 = icmp eq i64 %inc18.i50.i146, %across.sroa.5.0.copyload
  br i1 %exitcond38.not.i51.i147, label %if.end37, label %for.body.i31.i127

for.body11.i38.i134:
  %t.035.i39.i135 = phi i64 [ %inc.i46.i142, %for.body11.i38.i134 ], [ 1, %for.body.i31.i127 ]
  %total.034.i40.i136 = phi float [ %add.i45.i141, %for.body11.i38.i134 ], [ %mul7.i37.i133, %for.body.i31.i127 ]
  %arrayidx12.i41.i137 = getelementptr inbounds nuw i64, ptr %add.ptr.i34.i130, i64 %t.035.i39.i135
  %32 = load i64, ptr %arrayidx12.i41.i137, align 8
  %arrayidx13.i42.i138 = getelementptr inbounds float, ptr %add.ptr36, i64 %32
  %33 = load float, ptr %arrayidx13.i42.i138, align 4
  %arrayidx14.i43.i139 = getelementptr inbounds nuw float, ptr %add.ptr4.i35.i131, i64 %t.035.i39.i135
  %34 = load float, ptr %arrayidx14.i43.i139, align 4
  %mul15.i44.i140 = fmul float %33, %34
  %add.i45.i141 = fadd float %total.034.i40.i136, %mul15.i44.i140
  %inc.i46.i142 = add nuw nsw i64 %t.035.i39.i135, 1
  %exitcond.not.i47.i143 = icmp eq i64 %inc.i46.i142, 4
  br i1 %exitcond.not.i47.i143, label %for.cond.cleanup10.i48.i144, label %for.body11.i38.i134

if.end37:
  %35 = load i64, ptr %arrayidx27, align 8
  store i64 %35, ptr %arrayidx30, align 8
  %arrayidx40 = getelementptr inbounds nuw ptr, ptr %kept, i64 %t22.0162
  store ptr %add.ptr29, ptr %arrayidx40, align 8
  %inc42 = add nuw nsw i64 %t22.0162, 1
  %exitcond170.not = icmp eq i64 %inc42, %down.sroa.9.0.copyload
  br i1 %exitcond170.not, label %for.cond.cleanup25, label %for.body26

cleanup:
  call void @llvm.lifetime.end.p0(ptr nonnull %kept) #8
  %inc48 = add nuw nsw i64 %y.0164, 1
  %add.ptr49 = getelementptr inbounds float, ptr %result.addr.0165, i64 %across.sroa.5.0.copyload
  %exitcond171.not = icmp eq i64 %inc48, %down.sroa.6.0.copyload
  br i1 %exitcond171.not, label %for.cond.cleanup, label %for.body
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #5

define internal fastcc void @mix_floats(ptr noundef nonnull readonly captures(none) %kept, ptr noundef readonly captures(none) %weights, i64 noundef %taps, i64 noundef %count, ptr noundef writeonly captures(none) %result) unnamed_addr #6 {
entry:
  %rows.i35 = alloca [4 x ptr], align 16
  %factors.i36 = alloca [4 x float], align 16
  %rows.i14 = alloca [4 x ptr], align 16
  %factors.i15 = alloca [4 x float], align 16
  switch i64 %taps, label %if.else3 [
    i64 1, label %if.then
    i64 2, label %if.then2
  ]

if.then:
  %0 = load ptr, ptr %kept, align 8
  %1 = load float, ptr %weights, align 4
  %cmp545.i = icmp sgt i64 %count, 0
  br i1 %cmp545.i, label %for.body7.i, label %if.end4

for.body7.i:
  %x.046.i = phi i64 [ %inc25.i, %for.body7.i ], [ 0, %if.then ]
  %arrayidx9.i = getelementptr inbounds nuw float, ptr %0, i64 %x.046.i
  %2 = load float, ptr %arrayidx9.i, align 4
  %mul.i = fmul float %1, %2
  %arrayidx23.i = getelementptr inbounds nuw float, ptr %result, i64 %x.046.i
  store float %mul.i, ptr %arrayidx23.i, align 4
  %inc25.i = add nuw nsw i64 %x.046.i, 1
  %exitcond48.not.i = icmp eq i64 %inc25.i, %count
  br i1 %exitcond48.not.i, label %if.end4, label %for.body7.i

if.then2:
  call void @llvm.lifetime.start.p0(ptr nonnull %rows.i14) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %factors.i15) #8
  br label %for.body.i16

for.cond4.preheader.i24:
  %cmp545.i25 = icmp sgt i64 %count, 0
  br i1 %cmp545.i25, label %for.body7.lr.ph.i26, label %mix.exit34

for.body7.lr.ph.i26:
  %3 = load ptr, ptr %rows.i14, align 16
  %4 = load float, ptr %factors.i15, align 16
  %arrayidx16.i.phi.trans.insert = getelementptr inbounds nuw i8, ptr %rows.i14, i64 8
  %.pre = load ptr, ptr %arrayidx16.i.phi.trans.insert, align 8
  %arrayidx18.i.phi.trans.insert = getelementptr inbounds nuw i8, ptr %factors.i15, i64 4
  %.pre67 = load float, ptr %arrayidx18.i.phi.trans.insert, align 4
  br label %for.body7.i27

for.body.i16:
  %t.041.i17 = phi i64 [ 0, %if.then2 ], [ %inc.i22, %for.body.i16 ]
  %arrayidx.i18 = getelementptr inbounds nuw ptr, ptr %kept, i64 %t.041.i17
  %5 = load ptr, ptr %arrayidx.i18, align 8
  %arrayidx1.i19 = getelementptr inbounds nuw ptr, ptr %rows.i14, i64 %t.041.i17
  store ptr %5, ptr %arrayidx1.i19, align 8
  %arrayidx2.i20 = getelementptr inbounds nuw float, ptr %weights, i64 %t.041.i17
  %6 = load float, ptr %arrayidx2.i20, align 4
  %arrayidx3.i21 = getelementptr inbounds nuw float, ptr %factors.i15, i64 %t.041.i17
  store float %6, ptr %arrayidx3.i21, align 4
  %inc.i22 = add nuw nsw i64 %t.041.i17, 1
  %exitcond.not.i23 = icmp eq i64 %inc.i22, 2
  br i1 %exitcond.not.i23, label %for.cond4.preheader.i24, label %for.body.i16

for.body7.i27:
  %x.046.i28 = phi i64 [ 0, %for.body7.lr.ph.i26 ], [ %inc25.i32, %for.body7.i27 ]
  %arrayidx9.i29 = getelementptr inbounds nuw float, ptr %3, i64 %x.046.i28
  %7 = load float, ptr %arrayidx9.i29, align 4
  %mul.i30 = fmul float %4, %7
  %arrayidx17.i = getelementptr inbounds nuw float, ptr %.pre, i64 %x.046.i28
  %8 = load float, ptr %arrayidx17.i, align 4
  %mul19.i = fmul float %8, %.pre67
  %add.i = fadd float %mul.i30, %mul19.i
  %arrayidx23.i31 = getelementptr inbounds nuw float, ptr %result, i64 %x.046.i28
  store float %add.i, ptr %arrayidx23.i31, align 4
  %inc25.i32 = add nuw nsw i64 %x.046.i28, 1
  %exitcond48.not.i33 = icmp eq i64 %inc25.i32, %count
  br i1 %exitcond48.not.i33, label %mix.exit34, label %for.body7.i27

mix.exit34:
  call void @llvm.lifetime.end.p0(ptr nonnull %factors.i15) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %rows.i14) #8
  br label %if.end4

if.else3:
  call void @llvm.lifetime.start.p0(ptr nonnull %rows.i35) #8
  call void @llvm.lifetime.start.p0(ptr nonnull %factors.i36) #8
  br label %for.body.i37

for.cond4.preheader.i45:
  %cmp545.i46 = icmp sgt i64 %count, 0
  br i1 %cmp545.i46, label %for.body7.lr.ph.i47, label %mix.exit66

for.body7.lr.ph.i47:
  %9 = load ptr, ptr %rows.i35, align 16
  %10 = load float, ptr %factors.i36, align 16
  br label %for.body7.i48

for.body.i37:
  %t.041.i38 = phi i64 [ 0, %if.else3 ], [ %inc.i43, %for.body.i37 ]
  %arrayidx.i39 = getelementptr inbounds nuw ptr, ptr %kept, i64 %t.041.i38
  %11 = load ptr, ptr %arrayidx.i39, align 8
  %arrayidx1.i40 = getelementptr inbounds nuw ptr, ptr %rows.i35, i64 %t.041.i38
  store ptr %11, ptr %arrayidx1.i40, align 8
  %arrayidx2.i41 = getelementptr inbounds nuw float, ptr %weights, i64 %t.041.i38
  %12 = load float, ptr %arrayidx2.i41, align 4
  %arrayidx3.i42 = getelementptr inbounds nuw float, ptr %factors.i36, i64 %t.041.i38
  store float %12, ptr %arrayidx3.i42, align 4
  %inc.i43 = add nuw nsw i64 %t.041.i38, 1
  %exitcond.not.i44 = icmp eq i64 %inc.i43, 4
  br i1 %exitcond.not.i44, label %for.cond4.preheader.i45, label %for.body.i37

for.body7.i48:
  %x.046.i49 = phi i64 [ 0, %for.body7.lr.ph.i47 ], [ %inc25.i64, %for.cond.cleanup14.i62 ]
  %arrayidx9.i50 = getelementptr inbounds nuw float, ptr %9, i64 %x.046.i49
  %13 = load float, ptr %arrayidx9.i50, align 4
  %mul.i51 = fmul float %10, %13
  br label %for.body15.i52

for.cond.cleanup14.i62:
  %arrayidx23.i63 = getelementptr inbounds nuw float, ptr %result, i64 %x.046.i49
  store float %add.i59, ptr %arrayidx23.i63, align 4
  %inc25.i64 = add nuw nsw i64 %x.046.i49, 1
  %exitcond48.not.i65 = icmp eq i64 %inc25.i64, %count
  br i1 %exitcond48.not.i65, label %mix.exit66, label %for.body7.i48

for.body15.i52:
  %t11.044.i53 = phi i64 [ %inc21.i60, %for.body15.i52 ], [ 1, %for.body7.i48 ]
  %total.043.i54 = phi float [ %add.i59, %for.body15.i52 ], [ %mul.i51, %for.body7.i48 ]
  %arrayidx16.i55 = getelementptr inbounds nuw ptr, ptr %rows.i35, i64 %t11.044.i53
  %14 = load ptr, ptr %arrayidx16.i55, align 8
  %arrayidx17.i56 = getelementptr inbounds nuw float, ptr %14, i64 %x.046.i49
  %15 = load float, ptr %arrayidx17.i56, align 4
  %arrayidx18.i57 = getelementptr inbounds nuw float, ptr %factors.i36, i64 %t11.044.i53
  %16 = load float, ptr %arrayidx18.i57, align 4
  %mul19.i58 = fmul float %15, %16
  %add.i59 = fadd float %total.043.i54, %mul19.i58
  %inc21.i60 = add nuw nsw i64 %t11.044.i53, 1
  %exitcond47.not.i61 = icmp eq i64 %inc21.i60, 4
  br i1 %exitcond47.not.i61, label %for.cond.cleanup14.i62, label %for.body15.i52

mix.exit66:
  call void @llvm.lifetime.end.p0(ptr nonnull %factors.i36) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %rows.i35) #8
  br label %if.end4

if.end4:
  ret void
}

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: readwrite) "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree norecurse nosync nounwind memory(write, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #3 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nofree norecurse nosync nounwind memory(readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #6 = { nofree norecurse nosync nounwind memory(read, argmem: readwrite, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #7 = { nobuiltin "no-builtins" }
attributes #8 = { nounwind }

