; Made from system.c by clang of ziglang 0.17.1: make library-runtime
; 12fc4ca46835a3c50973a268a1b0e7d173a6e73fac9ec38264d0359c1d1e7c83

@unused = internal unnamed_addr global ptr null, align 4
@end = internal unnamed_addr global i64 0, align 8
@__heap_base = external global i8, align 1

define hidden noalias ptr @calloc(i32 noundef %count, i32 noundef %size) local_unnamed_addr #0 {
entry:
  %conv = zext i32 %count to i64
  %conv1 = zext i32 %size to i64
  %mul = mul nuw i64 %conv1, %conv
  %cmp = icmp ugt i64 %mul, 4294967232
  br i1 %cmp, label %cleanup13, label %if.end

if.end:
  %0 = trunc nuw i64 %mul to i32
  %1 = add nuw i32 %0, 63
  %conv3 = and i32 %1, -64
  %2 = load ptr, ptr @unused, align 4
  %tobool.not25.i = icmp eq ptr %2, null
  br i1 %tobool.not25.i, label %if.end8, label %for.body.i.preheader

for.body.i.preheader:
  %3 = load i32, ptr %2, align 64
  %cmp.i25 = icmp ult i32 %3, %conv3
  %div16.i26 = lshr i32 %3, 1
  %cmp3.i27 = icmp ugt i32 %div16.i26, %conv3
  %or.cond.i28 = or i1 %cmp.i25, %cmp3.i27
  br i1 %or.cond.i28, label %for.inc.i, label %if.then5

for.body.i:
  %4 = load i32, ptr %6, align 64
  %cmp.i = icmp ult i32 %4, %conv3
  %div16.i = lshr i32 %4, 1
  %cmp3.i = icmp ugt i32 %div16.i, %conv3
  %or.cond.i = or i1 %cmp.i, %cmp3.i
  br i1 %or.cond.i, label %for.inc.i, label %if.then5.loopexit

for.inc.i:
  %5 = phi ptr [ %6, %for.body.i ], [ %2, %for.body.i.preheader ]
  %next4.i = getelementptr inbounds nuw i8, ptr %5, i32 4
  %6 = load ptr, ptr %next4.i, align 4
  %tobool.not.i = icmp eq ptr %6, null
  br i1 %tobool.not.i, label %if.end8, label %for.body.i

if.then5.loopexit:
  %next4.i.le = getelementptr inbounds nuw i8, ptr %5, i32 4
  br label %if.then5

if.then5:
  %.lcssa = phi ptr [ %2, %for.body.i.preheader ], [ %6, %if.then5.loopexit ]
  %link.026.i.lcssa = phi ptr [ @unused, %for.body.i.preheader ], [ %next4.i.le, %if.then5.loopexit ]
  %next.i = getelementptr inbounds nuw i8, ptr %.lcssa, i32 4
  %7 = load ptr, ptr %next.i, align 4
  store ptr %7, ptr %link.026.i.lcssa, align 4
  %add.ptr = getelementptr inbounds nuw i8, ptr %.lcssa, i32 64
  %8 = load i32, ptr %.lcssa, align 64
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %add.ptr, i8 0, i32 %8, i1 false)
  br label %cleanup13

if.end8:
  %9 = load i64, ptr @end, align 8
  %tobool.not.i20 = icmp eq i64 %9, 0
  br i1 %tobool.not.i20, label %if.then.i, label %if.end.i

if.then.i:
  %conv.i = zext i32 ptrtoint (ptr @__heap_base to i32) to i64
  %sub.i.i = add nuw nsw i64 %conv.i, 63
  %div1.i.i = and i64 %sub.i.i, 8589934528
  store i64 %div1.i.i, ptr @end, align 8
  br label %if.end.i

if.end.i:
  %10 = phi i64 [ %div1.i.i, %if.then.i ], [ %9, %if.end8 ]
  %11 = tail call i32 @llvm.wasm.memory.size.i32(i32 0)
  %conv1.i = zext i32 %11 to i64
  %mul.i = shl nuw nsw i64 %conv1.i, 16
  %conv2.i = zext i32 %conv3 to i64
  %add.i = add nuw nsw i64 %conv2.i, 64
  %add3.i = add i64 %add.i, %10
  %cmp.i21 = icmp ugt i64 %add3.i, %mul.i
  br i1 %cmp.i21, label %land.lhs.true.i, label %if.end11.i

land.lhs.true.i:
  %reass.sub.i = add i64 %add3.i, 65535
  %sub6.i = sub i64 %reass.sub.i, %mul.i
  %div20.i = lshr i64 %sub6.i, 16
  %conv7.i = trunc i64 %div20.i to i32
  %12 = tail call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %conv7.i)
  %cmp8.i = icmp eq i32 %12, -1
  br i1 %cmp8.i, label %new_piece.exit, label %if.end11.i

if.end11.i:
  %conv12.i = trunc i64 %10 to i32
  %13 = inttoptr i32 %conv12.i to ptr
  store i32 %conv3, ptr %13, align 64
  store i64 %add3.i, ptr @end, align 8
  br label %new_piece.exit

new_piece.exit:
  %retval.0.i = phi ptr [ %13, %if.end11.i ], [ null, %land.lhs.true.i ]
  %tobool11.not = icmp eq ptr %retval.0.i, null
  %add.ptr12 = getelementptr inbounds nuw i8, ptr %retval.0.i, i32 64
  %cond = select i1 %tobool11.not, ptr null, ptr %add.ptr12
  br label %cleanup13

cleanup13:
  %retval.1 = phi ptr [ null, %entry ], [ %add.ptr, %if.then5 ], [ %cond, %new_piece.exit ]
  ret ptr %retval.1
}

define hidden noundef nonnull ptr @memset(ptr noundef nonnull returned writeonly captures(ret: address, provenance) %memory, i32 noundef %value, i32 noundef %bytes) local_unnamed_addr #1 {
entry:
  %0 = trunc i32 %value to i8
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %memory, i8 %0, i32 %bytes, i1 false)
  ret ptr %memory
}

define hidden void @free(ptr noundef %memory) local_unnamed_addr #2 {
entry:
  %tobool.not = icmp eq ptr %memory, null
  br i1 %tobool.not, label %return, label %if.end

if.end:
  %add.ptr = getelementptr inbounds i8, ptr %memory, i32 -64
  %0 = load ptr, ptr @unused, align 4
  %next = getelementptr inbounds i8, ptr %memory, i32 -60
  store ptr %0, ptr %next, align 4
  store ptr %add.ptr, ptr @unused, align 4
  br label %return

return:
  ret void
}

define hidden ptr @take_memory(i32 noundef %bytes) local_unnamed_addr #0 {
entry:
  %cmp.i = icmp ugt i32 %bytes, -64
  br i1 %cmp.i, label %calloc.exit, label %if.end.i

if.end.i:
  %0 = add nuw i32 %bytes, 63
  %conv3.i = and i32 %0, -64
  %1 = load ptr, ptr @unused, align 4
  %tobool.not25.i.i = icmp eq ptr %1, null
  br i1 %tobool.not25.i.i, label %if.end8.i, label %for.body.i.preheader.i

for.body.i.preheader.i:
  %2 = load i32, ptr %1, align 64
  %cmp.i25.i = icmp ult i32 %2, %conv3.i
  %div16.i26.i = lshr i32 %2, 1
  %cmp3.i27.i = icmp ugt i32 %div16.i26.i, %conv3.i
  %or.cond.i28.i = or i1 %cmp.i25.i, %cmp3.i27.i
  br i1 %or.cond.i28.i, label %for.inc.i.i, label %if.then5.i

for.body.i.i:
  %3 = load i32, ptr %5, align 64
  %cmp.i.i = icmp ult i32 %3, %conv3.i
  %div16.i.i = lshr i32 %3, 1
  %cmp3.i.i = icmp ugt i32 %div16.i.i, %conv3.i
  %or.cond.i.i = or i1 %cmp.i.i, %cmp3.i.i
  br i1 %or.cond.i.i, label %for.inc.i.i, label %if.then5.i.loopexit

for.inc.i.i:
  %4 = phi ptr [ %5, %for.body.i.i ], [ %1, %for.body.i.preheader.i ]
  %next4.i.i = getelementptr inbounds nuw i8, ptr %4, i32 4
  %5 = load ptr, ptr %next4.i.i, align 4
  %tobool.not.i.i = icmp eq ptr %5, null
  br i1 %tobool.not.i.i, label %if.end8.i, label %for.body.i.i

if.then5.i.loopexit:
  %next4.i.i.le = getelementptr inbounds nuw i8, ptr %4, i32 4
  br label %if.then5.i

if.then5.i:
  %.lcssa.i = phi ptr [ %1, %for.body.i.preheader.i ], [ %5, %if.then5.i.loopexit ]
  %link.026.i.lcssa.i = phi ptr [ @unused, %for.body.i.preheader.i ], [ %next4.i.i.le, %if.then5.i.loopexit ]
  %next.i.i = getelementptr inbounds nuw i8, ptr %.lcssa.i, i32 4
  %6 = load ptr, ptr %next.i.i, align 4
  store ptr %6, ptr %link.026.i.lcssa.i, align 4
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %.lcssa.i, i32 64
  %7 = load i32, ptr %.lcssa.i, align 64
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %add.ptr.i, i8 0, i32 %7, i1 false)
  br label %calloc.exit

if.end8.i:
  %8 = load i64, ptr @end, align 8
  %tobool.not.i20.i = icmp eq i64 %8, 0
  br i1 %tobool.not.i20.i, label %if.then.i.i, label %if.end.i.i

if.then.i.i:
  %conv.i.i = zext i32 ptrtoint (ptr @__heap_base to i32) to i64
  %sub.i.i.i = add nuw nsw i64 %conv.i.i, 63
  %div1.i.i.i = and i64 %sub.i.i.i, 8589934528
  store i64 %div1.i.i.i, ptr @end, align 8
  br label %if.end.i.i

if.end.i.i:
  %9 = phi i64 [ %div1.i.i.i, %if.then.i.i ], [ %8, %if.end8.i ]
  %10 = tail call i32 @llvm.wasm.memory.size.i32(i32 0)
  %conv1.i.i = zext i32 %10 to i64
  %mul.i.i = shl nuw nsw i64 %conv1.i.i, 16
  %conv2.i.i = zext i32 %conv3.i to i64
  %add.i.i = add nuw nsw i64 %conv2.i.i, 64
  %add3.i.i = add i64 %add.i.i, %9
  %cmp.i21.i = icmp ugt i64 %add3.i.i, %mul.i.i
  br i1 %cmp.i21.i, label %land.lhs.true.i.i, label %if.end11.i.i

land.lhs.true.i.i:
  %reass.sub.i.i = add i64 %add3.i.i, 65535
  %sub6.i.i = sub i64 %reass.sub.i.i, %mul.i.i
  %div20.i.i = lshr i64 %sub6.i.i, 16
  %conv7.i.i = trunc i64 %div20.i.i to i32
  %11 = tail call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %conv7.i.i)
  %cmp8.i.i = icmp eq i32 %11, -1
  br i1 %cmp8.i.i, label %new_piece.exit.i, label %if.end11.i.i

if.end11.i.i:
  %conv12.i.i = trunc i64 %9 to i32
  %12 = inttoptr i32 %conv12.i.i to ptr
  store i32 %conv3.i, ptr %12, align 64
  store i64 %add3.i.i, ptr @end, align 8
  br label %new_piece.exit.i

new_piece.exit.i:
  %retval.0.i.i = phi ptr [ %12, %if.end11.i.i ], [ null, %land.lhs.true.i.i ]
  %tobool11.not.i = icmp eq ptr %retval.0.i.i, null
  %add.ptr12.i = getelementptr inbounds nuw i8, ptr %retval.0.i.i, i32 64
  %cond.i = select i1 %tobool11.not.i, ptr null, ptr %add.ptr12.i
  br label %calloc.exit

calloc.exit:
  %retval.1.i = phi ptr [ null, %entry ], [ %add.ptr.i, %if.then5.i ], [ %cond.i, %new_piece.exit.i ]
  ret ptr %retval.1.i
}

define hidden void @free_memory(ptr noundef %memory) local_unnamed_addr #2 {
entry:
  %tobool.not.i = icmp eq ptr %memory, null
  br i1 %tobool.not.i, label %free.exit, label %if.end.i

if.end.i:
  %add.ptr.i = getelementptr inbounds i8, ptr %memory, i32 -64
  %0 = load ptr, ptr @unused, align 4
  %next.i = getelementptr inbounds i8, ptr %memory, i32 -60
  store ptr %0, ptr %next.i, align 4
  store ptr %add.ptr.i, ptr @unused, align 4
  br label %free.exit

free.exit:
  ret void
}

define hidden ptr @take_pages(i32 noundef %bytes) local_unnamed_addr #0 {
entry:
  %cmp.i = icmp ugt i32 %bytes, -64
  br i1 %cmp.i, label %calloc.exit, label %if.end.i

if.end.i:
  %0 = add nuw i32 %bytes, 63
  %conv3.i = and i32 %0, -64
  %1 = load ptr, ptr @unused, align 4
  %tobool.not25.i.i = icmp eq ptr %1, null
  br i1 %tobool.not25.i.i, label %if.end8.i, label %for.body.i.preheader.i

for.body.i.preheader.i:
  %2 = load i32, ptr %1, align 64
  %cmp.i25.i = icmp ult i32 %2, %conv3.i
  %div16.i26.i = lshr i32 %2, 1
  %cmp3.i27.i = icmp ugt i32 %div16.i26.i, %conv3.i
  %or.cond.i28.i = or i1 %cmp.i25.i, %cmp3.i27.i
  br i1 %or.cond.i28.i, label %for.inc.i.i, label %if.then5.i

for.body.i.i:
  %3 = load i32, ptr %5, align 64
  %cmp.i.i = icmp ult i32 %3, %conv3.i
  %div16.i.i = lshr i32 %3, 1
  %cmp3.i.i = icmp ugt i32 %div16.i.i, %conv3.i
  %or.cond.i.i = or i1 %cmp.i.i, %cmp3.i.i
  br i1 %or.cond.i.i, label %for.inc.i.i, label %if.then5.i.loopexit

for.inc.i.i:
  %4 = phi ptr [ %5, %for.body.i.i ], [ %1, %for.body.i.preheader.i ]
  %next4.i.i = getelementptr inbounds nuw i8, ptr %4, i32 4
  %5 = load ptr, ptr %next4.i.i, align 4
  %tobool.not.i.i = icmp eq ptr %5, null
  br i1 %tobool.not.i.i, label %if.end8.i, label %for.body.i.i

if.then5.i.loopexit:
  %next4.i.i.le = getelementptr inbounds nuw i8, ptr %4, i32 4
  br label %if.then5.i

if.then5.i:
  %.lcssa.i = phi ptr [ %1, %for.body.i.preheader.i ], [ %5, %if.then5.i.loopexit ]
  %link.026.i.lcssa.i = phi ptr [ @unused, %for.body.i.preheader.i ], [ %next4.i.i.le, %if.then5.i.loopexit ]
  %next.i.i = getelementptr inbounds nuw i8, ptr %.lcssa.i, i32 4
  %6 = load ptr, ptr %next.i.i, align 4
  store ptr %6, ptr %link.026.i.lcssa.i, align 4
  %add.ptr.i = getelementptr inbounds nuw i8, ptr %.lcssa.i, i32 64
  %7 = load i32, ptr %.lcssa.i, align 64
  tail call void @llvm.memset.p0.i32(ptr nonnull align 1 %add.ptr.i, i8 0, i32 %7, i1 false)
  br label %calloc.exit

if.end8.i:
  %8 = load i64, ptr @end, align 8
  %tobool.not.i20.i = icmp eq i64 %8, 0
  br i1 %tobool.not.i20.i, label %if.then.i.i, label %if.end.i.i

if.then.i.i:
  %conv.i.i = zext i32 ptrtoint (ptr @__heap_base to i32) to i64
  %sub.i.i.i = add nuw nsw i64 %conv.i.i, 63
  %div1.i.i.i = and i64 %sub.i.i.i, 8589934528
  store i64 %div1.i.i.i, ptr @end, align 8
  br label %if.end.i.i

if.end.i.i:
  %9 = phi i64 [ %div1.i.i.i, %if.then.i.i ], [ %8, %if.end8.i ]
  %10 = tail call i32 @llvm.wasm.memory.size.i32(i32 0)
  %conv1.i.i = zext i32 %10 to i64
  %mul.i.i = shl nuw nsw i64 %conv1.i.i, 16
  %conv2.i.i = zext i32 %conv3.i to i64
  %add.i.i = add nuw nsw i64 %conv2.i.i, 64
  %add3.i.i = add i64 %add.i.i, %9
  %cmp.i21.i = icmp ugt i64 %add3.i.i, %mul.i.i
  br i1 %cmp.i21.i, label %land.lhs.true.i.i, label %if.end11.i.i

land.lhs.true.i.i:
  %reass.sub.i.i = add i64 %add3.i.i, 65535
  %sub6.i.i = sub i64 %reass.sub.i.i, %mul.i.i
  %div20.i.i = lshr i64 %sub6.i.i, 16
  %conv7.i.i = trunc i64 %div20.i.i to i32
  %11 = tail call i32 @llvm.wasm.memory.grow.i32(i32 0, i32 %conv7.i.i)
  %cmp8.i.i = icmp eq i32 %11, -1
  br i1 %cmp8.i.i, label %new_piece.exit.i, label %if.end11.i.i

if.end11.i.i:
  %conv12.i.i = trunc i64 %9 to i32
  %12 = inttoptr i32 %conv12.i.i to ptr
  store i32 %conv3.i, ptr %12, align 64
  store i64 %add3.i.i, ptr @end, align 8
  br label %new_piece.exit.i

new_piece.exit.i:
  %retval.0.i.i = phi ptr [ %12, %if.end11.i.i ], [ null, %land.lhs.true.i.i ]
  %tobool11.not.i = icmp eq ptr %retval.0.i.i, null
  %add.ptr12.i = getelementptr inbounds nuw i8, ptr %retval.0.i.i, i32 64
  %cond.i = select i1 %tobool11.not.i, ptr null, ptr %add.ptr12.i
  br label %calloc.exit

calloc.exit:
  %retval.1.i = phi ptr [ null, %entry ], [ %add.ptr.i, %if.then5.i ], [ %cond.i, %new_piece.exit.i ]
  ret ptr %retval.1.i
}

define hidden void @free_pages(ptr noundef %pages, i32 noundef %bytes) local_unnamed_addr #2 {
entry:
  %tobool.not.i = icmp eq ptr %pages, null
  br i1 %tobool.not.i, label %free.exit, label %if.end.i

if.end.i:
  %add.ptr.i = getelementptr inbounds i8, ptr %pages, i32 -64
  %0 = load ptr, ptr @unused, align 4
  %next.i = getelementptr inbounds i8, ptr %pages, i32 -60
  store ptr %0, ptr %next.i, align 4
  store ptr %add.ptr.i, ptr @unused, align 4
  br label %free.exit

free.exit:
  ret void
}

define hidden noundef i32 @process_number() local_unnamed_addr #3 {
entry:
  ret i32 0
}

define hidden noundef nonnull ptr @memcpy(ptr noalias noundef nonnull returned writeonly captures(ret: address, provenance) %to, ptr noalias noundef nonnull readonly captures(none) %from, i32 noundef %bytes) local_unnamed_addr #4 {
entry:
  tail call void @llvm.memcpy.p0.p0.i32(ptr nonnull align 1 %to, ptr nonnull align 1 %from, i32 %bytes, i1 false)
  ret ptr %to
}

declare void @llvm.memcpy.p0.p0.i32(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i32, i1 immarg) #5

declare void @llvm.memset.p0.i32(ptr writeonly captures(none), i8, i32, i1 immarg) #6

declare i32 @llvm.wasm.memory.size.i32(i32) #7

declare i32 @llvm.wasm.memory.grow.i32(i32, i32) #8

attributes #0 = { nofree norecurse nosync nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree norecurse nosync nounwind willreturn memory(argmem: write) "no-builtins" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(readwrite, argmem: write, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #4 = { mustprogress nocallback nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) "no-builtins" }
attributes #5 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { mustprogress nocallback nofree nosync nounwind willreturn memory(read) }
attributes #8 = { mustprogress nocallback nofree nosync nounwind willreturn }

