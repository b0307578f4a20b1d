; The memory of runs. A model keeps what runs have used for later ones: each run takes a block for
; itself by one atomic exchange, and nobody waits.

declare i32 @posix_memalign(ptr, i64, i64)
declare i32 @madvise(ptr, i64, i32)
declare void @free(ptr)

; Arena and workspaces of so many threads.
define internal i64 @run_bytes(ptr %model, i32 %threads) #0 {
  %program = load ptr, ptr %model, align 8
  %arena_at = getelementptr inbounds %program, ptr %program, i64 0, i32 7
  %arena = load i64, ptr %arena_at, align 8
  %workspace_at = getelementptr inbounds %program, ptr %program, i64 0, i32 8
  %workspace = load i64, ptr %workspace_at, align 8
  %count = sext i32 %threads to i64
  %workspaces = mul i64 %workspace, %count
  %bytes = add i64 %arena, %workspaces
  ret i64 %bytes
}

; A block for a run of so many threads: 64 bytes, which begin with how many it serves, and memory.
; Null if there is none.
define internal ptr @take_block(ptr %model, i32 %threads) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %continue ]
  %place = getelementptr inbounds %model, ptr %model, i64 0, i32 6, i64 %i
  %seen = load atomic ptr, ptr %place monotonic, align 8
  %is_there = icmp ne ptr %seen, null
  br i1 %is_there, label %take, label %continue
take:
  %block = atomicrmw xchg ptr %place, ptr null acquire
  %is_mine = icmp ne ptr %block, null
  br i1 %is_mine, label %check, label %continue
check:
  %serves = load i32, ptr %block, align 64
  %serves_enough = icmp sge i32 %serves, %threads
  br i1 %serves_enough, label %taken, label %drop
drop:
  call void @free(ptr %block)
  br label %continue
continue:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %none
none:
  %made = call ptr @new_block(ptr %model, i32 %threads)
  ret ptr %made
taken:
  ret ptr %block
}

define internal ptr @new_block(ptr %model, i32 %threads) #0 {
entry:
  %result = alloca ptr, align 8
  %needed = call i64 @run_bytes(ptr %model, i32 %threads)
  %bytes = add i64 %needed, 64
  ; From 4 MiB on in huge pages, as far as the system allows: fewer addresses to look up.
  %is_large = icmp uge i64 %bytes, 4194304
  %alignment = select i1 %is_large, i64 2097152, i64 64
  %failed = call i32 @posix_memalign(ptr %result, i64 %alignment, i64 %bytes)
  %is_made = icmp eq i32 %failed, 0
  br i1 %is_made, label %made, label %none
made:
  %block = load ptr, ptr %result, align 8
  store i32 %threads, ptr %block, align 64
  br i1 %is_large, label %advise, label %done
advise:
  ; MADV_HUGEPAGE
  %ignored = call i32 @madvise(ptr %block, i64 %bytes, i32 14)
  br label %done
done:
  ret ptr %block
none:
  ret ptr null
}

define internal void @give_block(ptr %model, ptr %block) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %continue ]
  %place = getelementptr inbounds %model, ptr %model, i64 0, i32 6, i64 %i
  %seen = load atomic ptr, ptr %place monotonic, align 8
  %is_free = icmp eq ptr %seen, null
  br i1 %is_free, label %give, label %continue
give:
  %exchange = cmpxchg ptr %place, ptr null, ptr %block release monotonic
  %is_given = extractvalue { ptr, i1 } %exchange, 1
  br i1 %is_given, label %done, label %continue
continue:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %full
full:
  call void @free(ptr %block)
  br label %done
done:
  ret void
}

define internal void @free_blocks(ptr %model) #0 {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr inbounds %model, ptr %model, i64 0, i32 6, i64 %i
  %block = load ptr, ptr %place, align 8
  call void @free(ptr %block)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 64
  br i1 %more, label %loop, label %end
end:
  ret void
}
