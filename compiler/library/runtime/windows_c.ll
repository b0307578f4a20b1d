; Made from windows_c.c by clang of ziglang 0.17.1: make library-runtime
; 5821d5c0d1950a1c98c39b895c1fb701d535d903806189b095dfd53b5d50426f

@getenv.text = internal global [1024 x i8] zeroinitializer, align 16

define dso_local ptr @malloc(i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %call = tail call ptr @GetProcessHeap() #5
  %call1 = tail call ptr @HeapAlloc(ptr noundef %call, i32 noundef 0, i64 noundef %bytes) #5
  ret ptr %call1
}

declare dllimport ptr @HeapAlloc(ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #1

declare dllimport ptr @GetProcessHeap() local_unnamed_addr #1

define dso_local ptr @calloc(i64 noundef %count, i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %call = tail call ptr @GetProcessHeap() #5
  %mul = mul i64 %bytes, %count
  %call1 = tail call ptr @HeapAlloc(ptr noundef %call, i32 noundef 8, i64 noundef %mul) #5
  ret ptr %call1
}

define dso_local void @free(ptr noundef %memory) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq ptr %memory, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:
  %call = tail call ptr @GetProcessHeap() #5
  %call1 = tail call i32 @HeapFree(ptr noundef %call, i32 noundef 0, ptr noundef nonnull %memory) #5
  br label %if.end

if.end:
  ret void
}

declare dllimport i32 @HeapFree(ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #1

define dso_local ptr @getenv(ptr noundef %name) local_unnamed_addr #0 {
entry:
  %call = tail call i32 @GetEnvironmentVariableA(ptr noundef %name, ptr noundef nonnull @getenv.text, i32 noundef 1024) #5
  %0 = add i32 %call, -1
  %1 = icmp ult i32 %0, 1023
  %cond = select i1 %1, ptr @getenv.text, ptr null
  ret ptr %cond
}

declare dllimport i32 @GetEnvironmentVariableA(ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr #1

define dso_local noundef ptr @memcpy(ptr noalias noundef returned writeonly captures(ret: address, provenance) %to, ptr noalias noundef readonly captures(none) %from, i64 noundef %bytes) local_unnamed_addr #2 {
entry:
  %cmp10 = icmp ugt i64 %bytes, 15
  br i1 %cmp10, label %for.body, label %while.cond.preheader

while.cond.preheader:
  %bytes.addr.0.lcssa = phi i64 [ %bytes, %entry ], [ %sub, %for.body ]
  %next.0.lcssa = phi ptr [ %to, %entry ], [ %add.ptr, %for.body ]
  %source.0.lcssa = phi ptr [ %from, %entry ], [ %add.ptr1, %for.body ]
  %tobool.not16 = icmp eq i64 %bytes.addr.0.lcssa, 0
  br i1 %tobool.not16, label %while.end, label %while.body

for.body:
  %source.013 = phi ptr [ %add.ptr1, %for.body ], [ %from, %entry ]
  %next.012 = phi ptr [ %add.ptr, %for.body ], [ %to, %entry ]
  %bytes.addr.011 = phi i64 [ %sub, %for.body ], [ %bytes, %entry ]
  %0 = load <2 x i64>, ptr %source.013, align 1
  store <2 x i64> %0, ptr %next.012, align 1
  %add.ptr = getelementptr inbounds nuw i8, ptr %next.012, i64 16
  %add.ptr1 = getelementptr inbounds nuw i8, ptr %source.013, i64 16
  %sub = add i64 %bytes.addr.011, -16
  %cmp = icmp ugt i64 %sub, 15
  br i1 %cmp, label %for.body, label %while.cond.preheader

while.body:
  %source.119 = phi ptr [ %incdec.ptr, %while.body ], [ %source.0.lcssa, %while.cond.preheader ]
  %next.118 = phi ptr [ %incdec.ptr2, %while.body ], [ %next.0.lcssa, %while.cond.preheader ]
  %bytes.addr.117 = phi i64 [ %dec, %while.body ], [ %bytes.addr.0.lcssa, %while.cond.preheader ]
  %dec = add i64 %bytes.addr.117, -1
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %source.119, i64 1
  %1 = load i8, ptr %source.119, align 1
  %incdec.ptr2 = getelementptr inbounds nuw i8, ptr %next.118, i64 1
  store i8 %1, ptr %next.118, align 1
  %tobool.not = icmp eq i64 %dec, 0
  br i1 %tobool.not, label %while.end, label %while.body

while.end:
  ret ptr %to
}

define dso_local noundef ptr @memset(ptr noundef returned writeonly captures(ret: address, provenance) %memory, i32 noundef %value, i64 noundef %bytes) local_unnamed_addr #3 {
entry:
  %conv = trunc i32 %value to i8
  %cmp12 = icmp ugt i64 %bytes, 15
  br i1 %cmp12, label %for.body.lr.ph, label %while.cond.preheader

for.body.lr.ph:
  %conv.mask = and i32 %value, 255
  %conv1 = zext nneg i32 %conv.mask to i64
  %mul = mul nuw i64 %conv1, 72340172838076673
  %vecinit = insertelement <2 x i64> poison, i64 %mul, i64 0
  %vecinit3 = shufflevector <2 x i64> %vecinit, <2 x i64> poison, <2 x i32> zeroinitializer
  br label %for.body

while.cond.preheader:
  %next.0.lcssa = phi ptr [ %memory, %entry ], [ %add.ptr, %for.body ]
  %bytes.addr.0.lcssa = phi i64 [ %bytes, %entry ], [ %sub, %for.body ]
  %tobool.not16 = icmp eq i64 %bytes.addr.0.lcssa, 0
  br i1 %tobool.not16, label %while.end, label %while.body

for.body:
  %bytes.addr.014 = phi i64 [ %bytes, %for.body.lr.ph ], [ %sub, %for.body ]
  %next.013 = phi ptr [ %memory, %for.body.lr.ph ], [ %add.ptr, %for.body ]
  store <2 x i64> %vecinit3, ptr %next.013, align 1
  %sub = add i64 %bytes.addr.014, -16
  %add.ptr = getelementptr inbounds nuw i8, ptr %next.013, i64 16
  %cmp = icmp ugt i64 %sub, 15
  br i1 %cmp, label %for.body, label %while.cond.preheader

while.body:
  %bytes.addr.118 = phi i64 [ %dec, %while.body ], [ %bytes.addr.0.lcssa, %while.cond.preheader ]
  %next.117 = phi ptr [ %incdec.ptr, %while.body ], [ %next.0.lcssa, %while.cond.preheader ]
  %dec = add i64 %bytes.addr.118, -1
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %next.117, i64 1
  store i8 %conv, ptr %next.117, align 1
  %tobool.not = icmp eq i64 %dec, 0
  br i1 %tobool.not, label %while.end, label %while.body

while.end:
  ret ptr %memory
}

define dso_local range(i32 -1, 2) i32 @memcmp(ptr noundef readonly captures(none) %a, ptr noundef readonly captures(none) %b, i64 noundef %bytes) local_unnamed_addr #4 {
entry:
  %tobool.not15 = icmp eq i64 %bytes, 0
  br i1 %tobool.not15, label %cleanup, label %for.body

for.body:
  %y.018 = phi ptr [ %incdec.ptr7, %for.inc ], [ %b, %entry ]
  %x.017 = phi ptr [ %incdec.ptr, %for.inc ], [ %a, %entry ]
  %bytes.addr.016 = phi i64 [ %dec, %for.inc ], [ %bytes, %entry ]
  %0 = load i8, ptr %x.017, align 1
  %1 = load i8, ptr %y.018, align 1
  %cmp.not = icmp eq i8 %0, %1
  br i1 %cmp.not, label %for.inc, label %if.then

if.then:
  %cmp5 = icmp ult i8 %0, %1
  %cond = select i1 %cmp5, i32 -1, i32 1
  br label %cleanup

for.inc:
  %dec = add i64 %bytes.addr.016, -1
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %x.017, i64 1
  %incdec.ptr7 = getelementptr inbounds nuw i8, ptr %y.018, i64 1
  %tobool.not = icmp eq i64 %dec, 0
  br i1 %tobool.not, label %cleanup, label %for.body

cleanup:
  %retval.0 = phi i32 [ %cond, %if.then ], [ 0, %entry ], [ 0, %for.inc ]
  ret i32 %retval.0
}

define dso_local i64 @strlen(ptr noundef readonly captures(none) %text) local_unnamed_addr #4 {
entry:
  br label %while.cond

while.cond:
  %length.0 = phi i64 [ 0, %entry ], [ %inc, %while.cond ]
  %arrayidx = getelementptr inbounds nuw i8, ptr %text, i64 %length.0
  %0 = load i8, ptr %arrayidx, align 1
  %tobool.not = icmp eq i8 %0, 0
  %inc = add i64 %length.0, 1
  br i1 %tobool.not, label %while.end, label %while.cond

while.end:
  ret i64 %length.0
}

define dso_local range(i32 -255, 256) i32 @strncmp(ptr noundef readonly captures(none) %a, ptr noundef readonly captures(none) %b, i64 noundef %count) local_unnamed_addr #4 {
entry:
  %tobool.not14 = icmp eq i64 %count, 0
  br i1 %tobool.not14, label %return, label %for.body

for.body:
  %count.addr.017 = phi i64 [ %dec, %for.inc ], [ %count, %entry ]
  %b.addr.016 = phi ptr [ %incdec.ptr6, %for.inc ], [ %b, %entry ]
  %a.addr.015 = phi ptr [ %incdec.ptr, %for.inc ], [ %a, %entry ]
  %0 = load i8, ptr %a.addr.015, align 1
  %1 = load i8, ptr %b.addr.016, align 1
  %cmp.not = icmp ne i8 %0, %1
  %tobool3.not = icmp eq i8 %0, 0
  %or.cond = or i1 %tobool3.not, %cmp.not
  br i1 %or.cond, label %if.then, label %for.inc

if.then:
  %conv4 = zext i8 %0 to i32
  %conv5 = zext i8 %1 to i32
  %sub = sub nsw i32 %conv4, %conv5
  br label %return

for.inc:
  %dec = add i64 %count.addr.017, -1
  %incdec.ptr = getelementptr inbounds nuw i8, ptr %a.addr.015, i64 1
  %incdec.ptr6 = getelementptr inbounds nuw i8, ptr %b.addr.016, i64 1
  %tobool.not = icmp eq i64 %dec, 0
  br i1 %tobool.not, label %return, label %for.body

return:
  %retval.0 = phi i32 [ %sub, %if.then ], [ 0, %entry ], [ 0, %for.inc ]
  ret i32 %retval.0
}

define dso_local i64 @strspn(ptr noundef readonly captures(none) %text, ptr noundef readonly captures(none) %set) local_unnamed_addr #4 {
entry:
  %0 = load i8, ptr %set, align 1
  %tobool.not17.i = icmp eq i8 %0, 0
  br label %for.cond.i

for.cond.i:
  %length.0.i = phi i64 [ 0, %entry ], [ %inc.i, %for.cond.cleanup.i ]
  %arrayidx4.phi.trans.insert.i = getelementptr inbounds nuw i8, ptr %text, i64 %length.0.i
  %.pre.i = load i8, ptr %arrayidx4.phi.trans.insert.i, align 1
  br i1 %tobool.not17.i, label %span.exit, label %for.body.i

for.cond.cleanup.i:
  %tobool5.not.i = icmp ne i8 %.pre.i, 0
  %cmp6.not.i = icmp eq i32 %or.i, 1
  %or.cond.i = select i1 %tobool5.not.i, i1 %cmp6.not.i, i1 false
  %inc.i = add i64 %length.0.i, 1
  br i1 %or.cond.i, label %for.cond.i, label %span.exit

for.body.i:
  %1 = phi i8 [ %2, %for.body.i ], [ %0, %for.cond.i ]
  %one.019.i = phi ptr [ %incdec.ptr.i, %for.body.i ], [ %set, %for.cond.i ]
  %found.018.i = phi i32 [ %or.i, %for.body.i ], [ 0, %for.cond.i ]
  %cmp.i = icmp eq i8 %1, %.pre.i
  %conv3.i = zext i1 %cmp.i to i32
  %or.i = or i32 %found.018.i, %conv3.i
  %incdec.ptr.i = getelementptr inbounds nuw i8, ptr %one.019.i, i64 1
  %2 = load i8, ptr %incdec.ptr.i, align 1
  %tobool.not.i = icmp eq i8 %2, 0
  br i1 %tobool.not.i, label %for.cond.cleanup.i, label %for.body.i

span.exit:
  %length.0.i.lcssa = phi i64 [ 0, %for.cond.i ], [ %length.0.i, %for.cond.cleanup.i ]
  ret i64 %length.0.i.lcssa
}

define dso_local i64 @strcspn(ptr noundef readonly captures(none) %text, ptr noundef readonly captures(none) %set) local_unnamed_addr #4 {
entry:
  %0 = load i8, ptr %set, align 1
  %tobool.not17.i = icmp eq i8 %0, 0
  br label %for.cond.i

for.cond.i:
  %length.0.i = phi i64 [ 0, %entry ], [ %inc.i, %for.cond.cleanup.i ]
  %arrayidx4.phi.trans.insert.i = getelementptr inbounds nuw i8, ptr %text, i64 %length.0.i
  %.pre.i = load i8, ptr %arrayidx4.phi.trans.insert.i, align 1
  br i1 %tobool.not17.i, label %for.cond.cleanup.i, label %for.body.i

for.cond.cleanup.i.loopexit:
  %1 = icmp eq i32 %or.i, 0
  br label %for.cond.cleanup.i

for.cond.cleanup.i:
  %found.0.lcssa.i = phi i1 [ true, %for.cond.i ], [ %1, %for.cond.cleanup.i.loopexit ]
  %tobool5.not.i = icmp ne i8 %.pre.i, 0
  %or.cond.i = select i1 %tobool5.not.i, i1 %found.0.lcssa.i, i1 false
  %inc.i = add i64 %length.0.i, 1
  br i1 %or.cond.i, label %for.cond.i, label %span.exit

for.body.i:
  %2 = phi i8 [ %3, %for.body.i ], [ %0, %for.cond.i ]
  %one.019.i = phi ptr [ %incdec.ptr.i, %for.body.i ], [ %set, %for.cond.i ]
  %found.018.i = phi i32 [ %or.i, %for.body.i ], [ 0, %for.cond.i ]
  %cmp.i = icmp eq i8 %2, %.pre.i
  %conv3.i = zext i1 %cmp.i to i32
  %or.i = or i32 %found.018.i, %conv3.i
  %incdec.ptr.i = getelementptr inbounds nuw i8, ptr %one.019.i, i64 1
  %3 = load i8, ptr %incdec.ptr.i, align 1
  %tobool.not.i = icmp eq i8 %3, 0
  br i1 %tobool.not.i, label %for.cond.cleanup.i.loopexit, label %for.body.i

span.exit:
  ret i64 %length.0.i
}

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" }
attributes #2 = { nofree norecurse nosync nounwind memory(argmem: readwrite) "no-builtins" }
attributes #3 = { nofree norecurse nosync nounwind memory(argmem: write) "no-builtins" }
attributes #4 = { nofree norecurse nosync nounwind memory(argmem: read) "no-builtins" }
attributes #5 = { nobuiltin nounwind "no-builtins" }

