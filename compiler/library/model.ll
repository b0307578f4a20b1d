; The functions of the library: see `interface.py`, whose structs these are.
; The tables `@programs`, `@program_count`, `@shape_sets` and `@messages`, and the functions
; `@call_run` and `@fill_call`, are generated.

; name, element type, shape, bytes, axes, bytes of an element, whether rows are found, scale
%tensor = type { ptr, ptr, ptr, i64, i32, i32, i32, float }
; threads, memory, parallel, pool, stop
%options = type { i32, ptr, ptr, ptr, ptr }
; ncnnc_run, ncnnc_worker, ncnnc_barrier, name of the target, features needed, set of shapes,
; offset of the weights, bytes of the arena, of a thread's workspace, inputs, outputs, their
; descriptions, threads if nothing is said, images of any size among the inputs, and which, where in
; the arena code with bounds checks notes a failure (0: it has none)
%program = type { ptr, ptr, ptr, ptr, i64, i64, i64, i64, i64, i64, i64, ptr, ptr, i32, i64, ptr, i64 }
; program, all weights, mapping and its bytes, process, nothing, idle blocks of memory
%model = type { ptr, ptr, ptr, i64, i32, i32, [64 x ptr] }

declare ptr @calloc(i64, i64)
declare i32 @getpid()

; What a run reads that nobody stops.
@never = internal constant i32 0

; The statuses: 0 ok, 1 target, 2 memory, 3 argument, 4 file, 5 weights, 6 threads, 7 shapes,
; 8 bounds, 9 stopped.

define i32 @ncnnc_create(ptr %model) #0 {
  %status = call i32 @ncnnc_create_with(ptr %model, i32 0, ptr null)
  ret i32 %status
}

define i32 @ncnnc_create_with(ptr %result, i32 %shapes, ptr %path) #0 {
entry:
  %has_result = icmp ne ptr %result, null
  br i1 %has_result, label %start, label %wrong
wrong:
  ret i32 3
start:
  store ptr null, ptr %result, align 8
  %sets = load i32, ptr @shape_sets, align 4
  ; unsigned: also for negative ones
  %is_set = icmp ult i32 %shapes, %sets
  br i1 %is_set, label %choose, label %wrong
choose:
  %program = call ptr @best_program(i32 %shapes)
  %can_run = icmp ne ptr %program, null
  br i1 %can_run, label %make, label %no_target
no_target:
  ret i32 1
make:
  %model = call ptr @calloc(i64 1, i64 ptrtoint (ptr getelementptr (%model, ptr null, i64 1) to i64))
  %is_made = icmp ne ptr %model, null
  br i1 %is_made, label %open, label %no_memory
no_memory:
  ret i32 2
open:
  %status = call i32 @open_weights(ptr %model, ptr %path)
  %is_open = icmp eq i32 %status, 0
  br i1 %is_open, label %finish, label %give_up
give_up:
  call void @free(ptr %model)
  ret i32 %status
finish:
  %program_at = getelementptr inbounds %model, ptr %model, i64 0, i32 0
  store ptr %program, ptr %program_at, align 8
  %process = call i32 @getpid()
  %process_at = getelementptr inbounds %model, ptr %model, i64 0, i32 4
  store i32 %process, ptr %process_at, align 4
  ; All models store the same.
  %barrier_at = getelementptr inbounds %program, ptr %program, i64 0, i32 2
  %barrier = load ptr, ptr %barrier_at, align 8
  store atomic ptr @meet, ptr %barrier release, align 8
  store ptr %model, ptr %result, align 8
  ret i32 0
}

; The first program for a set of shapes that this CPU can run: they are listed best first.
define internal ptr @best_program(i32 %shapes) #0 {
entry:
  %set = zext i32 %shapes to i64
  %present = call i64 @cpu_features()
  %missing = xor i64 %present, -1
  %count = load i64, ptr @program_count, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %continue ]
  %program = getelementptr inbounds %program, ptr @programs, i64 %i
  %set_at = getelementptr inbounds %program, ptr %program, i64 0, i32 5
  %its_set = load i64, ptr %set_at, align 8
  %fits = icmp eq i64 %its_set, %set
  %features_at = getelementptr inbounds %program, ptr %program, i64 0, i32 4
  %features = load i64, ptr %features_at, align 8
  %lacking = and i64 %features, %missing
  %has_all = icmp eq i64 %lacking, 0
  %is_it = and i1 %fits, %has_all
  br i1 %is_it, label %found, label %continue
continue:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %none
found:
  ret ptr %program
none:
  ret ptr null
}

define void @ncnnc_destroy(ptr %model) #0 {
entry:
  %is_there = icmp ne ptr %model, null
  br i1 %is_there, label %destroy, label %done
destroy:
  call void @free_blocks(ptr %model)
  call void @close_weights(ptr %model)
  call void @free(ptr %model)
  br label %done
done:
  ret void
}

define i32 @ncnnc_run(ptr %model, ptr %inputs, ptr %outputs, i32 %threads) #0 {
  %options = alloca %options, align 8
  store %options zeroinitializer, ptr %options, align 8
  store i32 %threads, ptr %options, align 8
  %status = call i32 @ncnnc_run_with(ptr %model, ptr %inputs, ptr %outputs, ptr %options)
  ret i32 %status
}

define i32 @ncnnc_run_with(ptr %model, ptr %inputs, ptr %outputs, ptr %given) #0 {
entry:
  %unchecked = alloca i64, align 8
  %progress = alloca [2 x i64], align 8
  store [2 x i64] zeroinitializer, ptr %progress, align 8
  %defaults = alloca %options, align 8
  store %options zeroinitializer, ptr %defaults, align 8
  %has_options = icmp ne ptr %given, null
  %options = select i1 %has_options, ptr %given, ptr %defaults
  %has_model = icmp ne ptr %model, null
  br i1 %has_model, label %check_blobs, label %wrong
wrong:
  ret i32 3
check_blobs:
  %program = load ptr, ptr %model, align 8
  %input_count_at = getelementptr inbounds %program, ptr %program, i64 0, i32 9
  %input_count = load i64, ptr %input_count_at, align 8
  %input_table_at = getelementptr inbounds %program, ptr %program, i64 0, i32 11
  %input_table = load ptr, ptr %input_table_at, align 8
  %has_inputs = call i1 @all_there(ptr %inputs, i64 %input_count, ptr %input_table)
  br i1 %has_inputs, label %check_images, label %wrong
check_images:
  %image_count_at = getelementptr inbounds %program, ptr %program, i64 0, i32 14
  %image_count = load i64, ptr %image_count_at, align 8
  %images_at = getelementptr inbounds %program, ptr %program, i64 0, i32 15
  %images = load ptr, ptr %images_at, align 8
  %images_fit = call i1 @images_fit(ptr %inputs, ptr %images, i64 %image_count)
  br i1 %images_fit, label %check_outputs, label %wrong
check_outputs:
  %output_count_at = getelementptr inbounds %program, ptr %program, i64 0, i32 10
  %output_count = load i64, ptr %output_count_at, align 8
  %output_table_at = getelementptr inbounds %program, ptr %program, i64 0, i32 12
  %output_table = load ptr, ptr %output_table_at, align 8
  %has_outputs = call i1 @all_there(ptr %outputs, i64 %output_count, ptr %output_table)
  br i1 %has_outputs, label %check_threads, label %wrong
check_threads:
  %asked = load i32, ptr %options, align 8
  %usual_at = getelementptr inbounds %program, ptr %program, i64 0, i32 13
  %usual = load i32, ptr %usual_at, align 4
  %is_asked = icmp ne i32 %asked, 0
  %wanted = select i1 %is_asked, i32 %asked, i32 %usual
  %too_many = icmp ugt i32 %wanted, 1024
  br i1 %too_many, label %wrong, label %check_pool
check_pool:
  %parallel_at = getelementptr inbounds %options, ptr %options, i64 0, i32 2
  %parallel = load ptr, ptr %parallel_at, align 8
  %pool_at = getelementptr inbounds %options, ptr %options, i64 0, i32 3
  %pool = load ptr, ptr %pool_at, align 8
  %has_pool = icmp ne ptr %parallel, null
  %is_several = icmp ugt i32 %wanted, 1
  %has_openmp = call i1 @has_openmp()
  %has_threads = or i1 %has_pool, %has_openmp
  %lacks_threads = xor i1 %has_threads, true
  %is_too_many = and i1 %is_several, %lacks_threads
  br i1 %is_too_many, label %no_threads, label %check_process
no_threads:
  ret i32 6
check_process:
  ; A team of OpenMP does not survive a fork: the child runs alone.
  %by_openmp = xor i1 %has_pool, true
  %needs_openmp = and i1 %is_several, %by_openmp
  br i1 %needs_openmp, label %ask_process, label %check_memory
ask_process:
  %process = call i32 @getpid()
  %process_at = getelementptr inbounds %model, ptr %model, i64 0, i32 4
  %creator = load i32, ptr %process_at, align 4
  %is_creator = icmp eq i32 %process, %creator
  %allowed = select i1 %is_creator, i32 %wanted, i32 1
  br label %check_memory
check_memory:
  %threads = phi i32 [ %wanted, %check_process ], [ %allowed, %ask_process ]
  %memory_at = getelementptr inbounds %options, ptr %options, i64 0, i32 1
  %own = load ptr, ptr %memory_at, align 8
  %address = ptrtoint ptr %own to i64
  %odd = and i64 %address, 63
  %is_aligned = icmp eq i64 %odd, 0
  br i1 %is_aligned, label %find_memory, label %wrong
find_memory:
  %is_own = icmp ne ptr %own, null
  br i1 %is_own, label %run, label %take
take:
  %block = call ptr @take_block(ptr %model, i32 %threads)
  %is_taken = icmp ne ptr %block, null
  br i1 %is_taken, label %enter, label %no_memory
no_memory:
  ret i32 2
enter:
  %taken = getelementptr inbounds i8, ptr %block, i64 64
  br label %run
run:
  %arena = phi ptr [ %own, %find_memory ], [ %taken, %enter ]
  %kept = phi ptr [ null, %find_memory ], [ %block, %enter ]
  %arena_bytes_at = getelementptr inbounds %program, ptr %program, i64 0, i32 7
  %arena_bytes = load i64, ptr %arena_bytes_at, align 8
  %workspace = getelementptr inbounds i8, ptr %arena, i64 %arena_bytes
  %all_weights_at = getelementptr inbounds %model, ptr %model, i64 0, i32 1
  %all_weights = load ptr, ptr %all_weights_at, align 8
  %offset_at = getelementptr inbounds %program, ptr %program, i64 0, i32 6
  %offset = load i64, ptr %offset_at, align 8
  %weights = getelementptr inbounds i8, ptr %all_weights, i64 %offset
  %failure_at = getelementptr inbounds %program, ptr %program, i64 0, i32 16
  %failure_offset = load i64, ptr %failure_at, align 8
  %is_checked = icmp ne i64 %failure_offset, 0
  %failure = getelementptr inbounds i8, ptr %arena, i64 %failure_offset
  %happened_at = select i1 %is_checked, ptr %failure, ptr %unchecked
  store i64 0, ptr %happened_at, align 8
  %given_stop_at = getelementptr inbounds %options, ptr %options, i64 0, i32 4
  %given_stop = load ptr, ptr %given_stop_at, align 8
  %has_stop = icmp ne ptr %given_stop, null
  %stop = select i1 %has_stop, ptr %given_stop, ptr @never
  %is_alone = icmp eq i32 %threads, 1
  br i1 %is_alone, label %run_alone, label %run_together
run_alone:
  %function = load ptr, ptr %program, align 8
  call void @call_run(ptr %function, ptr %inputs, ptr %outputs, ptr %weights, ptr %arena, ptr %workspace, ptr %stop, ptr %progress)
  br label %finish
run_together:
  call void @run_team(ptr %program, ptr %parallel, ptr %pool, i32 %threads, ptr %inputs, ptr %outputs, ptr %weights, ptr %arena, ptr %workspace, ptr %stop, ptr %progress)
  br label %finish
finish:
  %happened = load i64, ptr %happened_at, align 8
  %has_failed = icmp ne i64 %happened, 0
  %stopped_at = getelementptr inbounds i64, ptr %progress, i64 1
  %stopped = load i64, ptr %stopped_at, align 8
  %is_stopped = icmp ne i64 %stopped, 0
  %end = select i1 %is_stopped, i32 9, i32 0
  %status = select i1 %has_failed, i32 8, i32 %end
  %has_block = icmp ne ptr %kept, null
  br i1 %has_block, label %give, label %done
give:
  call void @give_block(ptr %model, ptr %kept)
  br label %done
done:
  ret i32 %status
}

; Run on several threads: those of the caller's pool if it gives one.
define internal void @run_team(ptr %program, ptr %parallel, ptr %pool, i32 %threads, ptr %inputs, ptr %outputs, ptr %weights, ptr %arena, ptr %workspace, ptr %stop, ptr %progress) #0 {
entry:
  %call = alloca [16 x ptr], align 64
  %worker_at = getelementptr inbounds %program, ptr %program, i64 0, i32 1
  %worker = load ptr, ptr %worker_at, align 8
  %has_pool = icmp ne ptr %parallel, null
  br i1 %has_pool, label %by_pool, label %by_openmp
by_pool:
  call void @fill_call(ptr %call, ptr %inputs, ptr %outputs, ptr %weights, ptr %arena, ptr %workspace, ptr %stop, ptr %progress, ptr @thread_number, ptr @team_size)
  call void @pool_parallel(ptr %parallel, ptr %pool, ptr %worker, ptr %call, i32 %threads)
  ret void
by_openmp:
  %thread_number = call ptr @openmp_thread_number()
  %team_size = call ptr @openmp_team_size()
  call void @fill_call(ptr %call, ptr %inputs, ptr %outputs, ptr %weights, ptr %arena, ptr %workspace, ptr %stop, ptr %progress, ptr %thread_number, ptr %team_size)
  call void @openmp_parallel(ptr %worker, ptr %call, i32 %threads)
  ret void
}

; Whether all blobs of a table that have elements have an address.
define internal i1 @all_there(ptr %pointers, i64 %count, ptr %table) #0 {
entry:
  %is_there = icmp ne ptr %pointers, null
  br i1 %is_there, label %start, label %no
start:
  %is_some = icmp ne i64 %count, 0
  br i1 %is_some, label %loop, label %yes
loop:
  %i = phi i64 [ 0, %start ], [ %next, %continue ]
  %pointer_at = getelementptr inbounds ptr, ptr %pointers, i64 %i
  %pointer = load ptr, ptr %pointer_at, align 8
  %is_null = icmp eq ptr %pointer, null
  %bytes_at = getelementptr inbounds %tensor, ptr %table, i64 %i, i32 3
  %bytes = load i64, ptr %bytes_at, align 8
  %has_elements = icmp ne i64 %bytes, 0
  %is_missing = and i1 %is_null, %has_elements
  br i1 %is_missing, label %no, label %continue
continue:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %yes
yes:
  ret i1 true
no:
  ret i1 false
}

define i64 @ncnnc_workspace_bytes(ptr %model, i32 %threads) #0 {
entry:
  %is_there = icmp ne ptr %model, null
  %less = sub i32 %threads, 1
  %is_count = icmp ult i32 %less, 1024
  %is_known = and i1 %is_there, %is_count
  br i1 %is_known, label %known, label %unknown
known:
  %bytes = call i64 @run_bytes(ptr %model, i32 %threads)
  ret i64 %bytes
unknown:
  ret i64 0
}

define ptr @ncnnc_target(ptr %model) #0 {
  %program = load ptr, ptr %model, align 8
  %name_at = getelementptr inbounds %program, ptr %program, i64 0, i32 3
  %name = load ptr, ptr %name_at, align 8
  ret ptr %name
}

define i32 @ncnnc_shape_sets() #0 {
  %sets = load i32, ptr @shape_sets, align 4
  ret i32 %sets
}

define i32 @ncnnc_input_count(ptr %model) #0 {
  %program = load ptr, ptr %model, align 8
  %count_at = getelementptr inbounds %program, ptr %program, i64 0, i32 9
  %count = load i64, ptr %count_at, align 8
  %result = trunc i64 %count to i32
  ret i32 %result
}

define i32 @ncnnc_output_count(ptr %model) #0 {
  %program = load ptr, ptr %model, align 8
  %count_at = getelementptr inbounds %program, ptr %program, i64 0, i32 10
  %count = load i64, ptr %count_at, align 8
  %result = trunc i64 %count to i32
  ret i32 %result
}

define ptr @ncnnc_input(ptr %model, i32 %index) #0 {
  %program = load ptr, ptr %model, align 8
  %count_at = getelementptr inbounds %program, ptr %program, i64 0, i32 9
  %count = load i64, ptr %count_at, align 8
  %table_at = getelementptr inbounds %program, ptr %program, i64 0, i32 11
  %table = load ptr, ptr %table_at, align 8
  %tensor = call ptr @tensor_of(ptr %table, i64 %count, i32 %index)
  ret ptr %tensor
}

define ptr @ncnnc_output(ptr %model, i32 %index) #0 {
  %program = load ptr, ptr %model, align 8
  %count_at = getelementptr inbounds %program, ptr %program, i64 0, i32 10
  %count = load i64, ptr %count_at, align 8
  %table_at = getelementptr inbounds %program, ptr %program, i64 0, i32 12
  %table = load ptr, ptr %table_at, align 8
  %tensor = call ptr @tensor_of(ptr %table, i64 %count, i32 %index)
  ret ptr %tensor
}

define internal ptr @tensor_of(ptr %table, i64 %count, i32 %index) #0 {
  %place = zext i32 %index to i64
  %is_there = icmp ult i64 %place, %count
  %tensor = getelementptr %tensor, ptr %table, i64 %place
  %result = select i1 %is_there, ptr %tensor, ptr null
  ret ptr %result
}

; As `rows_found` of `runtime/model/tensors.py`: of all rows those that do not begin as padding does.
define i64 @ncnnc_rows(ptr %tensor, ptr %data) #0 {
entry:
  %axes_at = getelementptr inbounds %tensor, ptr %tensor, i64 0, i32 4
  %axes = load i32, ptr %axes_at, align 4
  %has_axes = icmp ne i32 %axes, 0
  br i1 %has_axes, label %measure, label %scalar
scalar:
  ret i64 1
measure:
  %shape_at = getelementptr inbounds %tensor, ptr %tensor, i64 0, i32 2
  %shape = load ptr, ptr %shape_at, align 8
  %rows = load i64, ptr %shape, align 8
  %finds_at = getelementptr inbounds %tensor, ptr %tensor, i64 0, i32 6
  %finds = load i32, ptr %finds_at, align 4
  %finds_rows = icmp ne i32 %finds, 0
  %has_rows = icmp ne i64 %rows, 0
  %counts = and i1 %finds_rows, %has_rows
  br i1 %counts, label %start, label %all
all:
  ret i64 %rows
start:
  %bytes_at = getelementptr inbounds %tensor, ptr %tensor, i64 0, i32 3
  %bytes = load i64, ptr %bytes_at, align 8
  %row_bytes = udiv i64 %bytes, %rows
  %is_score = icmp eq i64 %row_bytes, 4
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %loop ]
  %found = phi i64 [ 0, %start ], [ %found_next, %loop ]
  %offset = mul i64 %i, %row_bytes
  %first_at = getelementptr inbounds i8, ptr %data, i64 %offset
  %first = load float, ptr %first_at, align 4
  %has_label = fcmp oge float %first, 0.0
  %has_score = fcmp ogt float %first, 0xFFF0000000000000
  %is_found = select i1 %is_score, i1 %has_score, i1 %has_label
  %one = zext i1 %is_found to i64
  %found_next = add i64 %found, %one
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %rows
  br i1 %more, label %loop, label %end
end:
  ret i64 %found_next
}

define ptr @ncnnc_error_string(i32 %status) #0 {
  %is_known = icmp ult i32 %status, 10
  %number = select i1 %is_known, i32 %status, i32 10
  %place = zext i32 %number to i64
  %message_at = getelementptr inbounds ptr, ptr @messages, i64 %place
  %message = load ptr, ptr %message_at, align 8
  ret ptr %message
}
