; Which set of shapes fits what a caller has.

define i32 @ncnnc_find_shapes(ptr %extents, ptr %axes, ptr %result) #0 {
entry:
  %has_extents = icmp ne ptr %extents, null
  %has_axes = icmp ne ptr %axes, null
  %has_result = icmp ne ptr %result, null
  %has_inputs = and i1 %has_extents, %has_axes
  %has_all = and i1 %has_inputs, %has_result
  br i1 %has_all, label %start, label %wrong
wrong:
  ret i32 3
start:
  %count = load i64, ptr @program_count, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %continue ]
  %program = getelementptr inbounds %program, ptr @programs, i64 %i
  %fits = call i1 @has_shapes(ptr %program, ptr %extents, ptr %axes)
  br i1 %fits, label %found, label %continue
continue:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %none
found:
  %set_at = getelementptr inbounds %program, ptr %program, i64 0, i32 5
  %set = load i64, ptr %set_at, align 8
  %number = trunc i64 %set to i32
  store i32 %number, ptr %result, align 4
  ret i32 0
none:
  ret i32 7
}

; Whether all inputs of a program have so many axes, and these extents.
define internal i1 @has_shapes(ptr %program, ptr %extents, ptr %axes) #0 {
entry:
  %count_at = getelementptr inbounds %program, ptr %program, i64 0, i32 9
  %count = load i64, ptr %count_at, align 8
  %table_at = getelementptr inbounds %program, ptr %program, i64 0, i32 11
  %table = load ptr, ptr %table_at, align 8
  %is_some = icmp ne i64 %count, 0
  br i1 %is_some, label %loop, label %yes
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %continue ]
  %tensor = getelementptr inbounds %tensor, ptr %table, i64 %i
  %its_axes_at = getelementptr inbounds %tensor, ptr %tensor, i64 0, i32 4
  %its_axes = load i32, ptr %its_axes_at, align 4
  %axes_at = getelementptr inbounds i32, ptr %axes, i64 %i
  %given_axes = load i32, ptr %axes_at, align 4
  %is_so_long = icmp eq i32 %its_axes, %given_axes
  br i1 %is_so_long, label %compare, label %no
compare:
  %shape_at = getelementptr inbounds %tensor, ptr %tensor, i64 0, i32 2
  %shape = load ptr, ptr %shape_at, align 8
  %given_at = getelementptr inbounds ptr, ptr %extents, i64 %i
  %given = load ptr, ptr %given_at, align 8
  %is_given = icmp ne ptr %given, null
  br i1 %is_given, label %measure, label %no
measure:
  %varies = call i1 @is_image(ptr %program, i64 %i)
  %fits = call i1 @has_extents(ptr %shape, ptr %given, i32 %its_axes, i1 %varies)
  br i1 %fits, label %continue, label %no
continue:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %yes
yes:
  ret i1 true
no:
  ret i1 false
}

; Whether extents are those of a shape; of one that varies those of h,w,c are from 1 to h and w.
define internal i1 @has_extents(ptr %shape, ptr %given, i32 %axes, i1 %varies) #0 {
entry:
  %is_some = icmp sgt i32 %axes, 0
  br i1 %is_some, label %loop, label %yes
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %continue ]
  %place = zext i32 %i to i64
  %extent_at = getelementptr inbounds i64, ptr %shape, i64 %place
  %extent = load i64, ptr %extent_at, align 8
  %given_at = getelementptr inbounds i64, ptr %given, i64 %place
  %one = load i64, ptr %given_at, align 8
  %is_same = icmp eq i64 %one, %extent
  ; unsigned: not for negative ones, nor for 0
  %less = sub i64 %one, 1
  %is_less = icmp ult i64 %less, %extent
  ; unsigned: 0 or 1 for h and w
  %behind = sub i32 %axes, %i
  %behind_w = sub i32 %behind, 2
  %is_size = icmp ult i32 %behind_w, 2
  %is_less_size = and i1 %is_size, %is_less
  %may_be_less = and i1 %varies, %is_less_size
  %fits = or i1 %is_same, %may_be_less
  br i1 %fits, label %continue, label %no
continue:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %axes
  br i1 %more, label %loop, label %yes
yes:
  ret i1 true
no:
  ret i1 false
}
