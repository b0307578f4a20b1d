; Weights in a file of their own, which is mapped and verified: see `weights_file.py`.
; `@weights_file_head`, what it begins with, is generated: 8 bytes that are the same in all such
; files, the size and the checksum of what follows 64 bytes.

declare i32 @open(ptr, i32, ...)
declare i64 @lseek(i32, i64, i32)
declare ptr @mmap(ptr, i64, i32, i32, i32, i64)
declare i32 @munmap(ptr, i64)
declare i32 @close(i32)
declare i32 @memcmp(ptr, ptr, i64)

define internal i32 @open_weights(ptr %model, ptr %path) #0 {
entry:
  %is_missing = icmp eq ptr %path, null
  br i1 %is_missing, label %no_path, label %open
no_path:
  ret i32 3
open:
  ; O_RDONLY | O_NONBLOCK | O_CLOEXEC: a FIFO is not waited for
  %file = call i32 (ptr, i32, ...) @open(ptr %path, i32 526336)
  %is_closed = icmp slt i32 %file, 0
  br i1 %is_closed, label %no_file, label %measure
measure:
  %size = call i64 @lseek(i32 %file, i64 0, i32 2)
  %bytes_at = getelementptr inbounds i64, ptr @weights_file_head, i64 1
  %bytes = load i64, ptr %bytes_at, align 8
  %wanted = add i64 %bytes, 64
  %cannot_seek = icmp slt i64 %size, 0
  br i1 %cannot_seek, label %unreadable, label %check_size
unreadable:
  %ignored_0 = call i32 @close(i32 %file)
  ret i32 4
check_size:
  %fits = icmp eq i64 %size, %wanted
  br i1 %fits, label %map, label %other_size
other_size:
  %ignored_1 = call i32 @close(i32 %file)
  ret i32 5
map:
  ; PROT_READ, MAP_SHARED
  %mapping = call ptr @mmap(ptr null, i64 %size, i32 1, i32 1, i32 %file, i64 0)
  %ignored_2 = call i32 @close(i32 %file)
  %failed = icmp eq ptr %mapping, inttoptr (i64 -1 to ptr)
  br i1 %failed, label %no_file, label %check_head
no_file:
  ret i32 4
check_head:
  %difference = call i32 @memcmp(ptr %mapping, ptr @weights_file_head, i64 24)
  %is_same = icmp eq i32 %difference, 0
  br i1 %is_same, label %check_rest, label %other
check_rest:
  %weights = getelementptr inbounds i8, ptr %mapping, i64 64
  %sum = call i64 @checksum(ptr %weights, i64 %bytes)
  %sum_at = getelementptr inbounds i64, ptr @weights_file_head, i64 2
  %wanted_sum = load i64, ptr %sum_at, align 8
  %is_whole = icmp eq i64 %sum, %wanted_sum
  br i1 %is_whole, label %keep, label %other
other:
  %ignored_3 = call i32 @munmap(ptr %mapping, i64 %size)
  ret i32 5
keep:
  %weights_at = getelementptr inbounds %model, ptr %model, i64 0, i32 1
  store ptr %weights, ptr %weights_at, align 8
  %mapping_at = getelementptr inbounds %model, ptr %model, i64 0, i32 2
  store ptr %mapping, ptr %mapping_at, align 8
  %mapped_at = getelementptr inbounds %model, ptr %model, i64 0, i32 3
  store i64 %size, ptr %mapped_at, align 8
  ret i32 0
}

define internal void @close_weights(ptr %model) #0 {
  %mapping_at = getelementptr inbounds %model, ptr %model, i64 0, i32 2
  %mapping = load ptr, ptr %mapping_at, align 8
  %mapped_at = getelementptr inbounds %model, ptr %model, i64 0, i32 3
  %mapped = load i64, ptr %mapped_at, align 8
  %ignored = call i32 @munmap(ptr %mapping, i64 %mapped)
  ret void
}

; The sum of all words, each mixed with its place; as `weights_file.Checksum`.
define internal i64 @checksum(ptr %data, i64 %bytes) #0 {
entry:
  %words = lshr i64 %bytes, 3
  %is_empty = icmp eq i64 %words, 0
  br i1 %is_empty, label %end, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %sum_next, %loop ]
  %at = getelementptr inbounds i64, ptr %data, i64 %i
  %word = load i64, ptr %at, align 8
  %next = add i64 %i, 1
  %place = mul i64 %next, -7046029254386353131
  %placed = xor i64 %word, %place
  %high_0 = lshr i64 %placed, 32
  %folded = xor i64 %placed, %high_0
  %mixed = mul i64 %folded, -4658895280553007687
  %high_1 = lshr i64 %mixed, 29
  %result = xor i64 %mixed, %high_1
  %sum_next = add i64 %sum, %result
  %more = icmp ult i64 %next, %words
  br i1 %more, label %loop, label %end
end:
  %total = phi i64 [ 0, %entry ], [ %sum_next, %loop ]
  ret i64 %total
}
