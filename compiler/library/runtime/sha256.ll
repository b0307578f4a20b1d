; Made from sha256.c by clang of ziglang 0.17.1: make library-runtime
; 7cbc2de8faec47f8aa95cb35be653e04c58b35d34394328c42cdc15c1b1f228d

@sha256_begin.start = internal unnamed_addr constant [8 x i32] [i32 1779033703, i32 -1150833019, i32 1013904242, i32 -1521486534, i32 1359893119, i32 -1694144372, i32 528734635, i32 1541459225], align 16
@.str = private unnamed_addr constant [2 x i8] c"\80\00", align 1
@.str.1 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@constants = internal unnamed_addr constant [64 x i32] [i32 1116352408, i32 1899447441, i32 -1245643825, i32 -373957723, i32 961987163, i32 1508970993, i32 -1841331548, i32 -1424204075, i32 -670586216, i32 310598401, i32 607225278, i32 1426881987, i32 1925078388, i32 -2132889090, i32 -1680079193, i32 -1046744716, i32 -459576895, i32 -272742522, i32 264347078, i32 604807628, i32 770255983, i32 1249150122, i32 1555081692, i32 1996064986, i32 -1740746414, i32 -1473132947, i32 -1341970488, i32 -1084653625, i32 -958395405, i32 -710438585, i32 113926993, i32 338241895, i32 666307205, i32 773529912, i32 1294757372, i32 1396182291, i32 1695183700, i32 1986661051, i32 -2117940946, i32 -1838011259, i32 -1564481375, i32 -1474664885, i32 -1035236496, i32 -949202525, i32 -778901479, i32 -694614492, i32 -200395387, i32 275423344, i32 430227734, i32 506948616, i32 659060556, i32 883997877, i32 958139571, i32 1322822218, i32 1537002063, i32 1747873779, i32 1955562222, i32 2024104815, i32 -2067236844, i32 -1933114872, i32 -1866530822, i32 -1538233109, i32 -1090935817, i32 -965641998], align 16

define hidden void @sha256_begin(ptr noundef writeonly captures(none) %it) local_unnamed_addr #0 {
entry:
  br label %for.body

for.cond.cleanup:
  %bytes = getelementptr inbounds nuw i8, ptr %it, i64 96
  store i64 0, ptr %bytes, align 8
  ret void

for.body:
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds nuw i32, ptr @sha256_begin.start, i64 %indvars.iv
  %0 = load i32, ptr %arrayidx, align 4
  %arrayidx2 = getelementptr inbounds nuw i32, ptr %it, i64 %indvars.iv
  store i32 %0, ptr %arrayidx2, align 4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 8
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define hidden void @sha256_add(ptr noundef captures(none) %it, ptr noundef readonly captures(none) %data, i64 noundef %bytes) local_unnamed_addr #2 {
entry:
  %w.i = alloca [64 x i32], align 16
  %s.i = alloca [8 x i32], align 16
  %cmp12.not = icmp eq i64 %bytes, 0
  br i1 %cmp12.not, label %for.cond.cleanup, label %for.body.lr.ph

for.body.lr.ph:
  %block = getelementptr inbounds nuw i8, ptr %it, i64 32
  %bytes1 = getelementptr inbounds nuw i8, ptr %it, i64 96
  %arrayidx9.i = getelementptr inbounds nuw i8, ptr %s.i, i64 16
  %arrayidx11.i = getelementptr inbounds nuw i8, ptr %s.i, i64 28
  %arrayidx15.i = getelementptr inbounds nuw i8, ptr %s.i, i64 20
  %arrayidx16.i = getelementptr inbounds nuw i8, ptr %s.i, i64 24
  %arrayidx31.i = getelementptr inbounds nuw i8, ptr %s.i, i64 4
  %arrayidx33.i = getelementptr inbounds nuw i8, ptr %s.i, i64 8
  br label %for.body

for.cond.cleanup:
  ret void

for.body:
  %i.013 = phi i64 [ 0, %for.body.lr.ph ], [ %inc6, %for.inc ]
  %arrayidx = getelementptr inbounds nuw i8, ptr %data, i64 %i.013
  %0 = load i8, ptr %arrayidx, align 1
  %1 = load i64, ptr %bytes1, align 8
  %inc = add i64 %1, 1
  store i64 %inc, ptr %bytes1, align 8
  %rem = and i64 %1, 63
  %arrayidx2 = getelementptr inbounds nuw i8, ptr %block, i64 %rem
  store i8 %0, ptr %arrayidx2, align 1
  %rem4 = and i64 %inc, 63
  %cmp5 = icmp eq i64 %rem4, 0
  br i1 %cmp5, label %if.then, label %for.inc

if.then:
  call void @llvm.lifetime.start.p0(ptr nonnull %w.i) #4
  call void @llvm.lifetime.start.p0(ptr nonnull %s.i) #4
  br label %for.body.i.i

for.body.i.i:
  %indvars.iv.i.i = phi i64 [ 0, %if.then ], [ %indvars.iv.next.i.i, %for.body.i.i ]
  %block.addr.068.i.i = phi ptr [ %block, %if.then ], [ %add.ptr.i.i, %for.body.i.i ]
  %2 = load i8, ptr %block.addr.068.i.i, align 1
  %conv.i.i = zext i8 %2 to i32
  %shl.i.i = shl nuw i32 %conv.i.i, 24
  %arrayidx1.i.i = getelementptr inbounds nuw i8, ptr %block.addr.068.i.i, i64 1
  %3 = load i8, ptr %arrayidx1.i.i, align 1
  %conv2.i.i = zext i8 %3 to i32
  %shl3.i.i = shl nuw nsw i32 %conv2.i.i, 16
  %or.i.i = or disjoint i32 %shl3.i.i, %shl.i.i
  %arrayidx4.i.i = getelementptr inbounds nuw i8, ptr %block.addr.068.i.i, i64 2
  %4 = load i8, ptr %arrayidx4.i.i, align 1
  %conv5.i.i = zext i8 %4 to i32
  %shl6.i.i = shl nuw nsw i32 %conv5.i.i, 8
  %or7.i.i = or disjoint i32 %or.i.i, %shl6.i.i
  %arrayidx8.i.i = getelementptr inbounds nuw i8, ptr %block.addr.068.i.i, i64 3
  %5 = load i8, ptr %arrayidx8.i.i, align 1
  %conv9.i.i = zext i8 %5 to i32
  %or10.i.i = or disjoint i32 %or7.i.i, %conv9.i.i
  %arrayidx11.i.i = getelementptr inbounds nuw i32, ptr %w.i, i64 %indvars.iv.i.i
  store i32 %or10.i.i, ptr %arrayidx11.i.i, align 4
  %indvars.iv.next.i.i = add nuw nsw i64 %indvars.iv.i.i, 1
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %block.addr.068.i.i, i64 4
  %exitcond.not.i.i = icmp eq i64 %indvars.iv.next.i.i, 16
  br i1 %exitcond.not.i.i, label %for.body17.i.i, label %for.body.i.i

for.body17.i.i:
  %indvars.iv71.i.i = phi i64 [ %indvars.iv.next72.i.i, %for.body17.i.i ], [ 16, %for.body.i.i ]
  %6 = getelementptr i32, ptr %w.i, i64 %indvars.iv71.i.i
  %arrayidx19.i.i = getelementptr i8, ptr %6, i64 -60
  %7 = load i32, ptr %arrayidx19.i.i, align 4
  %arrayidx22.i.i = getelementptr i8, ptr %6, i64 -8
  %8 = load i32, ptr %arrayidx22.i.i, align 4
  %arrayidx25.i.i = getelementptr i8, ptr %6, i64 -64
  %9 = load i32, ptr %arrayidx25.i.i, align 4
  %or.i.i.i = tail call i32 @llvm.fshl.i32(i32 %7, i32 %7, i32 25)
  %or.i64.i.i = tail call i32 @llvm.fshl.i32(i32 %7, i32 %7, i32 14)
  %xor.i.i = xor i32 %or.i.i.i, %or.i64.i.i
  %shr.i.i = lshr i32 %7, 3
  %xor27.i.i = xor i32 %xor.i.i, %shr.i.i
  %add.i.i = add i32 %xor27.i.i, %9
  %arrayidx30.i.i = getelementptr i8, ptr %6, i64 -28
  %10 = load i32, ptr %arrayidx30.i.i, align 4
  %add31.i.i = add i32 %add.i.i, %10
  %or.i65.i.i = tail call i32 @llvm.fshl.i32(i32 %8, i32 %8, i32 15)
  %or.i66.i.i = tail call i32 @llvm.fshl.i32(i32 %8, i32 %8, i32 13)
  %xor34.i.i = xor i32 %or.i65.i.i, %or.i66.i.i
  %shr35.i.i = lshr i32 %8, 10
  %xor36.i.i = xor i32 %xor34.i.i, %shr35.i.i
  %add37.i.i = add i32 %add31.i.i, %xor36.i.i
  store i32 %add37.i.i, ptr %6, align 4
  %indvars.iv.next72.i.i = add nuw nsw i64 %indvars.iv71.i.i, 1
  %exitcond74.not.i.i = icmp eq i64 %indvars.iv.next72.i.i, 64
  br i1 %exitcond74.not.i.i, label %for.body.i, label %for.body17.i.i

for.cond5.preheader.i:
  %s.promoted.i = load i32, ptr %s.i, align 16
  %.pre.i = load i32, ptr %arrayidx9.i, align 16
  br label %for.body8.i

for.body.i:
  %indvars.iv.i = phi i64 [ %indvars.iv.next.i, %for.body.i ], [ 0, %for.body17.i.i ]
  %arrayidx.i = getelementptr inbounds nuw i32, ptr %it, i64 %indvars.iv.i
  %11 = load i32, ptr %arrayidx.i, align 4
  %arrayidx3.i = getelementptr inbounds nuw i32, ptr %s.i, i64 %indvars.iv.i
  store i32 %11, ptr %arrayidx3.i, align 4
  %indvars.iv.next.i = add nuw nsw i64 %indvars.iv.i, 1
  %exitcond.not.i = icmp eq i64 %indvars.iv.next.i, 8
  br i1 %exitcond.not.i, label %for.cond5.preheader.i, label %for.body.i

for.body8.i:
  %12 = phi i32 [ %.pre.i, %for.cond5.preheader.i ], [ %add52.i, %for.cond.cleanup43.i ]
  %indvars.iv112.i = phi i64 [ 0, %for.cond5.preheader.i ], [ %indvars.iv.next113.i, %for.cond.cleanup43.i ]
  %add53104105.i = phi i32 [ %s.promoted.i, %for.cond5.preheader.i ], [ %add53.i, %for.cond.cleanup43.i ]
  %13 = load i32, ptr %arrayidx11.i, align 4
  %14 = load i32, ptr %arrayidx15.i, align 4
  %15 = load i32, ptr %arrayidx16.i, align 8
  %arrayidx21.i = getelementptr inbounds nuw i32, ptr @constants, i64 %indvars.iv112.i
  %16 = load i32, ptr %arrayidx21.i, align 4
  %arrayidx24.i = getelementptr inbounds nuw i32, ptr %w.i, i64 %indvars.iv112.i
  %17 = load i32, ptr %arrayidx24.i, align 4
  %18 = load i32, ptr %arrayidx31.i, align 4
  %19 = load i32, ptr %arrayidx33.i, align 8
  br label %for.body44.i

for.cond.cleanup43.i:
  %or.i96.i = tail call i32 @llvm.fshl.i32(i32 %12, i32 %12, i32 26)
  %or.i97.i = tail call i32 @llvm.fshl.i32(i32 %12, i32 %12, i32 21)
  %xor.i = xor i32 %or.i96.i, %or.i97.i
  %or.i98.i = tail call i32 @llvm.fshl.i32(i32 %12, i32 %12, i32 7)
  %xor14.i = xor i32 %xor.i, %or.i98.i
  %and.i = and i32 %14, %12
  %not.i = xor i32 %12, -1
  %and17.i = and i32 %15, %not.i
  %xor18.i = add i32 %xor14.i, %13
  %add.i = add i32 %xor18.i, %and.i
  %add19.i = add i32 %add.i, %and17.i
  %add22.i = add i32 %add19.i, %16
  %add25.i = add i32 %add22.i, %17
  %or.i99.i = tail call i32 @llvm.fshl.i32(i32 %add53104105.i, i32 %add53104105.i, i32 30)
  %or.i100.i = tail call i32 @llvm.fshl.i32(i32 %add53104105.i, i32 %add53104105.i, i32 19)
  %xor28.i = xor i32 %or.i99.i, %or.i100.i
  %or.i101.i = tail call i32 @llvm.fshl.i32(i32 %add53104105.i, i32 %add53104105.i, i32 10)
  %xor30.i = xor i32 %xor28.i, %or.i101.i
  %and3495.i = xor i32 %19, %18
  %xor35.i = and i32 %and3495.i, %add53104105.i
  %and38.i = and i32 %19, %18
  %xor39.i = xor i32 %xor35.i, %and38.i
  %20 = load i32, ptr %arrayidx9.i, align 16
  %add52.i = add i32 %20, %add25.i
  store i32 %add52.i, ptr %arrayidx9.i, align 16
  %add40.i = add i32 %add25.i, %xor30.i
  %add53.i = add i32 %add40.i, %xor39.i
  store i32 %add53.i, ptr %s.i, align 16
  %indvars.iv.next113.i = add nuw nsw i64 %indvars.iv112.i, 1
  %exitcond115.not.i = icmp eq i64 %indvars.iv.next113.i, 64
  br i1 %exitcond115.not.i, label %for.body62.i, label %for.body8.i

for.body44.i:
  %indvars.iv109.i = phi i64 [ 7, %for.body8.i ], [ %indvars.iv.next110.i, %for.body44.i ]
  %21 = getelementptr i32, ptr %s.i, i64 %indvars.iv109.i
  %arrayidx46.i = getelementptr i8, ptr %21, i64 -4
  %22 = load i32, ptr %arrayidx46.i, align 4
  store i32 %22, ptr %21, align 4
  %indvars.iv.next110.i = add nsw i64 %indvars.iv109.i, -1
  %cmp42.i = icmp samesign ugt i64 %indvars.iv109.i, 1
  br i1 %cmp42.i, label %for.body44.i, label %for.cond.cleanup43.i

for.body62.i:
  %indvars.iv116.i = phi i64 [ %indvars.iv.next117.i, %for.body62.i ], [ 0, %for.cond.cleanup43.i ]
  %arrayidx64.i = getelementptr inbounds nuw i32, ptr %s.i, i64 %indvars.iv116.i
  %23 = load i32, ptr %arrayidx64.i, align 4
  %arrayidx67.i = getelementptr inbounds nuw i32, ptr %it, i64 %indvars.iv116.i
  %24 = load i32, ptr %arrayidx67.i, align 4
  %add68.i = add i32 %24, %23
  store i32 %add68.i, ptr %arrayidx67.i, align 4
  %indvars.iv.next117.i = add nuw nsw i64 %indvars.iv116.i, 1
  %exitcond119.not.i = icmp eq i64 %indvars.iv.next117.i, 8
  br i1 %exitcond119.not.i, label %take_block.exit, label %for.body62.i

take_block.exit:
  call void @llvm.lifetime.end.p0(ptr nonnull %s.i) #4
  call void @llvm.lifetime.end.p0(ptr nonnull %w.i) #4
  br label %for.inc

for.inc:
  %inc6 = add nuw i64 %i.013, 1
  %exitcond.not = icmp eq i64 %inc6, %bytes
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

define hidden void @sha256_end(ptr noundef captures(none) %it, ptr noundef writeonly captures(none) %digest) local_unnamed_addr #2 {
entry:
  %last = alloca [8 x i8], align 1
  %bytes = getelementptr inbounds nuw i8, ptr %it, i64 96
  %0 = load i64, ptr %bytes, align 8
  %mul = shl i64 %0, 3
  call void @llvm.lifetime.start.p0(ptr nonnull %last) #4
  br label %for.body

for.cond.cleanup:
  tail call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull @.str, i64 noundef 1) #5
  %1 = load i64, ptr %bytes, align 8
  %rem37 = and i64 %1, 63
  %cmp3.not38 = icmp eq i64 %rem37, 56
  br i1 %cmp3.not38, label %while.end, label %while.body

for.body:
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  %2 = shl nuw nsw i64 %indvars.iv, 3
  %3 = sub nuw nsw i64 56, %2
  %shr = lshr i64 %mul, %3
  %conv = trunc i64 %shr to i8
  %arrayidx = getelementptr inbounds nuw i8, ptr %last, i64 %indvars.iv
  store i8 %conv, ptr %arrayidx, align 1
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 8
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body

while.body:
  tail call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull @.str.1, i64 noundef 1) #5
  %4 = load i64, ptr %bytes, align 8
  %rem = and i64 %4, 63
  %cmp3.not = icmp eq i64 %rem, 56
  br i1 %cmp3.not, label %while.end, label %while.body

while.end:
  call void @sha256_add(ptr noundef nonnull %it, ptr noundef nonnull %last, i64 noundef 8) #5
  br label %for.body10

for.cond.cleanup9:
  call void @llvm.lifetime.end.p0(ptr nonnull %last) #4
  ret void

for.body10:
  %indvars.iv43 = phi i64 [ 0, %while.end ], [ %indvars.iv.next44, %for.body10 ]
  %div35 = lshr i64 %indvars.iv43, 2
  %idxprom11 = and i64 %div35, 1073741823
  %arrayidx12 = getelementptr inbounds nuw i32, ptr %it, i64 %idxprom11
  %5 = load i32, ptr %arrayidx12, align 4
  %indvars.iv43.tr = trunc i64 %indvars.iv43 to i32
  %6 = shl i32 %indvars.iv43.tr, 3
  %rem13.not = and i32 %6, 24
  %sub15 = xor i32 %rem13.not, 24
  %shr16 = lshr i32 %5, %sub15
  %conv17 = trunc i32 %shr16 to i8
  %arrayidx19 = getelementptr inbounds nuw i8, ptr %digest, i64 %indvars.iv43
  store i8 %conv17, ptr %arrayidx19, align 1
  %indvars.iv.next44 = add nuw nsw i64 %indvars.iv43, 1
  %exitcond47.not = icmp eq i64 %indvars.iv.next44, 32
  br i1 %exitcond47.not, label %for.cond.cleanup9, label %for.body10
}

declare i32 @llvm.fshl.i32(i32, i32, i32) #3

attributes #0 = { nofree norecurse nosync nounwind memory(argmem: write) "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nofree norecurse nosync nounwind memory(argmem: readwrite) "no-builtins" }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind }
attributes #5 = { nobuiltin "no-builtins" }

