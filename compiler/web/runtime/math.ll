; Made from math.c by clang of ziglang 0.17.1: make library-runtime
; 4afb589c2e945e9f9db3490fa42a4b8de3484a28f7e5495d2452a27682cce549

@exp_of.inverse_factorials = internal unnamed_addr constant [12 x double] [double 1.000000e+00, double 1.000000e+00, double 5.000000e-01, double 0x3FC5555555555555, double 0x3FA5555555555555, double 0x3F81111111111111, double 0x3F56C16C16C16C17, double 0x3F2A01A01A01A01A, double 0x3EFA01A01A01A01A, double 0x3EC71DE3A556C734, double 0x3E927E4FB7789F5C, double 0x3E5AE64567F544E4], align 16
@log_of_mantissa.odd = internal unnamed_addr constant [9 x double] [double 1.000000e+00, double 0x3FD5555555555555, double 2.000000e-01, double 0x3FC2492492492492, double 0x3FBC71C71C71C71C, double 0x3FB745D1745D1746, double 0x3FB3B13B13B13B14, double 0x3FB1111111111111, double 0x3FAE1E1E1E1E1E1E], align 16
@reduced_by_table.two_over_pi = internal unnamed_addr constant [8 x i32] [i32 -1560706194, i32 1313084713, i32 -64530479, i32 -181084736, i32 -614296167, i32 1011060801, i32 -28220501, i32 0], align 16
@sine_in.sine = internal unnamed_addr constant [7 x double] [double 1.000000e+00, double 0xBFC5555555555555, double 0x3F81111111111111, double 0xBF2A01A01A01A01A, double 0x3EC71DE3A556C734, double 0xBE5AE64567F544E4, double 0x3DE6124613A86D09], align 16
@sine_in.cosine = internal unnamed_addr constant [8 x double] [double 1.000000e+00, double -5.000000e-01, double 0x3FA5555555555555, double 0xBF56C16C16C16C17, double 0x3EFA01A01A01A01A, double 0xBE927E4FB7789F5C, double 0x3E21EED8EFF8D898, double 0xBDA93974A8C07C9D], align 16
@atan_of.odd = internal unnamed_addr constant [13 x double] [double 1.000000e+00, double 0xBFD5555555555555, double 2.000000e-01, double 0xBFC2492492492492, double 0x3FBC71C71C71C71C, double 0xBFB745D1745D1746, double 0x3FB3B13B13B13B14, double 0xBFB1111111111111, double 0x3FAE1E1E1E1E1E1E, double 0xBFAAF286BCA1AF28, double 0x3FA8618618618618, double 0xBFA642C8590B2164, double 4.000000e-02], align 16

define hidden float @exp2f(float noundef %x) local_unnamed_addr #0 {
entry:
  %conv = fpext float %x to double
  %mul = fmul double %conv, 0x3FE62E42FEFA39EF
  %cmp.i.i = fcmp uno double %mul, 0.000000e+00
  br i1 %cmp.i.i, label %exp_of.exit, label %if.end.i

if.end.i:
  %cmp.i = fcmp ogt double %mul, 2.000000e+02
  br i1 %cmp.i, label %exp_of.exit, label %if.end2.i

if.end2.i:
  %cmp3.i = fcmp olt double %mul, -2.000000e+02
  br i1 %cmp3.i, label %exp_of.exit, label %if.end5.i

if.end5.i:
  %mul.i = fmul double %mul, 0x3FF71547652B82FE
  %0 = tail call double @llvm.rint.f64(double %mul.i)
  %neg.i = fneg double %0
  %1 = tail call double @llvm.fmuladd.f64(double %neg.i, double 0x3FE62E42FEE00000, double %mul)
  %2 = tail call double @llvm.fmuladd.f64(double %neg.i, double 0x3DEA39EF35793C76, double %1)
  br label %while.body.i.i

while.body.i.i:
  %value.04.i.i = phi double [ 0.000000e+00, %if.end5.i ], [ %4, %while.body.i.i ]
  %count.addr.03.i.i = phi i32 [ 12, %if.end5.i ], [ %dec.i.i, %while.body.i.i ]
  %dec.i.i = add nsw i32 %count.addr.03.i.i, -1
  %arrayidx.i.i = getelementptr inbounds double, ptr @exp_of.inverse_factorials, i32 %dec.i.i
  %3 = load double, ptr %arrayidx.i.i, align 8
  %4 = tail call double @llvm.fmuladd.f64(double %value.04.i.i, double %2, double %3)
  %tobool.not.i.i = icmp eq i32 %dec.i.i, 0
  br i1 %tobool.not.i.i, label %polynomial.exit.i, label %while.body.i.i

polynomial.exit.i:
  %conv.i = fptosi double %0 to i64
  %add.i = shl i64 %conv.i, 52
  %shl.i = add i64 %add.i, 4607182418800017408
  %5 = bitcast i64 %shl.i to double
  %mul11.i = fmul double %4, %5
  br label %exp_of.exit

exp_of.exit:
  %retval.0.i = phi double [ %mul11.i, %polynomial.exit.i ], [ %mul, %entry ], [ 0x7FF0000000000000, %if.end.i ], [ 0.000000e+00, %if.end2.i ]
  %conv1 = fptrunc double %retval.0.i to float
  ret float %conv1
}

define hidden float @log10f(float noundef %x) local_unnamed_addr #0 {
entry:
  %conv = fpext float %x to double
  %cmp.i.i = fcmp ule float %x, 0.000000e+00
  %cmp1.i.i = fcmp ueq float %x, 0x7FF0000000000000
  %or.cond.not.i.i = or i1 %cmp.i.i, %cmp1.i.i
  br i1 %or.cond.not.i.i, label %if.then.i, label %if.end.i

if.then.i:
  %cmp2.i.i = fcmp oeq float %x, 0.000000e+00
  %cond.i.i = select i1 %cmp.i.i, double 0x7FF8000000000000, double %conv
  %cond7.i.i = select i1 %cmp2.i.i, double 0xFFF0000000000000, double %cond.i.i
  br label %log_of.exit

if.end.i:
  %0 = bitcast double %conv to i64
  %and.i.i = and i64 %0, 4503599627370495
  %or.i.i = or disjoint i64 %and.i.i, 4607182418800017408
  %1 = bitcast i64 %or.i.i to double
  %cmp.i5.i = fcmp ogt double %1, 0x3FF6A09E667F3BCD
  %mul.i.i = fmul double %1, 5.000000e-01
  %m.0.i.i = select i1 %cmp.i5.i, double %mul.i.i, double %1
  %sub2.i.i = fadd double %m.0.i.i, -1.000000e+00
  %add3.i.i = fadd double %m.0.i.i, 1.000000e+00
  %div.i.i = fdiv double %sub2.i.i, %add3.i.i
  %mul5.i.i = fmul double %div.i.i, %div.i.i
  br label %while.body.i.i.i

while.body.i.i.i:
  %value.04.i.i.i = phi double [ 0.000000e+00, %if.end.i ], [ %3, %while.body.i.i.i ]
  %count.addr.03.i.i.i = phi i32 [ 9, %if.end.i ], [ %dec.i.i.i, %while.body.i.i.i ]
  %dec.i.i.i = add nsw i32 %count.addr.03.i.i.i, -1
  %arrayidx.i.i.i = getelementptr inbounds double, ptr @log_of_mantissa.odd, i32 %dec.i.i.i
  %2 = load double, ptr %arrayidx.i.i.i, align 8
  %3 = tail call double @llvm.fmuladd.f64(double %value.04.i.i.i, double %mul5.i.i, double %2)
  %tobool.not.i.i.i = icmp eq i32 %dec.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %log_of_mantissa.exit.i, label %while.body.i.i.i

log_of_mantissa.exit.i:
  %shr.i.i = lshr i64 %0, 52
  %e.0.v.i.i = select i1 %cmp.i5.i, i64 -1022, i64 -1023
  %e.0.i.i = add nsw i64 %e.0.v.i.i, %shr.i.i
  %conv.i.i = sitofp i64 %e.0.i.i to double
  %mul4.i.i = fmul double %div.i.i, 2.000000e+00
  %mul7.i.i = fmul double %mul4.i.i, %3
  %4 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3DEA39EF35793C76, double %mul7.i.i)
  %5 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3FE62E42FEE00000, double %4)
  br label %log_of.exit

log_of.exit:
  %retval.0.i = phi double [ %cond7.i.i, %if.then.i ], [ %5, %log_of_mantissa.exit.i ]
  %mul = fmul double %retval.0.i, 0x3FDBCB7B1526E50E
  %conv1 = fptrunc double %mul to float
  ret float %conv1
}

define hidden float @log2f(float noundef %x) local_unnamed_addr #0 {
entry:
  %conv = fpext float %x to double
  %cmp.i = fcmp ule float %x, 0.000000e+00
  %cmp1.i = fcmp ueq float %x, 0x7FF0000000000000
  %or.cond.not.i = or i1 %cmp.i, %cmp1.i
  br i1 %or.cond.not.i, label %if.then, label %if.end

if.then:
  %cmp2.i = fcmp oeq float %x, 0.000000e+00
  %cond.i = select i1 %cmp.i, double 0x7FF8000000000000, double %conv
  %cond7.i = select i1 %cmp2.i, double 0xFFF0000000000000, double %cond.i
  br label %cleanup

if.end:
  %0 = bitcast double %conv to i64
  %and.i = and i64 %0, 4503599627370495
  %or.i = or disjoint i64 %and.i, 4607182418800017408
  %1 = bitcast i64 %or.i to double
  %cmp.i7 = fcmp ogt double %1, 0x3FF6A09E667F3BCD
  %mul.i = fmul double %1, 5.000000e-01
  %m.0.i = select i1 %cmp.i7, double %mul.i, double %1
  %sub2.i = fadd double %m.0.i, -1.000000e+00
  %add3.i = fadd double %m.0.i, 1.000000e+00
  %div.i = fdiv double %sub2.i, %add3.i
  %mul5.i = fmul double %div.i, %div.i
  br label %while.body.i.i

while.body.i.i:
  %value.04.i.i = phi double [ 0.000000e+00, %if.end ], [ %3, %while.body.i.i ]
  %count.addr.03.i.i = phi i32 [ 9, %if.end ], [ %dec.i.i, %while.body.i.i ]
  %dec.i.i = add nsw i32 %count.addr.03.i.i, -1
  %arrayidx.i.i = getelementptr inbounds double, ptr @log_of_mantissa.odd, i32 %dec.i.i
  %2 = load double, ptr %arrayidx.i.i, align 8
  %3 = tail call double @llvm.fmuladd.f64(double %value.04.i.i, double %mul5.i, double %2)
  %tobool.not.i.i = icmp eq i32 %dec.i.i, 0
  br i1 %tobool.not.i.i, label %log_of_mantissa.exit, label %while.body.i.i

log_of_mantissa.exit:
  %shr.i = lshr i64 %0, 52
  %e.0.v.i = select i1 %cmp.i7, i64 -1022, i64 -1023
  %e.0.i = add nsw i64 %e.0.v.i, %shr.i
  %conv.i = sitofp i64 %e.0.i to double
  %mul4.i = fmul double %div.i, 2.000000e+00
  %mul7.i = fmul double %mul4.i, %3
  %4 = tail call double @llvm.fmuladd.f64(double %mul7.i, double 0x3FF71547652B82FE, double %conv.i)
  br label %cleanup

cleanup:
  %retval.0.in = phi double [ %cond7.i, %if.then ], [ %4, %log_of_mantissa.exit ]
  %retval.0 = fptrunc double %retval.0.in to float
  ret float %retval.0
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare double @llvm.fmuladd.f64(double, double, double) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define hidden float @powf(float noundef %base, float noundef %exponent) local_unnamed_addr #0 {
entry:
  %conv1 = fpext float %exponent to double
  %0 = tail call float @llvm.fabs.f32(float %base)
  %1 = fpext float %0 to double
  %cmp = fcmp oeq float %exponent, 0.000000e+00
  %cmp3 = fcmp oeq float %base, 1.000000e+00
  %or.cond = or i1 %cmp3, %cmp
  br i1 %or.cond, label %cleanup, label %if.end

if.end:
  %or.cond54 = fcmp uno float %base, %exponent
  br i1 %or.cond54, label %if.then9, label %if.end11

if.then9:
  %conv10 = fadd float %base, %exponent
  br label %cleanup

if.end11:
  %or.cond55 = tail call i1 @llvm.is.fpclass.f32(float %base, i32 999)
  %2 = tail call double @llvm.trunc.f64(double %conv1)
  %cmp.i48 = fcmp oeq double %2, %conv1
  %or.cond56 = or i1 %or.cond55, %cmp.i48
  br i1 %or.cond56, label %if.end18, label %cleanup

if.end18:
  %cmp19 = fcmp oeq float %0, 1.000000e+00
  br i1 %cmp19, label %cond.end, label %cond.false

cond.false:
  %cmp.i.i = fcmp ueq float %base, 0.000000e+00
  %cmp1.i.i = fcmp ueq float %0, 0x7FF0000000000000
  %or.cond.not.i.i = or i1 %cmp.i.i, %cmp1.i.i
  br i1 %or.cond.not.i.i, label %if.then.i, label %if.end.i

if.then.i:
  %cmp2.i.i = fcmp oeq float %base, 0.000000e+00
  %cond.i.i = select i1 %cmp.i.i, double 0x7FF8000000000000, double %1
  %cond7.i.i = select i1 %cmp2.i.i, double 0xFFF0000000000000, double %cond.i.i
  br label %log_of.exit

if.end.i:
  %3 = bitcast double %1 to i64
  %and.i.i = and i64 %3, 4503599627370495
  %or.i.i = or disjoint i64 %and.i.i, 4607182418800017408
  %4 = bitcast i64 %or.i.i to double
  %cmp.i5.i = fcmp ogt double %4, 0x3FF6A09E667F3BCD
  %mul.i.i = fmul double %4, 5.000000e-01
  %m.0.i.i = select i1 %cmp.i5.i, double %mul.i.i, double %4
  %sub2.i.i = fadd double %m.0.i.i, -1.000000e+00
  %add3.i.i = fadd double %m.0.i.i, 1.000000e+00
  %div.i.i = fdiv double %sub2.i.i, %add3.i.i
  %mul5.i.i = fmul double %div.i.i, %div.i.i
  br label %while.body.i.i.i

while.body.i.i.i:
  %value.04.i.i.i = phi double [ 0.000000e+00, %if.end.i ], [ %6, %while.body.i.i.i ]
  %count.addr.03.i.i.i = phi i32 [ 9, %if.end.i ], [ %dec.i.i.i, %while.body.i.i.i ]
  %dec.i.i.i = add nsw i32 %count.addr.03.i.i.i, -1
  %arrayidx.i.i.i = getelementptr inbounds double, ptr @log_of_mantissa.odd, i32 %dec.i.i.i
  %5 = load double, ptr %arrayidx.i.i.i, align 8
  %6 = tail call double @llvm.fmuladd.f64(double %value.04.i.i.i, double %mul5.i.i, double %5)
  %tobool.not.i.i.i = icmp eq i32 %dec.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %log_of_mantissa.exit.i, label %while.body.i.i.i

log_of_mantissa.exit.i:
  %shr.i.i = lshr i64 %3, 52
  %e.0.v.i.i = select i1 %cmp.i5.i, i64 -1022, i64 -1023
  %e.0.i.i = add nsw i64 %e.0.v.i.i, %shr.i.i
  %conv.i.i = sitofp i64 %e.0.i.i to double
  %mul4.i.i = fmul double %div.i.i, 2.000000e+00
  %mul7.i.i = fmul double %mul4.i.i, %6
  %7 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3DEA39EF35793C76, double %mul7.i.i)
  %8 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3FE62E42FEE00000, double %7)
  br label %log_of.exit

log_of.exit:
  %retval.0.i = phi double [ %cond7.i.i, %if.then.i ], [ %8, %log_of_mantissa.exit.i ]
  %mul = fmul double %retval.0.i, %conv1
  %cmp.i.i49 = fcmp uno double %mul, 0.000000e+00
  br i1 %cmp.i.i49, label %cond.end, label %if.end.i50

if.end.i50:
  %cmp.i51 = fcmp ogt double %mul, 2.000000e+02
  br i1 %cmp.i51, label %cond.end, label %if.end2.i

if.end2.i:
  %cmp3.i = fcmp olt double %mul, -2.000000e+02
  br i1 %cmp3.i, label %cond.end, label %if.end5.i

if.end5.i:
  %mul.i = fmul double %mul, 0x3FF71547652B82FE
  %9 = tail call double @llvm.rint.f64(double %mul.i)
  %neg.i = fneg double %9
  %10 = tail call double @llvm.fmuladd.f64(double %neg.i, double 0x3FE62E42FEE00000, double %mul)
  %11 = tail call double @llvm.fmuladd.f64(double %neg.i, double 0x3DEA39EF35793C76, double %10)
  br label %while.body.i.i

while.body.i.i:
  %value.04.i.i = phi double [ 0.000000e+00, %if.end5.i ], [ %13, %while.body.i.i ]
  %count.addr.03.i.i = phi i32 [ 12, %if.end5.i ], [ %dec.i.i, %while.body.i.i ]
  %dec.i.i = add nsw i32 %count.addr.03.i.i, -1
  %arrayidx.i.i = getelementptr inbounds double, ptr @exp_of.inverse_factorials, i32 %dec.i.i
  %12 = load double, ptr %arrayidx.i.i, align 8
  %13 = tail call double @llvm.fmuladd.f64(double %value.04.i.i, double %11, double %12)
  %tobool.not.i.i = icmp eq i32 %dec.i.i, 0
  br i1 %tobool.not.i.i, label %polynomial.exit.i, label %while.body.i.i

polynomial.exit.i:
  %conv.i = fptosi double %9 to i64
  %add.i = shl i64 %conv.i, 52
  %shl.i = add i64 %add.i, 4607182418800017408
  %14 = bitcast i64 %shl.i to double
  %mul11.i = fmul double %13, %14
  br label %cond.end

cond.end:
  %cond = phi double [ 1.000000e+00, %if.end18 ], [ %mul11.i, %polynomial.exit.i ], [ %mul, %log_of.exit ], [ 0x7FF0000000000000, %if.end.i50 ], [ 0.000000e+00, %if.end2.i ]
  %15 = bitcast float %base to i32
  %16 = icmp slt i32 %15, 0
  br i1 %16, label %land.lhs.true23, label %cond.end28

land.lhs.true23:
  %div.i = fmul double %conv1, 5.000000e-01
  %17 = tail call double @llvm.trunc.f64(double %div.i)
  %cmp.i3.i = fcmp une double %17, %div.i
  %18 = and i1 %cmp.i48, %cmp.i3.i
  %fneg = fneg double %cond
  %spec.select = select i1 %18, double %fneg, double %cond
  br label %cond.end28

cond.end28:
  %cond29 = phi double [ %cond, %cond.end ], [ %spec.select, %land.lhs.true23 ]
  %conv30 = fptrunc double %cond29 to float
  br label %cleanup

cleanup:
  %retval.0 = phi float [ 1.000000e+00, %entry ], [ %conv10, %if.then9 ], [ %conv30, %cond.end28 ], [ 0x7FF8000000000000, %if.end11 ]
  ret float %retval.0
}

declare double @llvm.fabs.f64(double) #2

define hidden float @cbrtf(float noundef %x) local_unnamed_addr #0 {
entry:
  %cmp = fcmp oeq float %x, 0.000000e+00
  br i1 %cmp, label %return, label %lor.lhs.false

lor.lhs.false:
  %conv = fpext float %x to double
  %cmp.i = fcmp uno float %x, 0.000000e+00
  br i1 %cmp.i, label %return, label %if.end

if.end:
  %0 = tail call double @llvm.fabs.f64(double %conv)
  %cmp1.i.i = fcmp ueq double %0, 0x7FF0000000000000
  br i1 %cmp1.i.i, label %log_of.exit, label %if.end.i

if.end.i:
  %1 = bitcast double %0 to i64
  %and.i.i = and i64 %1, 4503599627370495
  %or.i.i = or disjoint i64 %and.i.i, 4607182418800017408
  %2 = bitcast i64 %or.i.i to double
  %cmp.i5.i = fcmp ogt double %2, 0x3FF6A09E667F3BCD
  %mul.i.i = fmul double %2, 5.000000e-01
  %m.0.i.i = select i1 %cmp.i5.i, double %mul.i.i, double %2
  %sub2.i.i = fadd double %m.0.i.i, -1.000000e+00
  %add3.i.i = fadd double %m.0.i.i, 1.000000e+00
  %div.i.i = fdiv double %sub2.i.i, %add3.i.i
  %mul5.i.i = fmul double %div.i.i, %div.i.i
  br label %while.body.i.i.i

while.body.i.i.i:
  %value.04.i.i.i = phi double [ 0.000000e+00, %if.end.i ], [ %4, %while.body.i.i.i ]
  %count.addr.03.i.i.i = phi i32 [ 9, %if.end.i ], [ %dec.i.i.i, %while.body.i.i.i ]
  %dec.i.i.i = add nsw i32 %count.addr.03.i.i.i, -1
  %arrayidx.i.i.i = getelementptr inbounds double, ptr @log_of_mantissa.odd, i32 %dec.i.i.i
  %3 = load double, ptr %arrayidx.i.i.i, align 8
  %4 = tail call double @llvm.fmuladd.f64(double %value.04.i.i.i, double %mul5.i.i, double %3)
  %tobool.not.i.i.i = icmp eq i32 %dec.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %log_of_mantissa.exit.i, label %while.body.i.i.i

log_of_mantissa.exit.i:
  %shr.i.i = lshr i64 %1, 52
  %e.0.v.i.i = select i1 %cmp.i5.i, i64 -1022, i64 -1023
  %e.0.i.i = add nsw i64 %e.0.v.i.i, %shr.i.i
  %conv.i.i = sitofp i64 %e.0.i.i to double
  %mul4.i.i = fmul double %div.i.i, 2.000000e+00
  %mul7.i.i = fmul double %mul4.i.i, %4
  %5 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3DEA39EF35793C76, double %mul7.i.i)
  %6 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3FE62E42FEE00000, double %5)
  br label %log_of.exit

log_of.exit:
  %retval.0.i = phi double [ %6, %log_of_mantissa.exit.i ], [ %0, %if.end ]
  %div = fdiv double %retval.0.i, 3.000000e+00
  %cmp.i.i11 = fcmp uno double %div, 0.000000e+00
  br i1 %cmp.i.i11, label %exp_of.exit, label %if.end.i12

if.end.i12:
  %cmp.i13 = fcmp ogt double %div, 2.000000e+02
  br i1 %cmp.i13, label %exp_of.exit, label %if.end2.i

if.end2.i:
  %cmp3.i = fcmp olt double %div, -2.000000e+02
  br i1 %cmp3.i, label %exp_of.exit, label %if.end5.i

if.end5.i:
  %mul.i = fmul double %div, 0x3FF71547652B82FE
  %7 = tail call double @llvm.rint.f64(double %mul.i)
  %neg.i = fneg double %7
  %8 = tail call double @llvm.fmuladd.f64(double %neg.i, double 0x3FE62E42FEE00000, double %div)
  %9 = tail call double @llvm.fmuladd.f64(double %neg.i, double 0x3DEA39EF35793C76, double %8)
  br label %while.body.i.i

while.body.i.i:
  %value.04.i.i = phi double [ 0.000000e+00, %if.end5.i ], [ %11, %while.body.i.i ]
  %count.addr.03.i.i = phi i32 [ 12, %if.end5.i ], [ %dec.i.i, %while.body.i.i ]
  %dec.i.i = add nsw i32 %count.addr.03.i.i, -1
  %arrayidx.i.i = getelementptr inbounds double, ptr @exp_of.inverse_factorials, i32 %dec.i.i
  %10 = load double, ptr %arrayidx.i.i, align 8
  %11 = tail call double @llvm.fmuladd.f64(double %value.04.i.i, double %9, double %10)
  %tobool.not.i.i = icmp eq i32 %dec.i.i, 0
  br i1 %tobool.not.i.i, label %polynomial.exit.i, label %while.body.i.i

polynomial.exit.i:
  %conv.i = fptosi double %7 to i64
  %add.i = shl i64 %conv.i, 52
  %shl.i = add i64 %add.i, 4607182418800017408
  %12 = bitcast i64 %shl.i to double
  %mul11.i = fmul double %11, %12
  br label %exp_of.exit

exp_of.exit:
  %retval.0.i14 = phi double [ %mul11.i, %polynomial.exit.i ], [ %div, %log_of.exit ], [ 0x7FF0000000000000, %if.end.i12 ], [ 0.000000e+00, %if.end2.i ]
  %13 = tail call double @llvm.copysign.f64(double %retval.0.i14, double %conv)
  %conv6 = fptrunc double %13 to float
  br label %return

return:
  %retval.0 = phi float [ %conv6, %exp_of.exit ], [ %x, %lor.lhs.false ], [ %x, %entry ]
  ret float %retval.0
}

declare double @llvm.copysign.f64(double, double) #2

define hidden float @sinhf(float noundef %x) local_unnamed_addr #0 {
entry:
  %conv = fpext float %x to double
  %0 = tail call double @llvm.fabs.f64(double %conv)
  %cmp = fcmp olt double %0, 1.000000e-04
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %mul = fmul double %conv, %conv
  %mul6 = fmul double %mul, %conv
  %div = fdiv double %mul6, 6.000000e+00
  %add = fadd double %div, %conv
  br label %return

if.end:
  %cmp.i.i = fcmp uno float %x, 0.000000e+00
  br i1 %cmp.i.i, label %exp_of.exit, label %if.end.i

if.end.i:
  %cmp.i = fcmp ogt float %x, 2.000000e+02
  br i1 %cmp.i, label %if.end.i20, label %if.end2.i

if.end2.i:
  %cmp3.i = fcmp olt float %x, -2.000000e+02
  br i1 %cmp3.i, label %if.end.i20, label %if.end5.i

if.end5.i:
  %mul.i = fmul double %conv, 0x3FF71547652B82FE
  %1 = tail call double @llvm.rint.f64(double %mul.i)
  %neg.i = fneg double %1
  %2 = tail call double @llvm.fmuladd.f64(double %neg.i, double 0x3FE62E42FEE00000, double %conv)
  %3 = tail call double @llvm.fmuladd.f64(double %neg.i, double 0x3DEA39EF35793C76, double %2)
  br label %while.body.i.i

while.body.i.i:
  %value.04.i.i = phi double [ 0.000000e+00, %if.end5.i ], [ %5, %while.body.i.i ]
  %count.addr.03.i.i = phi i32 [ 12, %if.end5.i ], [ %dec.i.i, %while.body.i.i ]
  %dec.i.i = add nsw i32 %count.addr.03.i.i, -1
  %arrayidx.i.i = getelementptr inbounds double, ptr @exp_of.inverse_factorials, i32 %dec.i.i
  %4 = load double, ptr %arrayidx.i.i, align 8
  %5 = tail call double @llvm.fmuladd.f64(double %value.04.i.i, double %3, double %4)
  %tobool.not.i.i = icmp eq i32 %dec.i.i, 0
  br i1 %tobool.not.i.i, label %polynomial.exit.i, label %while.body.i.i

polynomial.exit.i:
  %conv.i = fptosi double %1 to i64
  %add.i = shl i64 %conv.i, 52
  %shl.i = add i64 %add.i, 4607182418800017408
  %6 = bitcast i64 %shl.i to double
  %mul11.i = fmul double %5, %6
  br label %if.end.i20

exp_of.exit:
  %fneg = fneg float %x
  %conv9 = fpext float %fneg to double
  br label %exp_of.exit39

if.end.i20:
  %retval.0.i.ph = phi double [ 0.000000e+00, %if.end2.i ], [ 0x7FF0000000000000, %if.end.i ], [ %mul11.i, %polynomial.exit.i ]
  %fneg43 = fneg float %x
  %conv944 = fpext float %fneg43 to double
  %cmp.i21 = fcmp olt float %x, -2.000000e+02
  br i1 %cmp.i21, label %exp_of.exit39, label %if.end2.i22

if.end2.i22:
  %cmp3.i23 = fcmp ogt float %x, 2.000000e+02
  br i1 %cmp3.i23, label %exp_of.exit39, label %if.end5.i24

if.end5.i24:
  %mul.i25 = fmul double %conv944, 0x3FF71547652B82FE
  %7 = tail call double @llvm.rint.f64(double %mul.i25)
  %neg.i26 = fneg double %7
  %8 = tail call double @llvm.fmuladd.f64(double %neg.i26, double 0x3FE62E42FEE00000, double %conv944)
  %9 = tail call double @llvm.fmuladd.f64(double %neg.i26, double 0x3DEA39EF35793C76, double %8)
  br label %while.body.i.i27

while.body.i.i27:
  %value.04.i.i28 = phi double [ 0.000000e+00, %if.end5.i24 ], [ %11, %while.body.i.i27 ]
  %count.addr.03.i.i29 = phi i32 [ 12, %if.end5.i24 ], [ %dec.i.i30, %while.body.i.i27 ]
  %dec.i.i30 = add nsw i32 %count.addr.03.i.i29, -1
  %arrayidx.i.i31 = getelementptr inbounds double, ptr @exp_of.inverse_factorials, i32 %dec.i.i30
  %10 = load double, ptr %arrayidx.i.i31, align 8
  %11 = tail call double @llvm.fmuladd.f64(double %value.04.i.i28, double %9, double %10)
  %tobool.not.i.i32 = icmp eq i32 %dec.i.i30, 0
  br i1 %tobool.not.i.i32, label %polynomial.exit.i33, label %while.body.i.i27

polynomial.exit.i33:
  %conv.i34 = fptosi double %7 to i64
  %add.i35 = shl i64 %conv.i34, 52
  %shl.i36 = add i64 %add.i35, 4607182418800017408
  %12 = bitcast i64 %shl.i36 to double
  %mul11.i37 = fmul double %11, %12
  br label %exp_of.exit39

exp_of.exit39:
  %retval.0.i46 = phi double [ %retval.0.i.ph, %polynomial.exit.i33 ], [ %conv, %exp_of.exit ], [ %retval.0.i.ph, %if.end.i20 ], [ %retval.0.i.ph, %if.end2.i22 ]
  %retval.0.i38 = phi double [ %mul11.i37, %polynomial.exit.i33 ], [ %conv9, %exp_of.exit ], [ 0x7FF0000000000000, %if.end.i20 ], [ 0.000000e+00, %if.end2.i22 ]
  %sub = fsub double %retval.0.i46, %retval.0.i38
  %div11 = fmul double %sub, 5.000000e-01
  br label %return

return:
  %retval.0.in = phi double [ %add, %if.then ], [ %div11, %exp_of.exit39 ]
  %retval.0 = fptrunc double %retval.0.in to float
  ret float %retval.0
}

define hidden float @coshf(float noundef %x) local_unnamed_addr #0 {
entry:
  %conv = fpext float %x to double
  %cmp.i.i = fcmp uno float %x, 0.000000e+00
  br i1 %cmp.i.i, label %exp_of.exit, label %if.end.i

if.end.i:
  %cmp.i = fcmp ogt float %x, 2.000000e+02
  br i1 %cmp.i, label %if.end.i6, label %if.end2.i

if.end2.i:
  %cmp3.i = fcmp olt float %x, -2.000000e+02
  br i1 %cmp3.i, label %if.end.i6, label %if.end5.i

if.end5.i:
  %mul.i = fmul double %conv, 0x3FF71547652B82FE
  %0 = tail call double @llvm.rint.f64(double %mul.i)
  %neg.i = fneg double %0
  %1 = tail call double @llvm.fmuladd.f64(double %neg.i, double 0x3FE62E42FEE00000, double %conv)
  %2 = tail call double @llvm.fmuladd.f64(double %neg.i, double 0x3DEA39EF35793C76, double %1)
  br label %while.body.i.i

while.body.i.i:
  %value.04.i.i = phi double [ 0.000000e+00, %if.end5.i ], [ %4, %while.body.i.i ]
  %count.addr.03.i.i = phi i32 [ 12, %if.end5.i ], [ %dec.i.i, %while.body.i.i ]
  %dec.i.i = add nsw i32 %count.addr.03.i.i, -1
  %arrayidx.i.i = getelementptr inbounds double, ptr @exp_of.inverse_factorials, i32 %dec.i.i
  %3 = load double, ptr %arrayidx.i.i, align 8
  %4 = tail call double @llvm.fmuladd.f64(double %value.04.i.i, double %2, double %3)
  %tobool.not.i.i = icmp eq i32 %dec.i.i, 0
  br i1 %tobool.not.i.i, label %polynomial.exit.i, label %while.body.i.i

polynomial.exit.i:
  %conv.i = fptosi double %0 to i64
  %add.i = shl i64 %conv.i, 52
  %shl.i = add i64 %add.i, 4607182418800017408
  %5 = bitcast i64 %shl.i to double
  %mul11.i = fmul double %4, %5
  br label %if.end.i6

exp_of.exit:
  %fneg = fneg float %x
  %conv1 = fpext float %fneg to double
  br label %exp_of.exit25

if.end.i6:
  %retval.0.i.ph = phi double [ 0.000000e+00, %if.end2.i ], [ 0x7FF0000000000000, %if.end.i ], [ %mul11.i, %polynomial.exit.i ]
  %fneg29 = fneg float %x
  %conv130 = fpext float %fneg29 to double
  %cmp.i7 = fcmp olt float %x, -2.000000e+02
  br i1 %cmp.i7, label %exp_of.exit25, label %if.end2.i8

if.end2.i8:
  %cmp3.i9 = fcmp ogt float %x, 2.000000e+02
  br i1 %cmp3.i9, label %exp_of.exit25, label %if.end5.i10

if.end5.i10:
  %mul.i11 = fmul double %conv130, 0x3FF71547652B82FE
  %6 = tail call double @llvm.rint.f64(double %mul.i11)
  %neg.i12 = fneg double %6
  %7 = tail call double @llvm.fmuladd.f64(double %neg.i12, double 0x3FE62E42FEE00000, double %conv130)
  %8 = tail call double @llvm.fmuladd.f64(double %neg.i12, double 0x3DEA39EF35793C76, double %7)
  br label %while.body.i.i13

while.body.i.i13:
  %value.04.i.i14 = phi double [ 0.000000e+00, %if.end5.i10 ], [ %10, %while.body.i.i13 ]
  %count.addr.03.i.i15 = phi i32 [ 12, %if.end5.i10 ], [ %dec.i.i16, %while.body.i.i13 ]
  %dec.i.i16 = add nsw i32 %count.addr.03.i.i15, -1
  %arrayidx.i.i17 = getelementptr inbounds double, ptr @exp_of.inverse_factorials, i32 %dec.i.i16
  %9 = load double, ptr %arrayidx.i.i17, align 8
  %10 = tail call double @llvm.fmuladd.f64(double %value.04.i.i14, double %8, double %9)
  %tobool.not.i.i18 = icmp eq i32 %dec.i.i16, 0
  br i1 %tobool.not.i.i18, label %polynomial.exit.i19, label %while.body.i.i13

polynomial.exit.i19:
  %conv.i20 = fptosi double %6 to i64
  %add.i21 = shl i64 %conv.i20, 52
  %shl.i22 = add i64 %add.i21, 4607182418800017408
  %11 = bitcast i64 %shl.i22 to double
  %mul11.i23 = fmul double %10, %11
  br label %exp_of.exit25

exp_of.exit25:
  %retval.0.i32 = phi double [ %retval.0.i.ph, %polynomial.exit.i19 ], [ %conv, %exp_of.exit ], [ %retval.0.i.ph, %if.end.i6 ], [ %retval.0.i.ph, %if.end2.i8 ]
  %retval.0.i24 = phi double [ %mul11.i23, %polynomial.exit.i19 ], [ %conv1, %exp_of.exit ], [ 0x7FF0000000000000, %if.end.i6 ], [ 0.000000e+00, %if.end2.i8 ]
  %add = fadd double %retval.0.i32, %retval.0.i24
  %div = fmul double %add, 5.000000e-01
  %conv3 = fptrunc double %div to float
  ret float %conv3
}

define hidden float @asinhf(float noundef %x) local_unnamed_addr #0 {
entry:
  %conv = fpext float %x to double
  %0 = tail call double @llvm.fabs.f64(double %conv)
  %cmp = fcmp olt double %0, 1.000000e-04
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %mul = fmul double %conv, %conv
  %div = fdiv double %mul, 6.000000e+00
  %sub = fsub double 1.000000e+00, %div
  %mul5 = fmul double %sub, %conv
  br label %cleanup

if.end:
  %1 = tail call double @llvm.fmuladd.f64(double %conv, double %conv, double 1.000000e+00)
  %2 = tail call double @llvm.sqrt.f64(double %1)
  %add = fadd double %0, %2
  %cmp.i.i = fcmp ule double %add, 0.000000e+00
  %cmp1.i.i = fcmp ueq double %add, 0x7FF0000000000000
  %or.cond.not.i.i = or i1 %cmp.i.i, %cmp1.i.i
  br i1 %or.cond.not.i.i, label %if.then.i, label %if.end.i

if.then.i:
  %cmp2.i.i = fcmp oeq double %add, 0.000000e+00
  %cond.i.i = select i1 %cmp.i.i, double 0x7FF8000000000000, double %add
  %cond7.i.i = select i1 %cmp2.i.i, double 0xFFF0000000000000, double %cond.i.i
  br label %log_of.exit

if.end.i:
  %3 = bitcast double %add to i64
  %and.i.i = and i64 %3, 4503599627370495
  %or.i.i = or disjoint i64 %and.i.i, 4607182418800017408
  %4 = bitcast i64 %or.i.i to double
  %cmp.i5.i = fcmp ogt double %4, 0x3FF6A09E667F3BCD
  %mul.i.i = fmul double %4, 5.000000e-01
  %m.0.i.i = select i1 %cmp.i5.i, double %mul.i.i, double %4
  %sub2.i.i = fadd double %m.0.i.i, -1.000000e+00
  %add3.i.i = fadd double %m.0.i.i, 1.000000e+00
  %div.i.i = fdiv double %sub2.i.i, %add3.i.i
  %mul5.i.i = fmul double %div.i.i, %div.i.i
  br label %while.body.i.i.i

while.body.i.i.i:
  %value.04.i.i.i = phi double [ 0.000000e+00, %if.end.i ], [ %6, %while.body.i.i.i ]
  %count.addr.03.i.i.i = phi i32 [ 9, %if.end.i ], [ %dec.i.i.i, %while.body.i.i.i ]
  %dec.i.i.i = add nsw i32 %count.addr.03.i.i.i, -1
  %arrayidx.i.i.i = getelementptr inbounds double, ptr @log_of_mantissa.odd, i32 %dec.i.i.i
  %5 = load double, ptr %arrayidx.i.i.i, align 8
  %6 = tail call double @llvm.fmuladd.f64(double %value.04.i.i.i, double %mul5.i.i, double %5)
  %tobool.not.i.i.i = icmp eq i32 %dec.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %log_of_mantissa.exit.i, label %while.body.i.i.i

log_of_mantissa.exit.i:
  %shr.i.i = lshr i64 %3, 52
  %e.0.v.i.i = select i1 %cmp.i5.i, i64 -1022, i64 -1023
  %e.0.i.i = add nsw i64 %e.0.v.i.i, %shr.i.i
  %conv.i.i = sitofp i64 %e.0.i.i to double
  %mul4.i.i = fmul double %div.i.i, 2.000000e+00
  %mul7.i.i = fmul double %mul4.i.i, %6
  %7 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3DEA39EF35793C76, double %mul7.i.i)
  %8 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3FE62E42FEE00000, double %7)
  br label %log_of.exit

log_of.exit:
  %retval.0.i = phi double [ %cond7.i.i, %if.then.i ], [ %8, %log_of_mantissa.exit.i ]
  %9 = tail call double @llvm.copysign.f64(double %retval.0.i, double %conv)
  br label %cleanup

cleanup:
  %retval.0.in = phi double [ %mul5, %if.then ], [ %9, %log_of.exit ]
  %retval.0 = fptrunc double %retval.0.in to float
  ret float %retval.0
}

declare double @llvm.sqrt.f64(double) #2

define hidden float @acoshf(float noundef %x) local_unnamed_addr #0 {
entry:
  %cmp = fcmp olt float %x, 1.000000e+00
  br i1 %cmp, label %return, label %if.end

if.end:
  %conv = fpext float %x to double
  %sub = fadd double %conv, -1.000000e+00
  %add = fadd double %conv, 1.000000e+00
  %mul = fmul double %sub, %add
  %0 = tail call double @llvm.sqrt.f64(double %mul)
  %add3 = fadd double %0, %conv
  %cmp.i.i = fcmp ule double %add3, 0.000000e+00
  %cmp1.i.i = fcmp ueq double %add3, 0x7FF0000000000000
  %or.cond.not.i.i = or i1 %cmp.i.i, %cmp1.i.i
  br i1 %or.cond.not.i.i, label %if.then.i, label %if.end.i

if.then.i:
  %cmp2.i.i = fcmp oeq double %add3, 0.000000e+00
  %cond.i.i = select i1 %cmp.i.i, double 0x7FF8000000000000, double %add3
  %cond7.i.i = select i1 %cmp2.i.i, double 0xFFF0000000000000, double %cond.i.i
  br label %log_of.exit

if.end.i:
  %1 = bitcast double %add3 to i64
  %and.i.i = and i64 %1, 4503599627370495
  %or.i.i = or disjoint i64 %and.i.i, 4607182418800017408
  %2 = bitcast i64 %or.i.i to double
  %cmp.i5.i = fcmp ogt double %2, 0x3FF6A09E667F3BCD
  %mul.i.i = fmul double %2, 5.000000e-01
  %m.0.i.i = select i1 %cmp.i5.i, double %mul.i.i, double %2
  %sub2.i.i = fadd double %m.0.i.i, -1.000000e+00
  %add3.i.i = fadd double %m.0.i.i, 1.000000e+00
  %div.i.i = fdiv double %sub2.i.i, %add3.i.i
  %mul5.i.i = fmul double %div.i.i, %div.i.i
  br label %while.body.i.i.i

while.body.i.i.i:
  %value.04.i.i.i = phi double [ 0.000000e+00, %if.end.i ], [ %4, %while.body.i.i.i ]
  %count.addr.03.i.i.i = phi i32 [ 9, %if.end.i ], [ %dec.i.i.i, %while.body.i.i.i ]
  %dec.i.i.i = add nsw i32 %count.addr.03.i.i.i, -1
  %arrayidx.i.i.i = getelementptr inbounds double, ptr @log_of_mantissa.odd, i32 %dec.i.i.i
  %3 = load double, ptr %arrayidx.i.i.i, align 8
  %4 = tail call double @llvm.fmuladd.f64(double %value.04.i.i.i, double %mul5.i.i, double %3)
  %tobool.not.i.i.i = icmp eq i32 %dec.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %log_of_mantissa.exit.i, label %while.body.i.i.i

log_of_mantissa.exit.i:
  %shr.i.i = lshr i64 %1, 52
  %e.0.v.i.i = select i1 %cmp.i5.i, i64 -1022, i64 -1023
  %e.0.i.i = add nsw i64 %e.0.v.i.i, %shr.i.i
  %conv.i.i = sitofp i64 %e.0.i.i to double
  %mul4.i.i = fmul double %div.i.i, 2.000000e+00
  %mul7.i.i = fmul double %mul4.i.i, %4
  %5 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3DEA39EF35793C76, double %mul7.i.i)
  %6 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3FE62E42FEE00000, double %5)
  br label %log_of.exit

log_of.exit:
  %retval.0.i = phi double [ %cond7.i.i, %if.then.i ], [ %6, %log_of_mantissa.exit.i ]
  %conv4 = fptrunc double %retval.0.i to float
  br label %return

return:
  %retval.0 = phi float [ %conv4, %log_of.exit ], [ 0x7FF8000000000000, %entry ]
  ret float %retval.0
}

define hidden float @atanhf(float noundef %x) local_unnamed_addr #0 {
entry:
  %conv = fpext float %x to double
  %0 = tail call double @llvm.fabs.f64(double %conv)
  %cmp = fcmp olt double %0, 1.000000e-04
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %mul = fmul double %conv, %conv
  %mul6 = fmul double %mul, %conv
  %div = fdiv double %mul6, 3.000000e+00
  %add = fadd double %div, %conv
  br label %return

if.end:
  %add9 = fadd double %conv, 1.000000e+00
  %sub = fsub double 1.000000e+00, %conv
  %div11 = fdiv double %add9, %sub
  %cmp.i.i = fcmp ule double %div11, 0.000000e+00
  %cmp1.i.i = fcmp ueq double %div11, 0x7FF0000000000000
  %or.cond.not.i.i = or i1 %cmp.i.i, %cmp1.i.i
  br i1 %or.cond.not.i.i, label %if.then.i, label %if.end.i

if.then.i:
  %cmp2.i.i = fcmp oeq double %div11, 0.000000e+00
  %cond.i.i = select i1 %cmp.i.i, double 0x7FF8000000000000, double %div11
  %cond7.i.i = select i1 %cmp2.i.i, double 0xFFF0000000000000, double %cond.i.i
  br label %log_of.exit

if.end.i:
  %1 = bitcast double %div11 to i64
  %and.i.i = and i64 %1, 4503599627370495
  %or.i.i = or disjoint i64 %and.i.i, 4607182418800017408
  %2 = bitcast i64 %or.i.i to double
  %cmp.i5.i = fcmp ogt double %2, 0x3FF6A09E667F3BCD
  %mul.i.i = fmul double %2, 5.000000e-01
  %m.0.i.i = select i1 %cmp.i5.i, double %mul.i.i, double %2
  %sub2.i.i = fadd double %m.0.i.i, -1.000000e+00
  %add3.i.i = fadd double %m.0.i.i, 1.000000e+00
  %div.i.i = fdiv double %sub2.i.i, %add3.i.i
  %mul5.i.i = fmul double %div.i.i, %div.i.i
  br label %while.body.i.i.i

while.body.i.i.i:
  %value.04.i.i.i = phi double [ 0.000000e+00, %if.end.i ], [ %4, %while.body.i.i.i ]
  %count.addr.03.i.i.i = phi i32 [ 9, %if.end.i ], [ %dec.i.i.i, %while.body.i.i.i ]
  %dec.i.i.i = add nsw i32 %count.addr.03.i.i.i, -1
  %arrayidx.i.i.i = getelementptr inbounds double, ptr @log_of_mantissa.odd, i32 %dec.i.i.i
  %3 = load double, ptr %arrayidx.i.i.i, align 8
  %4 = tail call double @llvm.fmuladd.f64(double %value.04.i.i.i, double %mul5.i.i, double %3)
  %tobool.not.i.i.i = icmp eq i32 %dec.i.i.i, 0
  br i1 %tobool.not.i.i.i, label %log_of_mantissa.exit.i, label %while.body.i.i.i

log_of_mantissa.exit.i:
  %shr.i.i = lshr i64 %1, 52
  %e.0.v.i.i = select i1 %cmp.i5.i, i64 -1022, i64 -1023
  %e.0.i.i = add nsw i64 %e.0.v.i.i, %shr.i.i
  %conv.i.i = sitofp i64 %e.0.i.i to double
  %mul4.i.i = fmul double %div.i.i, 2.000000e+00
  %mul7.i.i = fmul double %mul4.i.i, %4
  %5 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3DEA39EF35793C76, double %mul7.i.i)
  %6 = tail call double @llvm.fmuladd.f64(double %conv.i.i, double 0x3FE62E42FEE00000, double %5)
  br label %log_of.exit

log_of.exit:
  %retval.0.i = phi double [ %cond7.i.i, %if.then.i ], [ %6, %log_of_mantissa.exit.i ]
  %div12 = fmul double %retval.0.i, 5.000000e-01
  br label %return

return:
  %retval.0.in = phi double [ %add, %if.then ], [ %div12, %log_of.exit ]
  %retval.0 = fptrunc double %retval.0.in to float
  ret float %retval.0
}

define hidden float @sinf(float noundef %x) local_unnamed_addr #0 {
entry:
  %quadrant = alloca i64, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %quadrant) #7
  %conv = fpext float %x to double
  %call = call fastcc double @reduced(double noundef %conv, ptr noundef %quadrant) #8
  %cmp = fcmp oeq float %x, 0.000000e+00
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %0 = load i64, ptr %quadrant, align 8
  %mul.i = fmul double %call, %call
  %and.i = and i64 %0, 1
  %tobool.not.i = icmp eq i64 %and.i, 0
  br i1 %tobool.not.i, label %while.body.i14.i, label %while.body.i.i

while.body.i.i:
  %value.04.i.i = phi double [ %2, %while.body.i.i ], [ 0.000000e+00, %cond.false ]
  %count.addr.03.i.i = phi i32 [ %dec.i.i, %while.body.i.i ], [ 8, %cond.false ]
  %dec.i.i = add nsw i32 %count.addr.03.i.i, -1
  %arrayidx.i.i = getelementptr inbounds double, ptr @sine_in.cosine, i32 %dec.i.i
  %1 = load double, ptr %arrayidx.i.i, align 8
  %2 = tail call double @llvm.fmuladd.f64(double %value.04.i.i, double %mul.i, double %1)
  %tobool.not.i.i = icmp eq i32 %dec.i.i, 0
  br i1 %tobool.not.i.i, label %sine_in.exit, label %while.body.i.i

while.body.i14.i:
  %value.04.i15.i = phi double [ %4, %while.body.i14.i ], [ 0.000000e+00, %cond.false ]
  %count.addr.03.i16.i = phi i32 [ %dec.i17.i, %while.body.i14.i ], [ 7, %cond.false ]
  %dec.i17.i = add nsw i32 %count.addr.03.i16.i, -1
  %arrayidx.i18.i = getelementptr inbounds double, ptr @sine_in.sine, i32 %dec.i17.i
  %3 = load double, ptr %arrayidx.i18.i, align 8
  %4 = tail call double @llvm.fmuladd.f64(double %value.04.i15.i, double %mul.i, double %3)
  %tobool.not.i19.i = icmp eq i32 %dec.i17.i, 0
  br i1 %tobool.not.i19.i, label %polynomial.exit20.i, label %while.body.i14.i

polynomial.exit20.i:
  %mul2.i = fmul double %call, %4
  br label %sine_in.exit

sine_in.exit:
  %cond.i = phi double [ %mul2.i, %polynomial.exit20.i ], [ %2, %while.body.i.i ]
  %and3.i = and i64 %0, 2
  %tobool4.not.i = icmp eq i64 %and3.i, 0
  %fneg.i = fneg double %cond.i
  %cond8.i = select i1 %tobool4.not.i, double %cond.i, double %fneg.i
  %conv3 = fptrunc double %cond8.i to float
  br label %cond.end

cond.end:
  %cond = phi float [ %conv3, %sine_in.exit ], [ %x, %entry ]
  call void @llvm.lifetime.end.p0(ptr nonnull %quadrant) #7
  ret float %cond
}

define internal fastcc double @reduced(double noundef %x, ptr noundef nonnull writeonly captures(none) %quadrant) unnamed_addr #3 {
entry:
  %window.i = alloca [3 x i32], align 4
  %0 = tail call double @llvm.fabs.f64(double %x)
  %cmp = fcmp olt double %0, 0x4180000000000000
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %mul = fmul double %x, 0x3FE45F306DC9C883
  %1 = tail call double @llvm.rint.f64(double %mul)
  %conv = fptosi double %1 to i64
  store i64 %conv, ptr %quadrant, align 8
  %neg = fneg double %1
  %2 = tail call double @llvm.fmuladd.f64(double %neg, double 0x3FF921FB54000000, double %x)
  %3 = tail call double @llvm.fmuladd.f64(double %neg, double 0x3E110B4611A62633, double %2)
  br label %cleanup12

if.end:
  %cmp4 = fcmp ueq double %0, 0x7FF0000000000000
  br i1 %cmp4, label %if.then6, label %if.end7

if.then6:
  store i64 0, ptr %quadrant, align 8
  br label %cleanup12

if.end7:
  %4 = bitcast double %0 to i64
  %shr.i = lshr i64 %4, 52
  %conv.i = trunc nuw nsw i64 %shr.i to i16
  %sub4.i = add nsw i16 %conv.i, -1048
  %div44.i = sdiv i16 %sub4.i, 32
  %div.sext.i = sext i16 %div44.i to i32
  %5 = mul i16 %div44.i, 32
  %rem45.i.decomposed = sub i16 %sub4.i, %5
  %rem.sext.i = sext i16 %rem45.i.decomposed to i64
  call void @llvm.lifetime.start.p0(ptr nonnull %window.i) #7
  %invariant.gep.i = getelementptr i32, ptr @reduced_by_table.two_over_pi, i32 %div.sext.i
  %sh_prom.i = and i64 %rem.sext.i, 4294967295
  br label %for.body.i

for.body.i:
  %i.046.i = phi i32 [ 0, %if.end7 ], [ %inc.i, %for.body.i ]
  %gep.i = getelementptr i32, ptr %invariant.gep.i, i32 %i.046.i
  %6 = load i32, ptr %gep.i, align 4
  %conv6.i = zext i32 %6 to i64
  %shl.i = shl nuw i64 %conv6.i, 32
  %arrayidx9.i = getelementptr i8, ptr %gep.i, i32 4
  %7 = load i32, ptr %arrayidx9.i, align 4
  %conv10.i = zext i32 %7 to i64
  %or11.i = or disjoint i64 %shl.i, %conv10.i
  %shl12.i = shl i64 %or11.i, %sh_prom.i
  %shr13.i = lshr i64 %shl12.i, 32
  %conv14.i = trunc nuw i64 %shr13.i to i32
  %arrayidx15.i = getelementptr inbounds nuw i32, ptr %window.i, i32 %i.046.i
  store i32 %conv14.i, ptr %arrayidx15.i, align 4
  %inc.i = add nuw nsw i32 %i.046.i, 1
  %exitcond.not.i = icmp eq i32 %inc.i, 3
  br i1 %exitcond.not.i, label %reduced_by_table.exit, label %for.body.i

reduced_by_table.exit:
  %and.i = lshr i64 %4, 29
  %shr3.i = and i64 %and.i, 8388607
  %or.i = or disjoint i64 %shr3.i, 8388608
  %8 = load i32, ptr %window.i, align 4
  %conv17.i = zext i32 %8 to i64
  %shl18.i = shl nuw i64 %conv17.i, 32
  %arrayidx19.i = getelementptr inbounds nuw i8, ptr %window.i, i32 4
  %9 = load i32, ptr %arrayidx19.i, align 4
  %conv20.i = zext i32 %9 to i64
  %or21.i = or disjoint i64 %shl18.i, %conv20.i
  %mul.i = mul i64 %or21.i, %or.i
  %arrayidx22.i = getelementptr inbounds nuw i8, ptr %window.i, i32 8
  %10 = load i32, ptr %arrayidx22.i, align 4
  %conv23.i = zext i32 %10 to i64
  %mul24.i = mul nuw nsw i64 %or.i, %conv23.i
  %shr25.i = lshr i64 %mul24.i, 32
  %add26.i = add i64 %shr25.i, %mul.i
  %add27.i = add i64 %add26.i, 2305843009213693952
  %shr28.i = lshr i64 %add27.i, 62
  store i64 %shr28.i, ptr %quadrant, align 8
  %shl29.i = and i64 %add27.i, -4611686018427387904
  %sub30.i = sub i64 %add26.i, %shl29.i
  %conv31.i = sitofp i64 %sub30.i to double
  %mul32.i = fmul double %conv31.i, 0x3C10000000000000
  %mul33.i = fmul double %mul32.i, 0x3FF921FB54442D18
  call void @llvm.lifetime.end.p0(ptr nonnull %window.i) #7
  %cmp8 = fcmp ogt double %x, 0.000000e+00
  br i1 %cmp8, label %cleanup12, label %if.end11

if.end11:
  %sub = sub nsw i64 0, %shr28.i
  store i64 %sub, ptr %quadrant, align 8
  %fneg = fneg double %mul33.i
  br label %cleanup12

cleanup12:
  %retval.1 = phi double [ %3, %if.then ], [ 0x7FF8000000000000, %if.then6 ], [ %fneg, %if.end11 ], [ %mul33.i, %reduced_by_table.exit ]
  ret double %retval.1
}

define hidden float @cosf(float noundef %x) local_unnamed_addr #0 {
entry:
  %quadrant = alloca i64, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %quadrant) #7
  %conv = fpext float %x to double
  %call = call fastcc double @reduced(double noundef %conv, ptr noundef %quadrant) #8
  %0 = load i64, ptr %quadrant, align 8
  %mul.i = fmul double %call, %call
  %1 = and i64 %0, 1
  %tobool.not.i.not = icmp eq i64 %1, 0
  br i1 %tobool.not.i.not, label %while.body.i.i, label %while.body.i14.i

while.body.i.i:
  %value.04.i.i = phi double [ %3, %while.body.i.i ], [ 0.000000e+00, %entry ]
  %count.addr.03.i.i = phi i32 [ %dec.i.i, %while.body.i.i ], [ 8, %entry ]
  %dec.i.i = add nsw i32 %count.addr.03.i.i, -1
  %arrayidx.i.i = getelementptr inbounds double, ptr @sine_in.cosine, i32 %dec.i.i
  %2 = load double, ptr %arrayidx.i.i, align 8
  %3 = tail call double @llvm.fmuladd.f64(double %value.04.i.i, double %mul.i, double %2)
  %tobool.not.i.i = icmp eq i32 %dec.i.i, 0
  br i1 %tobool.not.i.i, label %sine_in.exit, label %while.body.i.i

while.body.i14.i:
  %value.04.i15.i = phi double [ %5, %while.body.i14.i ], [ 0.000000e+00, %entry ]
  %count.addr.03.i16.i = phi i32 [ %dec.i17.i, %while.body.i14.i ], [ 7, %entry ]
  %dec.i17.i = add nsw i32 %count.addr.03.i16.i, -1
  %arrayidx.i18.i = getelementptr inbounds double, ptr @sine_in.sine, i32 %dec.i17.i
  %4 = load double, ptr %arrayidx.i18.i, align 8
  %5 = tail call double @llvm.fmuladd.f64(double %value.04.i15.i, double %mul.i, double %4)
  %tobool.not.i19.i = icmp eq i32 %dec.i17.i, 0
  br i1 %tobool.not.i19.i, label %polynomial.exit20.i, label %while.body.i14.i

polynomial.exit20.i:
  %mul2.i = fmul double %call, %5
  br label %sine_in.exit

sine_in.exit:
  %cond.i = phi double [ %mul2.i, %polynomial.exit20.i ], [ %3, %while.body.i.i ]
  %add = add nsw i64 %0, 1
  %and3.i = and i64 %add, 2
  %tobool4.not.i = icmp eq i64 %and3.i, 0
  %fneg.i = fneg double %cond.i
  %cond8.i = select i1 %tobool4.not.i, double %cond.i, double %fneg.i
  %conv2 = fptrunc double %cond8.i to float
  call void @llvm.lifetime.end.p0(ptr nonnull %quadrant) #7
  ret float %conv2
}

define hidden float @tanf(float noundef %x) local_unnamed_addr #0 {
entry:
  %quadrant = alloca i64, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %quadrant) #7
  %conv = fpext float %x to double
  %call = call fastcc double @reduced(double noundef %conv, ptr noundef %quadrant) #8
  %cmp = fcmp oeq float %x, 0.000000e+00
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %0 = load i64, ptr %quadrant, align 8
  %mul.i = fmul double %call, %call
  %and.i = and i64 %0, 1
  %tobool.not.i = icmp eq i64 %and.i, 0
  br i1 %tobool.not.i, label %while.body.i14.i, label %while.body.i.i

while.body.i.i:
  %value.04.i.i = phi double [ %2, %while.body.i.i ], [ 0.000000e+00, %cond.false ]
  %count.addr.03.i.i = phi i32 [ %dec.i.i, %while.body.i.i ], [ 8, %cond.false ]
  %dec.i.i = add nsw i32 %count.addr.03.i.i, -1
  %arrayidx.i.i = getelementptr inbounds double, ptr @sine_in.cosine, i32 %dec.i.i
  %1 = load double, ptr %arrayidx.i.i, align 8
  %2 = tail call double @llvm.fmuladd.f64(double %value.04.i.i, double %mul.i, double %1)
  %tobool.not.i.i = icmp eq i32 %dec.i.i, 0
  br i1 %tobool.not.i.i, label %while.body.i14.i22.preheader, label %while.body.i.i

while.body.i14.i:
  %value.04.i15.i = phi double [ %4, %while.body.i14.i ], [ 0.000000e+00, %cond.false ]
  %count.addr.03.i16.i = phi i32 [ %dec.i17.i, %while.body.i14.i ], [ 7, %cond.false ]
  %dec.i17.i = add nsw i32 %count.addr.03.i16.i, -1
  %arrayidx.i18.i = getelementptr inbounds double, ptr @sine_in.sine, i32 %dec.i17.i
  %3 = load double, ptr %arrayidx.i18.i, align 8
  %4 = tail call double @llvm.fmuladd.f64(double %value.04.i15.i, double %mul.i, double %3)
  %tobool.not.i19.i = icmp eq i32 %dec.i17.i, 0
  br i1 %tobool.not.i19.i, label %while.body.i.i11.preheader, label %while.body.i14.i

while.body.i14.i22.preheader:
  %and3.i = and i64 %0, 2
  %tobool4.not.i = icmp eq i64 %and3.i, 0
  %fneg.i = fneg double %2
  %cond8.i = select i1 %tobool4.not.i, double %2, double %fneg.i
  %add = add nsw i64 %0, 1
  br label %while.body.i14.i22

while.body.i.i11.preheader:
  %mul2.i = fmul double %call, %4
  %and3.i38 = and i64 %0, 2
  %tobool4.not.i39 = icmp eq i64 %and3.i38, 0
  %fneg.i40 = fneg double %mul2.i
  %cond8.i41 = select i1 %tobool4.not.i39, double %mul2.i, double %fneg.i40
  %add42 = or disjoint i64 %0, 1
  br label %while.body.i.i11

while.body.i.i11:
  %value.04.i.i12 = phi double [ %6, %while.body.i.i11 ], [ 0.000000e+00, %while.body.i.i11.preheader ]
  %count.addr.03.i.i13 = phi i32 [ %dec.i.i14, %while.body.i.i11 ], [ 8, %while.body.i.i11.preheader ]
  %dec.i.i14 = add nsw i32 %count.addr.03.i.i13, -1
  %arrayidx.i.i15 = getelementptr inbounds double, ptr @sine_in.cosine, i32 %dec.i.i14
  %5 = load double, ptr %arrayidx.i.i15, align 8
  %6 = tail call double @llvm.fmuladd.f64(double %value.04.i.i12, double %mul.i, double %5)
  %tobool.not.i.i16 = icmp eq i32 %dec.i.i14, 0
  br i1 %tobool.not.i.i16, label %sine_in.exit30, label %while.body.i.i11

while.body.i14.i22:
  %value.04.i15.i23 = phi double [ %8, %while.body.i14.i22 ], [ 0.000000e+00, %while.body.i14.i22.preheader ]
  %count.addr.03.i16.i24 = phi i32 [ %dec.i17.i25, %while.body.i14.i22 ], [ 7, %while.body.i14.i22.preheader ]
  %dec.i17.i25 = add nsw i32 %count.addr.03.i16.i24, -1
  %arrayidx.i18.i26 = getelementptr inbounds double, ptr @sine_in.sine, i32 %dec.i17.i25
  %7 = load double, ptr %arrayidx.i18.i26, align 8
  %8 = tail call double @llvm.fmuladd.f64(double %value.04.i15.i23, double %mul.i, double %7)
  %tobool.not.i19.i27 = icmp eq i32 %dec.i17.i25, 0
  br i1 %tobool.not.i19.i27, label %polynomial.exit20.i28, label %while.body.i14.i22

polynomial.exit20.i28:
  %mul2.i29 = fmul double %call, %8
  br label %sine_in.exit30

sine_in.exit30:
  %add45 = phi i64 [ %add, %polynomial.exit20.i28 ], [ %add42, %while.body.i.i11 ]
  %cond8.i43 = phi double [ %cond8.i, %polynomial.exit20.i28 ], [ %cond8.i41, %while.body.i.i11 ]
  %cond.i17 = phi double [ %mul2.i29, %polynomial.exit20.i28 ], [ %6, %while.body.i.i11 ]
  %and3.i18 = and i64 %add45, 2
  %tobool4.not.i19 = icmp eq i64 %and3.i18, 0
  %fneg.i20 = fneg double %cond.i17
  %cond8.i21 = select i1 %tobool4.not.i19, double %cond.i17, double %fneg.i20
  %div = fdiv double %cond8.i43, %cond8.i21
  %conv4 = fptrunc double %div to float
  br label %cond.end

cond.end:
  %cond = phi float [ %conv4, %sine_in.exit30 ], [ %x, %entry ]
  call void @llvm.lifetime.end.p0(ptr nonnull %quadrant) #7
  ret float %cond
}

define hidden float @atanf(float noundef %x) local_unnamed_addr #4 {
entry:
  %cmp.i = fcmp uno float %x, 0.000000e+00
  br i1 %cmp.i, label %cond.end, label %cond.false

cond.false:
  %conv = fpext float %x to double
  %0 = tail call double @llvm.fabs.f64(double %conv)
  %call3 = tail call fastcc double @atan_of(double noundef %0) #8
  %1 = tail call double @llvm.copysign.f64(double %call3, double %conv)
  %conv5 = fptrunc double %1 to float
  br label %cond.end

cond.end:
  %cond = phi float [ %conv5, %cond.false ], [ %x, %entry ]
  ret float %cond
}

define internal fastcc double @atan_of(double noundef %x) unnamed_addr #4 {
entry:
  %cmp = fcmp ogt double %x, 1.000000e+00
  br i1 %cmp, label %if.then, label %if.end

common.ret22:
  %common.ret22.op = phi double [ %cond11, %polynomial.exit ], [ %sub, %if.then ]
  ret double %common.ret22.op

if.then:
  %div = fdiv double 1.000000e+00, %x
  %call = tail call fastcc double @atan_of(double noundef %div) #8
  %sub = fsub double 0x3FF921FB54442D18, %call
  br label %common.ret22

if.end:
  %cmp1 = fcmp ogt double %x, 0x3FDA827999FCEF32
  br i1 %cmp1, label %cond.true, label %cond.end

cond.true:
  %sub2 = fadd double %x, -1.000000e+00
  %add = fadd double %x, 1.000000e+00
  %div3 = fdiv double %sub2, %add
  br label %cond.end

cond.end:
  %cond = phi double [ %div3, %cond.true ], [ %x, %if.end ]
  %mul = fmul double %cond, %cond
  br label %while.body.i

while.body.i:
  %value.04.i = phi double [ 0.000000e+00, %cond.end ], [ %1, %while.body.i ]
  %count.addr.03.i = phi i32 [ 13, %cond.end ], [ %dec.i, %while.body.i ]
  %dec.i = add nsw i32 %count.addr.03.i, -1
  %arrayidx.i = getelementptr inbounds double, ptr @atan_of.odd, i32 %dec.i
  %0 = load double, ptr %arrayidx.i, align 8
  %1 = tail call double @llvm.fmuladd.f64(double %value.04.i, double %mul, double %0)
  %tobool.not.i = icmp eq i32 %dec.i, 0
  br i1 %tobool.not.i, label %polynomial.exit, label %while.body.i

polynomial.exit:
  %mul5 = fmul double %cond, %1
  %cmp6 = fcmp oeq double %cond, %x
  %add9 = fadd double %mul5, 0x3FE921FB54442D18
  %cond11 = select i1 %cmp6, double %mul5, double %add9
  br label %common.ret22
}

define hidden float @atan2f(float noundef %y, float noundef %x) local_unnamed_addr #4 {
entry:
  %conv = fpext float %y to double
  %conv1 = fpext float %x to double
  %or.cond.i = fcmp uno float %x, %y
  br i1 %or.cond.i, label %if.then.i, label %if.end.i

if.then.i:
  %add.i = fadd double %conv, %conv1
  br label %angle_of.exit

if.end.i:
  %0 = tail call double @llvm.fabs.f64(double %conv1)
  %1 = tail call double @llvm.fabs.f64(double %conv)
  %cmp.i = fcmp oeq float %y, 0.000000e+00
  br i1 %cmp.i, label %cond.end11.i, label %cond.false.i

cond.false.i:
  %cmp2.i = fcmp oeq double %0, %1
  br i1 %cmp2.i, label %cond.end11.i, label %cond.false4.i

cond.false4.i:
  %cmp5.i = fcmp oeq float %x, 0.000000e+00
  br i1 %cmp5.i, label %cond.end11.i, label %cond.false7.i

cond.false7.i:
  %div.i = fdiv double %1, %0
  %call8.i = tail call fastcc double @atan_of(double noundef %div.i) #8
  br label %cond.end11.i

cond.end11.i:
  %cond12.i = phi double [ 0.000000e+00, %if.end.i ], [ 0x3FE921FB54442D18, %cond.false.i ], [ %call8.i, %cond.false7.i ], [ 0x3FF921FB54442D18, %cond.false4.i ]
  %2 = bitcast float %x to i32
  %3 = icmp slt i32 %2, 0
  %sub.i = fsub double 0x400921FB54442D18, %cond12.i
  %cond16.i = select i1 %3, double %sub.i, double %cond12.i
  %4 = tail call double @llvm.copysign.f64(double %cond16.i, double %conv)
  br label %angle_of.exit

angle_of.exit:
  %retval.0.i = phi double [ %add.i, %if.then.i ], [ %4, %cond.end11.i ]
  %conv2 = fptrunc double %retval.0.i to float
  ret float %conv2
}

define hidden float @asinf(float noundef %x) local_unnamed_addr #4 {
entry:
  %conv = fpext float %x to double
  %sub.i = fsub double 1.000000e+00, %conv
  %add.i = fadd double %conv, 1.000000e+00
  %mul.i = fmul double %sub.i, %add.i
  %0 = tail call noundef double @llvm.sqrt.f64(double %mul.i)
  %or.cond.i = fcmp uno double %0, %conv
  br i1 %or.cond.i, label %if.then.i, label %if.end.i

if.then.i:
  %add.i6 = fadd double %0, %conv
  br label %angle_of.exit

if.end.i:
  %1 = tail call double @llvm.fabs.f64(double %0)
  %2 = tail call double @llvm.fabs.f64(double %conv)
  %cmp.i = fcmp oeq float %x, 0.000000e+00
  br i1 %cmp.i, label %cond.end11.i, label %cond.false.i

cond.false.i:
  %cmp2.i = fcmp oeq double %1, %2
  br i1 %cmp2.i, label %cond.end11.i, label %cond.false4.i

cond.false4.i:
  %cmp5.i = fcmp oeq double %mul.i, 0.000000e+00
  br i1 %cmp5.i, label %cond.end11.i, label %cond.false7.i

cond.false7.i:
  %div.i = fdiv double %2, %1
  %call8.i = tail call fastcc double @atan_of(double noundef %div.i) #8
  br label %cond.end11.i

cond.end11.i:
  %cond12.i = phi double [ 0.000000e+00, %if.end.i ], [ 0x3FE921FB54442D18, %cond.false.i ], [ %call8.i, %cond.false7.i ], [ 0x3FF921FB54442D18, %cond.false4.i ]
  %3 = bitcast double %0 to i64
  %4 = icmp slt i64 %3, 0
  %sub.i5 = fsub double 0x400921FB54442D18, %cond12.i
  %cond16.i = select i1 %4, double %sub.i5, double %cond12.i
  %5 = tail call double @llvm.copysign.f64(double %cond16.i, double %conv)
  br label %angle_of.exit

angle_of.exit:
  %retval.0.i = phi double [ %add.i6, %if.then.i ], [ %5, %cond.end11.i ]
  %conv3 = fptrunc double %retval.0.i to float
  ret float %conv3
}

define hidden float @acosf(float noundef %x) local_unnamed_addr #4 {
entry:
  %conv = fpext float %x to double
  %sub.i = fsub double 1.000000e+00, %conv
  %add.i = fadd double %conv, 1.000000e+00
  %mul.i = fmul double %sub.i, %add.i
  %0 = tail call noundef double @llvm.sqrt.f64(double %mul.i)
  %or.cond.i = fcmp uno double %0, %conv
  br i1 %or.cond.i, label %if.then.i, label %if.end.i

if.then.i:
  %add.i6 = fadd double %0, %conv
  br label %angle_of.exit

if.end.i:
  %1 = tail call double @llvm.fabs.f64(double %conv)
  %2 = tail call double @llvm.fabs.f64(double %0)
  %cmp.i = fcmp oeq double %mul.i, 0.000000e+00
  br i1 %cmp.i, label %cond.end11.i, label %cond.false.i

cond.false.i:
  %cmp2.i = fcmp oeq double %1, %2
  br i1 %cmp2.i, label %cond.end11.i, label %cond.false4.i

cond.false4.i:
  %cmp5.i = fcmp oeq float %x, 0.000000e+00
  br i1 %cmp5.i, label %cond.end11.i, label %cond.false7.i

cond.false7.i:
  %div.i = fdiv double %2, %1
  %call8.i = tail call fastcc double @atan_of(double noundef %div.i) #8
  br label %cond.end11.i

cond.end11.i:
  %cond12.i = phi double [ 0.000000e+00, %if.end.i ], [ 0x3FE921FB54442D18, %cond.false.i ], [ %call8.i, %cond.false7.i ], [ 0x3FF921FB54442D18, %cond.false4.i ]
  %3 = bitcast float %x to i32
  %4 = icmp slt i32 %3, 0
  %sub.i5 = fsub double 0x400921FB54442D18, %cond12.i
  %cond16.i = select i1 %4, double %sub.i5, double %cond12.i
  %5 = tail call double @llvm.copysign.f64(double %cond16.i, double %0)
  br label %angle_of.exit

angle_of.exit:
  %retval.0.i = phi double [ %add.i6, %if.then.i ], [ %5, %cond.end11.i ]
  %conv3 = fptrunc double %retval.0.i to float
  ret float %conv3
}

define hidden float @roundf(float noundef %x) local_unnamed_addr #5 {
entry:
  %conv = fpext float %x to double
  %0 = tail call double @llvm.copysign.f64(double 5.000000e-01, double %conv)
  %add = fadd double %0, %conv
  %1 = tail call double @llvm.trunc.f64(double %add)
  %2 = tail call double @llvm.copysign.f64(double %1, double %conv)
  %conv3 = fptrunc double %2 to float
  ret float %conv3
}

declare double @llvm.trunc.f64(double) #2

define hidden float @fmodf(float noundef %x, float noundef %y) local_unnamed_addr #0 {
entry:
  %conv = fpext float %x to double
  %or.cond.i = fcmp uno float %x, %y
  br i1 %or.cond.i, label %cleanup, label %has_no_remainder.exit

has_no_remainder.exit:
  %0 = tail call double @llvm.fabs.f64(double %conv)
  %cmp.i7.i = fcmp oeq double %0, 0x7FF0000000000000
  %cmp.i = fcmp oeq float %y, 0.000000e+00
  %spec.select.i = or i1 %cmp.i, %cmp.i7.i
  br i1 %spec.select.i, label %cleanup, label %if.end

if.end:
  %1 = tail call float @llvm.fabs.f32(float %y)
  %2 = fpext float %1 to double
  %cmp.i16 = fcmp oeq float %1, 0x7FF0000000000000
  br i1 %cmp.i16, label %cleanup, label %if.end5

if.end5:
  %div.i = fmul double %0, 5.000000e-01
  %cmp16.i = fcmp ult double %div.i, %2
  br i1 %cmp16.i, label %for.cond.preheader.i, label %while.body.i

for.cond.preheader.i:
  %step.0.lcssa.i = phi double [ %2, %if.end5 ], [ %mul.i, %while.body.i ]
  %cmp118.i = fcmp ult double %step.0.lcssa.i, %2
  br i1 %cmp118.i, label %modulo.exit, label %for.body.i

while.body.i:
  %step.017.i = phi double [ %mul.i, %while.body.i ], [ %2, %if.end5 ]
  %mul.i = fmul double %step.017.i, 2.000000e+00
  %cmp.i17 = fcmp ugt double %mul.i, %div.i
  br i1 %cmp.i17, label %for.cond.preheader.i, label %while.body.i

for.body.i:
  %step.120.i = phi double [ %div4.i, %for.body.i ], [ %step.0.lcssa.i, %for.cond.preheader.i ]
  %a.addr.019.i = phi double [ %a.addr.1.i, %for.body.i ], [ %0, %for.cond.preheader.i ]
  %cmp2.i = fcmp oge double %a.addr.019.i, %step.120.i
  %sub.i = fsub double %a.addr.019.i, %step.120.i
  %a.addr.1.i = select i1 %cmp2.i, double %sub.i, double %a.addr.019.i
  %div4.i = fmul double %step.120.i, 5.000000e-01
  %cmp1.i = fcmp ult double %div4.i, %2
  br i1 %cmp1.i, label %modulo.exit, label %for.body.i

modulo.exit:
  %a.addr.0.lcssa.i = phi double [ %0, %for.cond.preheader.i ], [ %a.addr.1.i, %for.body.i ]
  %3 = tail call double @llvm.copysign.f64(double %a.addr.0.lcssa.i, double %conv)
  %conv10 = fptrunc double %3 to float
  br label %cleanup

cleanup:
  %retval.0 = phi float [ %conv10, %modulo.exit ], [ 0x7FF8000000000000, %has_no_remainder.exit ], [ %x, %if.end ], [ 0x7FF8000000000000, %entry ]
  ret float %retval.0
}

define hidden float @remainderf(float noundef %x, float noundef %y) local_unnamed_addr #0 {
entry:
  %or.cond.i = fcmp uno float %x, %y
  br i1 %or.cond.i, label %cleanup, label %has_no_remainder.exit

has_no_remainder.exit:
  %0 = tail call float @llvm.fabs.f32(float %x)
  %1 = fpext float %0 to double
  %cmp.i7.i = fcmp oeq float %0, 0x7FF0000000000000
  %cmp.i = fcmp oeq float %y, 0.000000e+00
  %spec.select.i = or i1 %cmp.i, %cmp.i7.i
  br i1 %spec.select.i, label %cleanup, label %if.end

if.end:
  %2 = tail call float @llvm.fabs.f32(float %y)
  %3 = fpext float %2 to double
  %cmp.i29 = fcmp oeq float %2, 0x7FF0000000000000
  br i1 %cmp.i29, label %cleanup, label %if.end5

if.end5:
  %div.i = fmul double %1, 5.000000e-01
  %cmp16.i = fcmp ult double %div.i, %3
  br i1 %cmp16.i, label %for.cond.preheader.i, label %while.body.i

for.cond.preheader.i:
  %step.0.lcssa.i = phi double [ %3, %if.end5 ], [ %mul.i, %while.body.i ]
  %cmp118.i = fcmp ult double %step.0.lcssa.i, %3
  br i1 %cmp118.i, label %modulo.exit, label %for.body.i

while.body.i:
  %step.017.i = phi double [ %mul.i, %while.body.i ], [ %3, %if.end5 ]
  %mul.i = fmul double %step.017.i, 2.000000e+00
  %cmp.i30 = fcmp ugt double %mul.i, %div.i
  br i1 %cmp.i30, label %for.cond.preheader.i, label %while.body.i

for.body.i:
  %step.120.i = phi double [ %div4.i, %for.body.i ], [ %step.0.lcssa.i, %for.cond.preheader.i ]
  %a.addr.019.i = phi double [ %a.addr.1.i, %for.body.i ], [ %1, %for.cond.preheader.i ]
  %cmp2.i = fcmp oge double %a.addr.019.i, %step.120.i
  %sub.i = fsub double %a.addr.019.i, %step.120.i
  %a.addr.1.i = select i1 %cmp2.i, double %sub.i, double %a.addr.019.i
  %div4.i = fmul double %step.120.i, 5.000000e-01
  %cmp1.i = fcmp ult double %div4.i, %3
  br i1 %cmp1.i, label %modulo.exit, label %for.body.i

modulo.exit:
  %is_odd_quotient.0.off0 = phi i1 [ undef, %for.cond.preheader.i ], [ %cmp2.i, %for.body.i ]
  %a.addr.0.lcssa.i = phi double [ %1, %for.cond.preheader.i ], [ %a.addr.1.i, %for.body.i ]
  %mul = fmul double %a.addr.0.lcssa.i, 2.000000e+00
  %cmp = fcmp ogt double %mul, %3
  %cmp11 = fcmp oeq double %mul, %3
  %or.cond = select i1 %cmp11, i1 %is_odd_quotient.0.off0, i1 false
  %or.cond31 = select i1 %cmp, i1 true, i1 %or.cond
  %sub = fsub double %a.addr.0.lcssa.i, %3
  %rest.0 = select i1 %or.cond31, double %sub, double %a.addr.0.lcssa.i
  %4 = bitcast float %x to i32
  %5 = icmp slt i32 %4, 0
  %fneg = fneg double %rest.0
  %cond = select i1 %5, double %fneg, double %rest.0
  %conv16 = fptrunc double %cond to float
  br label %cleanup

cleanup:
  %retval.0 = phi float [ %conv16, %modulo.exit ], [ 0x7FF8000000000000, %has_no_remainder.exit ], [ %x, %if.end ], [ 0x7FF8000000000000, %entry ]
  ret float %retval.0
}

declare double @llvm.rint.f64(double) #2

declare float @llvm.fabs.f32(float) #6

declare i1 @llvm.is.fpclass.f32(float, i32 immarg) #6

attributes #0 = { nofree norecurse nosync nounwind memory(none) "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nofree norecurse nosync nounwind memory(argmem: write) "no-builtins" }
attributes #4 = { nofree nosync nounwind memory(none) "no-builtins" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #6 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #7 = { nounwind }
attributes #8 = { nobuiltin "no-builtins" }

