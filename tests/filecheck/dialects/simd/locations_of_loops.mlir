// RUN: ncnnc-opt %s --print-debuginfo | ncnnc-opt --print-debuginfo | filecheck %s

// The location of a loop that goes on while something holds stands behind it, where it is read.
func.func @loop(%i: index, %go: i1) {
  // CHECK:      scf.while (%{{.*}} = %i) : (index) -> index {
  // CHECK:      } do {
  // CHECK:      } loc("while")
  %end = scf.while (%j = %i) : (index) -> index {
    scf.condition(%go) %j : index
  } do {
  ^bb0(%j: index):
    scf.yield %j : index
  } loc("while")
  func.return
}
