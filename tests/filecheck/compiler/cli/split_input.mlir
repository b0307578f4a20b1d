// RUN: ncnnc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// Each section is a module of its own, and a wrong one is reported without ending the run.
// CHECK: func.func @first
func.func @first() {
  func.return
}

// -----

// CHECK: Operation does not verify
func.func @second() -> i32 {
  func.return
}

// -----

// CHECK: func.func @third
func.func @third() {
  func.return
}
