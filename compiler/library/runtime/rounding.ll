; Made from rounding.c by clang of ziglang 0.17.1: make library-runtime
; 0f18310829a400a6918c33298e9c132b0b8b439dcd46da876b75c714874896ff

define float @roundevenf(float noundef %x) local_unnamed_addr #0 {
entry:
  %sum = alloca float, align 4
  %0 = tail call float @llvm.fabs.f32(float %x)
  %cmp = fcmp olt float %0, 0x4160000000000000
  br i1 %cmp, label %if.end, label %cleanup

if.end:
  call void @llvm.lifetime.start.p0(ptr nonnull %sum)
  %add = fadd float %0, 0x4160000000000000
  store volatile float %add, ptr %sum, align 4
  %sum.0.sum.0.sum.0.sum.0. = load volatile float, ptr %sum, align 4
  %sub = fadd float %sum.0.sum.0.sum.0.sum.0., 0xC160000000000000
  %1 = tail call float @llvm.copysign.f32(float %sub, float %x)
  call void @llvm.lifetime.end.p0(ptr nonnull %sum)
  br label %cleanup

cleanup:
  %retval.0 = phi float [ %1, %if.end ], [ %x, %entry ]
  ret float %retval.0
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare float @llvm.fabs.f32(float) #2

declare float @llvm.copysign.f32(float, float) #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define float @rintf(float noundef %x) local_unnamed_addr #0 {
entry:
  %sum.i = alloca float, align 4
  %0 = tail call float @llvm.fabs.f32(float %x)
  %cmp.i = fcmp olt float %0, 0x4160000000000000
  br i1 %cmp.i, label %if.end.i, label %roundevenf.exit

if.end.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %sum.i)
  %add.i = fadd float %0, 0x4160000000000000
  store volatile float %add.i, ptr %sum.i, align 4
  %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i = load volatile float, ptr %sum.i, align 4
  %sub.i = fadd float %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i, 0xC160000000000000
  %1 = tail call float @llvm.copysign.f32(float %sub.i, float %x)
  call void @llvm.lifetime.end.p0(ptr nonnull %sum.i)
  br label %roundevenf.exit

roundevenf.exit:
  %retval.0.i = phi float [ %1, %if.end.i ], [ %x, %entry ]
  ret float %retval.0.i
}

define float @nearbyintf(float noundef %x) local_unnamed_addr #0 {
entry:
  %sum.i = alloca float, align 4
  %0 = tail call float @llvm.fabs.f32(float %x)
  %cmp.i = fcmp olt float %0, 0x4160000000000000
  br i1 %cmp.i, label %if.end.i, label %roundevenf.exit

if.end.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %sum.i)
  %add.i = fadd float %0, 0x4160000000000000
  store volatile float %add.i, ptr %sum.i, align 4
  %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i = load volatile float, ptr %sum.i, align 4
  %sub.i = fadd float %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i, 0xC160000000000000
  %1 = tail call float @llvm.copysign.f32(float %sub.i, float %x)
  call void @llvm.lifetime.end.p0(ptr nonnull %sum.i)
  br label %roundevenf.exit

roundevenf.exit:
  %retval.0.i = phi float [ %1, %if.end.i ], [ %x, %entry ]
  ret float %retval.0.i
}

define float @truncf(float noundef %x) local_unnamed_addr #0 {
entry:
  %sum.i = alloca float, align 4
  %0 = tail call float @llvm.fabs.f32(float %x)
  %cmp.i = fcmp olt float %0, 0x4160000000000000
  br i1 %cmp.i, label %if.end.i, label %roundevenf.exit

if.end.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %sum.i)
  %add.i = fadd float %0, 0x4160000000000000
  store volatile float %add.i, ptr %sum.i, align 4
  %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i = load volatile float, ptr %sum.i, align 4
  %sub.i = fadd float %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i, 0xC160000000000000
  %1 = tail call float @llvm.fabs.f32(float %sub.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %sum.i)
  br label %roundevenf.exit

roundevenf.exit:
  %retval.0.i = phi float [ %1, %if.end.i ], [ %0, %entry ]
  %cmp = fcmp ogt float %retval.0.i, %0
  %sub = fadd float %retval.0.i, -1.000000e+00
  %cond = select i1 %cmp, float %sub, float %retval.0.i
  %2 = tail call float @llvm.copysign.f32(float %cond, float %x)
  ret float %2
}

define float @floorf(float noundef %x) local_unnamed_addr #0 {
entry:
  %sum.i = alloca float, align 4
  %0 = tail call float @llvm.fabs.f32(float %x)
  %cmp.i = fcmp olt float %0, 0x4160000000000000
  br i1 %cmp.i, label %if.end.i, label %roundevenf.exit

if.end.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %sum.i)
  %add.i = fadd float %0, 0x4160000000000000
  store volatile float %add.i, ptr %sum.i, align 4
  %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i = load volatile float, ptr %sum.i, align 4
  %sub.i = fadd float %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i, 0xC160000000000000
  %1 = tail call float @llvm.copysign.f32(float %sub.i, float %x)
  call void @llvm.lifetime.end.p0(ptr nonnull %sum.i)
  br label %roundevenf.exit

roundevenf.exit:
  %retval.0.i = phi float [ %1, %if.end.i ], [ %x, %entry ]
  %cmp = fcmp ogt float %retval.0.i, %x
  %sub = fadd float %retval.0.i, -1.000000e+00
  %cond = select i1 %cmp, float %sub, float %retval.0.i
  ret float %cond
}

define float @ceilf(float noundef %x) local_unnamed_addr #0 {
entry:
  %sum.i = alloca float, align 4
  %0 = tail call float @llvm.fabs.f32(float %x)
  %cmp.i = fcmp olt float %0, 0x4160000000000000
  br i1 %cmp.i, label %if.end.i, label %roundevenf.exit

if.end.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %sum.i)
  %add.i = fadd float %0, 0x4160000000000000
  store volatile float %add.i, ptr %sum.i, align 4
  %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i = load volatile float, ptr %sum.i, align 4
  %sub.i = fadd float %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i, 0xC160000000000000
  %1 = tail call float @llvm.copysign.f32(float %sub.i, float %x)
  call void @llvm.lifetime.end.p0(ptr nonnull %sum.i)
  br label %roundevenf.exit

roundevenf.exit:
  %retval.0.i = phi float [ %1, %if.end.i ], [ %x, %entry ]
  %cmp = fcmp olt float %retval.0.i, %x
  %add = fadd float %retval.0.i, 1.000000e+00
  %2 = tail call float @llvm.copysign.f32(float %add, float %x)
  %cond = select i1 %cmp, float %2, float %retval.0.i
  ret float %cond
}

define double @rint(double noundef %x) local_unnamed_addr #0 {
entry:
  %sum = alloca double, align 8
  %0 = tail call double @llvm.fabs.f64(double %x)
  %cmp = fcmp olt double %0, 0x4330000000000000
  br i1 %cmp, label %if.end, label %cleanup

if.end:
  call void @llvm.lifetime.start.p0(ptr nonnull %sum)
  %add = fadd double %0, 0x4330000000000000
  store volatile double %add, ptr %sum, align 8
  %sum.0.sum.0.sum.0.sum.0. = load volatile double, ptr %sum, align 8
  %sub = fadd double %sum.0.sum.0.sum.0.sum.0., 0xC330000000000000
  %1 = tail call double @llvm.copysign.f64(double %sub, double %x)
  call void @llvm.lifetime.end.p0(ptr nonnull %sum)
  br label %cleanup

cleanup:
  %retval.0 = phi double [ %1, %if.end ], [ %x, %entry ]
  ret double %retval.0
}

declare double @llvm.fabs.f64(double) #2

declare double @llvm.copysign.f64(double, double) #2

define double @trunc(double noundef %x) local_unnamed_addr #0 {
entry:
  %sum.i = alloca double, align 8
  %0 = tail call double @llvm.fabs.f64(double %x)
  %cmp.i = fcmp olt double %0, 0x4330000000000000
  br i1 %cmp.i, label %if.end.i, label %rint.exit

if.end.i:
  call void @llvm.lifetime.start.p0(ptr nonnull %sum.i)
  %add.i = fadd double %0, 0x4330000000000000
  store volatile double %add.i, ptr %sum.i, align 8
  %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i = load volatile double, ptr %sum.i, align 8
  %sub.i = fadd double %sum.i.0.sum.i.0.sum.i.0.sum.0.sum.0.sum.0..i, 0xC330000000000000
  %1 = tail call double @llvm.fabs.f64(double %sub.i)
  call void @llvm.lifetime.end.p0(ptr nonnull %sum.i)
  br label %rint.exit

rint.exit:
  %retval.0.i = phi double [ %1, %if.end.i ], [ %0, %entry ]
  %cmp = fcmp ogt double %retval.0.i, %0
  %sub = fadd double %retval.0.i, -1.000000e+00
  %cond = select i1 %cmp, double %sub, double %retval.0.i
  %2 = tail call double @llvm.copysign.f64(double %cond, double %x)
  ret double %2
}

attributes #0 = { nofree norecurse nounwind memory(inaccessiblemem: readwrite) "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }

