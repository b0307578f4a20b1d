; Weights that are a section of this object, beside this module.

@ncnnc_weights = external hidden constant [0 x i8]

define internal i32 @open_weights(ptr %model, ptr %path) #0 {
entry:
  %is_given = icmp ne ptr %path, null
  br i1 %is_given, label %wrong, label %inside
inside:
  %weights_at = getelementptr inbounds %model, ptr %model, i64 0, i32 1
  store ptr @ncnnc_weights, ptr %weights_at, align 8
  ret i32 0
wrong:
  ret i32 3
}

define internal void @close_weights(ptr %model) #0 {
  ret void
}
