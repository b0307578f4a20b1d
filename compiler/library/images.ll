; Images of any size: their bytes are one input, and the numbers that tell their size another.

; place of the numbers among the inputs, the most rows and columns, bytes of a pixel
%image = type { i64, i32, i32, i32 }

; Whether each has from 1 to the most rows and columns, and rows that do not overlap.
define internal i1 @images_fit(ptr %inputs, ptr %images, i64 %count) #0 {
entry:
  %is_some = icmp ne i64 %count, 0
  br i1 %is_some, label %loop, label %yes
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %continue ]
  %image = getelementptr inbounds %image, ptr %images, i64 %i
  %place = load i64, ptr %image, align 8
  %most_rows_at = getelementptr inbounds %image, ptr %image, i64 0, i32 1
  %most_rows = load i32, ptr %most_rows_at, align 4
  %most_columns_at = getelementptr inbounds %image, ptr %image, i64 0, i32 2
  %most_columns = load i32, ptr %most_columns_at, align 4
  %pixel_bytes_at = getelementptr inbounds %image, ptr %image, i64 0, i32 3
  %pixel_bytes = load i32, ptr %pixel_bytes_at, align 4
  %extents_at = getelementptr inbounds ptr, ptr %inputs, i64 %place
  %extents = load ptr, ptr %extents_at, align 8
  %rows = load i32, ptr %extents, align 4
  %columns_at = getelementptr inbounds i32, ptr %extents, i64 1
  %columns = load i32, ptr %columns_at, align 4
  %stride_at = getelementptr inbounds i32, ptr %extents, i64 2
  %stride = load i32, ptr %stride_at, align 4
  ; unsigned: also for negative ones
  %rows_less = sub i32 %rows, 1
  %has_rows = icmp ult i32 %rows_less, %most_rows
  %columns_less = sub i32 %columns, 1
  %has_columns = icmp ult i32 %columns_less, %most_columns
  %row_bytes = mul i32 %columns, %pixel_bytes
  %is_apart = icmp sge i32 %stride, %row_bytes
  %has_size = and i1 %has_rows, %has_columns
  %fits = and i1 %has_size, %is_apart
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

; Whether an input is an image of any size.
define internal i1 @is_image(ptr %program, i64 %input) #0 {
entry:
  %count_at = getelementptr inbounds %program, ptr %program, i64 0, i32 14
  %count = load i64, ptr %count_at, align 8
  %images_at = getelementptr inbounds %program, ptr %program, i64 0, i32 15
  %images = load ptr, ptr %images_at, align 8
  ; the numbers that tell its size come behind it
  %behind = add i64 %input, 1
  %is_some = icmp ne i64 %count, 0
  br i1 %is_some, label %loop, label %none
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %continue ]
  %image = getelementptr inbounds %image, ptr %images, i64 %i
  %place = load i64, ptr %image, align 8
  %is_it = icmp eq i64 %place, %behind
  br i1 %is_it, label %yes, label %continue
continue:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %none
yes:
  ret i1 true
none:
  ret i1 false
}
