// RUN: ncnnc-opt %s | filecheck %s
// RUN: ncnnc-opt %s > %t
// RUN: ncnnc-opt %t -f mlir | filecheck %s
// RUN: ncnnc-opt %s -p canonicalize | filecheck %s --check-prefix=CANONICAL
// RUN: not ncnnc-opt %s -p no-such-pass 2>&1 | filecheck %s --check-prefix=UNKNOWN
// RUN: not ncnnc-opt %s -p 'attach-target{target="x86-64" size=3}' 2>&1 | filecheck %s --check-prefix=OPTION
// RUN: not ncnnc-opt none.mlir 2>&1 | filecheck %s --check-prefix=FILE

// The driver parses, prints and runs passes of xDSL and of ours.
// CHECK-LABEL: func.func @constant
// CHECK-NEXT: arith.constant 1
// CANONICAL-LABEL: func.func @constant
// CANONICAL-NOT: arith.constant 1
// UNKNOWN-NOT: Traceback
// UNKNOWN: error: unknown pass 'no-such-pass'{{.*}}
// UNKNOWN-NOT: {{.}}
// OPTION: error: the passes 'attach-target{{{.*}}}': {{.*}}["size"]{{.*}}["target"]
// OPTION-NOT: {{.}}
// FILE: none.mlir: error: No such file or directory
// FILE-NOT: {{.}}
func.func @constant() -> i32 {
  %unused = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  func.return %zero : i32
}
