; Made from memory.c by clang of ziglang 0.17.1: make library-runtime
; 1b32df5478507b49777b86398f5a479fe35778ca528fb19ea535839445317bc5

define hidden i32 @run_bytes(ptr noundef readonly captures(none) %program, i32 noundef %threads) local_unnamed_addr #0 {
entry:
  %arena_bytes = getelementptr inbounds nuw i8, ptr %program, i32 40
  %0 = load i64, ptr %arena_bytes, align 8
  %workspace_bytes = getelementptr inbounds nuw i8, ptr %program, i32 48
  %1 = load i64, ptr %workspace_bytes, align 8
  %conv = zext i32 %threads to i64
  %mul = mul i64 %1, %conv
  %add = add i64 %mul, %0
  %conv1 = trunc i64 %add to i32
  ret i32 %conv1
}

define hidden ptr @take_block(ptr noundef captures(none) %model, i32 noundef %threads) local_unnamed_addr #1 {
entry:
  %idle = getelementptr inbounds nuw i8, ptr %model, i32 20
  br label %for.body

for.body:
  %i.027 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %idle, i32 %i.027
  %0 = load atomic i32, ptr %arrayidx monotonic, align 4
  %tobool.not = icmp eq i32 %0, 0
  br i1 %tobool.not, label %for.inc, label %if.end

if.end:
  %1 = atomicrmw xchg ptr %arrayidx, i32 0 acquire, align 4
  %2 = inttoptr i32 %1 to ptr
  %tobool4.not = icmp eq i32 %1, 0
  br i1 %tobool4.not, label %for.inc, label %if.end6

if.end6:
  %3 = load i32, ptr %2, align 64
  %cmp8.not = icmp slt i32 %3, %threads
  br i1 %cmp8.not, label %if.end10, label %return

if.end10:
  tail call void @free_memory(ptr noundef nonnull %2) #3
  br label %for.inc

for.inc:
  %inc = add nuw nsw i32 %i.027, 1
  %exitcond.not = icmp eq i32 %inc, 64
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %4 = load ptr, ptr %model, align 4
  %arena_bytes.i.i = getelementptr inbounds nuw i8, ptr %4, i32 40
  %5 = load i64, ptr %arena_bytes.i.i, align 8
  %workspace_bytes.i.i = getelementptr inbounds nuw i8, ptr %4, i32 48
  %6 = load i64, ptr %workspace_bytes.i.i, align 8
  %conv.i.i = zext i32 %threads to i64
  %mul.i.i = mul i64 %6, %conv.i.i
  %add.i.i = add i64 %mul.i.i, %5
  %conv1.i.i = trunc i64 %add.i.i to i32
  %add.i = add i32 %conv1.i.i, 64
  %call1.i = tail call ptr @take_memory(i32 noundef %add.i) #3
  %tobool.not.i = icmp eq ptr %call1.i, null
  br i1 %tobool.not.i, label %return, label %if.then.i

if.then.i:
  store i32 %threads, ptr %call1.i, align 64
  br label %return

return:
  %retval.4 = phi ptr [ %call1.i, %if.then.i ], [ null, %for.end ], [ %2, %if.end6 ]
  ret ptr %retval.4
}

declare hidden void @free_memory(ptr noundef) local_unnamed_addr #2

define hidden void @give_block(ptr noundef captures(none) %model, ptr noundef %block) local_unnamed_addr #1 {
entry:
  %idle = getelementptr inbounds nuw i8, ptr %model, i32 20
  %0 = ptrtoint ptr %block to i32
  br label %for.body

for.body:
  %i.015 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %idle, i32 %i.015
  %1 = load atomic i32, ptr %arrayidx monotonic, align 4
  %tobool.not = icmp eq i32 %1, 0
  br i1 %tobool.not, label %if.end, label %for.inc

if.end:
  %2 = cmpxchg ptr %arrayidx, i32 0, i32 %0 release monotonic, align 4
  %3 = extractvalue { i32, i1 } %2, 1
  br i1 %3, label %return, label %for.inc

for.inc:
  %inc = add nuw nsw i32 %i.015, 1
  %exitcond.not = icmp eq i32 %inc, 64
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  tail call void @free_memory(ptr noundef %block) #3
  br label %return

return:
  ret void
}

define hidden void @free_blocks(ptr noundef readonly captures(none) %model) local_unnamed_addr #1 {
entry:
  %idle = getelementptr inbounds nuw i8, ptr %model, i32 20
  br label %for.body

for.cond.cleanup:
  ret void

for.body:
  %i.03 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %idle, i32 %i.03
  %0 = load atomic i32, ptr %arrayidx monotonic, align 4
  %1 = inttoptr i32 %0 to ptr
  tail call void @free_memory(ptr noundef %1) #3
  %inc = add nuw nsw i32 %i.03, 1
  %exitcond.not = icmp eq i32 %inc, 64
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare hidden ptr @take_memory(i32 noundef) local_unnamed_addr #2

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "no-builtins" }
attributes #1 = { nounwind "no-builtins" }
attributes #2 = { "no-builtins" }
attributes #3 = { nobuiltin nounwind "no-builtins" }

