; What the CPU under this process can run, asked once. As `runtime/code/cpuid.py` and `runtime/code/cpu.py`.
; The tables `@features`, `@feature_count` and `@disabled_name` are generated.

; leaf, subleaf, number of the register, bit in it, what XCR0 must have, what hiding it hides, name
%feature = type { i32, i32, i32, i32, i32, i64, ptr }

@known_features = internal global i64 0
@separators = internal constant [5 x i8] c" ,\09\0A\00"

; Machine code beside this module: CPUID into four words, the lower half of XCR0.
declare hidden void @ncnnc_cpuid(i32, i32, ptr)
declare hidden i32 @ncnnc_xgetbv()

declare ptr @getenv(ptr)
declare i64 @strspn(ptr, ptr)
declare i64 @strcspn(ptr, ptr)
declare i64 @strlen(ptr)
declare i32 @strncmp(ptr, ptr, i64)

; Bit i stands for the i-th of `@features`; the highest one says that they are known.
define internal i64 @cpu_features() #0 {
entry:
  %known = load atomic i64, ptr @known_features monotonic, align 8
  %is_known = icmp slt i64 %known, 0
  br i1 %is_known, label %done, label %ask
ask:
  %reported = call i64 @reported_features()
  %hidden = call i64 @hidden_features()
  %others = xor i64 %hidden, -1
  %left = and i64 %reported, %others
  %found = or i64 %left, -9223372036854775808
  store atomic i64 %found, ptr @known_features monotonic, align 8
  br label %done
done:
  %result = phi i64 [ %known, %entry ], [ %found, %ask ]
  ret i64 %result
}

define internal i64 @reported_features() #0 {
entry:
  %registers = alloca [4 x i32], align 4
  call void @ncnnc_cpuid(i32 0, i32 0, ptr %registers)
  %leaves = load i32, ptr %registers, align 4
  call void @ncnnc_cpuid(i32 1, i32 0, ptr %registers)
  %ecx_at = getelementptr inbounds i32, ptr %registers, i64 2
  %ecx = load i32, ptr %ecx_at, align 4
  %osxsave = and i32 %ecx, 134217728
  %tells_saved = icmp ne i32 %osxsave, 0
  br i1 %tells_saved, label %ask_saved, label %start
ask_saved:
  %xcr0 = call i32 @ncnnc_xgetbv()
  br label %start
start:
  %saved = phi i32 [ 0, %entry ], [ %xcr0, %ask_saved ]
  %count = load i64, ptr @feature_count, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %continue ]
  %found = phi i64 [ 0, %start ], [ %found_next, %continue ]
  %leaf_at = getelementptr inbounds %feature, ptr @features, i64 %i, i32 0
  %leaf = load i32, ptr %leaf_at, align 4
  %has_leaf = icmp ule i32 %leaf, %leaves
  br i1 %has_leaf, label %query, label %continue
query:
  %subleaf_at = getelementptr inbounds %feature, ptr @features, i64 %i, i32 1
  %subleaf = load i32, ptr %subleaf_at, align 4
  call void @ncnnc_cpuid(i32 %leaf, i32 %subleaf, ptr %registers)
  %number_at = getelementptr inbounds %feature, ptr @features, i64 %i, i32 2
  %number = load i32, ptr %number_at, align 4
  %register_at = getelementptr inbounds i32, ptr %registers, i32 %number
  %register = load i32, ptr %register_at, align 4
  %position_at = getelementptr inbounds %feature, ptr @features, i64 %i, i32 3
  %position = load i32, ptr %position_at, align 4
  %shifted = lshr i32 %register, %position
  %is_reported = trunc i32 %shifted to i1
  %needed_at = getelementptr inbounds %feature, ptr @features, i64 %i, i32 4
  %needed = load i32, ptr %needed_at, align 4
  %needed_saved = and i32 %needed, %saved
  %is_saved = icmp eq i32 %needed_saved, %needed
  %is_there = and i1 %is_reported, %is_saved
  %one = zext i1 %is_there to i64
  %bit = shl i64 %one, %i
  %found_with = or i64 %found, %bit
  br label %continue
continue:
  %found_next = phi i64 [ %found, %loop ], [ %found_with, %query ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret i64 %found_next
}

; Those that the environment hides.
define internal i64 @hidden_features() #0 {
entry:
  %text = call ptr @getenv(ptr @disabled_name)
  %is_set = icmp ne ptr %text, null
  br i1 %is_set, label %start, label %nothing
start:
  %count = load i64, ptr @feature_count, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %loop ]
  %hidden = phi i64 [ 0, %start ], [ %hidden_next, %loop ]
  %name_at = getelementptr inbounds %feature, ptr @features, i64 %i, i32 6
  %name = load ptr, ptr %name_at, align 8
  %is_named = call i1 @has_word(ptr %text, ptr %name)
  %hides_at = getelementptr inbounds %feature, ptr @features, i64 %i, i32 5
  %hides = load i64, ptr %hides_at, align 8
  %these = select i1 %is_named, i64 %hides, i64 0
  %hidden_next = or i64 %hidden, %these
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %end
end:
  ret i64 %hidden_next
nothing:
  ret i64 0
}

; Whether a word is among those of a text.
define internal i1 @has_word(ptr %text, ptr %word) #0 {
entry:
  %length = call i64 @strlen(ptr %word)
  br label %loop
loop:
  %at = phi ptr [ %text, %entry ], [ %end, %next ]
  %skipped = call i64 @strspn(ptr %at, ptr @separators)
  %start = getelementptr inbounds i8, ptr %at, i64 %skipped
  %size = call i64 @strcspn(ptr %start, ptr @separators)
  %is_end = icmp eq i64 %size, 0
  br i1 %is_end, label %no, label %compare
compare:
  %difference = call i32 @strncmp(ptr %start, ptr %word, i64 %size)
  %begins_alike = icmp eq i32 %difference, 0
  %as_long = icmp eq i64 %size, %length
  %is_same = and i1 %begins_alike, %as_long
  br i1 %is_same, label %yes, label %next
next:
  %end = getelementptr inbounds i8, ptr %start, i64 %size
  br label %loop
yes:
  ret i1 true
no:
  ret i1 false
}
