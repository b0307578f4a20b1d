; Made from model.c by clang of ziglang 0.17.1: make library-runtime
; f72cbaf6d757f7914b8cf4cae71ec20911e96d35736d992038920051fde3be4f

%struct.ncnnc_options = type { i32, ptr, ptr, ptr, ptr }
%struct.ncnnc_program = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i32, i64, i64, i64, ptr, ptr, ptr }
%struct.ncnnc_tensor = type { ptr, ptr, ptr, i32, i32, i32, i32, float }
%struct.ncnnc_call = type { ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr }

@shape_sets = external hidden local_unnamed_addr constant i32, align 4
@ncnnc_run_with.defaults = internal constant %struct.ncnnc_options zeroinitializer, align 4
@messages = external hidden local_unnamed_addr constant [0 x ptr], align 4
@program_count = external hidden local_unnamed_addr constant i64, align 8
@programs = external hidden constant [0 x %struct.ncnnc_program], align 8
@run_in.never = internal constant i32 0, align 4

define hidden i32 @ncnnc_create(ptr noundef writeonly captures(address_is_null) %model) local_unnamed_addr #0 {
entry:
  %call = tail call i32 @ncnnc_create_with(ptr noundef %model, i32 noundef 0, ptr noundef null) #8
  ret i32 %call
}

define hidden i32 @ncnnc_create_with(ptr noundef writeonly captures(address_is_null) %result, i32 noundef %shapes, ptr noundef %weights_file) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq ptr %result, null
  br i1 %tobool.not, label %return, label %if.end

if.end:
  store ptr null, ptr %result, align 4
  %cmp = icmp sgt i32 %shapes, -1
  %0 = load i32, ptr @shape_sets, align 4
  %cmp1.not = icmp slt i32 %shapes, %0
  %or.cond = select i1 %cmp, i1 %cmp1.not, i1 false
  br i1 %or.cond, label %if.end3, label %return

if.end3:
  %conv = zext nneg i32 %shapes to i64
  %call.i = tail call i64 @cpu_features() #9
  %not.i = xor i64 %call.i, -1
  %1 = load i64, ptr @program_count, align 8
  %cmp.not15.i = icmp sgt i64 %1, 0
  br i1 %cmp.not15.i, label %for.body.i, label %return

for.body.i:
  %i.016.i = phi i64 [ %inc.i, %for.inc.i ], [ 0, %if.end3 ]
  %idxprom.i = trunc i64 %i.016.i to i32
  %arrayidx.i = getelementptr inbounds %struct.ncnnc_program, ptr @programs, i32 %idxprom.i
  %shapes1.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 24
  %2 = load i64, ptr %shapes1.i, align 8
  %cmp2.i = icmp eq i64 %2, %conv
  br i1 %cmp2.i, label %land.lhs.true.i, label %for.inc.i

land.lhs.true.i:
  %features.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 16
  %3 = load i64, ptr %features.i, align 8
  %and.i = and i64 %3, %not.i
  %tobool.not.i = icmp eq i64 %and.i, 0
  br i1 %tobool.not.i, label %if.end6, label %for.inc.i

for.inc.i:
  %inc.i = add nuw nsw i64 %i.016.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not.i, label %return, label %for.body.i

if.end6:
  %call7 = tail call noalias ptr @calloc(i32 noundef 1, i32 noundef 284) #9
  %tobool8.not = icmp eq ptr %call7, null
  br i1 %tobool8.not, label %return, label %if.end10

if.end10:
  %call11 = tail call i32 @open_weights(ptr noundef nonnull %call7, ptr noundef %weights_file) #9
  %cmp12.not = icmp eq i32 %call11, 0
  br i1 %cmp12.not, label %if.end15, label %if.then14

if.then14:
  tail call void @free(ptr noundef nonnull %call7) #9
  br label %return

if.end15:
  store ptr %arrayidx.i, ptr %call7, align 4
  %call17 = tail call i32 @process_number() #9
  %process = getelementptr inbounds nuw i8, ptr %call7, i32 16
  store i32 %call17, ptr %process, align 4
  %barrier = getelementptr inbounds nuw i8, ptr %arrayidx.i, i32 8
  %4 = load ptr, ptr %barrier, align 8
  store atomic i32 ptrtoint (ptr @meet to i32), ptr %4 release, align 4
  store ptr %call7, ptr %result, align 4
  br label %return

return:
  %retval.3 = phi i32 [ 3, %entry ], [ 7, %if.end ], [ 0, %if.end15 ], [ 2, %if.end6 ], [ %call11, %if.then14 ], [ 1, %if.end3 ], [ 1, %for.inc.i ]
  ret i32 %retval.3
}

declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

declare noalias ptr @calloc(i32 noundef, i32 noundef) local_unnamed_addr #2

declare hidden i32 @open_weights(ptr noundef, ptr noundef) local_unnamed_addr #2

declare void @free(ptr noundef) local_unnamed_addr #2

declare hidden i32 @process_number() local_unnamed_addr #2

declare hidden void @meet() #2

declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

define hidden void @ncnnc_destroy(ptr noundef %model) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq ptr %model, null
  br i1 %tobool.not, label %return, label %if.end

if.end:
  tail call void @end_helpers(ptr noundef nonnull %model) #9
  tail call void @free_blocks(ptr noundef nonnull %model) #9
  tail call void @close_weights(ptr noundef nonnull %model) #9
  tail call void @free(ptr noundef nonnull %model) #9
  br label %return

return:
  ret void
}

declare hidden void @end_helpers(ptr noundef) local_unnamed_addr #2

declare hidden void @free_blocks(ptr noundef) local_unnamed_addr #2

declare hidden void @close_weights(ptr noundef) local_unnamed_addr #2

define hidden range(i32 0, 13) i32 @ncnnc_run(ptr noundef %model, ptr noundef %inputs, ptr noundef %outputs, i32 noundef %threads) local_unnamed_addr #0 {
entry:
  %options = alloca %struct.ncnnc_options, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %options) #10
  %0 = getelementptr inbounds nuw i8, ptr %options, i32 4
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %0, i8 0, i64 16, i1 false)
  store i32 %threads, ptr %options, align 4
  %call = call i32 @ncnnc_run_with(ptr noundef %model, ptr noundef %inputs, ptr noundef %outputs, ptr noundef nonnull %options) #8
  call void @llvm.lifetime.end.p0(ptr nonnull %options) #10
  ret i32 %call
}

declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #3

define hidden range(i32 0, 13) i32 @ncnnc_run_with(ptr noundef %model, ptr noundef %inputs, ptr noundef %outputs, ptr noundef %options) local_unnamed_addr #0 {
entry:
  %tobool.not = icmp eq ptr %options, null
  %spec.store.select = select i1 %tobool.not, ptr @ncnnc_run_with.defaults, ptr %options
  %tobool1.not = icmp eq ptr %model, null
  br i1 %tobool1.not, label %return, label %if.end3

if.end3:
  %0 = load ptr, ptr %model, align 4
  %input_count = getelementptr inbounds nuw i8, ptr %0, i32 72
  %1 = load i64, ptr %input_count, align 8
  %inputs5 = getelementptr inbounds nuw i8, ptr %0, i32 96
  %2 = load ptr, ptr %inputs5, align 8
  %tobool.not.i = icmp eq ptr %inputs, null
  br i1 %tobool.not.i, label %return, label %for.cond.preheader.i

for.cond.preheader.i:
  %cmp11.i = icmp slt i64 %1, 1
  br i1 %cmp11.i, label %lor.lhs.false, label %for.body.i

for.body.i:
  %i.012.i = phi i64 [ %inc.i, %for.inc.i ], [ 0, %for.cond.preheader.i ]
  %idxprom.i = trunc i64 %i.012.i to i32
  %arrayidx.i = getelementptr inbounds ptr, ptr %inputs, i32 %idxprom.i
  %3 = load ptr, ptr %arrayidx.i, align 4
  %tobool1.not.i = icmp eq ptr %3, null
  br i1 %tobool1.not.i, label %land.lhs.true.i, label %for.inc.i

land.lhs.true.i:
  %arrayidx3.i = getelementptr inbounds %struct.ncnnc_tensor, ptr %2, i32 %idxprom.i
  %bytes.i = getelementptr inbounds nuw i8, ptr %arrayidx3.i, i32 12
  %4 = load i32, ptr %bytes.i, align 4
  %tobool4.not.i = icmp eq i32 %4, 0
  br i1 %tobool4.not.i, label %for.inc.i, label %return

for.inc.i:
  %inc.i = add nuw nsw i64 %i.012.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not.i, label %lor.lhs.false, label %for.body.i

lor.lhs.false:
  %output_count = getelementptr inbounds nuw i8, ptr %0, i32 80
  %5 = load i64, ptr %output_count, align 8
  %outputs6 = getelementptr inbounds nuw i8, ptr %0, i32 100
  %6 = load ptr, ptr %outputs6, align 4
  %tobool.not.i80 = icmp eq ptr %outputs, null
  br i1 %tobool.not.i80, label %return, label %for.cond.preheader.i81

for.cond.preheader.i81:
  %cmp11.i82 = icmp slt i64 %5, 1
  br i1 %cmp11.i82, label %if.end9, label %for.body.i83

for.body.i83:
  %i.012.i84 = phi i64 [ %inc.i89, %for.inc.i88 ], [ 0, %for.cond.preheader.i81 ]
  %idxprom.i85 = trunc i64 %i.012.i84 to i32
  %arrayidx.i86 = getelementptr inbounds ptr, ptr %outputs, i32 %idxprom.i85
  %7 = load ptr, ptr %arrayidx.i86, align 4
  %tobool1.not.i87 = icmp eq ptr %7, null
  br i1 %tobool1.not.i87, label %land.lhs.true.i92, label %for.inc.i88

land.lhs.true.i92:
  %arrayidx3.i93 = getelementptr inbounds %struct.ncnnc_tensor, ptr %6, i32 %idxprom.i85
  %bytes.i94 = getelementptr inbounds nuw i8, ptr %arrayidx3.i93, i32 12
  %8 = load i32, ptr %bytes.i94, align 4
  %tobool4.not.i95 = icmp eq i32 %8, 0
  br i1 %tobool4.not.i95, label %for.inc.i88, label %return

for.inc.i88:
  %inc.i89 = add nuw nsw i64 %i.012.i84, 1
  %exitcond.not.i90 = icmp eq i64 %inc.i89, %5
  br i1 %exitcond.not.i90, label %if.end9, label %for.body.i83

if.end9:
  %call10 = tail call zeroext i1 @images_fit(ptr noundef %0, ptr noundef nonnull %inputs) #9
  br i1 %call10, label %if.end12, label %return

if.end12:
  %9 = load i32, ptr %spec.store.select, align 4
  %tobool14.not = icmp eq i32 %9, 0
  br i1 %tobool14.not, label %cond.false, label %cond.end

cond.false:
  %threads16 = getelementptr inbounds nuw i8, ptr %0, i32 64
  %10 = load i32, ptr %threads16, align 8
  br label %cond.end

cond.end:
  %cond = phi i32 [ %10, %cond.false ], [ %9, %if.end12 ]
  %or.cond = icmp ugt i32 %cond, 1024
  br i1 %or.cond, label %return, label %if.end20

if.end20:
  %cmp21 = icmp samesign ugt i32 %cond, 1
  br i1 %cmp21, label %land.lhs.true, label %if.end31

land.lhs.true:
  %parallel = getelementptr inbounds nuw i8, ptr %spec.store.select, i32 8
  %11 = load ptr, ptr %parallel, align 4
  %tobool22.not = icmp eq ptr %11, null
  br i1 %tobool22.not, label %if.then23, label %if.end31

if.then23:
  %call24 = tail call zeroext i1 @has_openmp() #9
  br i1 %call24, label %if.end26, label %return

if.end26:
  %call27 = tail call i32 @process_number() #9
  %process = getelementptr inbounds nuw i8, ptr %model, i32 16
  %12 = load i32, ptr %process, align 4
  %cmp28.not = icmp eq i32 %call27, %12
  %spec.select = select i1 %cmp28.not, i32 %cond, i32 1
  br label %if.end31

if.end31:
  %threads.0 = phi i32 [ %cond, %land.lhs.true ], [ %cond, %if.end20 ], [ %spec.select, %if.end26 ]
  %memory = getelementptr inbounds nuw i8, ptr %spec.store.select, i32 4
  %13 = load ptr, ptr %memory, align 4
  %14 = ptrtoint ptr %13 to i32
  %rem = and i32 %14, 63
  %tobool32.not = icmp eq i32 %rem, 0
  br i1 %tobool32.not, label %if.end34, label %return

if.end34:
  %tobool36.not = icmp eq ptr %13, null
  br i1 %tobool36.not, label %if.end40, label %if.then37

if.then37:
  %call39 = tail call fastcc i32 @run_in(ptr noundef %model, ptr noundef nonnull %inputs, ptr noundef nonnull %outputs, ptr noundef nonnull %spec.store.select, i32 noundef %threads.0, ptr noundef %13) #8
  br label %return

if.end40:
  %call41 = tail call ptr @take_block(ptr noundef nonnull %model, i32 noundef %threads.0) #9
  %tobool42.not = icmp eq ptr %call41, null
  br i1 %tobool42.not, label %return, label %if.end44

if.end44:
  %add.ptr = getelementptr inbounds nuw i8, ptr %call41, i32 64
  %call45 = tail call fastcc i32 @run_in(ptr noundef %model, ptr noundef nonnull %inputs, ptr noundef nonnull %outputs, ptr noundef nonnull %spec.store.select, i32 noundef %threads.0, ptr noundef %add.ptr) #8
  tail call void @give_block(ptr noundef nonnull %model, ptr noundef nonnull %call41) #9
  br label %return

return:
  %retval.3 = phi i32 [ 3, %entry ], [ 12, %if.end9 ], [ 2, %if.end40 ], [ 3, %land.lhs.true.i92 ], [ 10, %cond.end ], [ 6, %if.then23 ], [ %call39, %if.then37 ], [ 11, %if.end31 ], [ %call45, %if.end44 ], [ 3, %if.end3 ], [ 3, %lor.lhs.false ], [ 3, %land.lhs.true.i ]
  ret i32 %retval.3
}

declare hidden zeroext i1 @images_fit(ptr noundef, ptr noundef) local_unnamed_addr #2

declare hidden zeroext i1 @has_openmp() local_unnamed_addr #2

define internal fastcc range(i32 0, 10) i32 @run_in(ptr noundef nonnull %model, ptr noundef %inputs, ptr noundef %outputs, ptr noundef %options, i32 noundef range(i32 0, 1025) %threads, ptr noundef nonnull %memory) unnamed_addr #0 {
entry:
  %progress = alloca [2 x i64], align 16
  %call = alloca %struct.ncnnc_call, align 64
  %0 = load ptr, ptr %model, align 4
  call void @llvm.lifetime.start.p0(ptr nonnull %progress) #10
  call void @llvm.memset.p0.i32(ptr noundef nonnull align 16 dereferenceable(16) %progress, i8 0, i32 16, i1 false)
  call void @llvm.lifetime.start.p0(ptr nonnull %call) #10
  store ptr %inputs, ptr %call, align 64
  %outputs3 = getelementptr inbounds nuw i8, ptr %call, i32 4
  store ptr %outputs, ptr %outputs3, align 4
  %weights = getelementptr inbounds nuw i8, ptr %call, i32 8
  %weights4 = getelementptr inbounds nuw i8, ptr %model, i32 4
  %1 = load ptr, ptr %weights4, align 4
  %weights_offset = getelementptr inbounds nuw i8, ptr %0, i32 32
  %2 = load i64, ptr %weights_offset, align 8
  %idx.ext = trunc i64 %2 to i32
  %add.ptr = getelementptr inbounds i8, ptr %1, i32 %idx.ext
  store ptr %add.ptr, ptr %weights, align 8
  %arena = getelementptr inbounds nuw i8, ptr %call, i32 12
  store ptr %memory, ptr %arena, align 4
  %workspace = getelementptr inbounds nuw i8, ptr %call, i32 16
  %arena_bytes = getelementptr inbounds nuw i8, ptr %0, i32 40
  %3 = load i64, ptr %arena_bytes, align 8
  %idx.ext5 = trunc i64 %3 to i32
  %add.ptr6 = getelementptr inbounds i8, ptr %memory, i32 %idx.ext5
  store ptr %add.ptr6, ptr %workspace, align 16
  %stop = getelementptr inbounds nuw i8, ptr %call, i32 20
  %stop7 = getelementptr inbounds nuw i8, ptr %options, i32 16
  %4 = load ptr, ptr %stop7, align 4
  %tobool.not = icmp eq ptr %4, null
  %spec.select = select i1 %tobool.not, ptr @run_in.never, ptr %4
  store ptr %spec.select, ptr %stop, align 4
  %progress9 = getelementptr inbounds nuw i8, ptr %call, i32 24
  store ptr %progress, ptr %progress9, align 8
  %thread_number = getelementptr inbounds nuw i8, ptr %call, i32 28
  store ptr null, ptr %thread_number, align 4
  %team_size = getelementptr inbounds nuw i8, ptr %call, i32 32
  store ptr null, ptr %team_size, align 32
  %stamps = getelementptr inbounds nuw i8, ptr %call, i32 36
  store ptr null, ptr %stamps, align 4
  %failure_at = getelementptr inbounds nuw i8, ptr %0, i32 56
  %5 = load i64, ptr %failure_at, align 8
  %tobool10.not = icmp eq i64 %5, 0
  %idx.ext13 = trunc i64 %5 to i32
  %add.ptr14 = getelementptr inbounds i8, ptr %memory, i32 %idx.ext13
  br i1 %tobool10.not, label %entry.cont, label %entry.else

entry.else:
  store i64 0, ptr %add.ptr14, align 8
  %.pre = load ptr, ptr %model, align 4
  br label %entry.cont

entry.cont:
  %6 = phi ptr [ %0, %entry ], [ %.pre, %entry.else ]
  %cmp.i = icmp eq i32 %threads, 1
  br i1 %cmp.i, label %if.then.i, label %if.else.i

if.then.i:
  %7 = load ptr, ptr %6, align 8
  call void %7(ptr noundef %inputs, ptr noundef %outputs, ptr noundef %add.ptr, ptr noundef nonnull %memory, ptr noundef nonnull %add.ptr6, ptr noundef nonnull %spec.select, ptr noundef nonnull %progress) #9
  br label %run_threads.exit

if.else.i:
  %parallel.i = getelementptr inbounds nuw i8, ptr %options, i32 8
  %8 = load ptr, ptr %parallel.i, align 4
  %tobool.not.i = icmp eq ptr %8, null
  br i1 %tobool.not.i, label %if.else3.i, label %if.then2.i

if.then2.i:
  call void @run_pool(ptr noundef %6, ptr noundef nonnull %options, i32 noundef range(i32 0, 1025) %threads, ptr noundef nonnull %call) #9
  br label %run_threads.exit

if.else3.i:
  call void @run_openmp(ptr noundef nonnull %model, i32 noundef range(i32 0, 1025) %threads, ptr noundef nonnull %call) #9
  br label %run_threads.exit

run_threads.exit:
  br i1 %tobool10.not, label %run_threads.exit.cont.thread, label %run_threads.exit.cont

run_threads.exit.cont.thread:
  %arrayidx37 = getelementptr inbounds nuw i8, ptr %progress, i32 8
  %9 = load i64, ptr %arrayidx37, align 8
  %tobool19.not38 = icmp eq i64 %9, 0
  %cond2039 = select i1 %tobool19.not38, i32 0, i32 9
  br label %11

run_threads.exit.cont:
  %.else.val = load i64, ptr %add.ptr14, align 8
  %.else.val.fr = freeze i64 %.else.val
  %tobool18.not = icmp eq i64 %.else.val.fr, 0
  %arrayidx = getelementptr inbounds nuw i8, ptr %progress, i32 8
  %10 = load i64, ptr %arrayidx, align 8
  %tobool19.not = icmp eq i64 %10, 0
  %cond20 = select i1 %tobool19.not, i32 0, i32 9
  %spec.select42 = select i1 %tobool18.not, i32 %cond20, i32 8
  br label %11

11:
  %12 = phi i32 [ %spec.select42, %run_threads.exit.cont ], [ %cond2039, %run_threads.exit.cont.thread ]
  call void @llvm.lifetime.end.p0(ptr nonnull %call) #10
  call void @llvm.lifetime.end.p0(ptr nonnull %progress) #10
  ret i32 %12
}

declare hidden ptr @take_block(ptr noundef, i32 noundef) local_unnamed_addr #2

declare hidden void @give_block(ptr noundef, ptr noundef) local_unnamed_addr #2

define hidden i32 @ncnnc_workspace_bytes(ptr noundef readonly captures(address_is_null) %model, i32 noundef %threads) local_unnamed_addr #0 {
entry:
  %tobool = icmp eq ptr %model, null
  %0 = add i32 %threads, -1025
  %1 = icmp ult i32 %0, -1024
  %or.cond3 = or i1 %tobool, %1
  br i1 %or.cond3, label %return, label %if.end

if.end:
  %2 = load ptr, ptr %model, align 4
  %call = tail call i32 @run_bytes(ptr noundef %2, i32 noundef %threads) #9
  br label %return

return:
  %retval.0 = phi i32 [ %call, %if.end ], [ 0, %entry ]
  ret i32 %retval.0
}

declare hidden i32 @run_bytes(ptr noundef, i32 noundef) local_unnamed_addr #2

define hidden ptr @ncnnc_target(ptr noundef readonly captures(none) %model) local_unnamed_addr #4 {
entry:
  %0 = load ptr, ptr %model, align 4
  %target = getelementptr inbounds nuw i8, ptr %0, i32 12
  %1 = load ptr, ptr %target, align 4
  ret ptr %1
}

define hidden i32 @ncnnc_shape_sets() local_unnamed_addr #5 {
entry:
  %0 = load i32, ptr @shape_sets, align 4
  ret i32 %0
}

define hidden i32 @ncnnc_input_count(ptr noundef readonly captures(none) %model) local_unnamed_addr #4 {
entry:
  %0 = load ptr, ptr %model, align 4
  %input_count = getelementptr inbounds nuw i8, ptr %0, i32 72
  %1 = load i64, ptr %input_count, align 8
  %conv = trunc i64 %1 to i32
  ret i32 %conv
}

define hidden i32 @ncnnc_output_count(ptr noundef readonly captures(none) %model) local_unnamed_addr #4 {
entry:
  %0 = load ptr, ptr %model, align 4
  %output_count = getelementptr inbounds nuw i8, ptr %0, i32 80
  %1 = load i64, ptr %output_count, align 8
  %conv = trunc i64 %1 to i32
  ret i32 %conv
}

define hidden ptr @ncnnc_input(ptr noundef readonly captures(none) %model, i32 noundef %index) local_unnamed_addr #4 {
entry:
  %0 = load ptr, ptr %model, align 4
  %inputs = getelementptr inbounds nuw i8, ptr %0, i32 96
  %1 = load ptr, ptr %inputs, align 8
  %input_count = getelementptr inbounds nuw i8, ptr %0, i32 72
  %2 = load i64, ptr %input_count, align 8
  %cmp.i = icmp sgt i32 %index, -1
  %conv.i = zext nneg i32 %index to i64
  %cmp1.i = icmp sgt i64 %2, %conv.i
  %or.cond.i = select i1 %cmp.i, i1 %cmp1.i, i1 false
  %arrayidx.i = getelementptr inbounds nuw %struct.ncnnc_tensor, ptr %1, i32 %index
  %cond.i = select i1 %or.cond.i, ptr %arrayidx.i, ptr null
  ret ptr %cond.i
}

define hidden ptr @ncnnc_output(ptr noundef readonly captures(none) %model, i32 noundef %index) local_unnamed_addr #4 {
entry:
  %0 = load ptr, ptr %model, align 4
  %outputs = getelementptr inbounds nuw i8, ptr %0, i32 100
  %1 = load ptr, ptr %outputs, align 4
  %output_count = getelementptr inbounds nuw i8, ptr %0, i32 80
  %2 = load i64, ptr %output_count, align 8
  %cmp.i = icmp sgt i32 %index, -1
  %conv.i = zext nneg i32 %index to i64
  %cmp1.i = icmp sgt i64 %2, %conv.i
  %or.cond.i = select i1 %cmp.i, i1 %cmp1.i, i1 false
  %arrayidx.i = getelementptr inbounds nuw %struct.ncnnc_tensor, ptr %1, i32 %index
  %cond.i = select i1 %or.cond.i, ptr %arrayidx.i, ptr null
  ret ptr %cond.i
}

define hidden i64 @ncnnc_rows(ptr noundef readonly captures(none) %tensor, ptr noundef readonly captures(none) %data) local_unnamed_addr #6 {
entry:
  %axes = getelementptr inbounds nuw i8, ptr %tensor, i32 16
  %0 = load i32, ptr %axes, align 4
  %tobool.not = icmp eq i32 %0, 0
  br i1 %tobool.not, label %return, label %if.end

if.end:
  %shape = getelementptr inbounds nuw i8, ptr %tensor, i32 8
  %1 = load ptr, ptr %shape, align 4
  %2 = load i64, ptr %1, align 8
  %finds_rows = getelementptr inbounds nuw i8, ptr %tensor, i32 24
  %3 = load i32, ptr %finds_rows, align 4
  %tobool1 = icmp ne i32 %3, 0
  %tobool2 = icmp ne i64 %2, 0
  %or.cond = select i1 %tobool1, i1 %tobool2, i1 false
  br i1 %or.cond, label %if.end4, label %return

if.end4:
  %bytes = getelementptr inbounds nuw i8, ptr %tensor, i32 12
  %4 = load i32, ptr %bytes, align 4
  %conv = trunc i64 %2 to i32
  %div = udiv i32 %4, %conv
  %cmp = icmp eq i32 %div, 4
  %element_bytes = getelementptr inbounds nuw i8, ptr %tensor, i32 20
  %5 = load i32, ptr %element_bytes, align 4
  %cmp6 = icmp eq i32 %5, 1
  %cmp945 = icmp sgt i64 %2, 0
  br i1 %cmp945, label %for.body, label %return

for.body:
  %found.046 = phi i64 [ %inc, %for.inc ], [ 0, %if.end4 ]
  %conv11 = trunc i64 %found.046 to i32
  %mul = mul i32 %div, %conv11
  %add.ptr = getelementptr inbounds nuw i8, ptr %data, i32 %mul
  br i1 %cmp6, label %cond.true, label %cond.false

cond.true:
  %6 = load i8, ptr %add.ptr, align 1
  %conv14 = sitofp i8 %6 to float
  br label %cond.end

cond.false:
  %7 = load float, ptr %add.ptr, align 4
  br label %cond.end

cond.end:
  %cond = phi float [ %conv14, %cond.true ], [ %7, %cond.false ]
  br i1 %cmp, label %cond.true17, label %cond.false20

cond.true17:
  %cmp18 = fcmp ueq float %cond, 0xFFF0000000000000
  br i1 %cmp18, label %return, label %for.inc

cond.false20:
  %cmp21 = fcmp ult float %cond, 0.000000e+00
  br i1 %cmp21, label %return, label %for.inc

for.inc:
  %inc = add nuw nsw i64 %found.046, 1
  %exitcond.not = icmp eq i64 %inc, %2
  br i1 %exitcond.not, label %return, label %for.body

return:
  %retval.1 = phi i64 [ 1, %entry ], [ %2, %if.end ], [ 0, %if.end4 ], [ %2, %for.inc ], [ %found.046, %cond.false20 ], [ %found.046, %cond.true17 ]
  ret i64 %retval.1
}

define hidden ptr @ncnnc_error_string(i32 noundef %status) local_unnamed_addr #5 {
entry:
  %cond = tail call i32 @llvm.umin.i32(i32 %status, i32 14)
  %arrayidx = getelementptr inbounds nuw ptr, ptr @messages, i32 %cond
  %0 = load ptr, ptr %arrayidx, align 4
  ret ptr %0
}

declare hidden i64 @cpu_features() local_unnamed_addr #2

declare void @llvm.memset.p0.i32(ptr writeonly captures(none), i8, i32, i1 immarg) #3

declare hidden void @run_pool(ptr noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #2

declare hidden void @run_openmp(ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #2

declare i32 @llvm.umin.i32(i32, i32) #7

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "no-builtins" }
attributes #3 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #4 = { mustprogress nofree norecurse nosync nounwind willreturn memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #5 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) "no-builtins" }
attributes #6 = { nofree norecurse nosync nounwind memory(read, inaccessiblemem: none, target_mem0: none, target_mem1: none) "no-builtins" }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #8 = { nobuiltin "no-builtins" }
attributes #9 = { nobuiltin nounwind "no-builtins" }
attributes #10 = { nounwind }

