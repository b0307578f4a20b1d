; Made from cpu.c by clang of ziglang 0.17.1: make library-runtime
; 6faf2cfb8051efc44eecf3c90d0c3cfed10c93b119900e612bd654de8eb9c786

%struct.ncnnc_feature = type { ptr, i64, i32, i32, i32, i32, i32 }

@cpu_features.found = internal unnamed_addr global i64 0, align 8
@disabled_name = external hidden constant [0 x i8], align 1
@feature_count = external hidden local_unnamed_addr constant i64, align 8
@features = external hidden local_unnamed_addr constant [0 x %struct.ncnnc_feature], align 8
@has_word.separators = internal constant [5 x i8] c" ,\09\0A\00", align 1

define hidden range(i64 -9223372036854775808, 0) i64 @cpu_features() local_unnamed_addr #0 {
entry:
  %0 = load atomic i64, ptr @cpu_features.found monotonic, align 8
  %tobool.not = icmp eq i64 %0, 0
  br i1 %tobool.not, label %if.then, label %if.end

if.then:
  %call = tail call i64 @reported_features() #4
  %call.i = tail call ptr @getenv(ptr noundef nonnull @disabled_name) #4
  %tobool.not.i = icmp eq ptr %call.i, null
  br i1 %tobool.not.i, label %hidden_features.exit, label %for.cond.preheader.i

for.cond.preheader.i:
  %1 = load i64, ptr @feature_count, align 8
  %cmp12.i = icmp sgt i64 %1, 0
  br i1 %cmp12.i, label %for.body.lr.ph.i, label %hidden_features.exit

for.body.lr.ph.i:
  %call121.i.i = tail call i64 @strspn(ptr noundef nonnull readonly %call.i, ptr noundef nonnull @has_word.separators) #5
  %add.ptr22.i.i = getelementptr inbounds nuw i8, ptr %call.i, i64 %call121.i.i
  %call223.i.i = tail call i64 @strcspn(ptr noundef nonnull readonly %add.ptr22.i.i, ptr noundef nonnull @has_word.separators) #5
  %tobool.not24.not.i.i = icmp eq i64 %call223.i.i, 0
  br label %for.body.i

for.body.i:
  %i.014.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %inc.i, %for.inc.i ]
  %hidden.013.i = phi i64 [ 0, %for.body.lr.ph.i ], [ %hidden.1.i, %for.inc.i ]
  %arrayidx.i = getelementptr inbounds nuw %struct.ncnnc_feature, ptr @features, i64 %i.014.i
  %2 = load ptr, ptr %arrayidx.i, align 8
  %call.i.i = tail call i64 @strlen(ptr noundef readonly %2) #5
  br i1 %tobool.not24.not.i.i, label %for.inc.i, label %if.end.i.i

if.end.i.i:
  %call226.i.i = phi i64 [ %call2.i.i, %cleanup.i.i ], [ %call223.i.i, %for.body.i ]
  %add.ptr25.i.i = phi ptr [ %add.ptr.i.i, %cleanup.i.i ], [ %add.ptr22.i.i, %for.body.i ]
  %cmp.i.i = icmp eq i64 %call226.i.i, %call.i.i
  br i1 %cmp.i.i, label %land.lhs.true.i.i, label %cleanup.i.i

land.lhs.true.i.i:
  %call3.i.i = tail call i32 @strncmp(ptr noundef nonnull %add.ptr25.i.i, ptr noundef readonly %2, i64 noundef %call.i.i) #5
  %tobool4.not.i.i = icmp eq i32 %call3.i.i, 0
  br i1 %tobool4.not.i.i, label %if.then2.i, label %cleanup.i.i

cleanup.i.i:
  %add.ptr7.i.i = getelementptr inbounds nuw i8, ptr %add.ptr25.i.i, i64 %call226.i.i
  %call1.i.i = tail call i64 @strspn(ptr noundef nonnull %add.ptr7.i.i, ptr noundef nonnull @has_word.separators) #5
  %add.ptr.i.i = getelementptr inbounds nuw i8, ptr %add.ptr7.i.i, i64 %call1.i.i
  %call2.i.i = tail call i64 @strcspn(ptr noundef nonnull %add.ptr.i.i, ptr noundef nonnull @has_word.separators) #5
  %tobool.not.not.i.i = icmp eq i64 %call2.i.i, 0
  br i1 %tobool.not.not.i.i, label %for.inc.i, label %if.end.i.i

if.then2.i:
  %hides.i = getelementptr inbounds nuw i8, ptr %arrayidx.i, i64 8
  %3 = load i64, ptr %hides.i, align 8
  %or.i = or i64 %3, %hidden.013.i
  br label %for.inc.i

for.inc.i:
  %hidden.1.i = phi i64 [ %or.i, %if.then2.i ], [ %hidden.013.i, %for.body.i ], [ %hidden.013.i, %cleanup.i.i ]
  %inc.i = add nuw nsw i64 %i.014.i, 1
  %exitcond.not.i = icmp eq i64 %inc.i, %1
  br i1 %exitcond.not.i, label %hidden_features.exit.loopexit, label %for.body.i

hidden_features.exit.loopexit:
  %4 = xor i64 %hidden.1.i, -1
  br label %hidden_features.exit

hidden_features.exit:
  %retval.0.i = phi i64 [ -1, %if.then ], [ -1, %for.cond.preheader.i ], [ %4, %hidden_features.exit.loopexit ]
  %and = and i64 %call, %retval.0.i
  %or = or i64 %and, -9223372036854775808
  store atomic i64 %or, ptr @cpu_features.found monotonic, align 8
  br label %if.end

if.end:
  %known.0 = phi i64 [ %0, %entry ], [ %or, %hidden_features.exit ]
  ret i64 %known.0
}

declare hidden i64 @reported_features() local_unnamed_addr #1

declare ptr @getenv(ptr noundef) local_unnamed_addr #2

declare i64 @strlen(ptr noundef) local_unnamed_addr #3

declare i64 @strspn(ptr noundef, ptr noundef) local_unnamed_addr #3

declare i64 @strcspn(ptr noundef, ptr noundef) local_unnamed_addr #3

declare i32 @strncmp(ptr noundef, ptr noundef, i64 noundef) local_unnamed_addr #3

attributes #0 = { nounwind "no-builtins" }
attributes #1 = { "no-builtins" }
attributes #2 = { nounwind "no-builtins" }
attributes #3 = { mustprogress nofree nounwind willreturn memory(read) "no-builtins" }
attributes #4 = { nobuiltin nounwind "no-builtins" }
attributes #5 = { nobuiltin nounwind willreturn memory(read) "no-builtins" }

