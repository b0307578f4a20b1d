; Made from windows.c by clang of ziglang 0.17.1: make library-runtime
; 77e484d8ba1c79767a4f0f7f45207e4f831792129dc1c7d97f77324765302d64

%struct.anon = type { %struct._RTL_SRWLOCK, %struct._RTL_CONDITION_VARIABLE }
%struct._RTL_SRWLOCK = type { ptr }
%struct._RTL_CONDITION_VARIABLE = type { ptr }

@_fltused = dso_local local_unnamed_addr global i32 1, align 4
@places = internal global [64 x %struct.anon] zeroinitializer, align 16
@own_slot.slot = internal global i32 0, align 4

define hidden noundef i32 @process_number() local_unnamed_addr #0 {
entry:
  ret i32 0
}

define hidden noundef zeroext i1 @permits_registers(i64 noundef %call, i32 noundef %component) local_unnamed_addr #0 {
entry:
  ret i1 false
}

define hidden ptr @own_pointer() local_unnamed_addr #1 {
entry:
  %0 = load atomic i32, ptr @own_slot.slot acquire, align 4
  %tobool.not.i = icmp eq i32 %0, 0
  br i1 %tobool.not.i, label %if.end.i, label %if.then.i

if.then.i:
  %sub.i = add i32 %0, -1
  br label %own_slot.exit

if.end.i:
  %call.i = tail call i32 @TlsAlloc() #3
  %add.i = add i32 %call.i, 1
  %1 = cmpxchg ptr @own_slot.slot, i32 0, i32 %add.i acq_rel acquire, align 4
  %2 = extractvalue { i32, i1 } %1, 1
  br i1 %2, label %own_slot.exit, label %if.end3.i

if.end3.i:
  %3 = extractvalue { i32, i1 } %1, 0
  %4 = add i32 %3, -1
  %call5.i = tail call i32 @TlsFree(i32 noundef %call.i) #3
  br label %own_slot.exit

own_slot.exit:
  %retval.1.i = phi i32 [ %sub.i, %if.then.i ], [ %4, %if.end3.i ], [ %call.i, %if.end.i ]
  %call1 = tail call ptr @TlsGetValue(i32 noundef %retval.1.i) #3
  ret ptr %call1
}

declare dllimport ptr @TlsGetValue(i32 noundef) local_unnamed_addr #2

define hidden void @set_own_pointer(ptr noundef %pointer) local_unnamed_addr #1 {
entry:
  %0 = load atomic i32, ptr @own_slot.slot acquire, align 4
  %tobool.not.i = icmp eq i32 %0, 0
  br i1 %tobool.not.i, label %if.end.i, label %if.then.i

if.then.i:
  %sub.i = add i32 %0, -1
  br label %own_slot.exit

if.end.i:
  %call.i = tail call i32 @TlsAlloc() #3
  %add.i = add i32 %call.i, 1
  %1 = cmpxchg ptr @own_slot.slot, i32 0, i32 %add.i acq_rel acquire, align 4
  %2 = extractvalue { i32, i1 } %1, 1
  br i1 %2, label %own_slot.exit, label %if.end3.i

if.end3.i:
  %3 = extractvalue { i32, i1 } %1, 0
  %4 = add i32 %3, -1
  %call5.i = tail call i32 @TlsFree(i32 noundef %call.i) #3
  br label %own_slot.exit

own_slot.exit:
  %retval.1.i = phi i32 [ %sub.i, %if.then.i ], [ %4, %if.end3.i ], [ %call.i, %if.end.i ]
  %call1 = tail call i32 @TlsSetValue(i32 noundef %retval.1.i, ptr noundef %pointer) #3
  ret void
}

declare dllimport i32 @TlsSetValue(i32 noundef, ptr noundef) local_unnamed_addr #2

define hidden void @wait_while(ptr noundef %number, i32 noundef %value) local_unnamed_addr #1 {
entry:
  %0 = ptrtoint ptr %number to i64
  %div10 = lshr i64 %0, 6
  %rem = and i64 %div10, 63
  %arrayidx = getelementptr inbounds nuw %struct.anon, ptr @places, i64 %rem
  tail call void @AcquireSRWLockExclusive(ptr noundef nonnull %arrayidx) #3
  %1 = load atomic i32, ptr %number seq_cst, align 4
  %cmp = icmp eq i32 %1, %value
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %changed = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  %call = tail call i32 @SleepConditionVariableSRW(ptr noundef nonnull %changed, ptr noundef nonnull %arrayidx, i32 noundef -1, i32 noundef 0) #3
  br label %if.end

if.end:
  tail call void @ReleaseSRWLockExclusive(ptr noundef nonnull %arrayidx) #3
  ret void
}

declare dso_local void @AcquireSRWLockExclusive(ptr noundef) local_unnamed_addr #2

declare dllimport i32 @SleepConditionVariableSRW(ptr noundef, ptr noundef, i32 noundef, i32 noundef) local_unnamed_addr #2

declare dso_local void @ReleaseSRWLockExclusive(ptr noundef) local_unnamed_addr #2

define hidden void @wake_all(ptr noundef %number) local_unnamed_addr #1 {
entry:
  %0 = ptrtoint ptr %number to i64
  %div6 = lshr i64 %0, 6
  %rem = and i64 %div6, 63
  %arrayidx = getelementptr inbounds nuw %struct.anon, ptr @places, i64 %rem
  tail call void @AcquireSRWLockExclusive(ptr noundef nonnull %arrayidx) #3
  tail call void @ReleaseSRWLockExclusive(ptr noundef nonnull %arrayidx) #3
  %changed = getelementptr inbounds nuw i8, ptr %arrayidx, i64 8
  tail call void @WakeAllConditionVariable(ptr noundef nonnull %changed) #3
  ret void
}

declare dllimport void @WakeAllConditionVariable(ptr noundef) local_unnamed_addr #2

define hidden i64 @start_thread(ptr noundef %helper) local_unnamed_addr #1 {
entry:
  %call = tail call ptr @CreateThread(ptr noundef null, i64 noundef 0, ptr noundef nonnull @begin, ptr noundef %helper, i32 noundef 0, ptr noundef null) #3
  %0 = ptrtoint ptr %call to i64
  ret i64 %0
}

declare dllimport ptr @CreateThread(ptr noundef, i64 noundef, ptr noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #2

define internal noundef i32 @begin(ptr noundef %helper) #1 {
entry:
  tail call void @help(ptr noundef %helper) #3
  ret i32 0
}

define hidden void @join_thread(i64 noundef %thread) local_unnamed_addr #1 {
entry:
  %0 = inttoptr i64 %thread to ptr
  %call = tail call i32 @WaitForSingleObject(ptr noundef %0, i32 noundef -1) #3
  %call1 = tail call i32 @CloseHandle(ptr noundef %0) #3
  ret void
}

declare dllimport i32 @WaitForSingleObject(ptr noundef, i32 noundef) local_unnamed_addr #2

declare dllimport i32 @CloseHandle(ptr noundef) local_unnamed_addr #2

define hidden ptr @take_memory(i64 noundef %bytes) local_unnamed_addr #1 {
entry:
  %call = tail call ptr @VirtualAlloc(ptr noundef null, i64 noundef %bytes, i32 noundef 12288, i32 noundef 4) #3
  ret ptr %call
}

declare dllimport ptr @VirtualAlloc(ptr noundef, i64 noundef, i32 noundef, i32 noundef) local_unnamed_addr #2

define hidden void @free_memory(ptr noundef %memory) local_unnamed_addr #1 {
entry:
  %tobool.not = icmp eq ptr %memory, null
  br i1 %tobool.not, label %if.end, label %if.then

if.then:
  %call = tail call i32 @VirtualFree(ptr noundef nonnull %memory, i64 noundef 0, i32 noundef 32768) #3
  br label %if.end

if.end:
  ret void
}

declare dllimport i32 @VirtualFree(ptr noundef, i64 noundef, i32 noundef) local_unnamed_addr #2

declare dllimport i32 @TlsAlloc() local_unnamed_addr #2

declare dllimport i32 @TlsFree(i32 noundef) local_unnamed_addr #2

declare hidden void @help(ptr noundef) local_unnamed_addr #2

attributes #0 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #1 = { nounwind "no-builtins" }
attributes #2 = { "no-builtins" }
attributes #3 = { nobuiltin nounwind "no-builtins" }

