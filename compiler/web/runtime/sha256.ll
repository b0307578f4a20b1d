; Made from sha256.c by clang of ziglang 0.17.1: make library-runtime
; 6e1c7d0acf174cae7ffa6b96198c67e0ea90bf361d8638b50bf8edd5dd04b541

@sha256_begin.start = internal unnamed_addr constant [8 x i32] [i32 1779033703, i32 -1150833019, i32 1013904242, i32 -1521486534, i32 1359893119, i32 -1694144372, i32 528734635, i32 1541459225], align 16
@.str = private unnamed_addr constant [2 x i8] c"\80\00", align 1
@.str.1 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@constants = internal unnamed_addr constant [64 x i32] [i32 1116352408, i32 1899447441, i32 -1245643825, i32 -373957723, i32 961987163, i32 1508970993, i32 -1841331548, i32 -1424204075, i32 -670586216, i32 310598401, i32 607225278, i32 1426881987, i32 1925078388, i32 -2132889090, i32 -1680079193, i32 -1046744716, i32 -459576895, i32 -272742522, i32 264347078, i32 604807628, i32 770255983, i32 1249150122, i32 1555081692, i32 1996064986, i32 -1740746414, i32 -1473132947, i32 -1341970488, i32 -1084653625, i32 -958395405, i32 -710438585, i32 113926993, i32 338241895, i32 666307205, i32 773529912, i32 1294757372, i32 1396182291, i32 1695183700, i32 1986661051, i32 -2117940946, i32 -1838011259, i32 -1564481375, i32 -1474664885, i32 -1035236496, i32 -949202525, i32 -778901479, i32 -694614492, i32 -200395387, i32 275423344, i32 430227734, i32 506948616, i32 659060556, i32 883997877, i32 958139571, i32 1322822218, i32 1537002063, i32 1747873779, i32 1955562222, i32 2024104815, i32 -2067236844, i32 -1933114872, i32 -1866530822, i32 -1538233109, i32 -1090935817, i32 -965641998], align 16

define hidden void @sha256_begin(ptr noundef writeonly captures(none) %it) local_unnamed_addr #0 {
entry:
  br label %for.body

for.cond.cleanup:
  %bytes = getelementptr inbounds nuw i8, ptr %it, i32 96
  store i64 0, ptr %bytes, align 8
  ret void

for.body:
  %i.06 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @sha256_begin.start, i32 %i.06
  %0 = load i32, ptr %arrayidx, align 4
  %arrayidx1 = getelementptr inbounds nuw i32, ptr %it, i32 %i.06
  store i32 %0, ptr %arrayidx1, align 4
  %inc = add nuw nsw i32 %i.06, 1
  %exitcond.not = icmp eq i32 %inc, 8
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define hidden void @sha256_add(ptr noundef captures(none) %it, ptr noundef readonly captures(none) %data, i32 noundef %bytes) local_unnamed_addr #2 {
entry:
  %w.i = alloca [64 x i32], align 16
  %s.i = alloca [8 x i32], align 16
  %cmp12.not = icmp eq i32 %bytes, 0
  br i1 %cmp12.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:
  %block = getelementptr inbounds nuw i8, ptr %it, i32 32
  %bytes1 = getelementptr inbounds nuw i8, ptr %it, i32 96
  %arrayidx8.i = getelementptr inbounds nuw i8, ptr %s.i, i32 16
  %arrayidx10.i = getelementptr inbounds nuw i8, ptr %s.i, i32 28
  %arrayidx14.i = getelementptr inbounds nuw i8, ptr %s.i, i32 20
  %arrayidx15.i = getelementptr inbounds nuw i8, ptr %s.i, i32 24
  %arrayidx28.i = getelementptr inbounds nuw i8, ptr %s.i, i32 4
  %arrayidx30.i = getelementptr inbounds nuw i8, ptr %s.i, i32 8
  br label %for.body

for.cond.cleanup:
  ret void

for.body:
  %i.013 = phi i32 [ 0, %for.body.lr.ph ], [ %inc6, %for.inc ]
  %arrayidx = getelementptr inbounds nuw i8, ptr %data, i32 %i.013
  %0 = load i8, ptr %arrayidx, align 1
  %1 = load i64, ptr %bytes1, align 8
  %inc = add i64 %1, 1
  store i64 %inc, ptr %bytes1, align 8
  %2 = trunc i64 %1 to i32
  %idxprom = and i32 %2, 63
  %arrayidx2 = getelementptr inbounds nuw i8, ptr %block, i32 %idxprom
  store i8 %0, ptr %arrayidx2, align 1
  %rem4 = and i64 %inc, 63
  %cmp5 = icmp eq i64 %rem4, 0
  br i1 %cmp5, label %if.then, label %for.inc

if.then:
  call void @llvm.lifetime.start.p0(ptr nonnull %w.i) #4
  call void @llvm.lifetime.start.p0(ptr nonnull %s.i) #4
  br label %for.body.i.i

for.body.i.i:
  %block.addr.063.i.i = phi ptr [ %block, %if.then ], [ %add.ptr.i.i, %for.body.i.i ]
  %i.062.i.i = phi i32 [ 0, %if.then ], [ %inc.i.i, %for.body.i.i ]
  %3 = load i8, ptr %block.addr.063.i.i, align 1
  %conv.i.i = zext i8 %3 to i32
  %shl.i.i = shl nuw i32 %conv.i.i, 24
  %arrayidx1.i.i = getelementptr inbounds nuw i8, ptr %block.addr.063.i.i, i32 1
  %4 = load i8, ptr %arrayidx1.i.i, align 1
  %conv2.i.i = zext i8 %4 to i32
  %shl3.i.i = shl nuw nsw i32 %conv2.i.i, 16
  %or.i.i = or disjoint i32 %shl3.i.i, %shl.i.i
  %arrayidx4.i.i = getelementptr inbounds nuw i8, ptr %block.addr.063.i.i, i32 2
  %5 = load i8, ptr %arrayidx4.i.i, align 1
  %conv5.i.i = zext i8 %5 to i32
  %shl6.i.i = shl nuw nsw i32 %conv5.i.i, 8
  %or7.i.i = or disjoint i32 %or.i.i, %shl6.i.i
  %arrayidx8.i.i = getelementptr inbounds nuw i8, ptr %block.addr.063.i.i, i32 3
  %6 = load i8, ptr %arrayidx8.i.i, align 1
  %conv9.i.i = zext i8 %6 to i32
  %or10.i.i = or disjoint i32 %or7.i.i, %conv9.i.i
  %arrayidx11.i.i = getelementptr inbounds nuw i32, ptr %w.i, i32 %i.062.i.i
  store i32 %or10.i.i, ptr %arrayidx11.i.i, align 4
  %inc.i.i = add nuw nsw i32 %i.062.i.i, 1
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %block.addr.063.i.i, i32 4
  %exitcond.not.i.i = icmp eq i32 %inc.i.i, 16
  br i1 %exitcond.not.i.i, label %for.body17.i.i, label %for.body.i.i

for.body17.i.i:
  %i12.064.i.i = phi i32 [ %inc36.i.i, %for.body17.i.i ], [ 16, %for.body.i.i ]
  %7 = getelementptr i32, ptr %w.i, i32 %i12.064.i.i
  %arrayidx18.i.i = getelementptr i8, ptr %7, i32 -60
  %8 = load i32, ptr %arrayidx18.i.i, align 4
  %arrayidx20.i.i = getelementptr i8, ptr %7, i32 -8
  %9 = load i32, ptr %arrayidx20.i.i, align 4
  %arrayidx22.i.i = getelementptr i8, ptr %7, i32 -64
  %10 = load i32, ptr %arrayidx22.i.i, align 4
  %or.i.i.i = tail call i32 @llvm.fshl.i32(i32 %8, i32 %8, i32 25)
  %or.i59.i.i = tail call i32 @llvm.fshl.i32(i32 %8, i32 %8, i32 14)
  %xor.i.i = xor i32 %or.i.i.i, %or.i59.i.i
  %shr.i.i = lshr i32 %8, 3
  %xor24.i.i = xor i32 %xor.i.i, %shr.i.i
  %add.i.i = add i32 %xor24.i.i, %10
  %arrayidx26.i.i = getelementptr i8, ptr %7, i32 -28
  %11 = load i32, ptr %arrayidx26.i.i, align 4
  %add27.i.i = add i32 %add.i.i, %11
  %or.i60.i.i = tail call i32 @llvm.fshl.i32(i32 %9, i32 %9, i32 15)
  %or.i61.i.i = tail call i32 @llvm.fshl.i32(i32 %9, i32 %9, i32 13)
  %xor30.i.i = xor i32 %or.i60.i.i, %or.i61.i.i
  %shr31.i.i = lshr i32 %9, 10
  %xor32.i.i = xor i32 %xor30.i.i, %shr31.i.i
  %add33.i.i = add i32 %add27.i.i, %xor32.i.i
  store i32 %add33.i.i, ptr %7, align 4
  %inc36.i.i = add nuw nsw i32 %i12.064.i.i, 1
  %exitcond65.not.i.i = icmp eq i32 %inc36.i.i, 64
  br i1 %exitcond65.not.i.i, label %for.body.i, label %for.body17.i.i

for.cond4.preheader.i:
  %.pre.i = load i32, ptr %arrayidx8.i, align 16
  %.pre101.i = load i32, ptr %s.i, align 16
  br label %for.body7.i

for.body.i:
  %i.095.i = phi i32 [ %inc.i, %for.body.i ], [ 0, %for.body17.i.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %it, i32 %i.095.i
  %12 = load i32, ptr %arrayidx.i, align 4
  %arrayidx2.i = getelementptr inbounds nuw i32, ptr %s.i, i32 %i.095.i
  store i32 %12, ptr %arrayidx2.i, align 4
  %inc.i = add nuw nsw i32 %i.095.i, 1
  %exitcond.not.i = icmp eq i32 %inc.i, 8
  br i1 %exitcond.not.i, label %for.cond4.preheader.i, label %for.body.i

for.body7.i:
  %13 = phi i32 [ %.pre101.i, %for.cond4.preheader.i ], [ %add48.i, %for.cond.cleanup40.i ]
  %14 = phi i32 [ %.pre.i, %for.cond4.preheader.i ], [ %add47.i, %for.cond.cleanup40.i ]
  %i3.097.i = phi i32 [ 0, %for.cond4.preheader.i ], [ %inc51.i, %for.cond.cleanup40.i ]
  %15 = load i32, ptr %arrayidx10.i, align 4
  %16 = load i32, ptr %arrayidx14.i, align 4
  %17 = load i32, ptr %arrayidx15.i, align 8
  %arrayidx19.i = getelementptr inbounds nuw i32, ptr @constants, i32 %i3.097.i
  %18 = load i32, ptr %arrayidx19.i, align 4
  %arrayidx21.i = getelementptr inbounds nuw i32, ptr %w.i, i32 %i3.097.i
  %19 = load i32, ptr %arrayidx21.i, align 4
  %20 = load i32, ptr %arrayidx28.i, align 4
  %21 = load i32, ptr %arrayidx30.i, align 8
  br label %for.body41.i

for.cond.cleanup40.i:
  %or.i89.i = tail call i32 @llvm.fshl.i32(i32 %14, i32 %14, i32 26)
  %or.i90.i = tail call i32 @llvm.fshl.i32(i32 %14, i32 %14, i32 21)
  %xor.i = xor i32 %or.i89.i, %or.i90.i
  %or.i91.i = tail call i32 @llvm.fshl.i32(i32 %14, i32 %14, i32 7)
  %xor13.i = xor i32 %xor.i, %or.i91.i
  %and.i = and i32 %16, %14
  %not.i = xor i32 %14, -1
  %and16.i = and i32 %17, %not.i
  %xor17.i = add i32 %xor13.i, %15
  %add.i = add i32 %xor17.i, %and.i
  %add18.i = add i32 %add.i, %and16.i
  %add20.i = add i32 %add18.i, %18
  %add22.i = add i32 %add20.i, %19
  %or.i92.i = tail call i32 @llvm.fshl.i32(i32 %13, i32 %13, i32 30)
  %or.i93.i = tail call i32 @llvm.fshl.i32(i32 %13, i32 %13, i32 19)
  %xor25.i = xor i32 %or.i92.i, %or.i93.i
  %or.i94.i = tail call i32 @llvm.fshl.i32(i32 %13, i32 %13, i32 10)
  %xor27.i = xor i32 %xor25.i, %or.i94.i
  %and3188.i = xor i32 %21, %20
  %xor32.i = and i32 %and3188.i, %13
  %and35.i = and i32 %21, %20
  %xor36.i = xor i32 %xor32.i, %and35.i
  %22 = load i32, ptr %arrayidx8.i, align 16
  %add47.i = add i32 %22, %add22.i
  store i32 %add47.i, ptr %arrayidx8.i, align 16
  %add37.i = add i32 %add22.i, %xor27.i
  %add48.i = add i32 %add37.i, %xor36.i
  store i32 %add48.i, ptr %s.i, align 16
  %inc51.i = add nuw nsw i32 %i3.097.i, 1
  %exitcond99.not.i = icmp eq i32 %inc51.i, 64
  br i1 %exitcond99.not.i, label %for.body57.i, label %for.body7.i

for.body41.i:
  %k.096.i = phi i32 [ 7, %for.body7.i ], [ %dec.i, %for.body41.i ]
  %23 = getelementptr i32, ptr %s.i, i32 %k.096.i
  %arrayidx42.i = getelementptr i8, ptr %23, i32 -4
  %24 = load i32, ptr %arrayidx42.i, align 4
  store i32 %24, ptr %23, align 4
  %dec.i = add nsw i32 %k.096.i, -1
  %cmp39.i = icmp samesign ugt i32 %k.096.i, 1
  br i1 %cmp39.i, label %for.body41.i, label %for.cond.cleanup40.i

for.body57.i:
  %i53.098.i = phi i32 [ %inc63.i, %for.body57.i ], [ 0, %for.cond.cleanup40.i ]
  %arrayidx58.i = getelementptr inbounds nuw i32, ptr %s.i, i32 %i53.098.i
  %25 = load i32, ptr %arrayidx58.i, align 4
  %arrayidx60.i = getelementptr inbounds nuw i32, ptr %it, i32 %i53.098.i
  %26 = load i32, ptr %arrayidx60.i, align 4
  %add61.i = add i32 %26, %25
  store i32 %add61.i, ptr %arrayidx60.i, align 4
  %inc63.i = add nuw nsw i32 %i53.098.i, 1
  %exitcond100.not.i = icmp eq i32 %inc63.i, 8
  br i1 %exitcond100.not.i, label %take_block.exit, label %for.body57.i

take_block.exit:
  call void @llvm.lifetime.end.p0(ptr nonnull %s.i) #4
  call void @llvm.lifetime.end.p0(ptr nonnull %w.i) #4
  br label %for.inc

for.inc:
  %inc6 = add nuw i32 %i.013, 1
  %exitcond.not = icmp eq i32 %inc6, %bytes
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define hidden void @sha256_end(ptr noundef captures(none) %it, ptr noundef writeonly captures(none) %digest) local_unnamed_addr #2 {
entry:
  %last = alloca [8 x i8], align 1
  %bytes = getelementptr inbounds nuw i8, ptr %it, i32 96
  %0 = load i64, ptr %bytes, align 8
  %mul = shl i64 %0, 3
  call void @llvm.lifetime.start.p0(ptr nonnull %last) #4
  br label %for.body

for.cond.cleanup:
  tail call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull @.str, i32 noundef 1) #5
  %1 = load i64, ptr %bytes, align 8
  %rem35 = and i64 %1, 63
  %cmp3.not36 = icmp eq i64 %rem35, 56
  br i1 %cmp3.not36, label %while.end, label %while.body

for.body:
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  %2 = shl nuw nsw i64 %indvars.iv, 3
  %3 = sub nuw nsw i64 56, %2
  %shr = lshr i64 %mul, %3
  %conv = trunc i64 %shr to i8
  %4 = trunc nuw nsw i64 %indvars.iv to i32
  %arrayidx = getelementptr inbounds nuw i8, ptr %last, i32 %4
  store i8 %conv, ptr %arrayidx, align 1
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 8
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

while.body:
  tail call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull @.str.1, i32 noundef 1) #5
  %5 = load i64, ptr %bytes, align 8
  %rem = and i64 %5, 63
  %cmp3.not = icmp eq i64 %rem, 56
  br i1 %cmp3.not, label %while.end, label %while.body

while.end:
  call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull %last, i32 noundef 8) #5
  br label %for.body10

for.cond.cleanup9:
  call void @llvm.lifetime.end.p0(ptr nonnull %last) #4
  ret void

for.body10:
  %i5.037 = phi i32 [ 0, %while.end ], [ %inc19, %for.body10 ]
  %div33 = lshr i32 %i5.037, 2
  %arrayidx11 = getelementptr inbounds nuw i32, ptr %it, i32 %div33
  %6 = load i32, ptr %arrayidx11, align 4
  %rem12 = shl nuw nsw i32 %i5.037, 3
  %rem12.not = and i32 %rem12, 24
  %sub14 = xor i32 %rem12.not, 24
  %shr15 = lshr i32 %6, %sub14
  %conv16 = trunc i32 %shr15 to i8
  %arrayidx17 = getelementptr inbounds nuw i8, ptr %digest, i32 %i5.037
  store i8 %conv16, ptr %arrayidx17, align 1
  %inc19 = add nuw nsw i32 %i5.037, 1
  %exitcond40.not = icmp eq i32 %inc19, 32
  br i1 %exitcond40.not, label %for.cond.cleanup9, label %for.body10
}

declare i32 @llvm.fshl.i32(i32, i32, i32) #3

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: write) "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree norecurse nosync nounwind memory(argmem: readwrite) "no-builtins" }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind }
attributes #5 = { nobuiltin "no-builtins" }

