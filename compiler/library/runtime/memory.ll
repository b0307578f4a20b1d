; Made from memory.c by clang of ziglang 0.17.1: make library-runtime
; dfc5ef1451679b5196736fe81ae238d9fb8f052e2b3b0615f42866ac14599d9b

define hidden i64 @run_bytes(ptr noundef readonly captures(none) %program, i32 noundef %threads) local_unnamed_addr #0 {
entry:
  %arena_bytes = getelementptr inbounds nuw i8, ptr %program, i64 56
  %0 = load i64, ptr %arena_bytes, align 8
  %workspace_bytes = getelementptr inbounds nuw i8, ptr %program, i64 64
  %1 = load i64, ptr %workspace_bytes, align 8
  %conv = sext i32 %threads to i64
  %mul = mul nsw i64 %1, %conv
  %add = add nsw i64 %mul, %0
  ret i64 %add
}

define hidden ptr @take_block(ptr noundef captures(none) %model, i32 noundef %threads) local_unnamed_addr #1 {
entry:
  %idle = getelementptr inbounds nuw i8, ptr %model, i64 40
  br label %for.body

for.body:
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.inc ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %idle, i64 %indvars.iv
  %0 = load atomic i64, ptr %arrayidx monotonic, align 8
  %tobool.not = icmp eq i64 %0, 0
  br i1 %tobool.not, label %for.inc, label %if.end

if.end:
  %1 = atomicrmw xchg ptr %arrayidx, i64 0 acquire, align 8
  %2 = inttoptr i64 %1 to ptr
  %tobool5.not = icmp eq i64 %1, 0
  br i1 %tobool5.not, label %for.inc, label %if.end7

if.end7:
  %3 = load i32, ptr %2, align 64
  %cmp9.not = icmp slt i32 %3, %threads
  br i1 %cmp9.not, label %if.end11, label %return

if.end11:
  tail call void @free_memory(ptr noundef nonnull %2) #3
  br label %for.inc

for.inc:
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 64
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  %4 = load ptr, ptr %model, align 8
  %arena_bytes.i.i = getelementptr inbounds nuw i8, ptr %4, i64 56
  %5 = load i64, ptr %arena_bytes.i.i, align 8
  %workspace_bytes.i.i = getelementptr inbounds nuw i8, ptr %4, i64 64
  %6 = load i64, ptr %workspace_bytes.i.i, align 8
  %conv.i.i = sext i32 %threads to i64
  %mul.i.i = mul nsw i64 %6, %conv.i.i
  %add.i.i = add i64 %5, 64
  %add.i = add i64 %add.i.i, %mul.i.i
  %call1.i = tail call ptr @take_memory(i64 noundef %add.i) #3
  %tobool.not.i = icmp eq ptr %call1.i, null
  br i1 %tobool.not.i, label %return, label %if.then.i

if.then.i:
  store i32 %threads, ptr %call1.i, align 64
  br label %return

return:
  %retval.4 = phi ptr [ %call1.i, %if.then.i ], [ null, %for.end ], [ %2, %if.end7 ]
  ret ptr %retval.4
}

declare hidden void @free_memory(ptr noundef) local_unnamed_addr #2

define hidden void @give_block(ptr noundef captures(none) %model, ptr noundef %block) local_unnamed_addr #1 {
entry:
  %idle = getelementptr inbounds nuw i8, ptr %model, i64 40
  %0 = ptrtoint ptr %block to i64
  br label %for.body

for.body:
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.inc ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %idle, i64 %indvars.iv
  %1 = load atomic i64, ptr %arrayidx monotonic, align 8
  %tobool.not = icmp eq i64 %1, 0
  br i1 %tobool.not, label %if.end, label %for.inc

if.end:
  %2 = cmpxchg ptr %arrayidx, i64 0, i64 %0 release monotonic, align 8
  %3 = extractvalue { i64, i1 } %2, 1
  br i1 %3, label %return, label %for.inc

for.inc:
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 64
  br i1 %exitcond.not, label %for.end, label %for.body

for.end:
  tail call void @free_memory(ptr noundef %block) #3
  br label %return

return:
  ret void
}

define hidden void @free_blocks(ptr noundef readonly captures(none) %model) local_unnamed_addr #1 {
entry:
  %idle = getelementptr inbounds nuw i8, ptr %model, i64 40
  br label %for.body

for.cond.cleanup:
  ret void

for.body:
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds nuw ptr, ptr %idle, i64 %indvars.iv
  %0 = load atomic i64, ptr %arrayidx monotonic, align 8
  %1 = inttoptr i64 %0 to ptr
  tail call void @free_memory(ptr noundef %1) #3
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 64
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare hidden ptr @take_memory(i64 noundef) local_unnamed_addr #2

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(argmem: read) "no-builtins" }
attributes #1 = { nounwind "no-builtins" }
attributes #2 = { "no-builtins" }
attributes #3 = { nobuiltin nounwind "no-builtins" }

