; Made from weights_beside.c by clang of ziglang 0.17.1: make library-runtime
; 01aa48f8b7ca04cd4ec68e6b074110968ff03eb77c25f2c1b5b9ad86731626b5

@weights_file_head = external hidden constant [3 x i64], align 16

define hidden i32 @open_weights(ptr noundef writeonly captures(none) %model, ptr noundef %path) local_unnamed_addr #0 {
entry:
  %status = alloca i32, align 4
  %tobool.not = icmp eq ptr %path, null
  br i1 %tobool.not, label %return, label %if.end

if.end:
  %0 = load i64, ptr getelementptr inbounds nuw (i8, ptr @weights_file_head, i64 8), align 8
  %1 = load i64, ptr getelementptr inbounds nuw (i8, ptr @weights_file_head, i64 16), align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %status) #4
  %add = add i64 %0, 64
  %call = call ptr @map_file(ptr noundef nonnull %path, i64 noundef %add, ptr noundef nonnull %status) #5
  %tobool1.not = icmp eq ptr %call, null
  br i1 %tobool1.not, label %if.then2, label %if.end3

if.then2:
  %2 = load i32, ptr %status, align 4
  br label %cleanup13

if.end3:
  %add.ptr = getelementptr inbounds nuw i8, ptr %call, i64 64
  %call4 = call i32 @memcmp(ptr noundef nonnull %call, ptr noundef nonnull @weights_file_head, i64 noundef 24) #6
  %tobool5.not = icmp eq i32 %call4, 0
  br i1 %tobool5.not, label %lor.lhs.false, label %if.then7

lor.lhs.false:
  %div28 = lshr i64 %0, 3
  %cmp12.not.i = icmp eq i64 %div28, 0
  br i1 %cmp12.not.i, label %checksum.exit, label %for.body.i

for.body.i:
  %sum.014.i = phi i64 [ %add5.i, %for.body.i ], [ 0, %lor.lhs.false ]
  %i.013.i = phi i64 [ %add.i, %for.body.i ], [ 0, %lor.lhs.false ]
  %arrayidx.i = getelementptr inbounds nuw i64, ptr %add.ptr, i64 %i.013.i
  %3 = load i64, ptr %arrayidx.i, align 8
  %add.i = add nuw nsw i64 %i.013.i, 1
  %mul.i = mul i64 %add.i, -7046029254386353131
  %xor.i = xor i64 %mul.i, %3
  %shr.i = lshr i64 %xor.i, 32
  %xor1.i = xor i64 %shr.i, %xor.i
  %mul2.i = mul i64 %xor1.i, -4658895280553007687
  %shr3.i = lshr i64 %mul2.i, 29
  %xor4.i = xor i64 %shr3.i, %mul2.i
  %add5.i = add i64 %xor4.i, %sum.014.i
  %exitcond.not.i = icmp eq i64 %add.i, %div28
  br i1 %exitcond.not.i, label %checksum.exit, label %for.body.i

checksum.exit:
  %sum.0.lcssa.i = phi i64 [ 0, %lor.lhs.false ], [ %add5.i, %for.body.i ]
  %cmp.not = icmp eq i64 %sum.0.lcssa.i, %1
  br i1 %cmp.not, label %if.end9, label %if.then7

if.then7:
  call void @unmap_file(ptr noundef nonnull %call, i64 noundef %add) #5
  br label %cleanup13

if.end9:
  %weights10 = getelementptr inbounds nuw i8, ptr %model, i64 8
  store ptr %add.ptr, ptr %weights10, align 8
  %mapping11 = getelementptr inbounds nuw i8, ptr %model, i64 16
  store ptr %call, ptr %mapping11, align 8
  %mapped_bytes = getelementptr inbounds nuw i8, ptr %model, i64 24
  store i64 %add, ptr %mapped_bytes, align 8
  br label %cleanup13

cleanup13:
  %retval.1 = phi i32 [ %2, %if.then2 ], [ 5, %if.then7 ], [ 0, %if.end9 ]
  call void @llvm.lifetime.end.p0(ptr nonnull %status) #4
  br label %return

return:
  %retval.2 = phi i32 [ %retval.1, %cleanup13 ], [ 13, %entry ]
  ret i32 %retval.2
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare hidden ptr @map_file(ptr noundef, i64 noundef, ptr noundef) local_unnamed_addr #2

declare i32 @memcmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #3

declare hidden void @unmap_file(ptr noundef, i64 noundef) local_unnamed_addr #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define hidden void @close_weights(ptr noundef readonly captures(none) %model) local_unnamed_addr #0 {
entry:
  %mapping = getelementptr inbounds nuw i8, ptr %model, i64 16
  %0 = load ptr, ptr %mapping, align 8
  %mapped_bytes = getelementptr inbounds nuw i8, ptr %model, i64 24
  %1 = load i64, ptr %mapped_bytes, align 8
  tail call void @unmap_file(ptr noundef %0, i64 noundef %1) #5
  ret void
}

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" }
attributes #3 = { mustprogress nofree nounwind willreturn memory(read) "no-builtins" }
attributes #4 = { nounwind }
attributes #5 = { nobuiltin nounwind "no-builtins" }
attributes #6 = { nobuiltin nounwind willreturn memory(read) "no-builtins" }

