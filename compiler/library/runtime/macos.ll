; Made from macos.c by clang of ziglang 0.17.1: make library-runtime
; 6b9b7a071138f54b24852a7de775daafc3e63981044ef63eb9ee85df4a7b1041

%struct._opaque_pthread_once_t = type { i64, [8 x i8] }
%struct.anon = type { %struct._opaque_pthread_mutex_t, %struct._opaque_pthread_cond_t }
%struct._opaque_pthread_mutex_t = type { i64, [56 x i8] }
%struct._opaque_pthread_cond_t = type { i64, [40 x i8] }

@once = internal global %struct._opaque_pthread_once_t { i64 816954554, [8 x i8] zeroinitializer }, align 8
@key = internal global i64 0, align 8
@places = internal global [64 x %struct.anon] zeroinitializer, align 16

define hidden i32 @process_number() local_unnamed_addr #0 {
entry:
  %call = tail call i32 @getpid() #4
  ret i32 %call
}

declare i32 @getpid() local_unnamed_addr #1

define hidden noundef zeroext i1 @permits_registers(i64 noundef %call, i32 noundef %component) local_unnamed_addr #2 {
entry:
  ret i1 false
}

define hidden ptr @own_pointer() local_unnamed_addr #0 {
entry:
  %call = tail call i32 @pthread_once(ptr noundef nonnull @once, ptr noundef nonnull @begin_all) #4
  %0 = load i64, ptr @key, align 8
  %call1 = tail call ptr @pthread_getspecific(i64 noundef %0) #4
  ret ptr %call1
}

declare i32 @pthread_once(ptr noundef, ptr noundef) local_unnamed_addr #1

define internal void @begin_all() #0 {
entry:
  %call = tail call i32 @pthread_key_create(ptr noundef nonnull @key, ptr noundef null) #4
  br label %for.body

for.cond.cleanup:
  ret void

for.body:
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  %arrayidx = getelementptr inbounds nuw %struct.anon, ptr @places, i64 %indvars.iv
  %call1 = tail call i32 @pthread_mutex_init(ptr noundef nonnull %arrayidx, ptr noundef null) #4
  %changed = getelementptr inbounds nuw i8, ptr %arrayidx, i64 64
  %call4 = tail call i32 @"\01_pthread_cond_init"(ptr noundef nonnull %changed, ptr noundef null) #4
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %exitcond.not = icmp eq i64 %indvars.iv.next, 64
  br i1 %exitcond.not, label %for.cond.cleanup, label %for.body
}

declare ptr @pthread_getspecific(i64 noundef) local_unnamed_addr #1

define hidden void @set_own_pointer(ptr noundef %pointer) local_unnamed_addr #0 {
entry:
  %call = tail call i32 @pthread_once(ptr noundef nonnull @once, ptr noundef nonnull @begin_all) #4
  %0 = load i64, ptr @key, align 8
  %call1 = tail call i32 @pthread_setspecific(i64 noundef %0, ptr noundef %pointer) #4
  ret void
}

declare i32 @pthread_setspecific(i64 noundef, ptr noundef) local_unnamed_addr #1

define hidden void @wait_while(ptr noundef %number, i32 noundef %value) local_unnamed_addr #0 {
entry:
  %0 = ptrtoint ptr %number to i64
  %div13 = lshr i64 %0, 6
  %rem = and i64 %div13, 63
  %call = tail call i32 @pthread_once(ptr noundef nonnull @once, ptr noundef nonnull @begin_all) #4
  %arrayidx = getelementptr inbounds nuw %struct.anon, ptr @places, i64 %rem
  %call1 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %arrayidx) #4
  %1 = load atomic i32, ptr %number seq_cst, align 4
  %cmp = icmp eq i32 %1, %value
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %changed = getelementptr inbounds nuw i8, ptr %arrayidx, i64 64
  %call5 = tail call i32 @"\01_pthread_cond_wait"(ptr noundef nonnull %changed, ptr noundef nonnull %arrayidx) #4
  br label %if.end

if.end:
  %call8 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %arrayidx) #4
  ret void
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #3

declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #1

declare i32 @"\01_pthread_cond_wait"(ptr noundef, ptr noundef) local_unnamed_addr #1

declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #1

declare void @llvm.lifetime.end.p0(ptr captures(none)) #3

define hidden void @wake_all(ptr noundef %number) local_unnamed_addr #0 {
entry:
  %0 = ptrtoint ptr %number to i64
  %div9 = lshr i64 %0, 6
  %rem = and i64 %div9, 63
  %call = tail call i32 @pthread_once(ptr noundef nonnull @once, ptr noundef nonnull @begin_all) #4
  %arrayidx = getelementptr inbounds nuw %struct.anon, ptr @places, i64 %rem
  %call1 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull %arrayidx) #4
  %call4 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull %arrayidx) #4
  %changed = getelementptr inbounds nuw i8, ptr %arrayidx, i64 64
  %call6 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull %changed) #4
  ret void
}

declare i32 @pthread_cond_broadcast(ptr noundef) local_unnamed_addr #1

define hidden i64 @start_thread(ptr noundef %helper) local_unnamed_addr #0 {
entry:
  %thread = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %thread) #5
  %call = call i32 @pthread_create(ptr noundef nonnull %thread, ptr noundef null, ptr noundef nonnull @begin, ptr noundef %helper) #4
  %tobool.not = icmp eq i32 %call, 0
  %0 = load ptr, ptr %thread, align 8
  %1 = ptrtoint ptr %0 to i64
  %cond = select i1 %tobool.not, i64 %1, i64 0
  call void @llvm.lifetime.end.p0(ptr nonnull %thread) #5
  ret i64 %cond
}

declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

define internal noalias noundef ptr @begin(ptr noundef %helper) #0 {
entry:
  tail call void @help(ptr noundef %helper) #4
  ret ptr null
}

define hidden void @join_thread(i64 noundef %thread) local_unnamed_addr #0 {
entry:
  %0 = inttoptr i64 %thread to ptr
  %call = tail call i32 @"\01_pthread_join"(ptr noundef %0, ptr noundef null) #4
  ret void
}

declare i32 @"\01_pthread_join"(ptr noundef, ptr noundef) local_unnamed_addr #1

define hidden ptr @take_memory(i64 noundef %bytes) local_unnamed_addr #0 {
entry:
  %memory = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %memory) #5
  %call = call i32 @posix_memalign(ptr noundef nonnull %memory, i64 noundef 64, i64 noundef %bytes) #4
  %tobool.not = icmp eq i32 %call, 0
  %0 = load ptr, ptr %memory, align 8
  %cond = select i1 %tobool.not, ptr %0, ptr null
  call void @llvm.lifetime.end.p0(ptr nonnull %memory) #5
  ret ptr %cond
}

declare i32 @posix_memalign(ptr noundef, i64 noundef, i64 noundef) local_unnamed_addr #1

define hidden void @free_memory(ptr noundef %memory) local_unnamed_addr #0 {
entry:
  tail call void @free(ptr noundef %memory) #4
  ret void
}

declare void @free(ptr noundef) local_unnamed_addr #1

declare i32 @pthread_key_create(ptr noundef, ptr noundef) local_unnamed_addr #1

declare i32 @pthread_mutex_init(ptr noundef, ptr noundef) local_unnamed_addr #1

declare i32 @"\01_pthread_cond_init"(ptr noundef, ptr noundef) local_unnamed_addr #1

declare hidden void @help(ptr noundef) local_unnamed_addr #1

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" }
attributes #2 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #3 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nounwind }

