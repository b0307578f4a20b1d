// RUN: ncnnc-opt %s -p plan-memory | filecheck %s

// Three buffers of 1024, 2048 and 64 (rounded up from 4) bytes. The second is the largest and is
// placed first; the first is alive together with it, the third only with one element of it.
func.func @chain(%x: memref<256xf32>, %z: memref<512xf32>, %y: memref<1xf32>) {
  %a = memref.alloc() : memref<256xf32>
  %a0 = kernel.view %a[0] : memref<256xf32> -> memref<16x16xf32>
  kernel.copy ins(%x : memref<256xf32>) outs(%a0 : memref<16x16xf32>)
  %b = memref.alloc() : memref<512xf32>
  kernel.copy ins(%z : memref<512xf32>) outs(%b : memref<512xf32>)
  %b1 = kernel.view %b[256] : memref<512xf32> -> memref<256xf32>
  kernel.copy ins(%a : memref<256xf32>) outs(%b1 : memref<256xf32>)
  %c = memref.alloc() : memref<1xf32>
  %b0 = kernel.view %b[3] : memref<512xf32> -> memref<1xf32>
  kernel.copy ins(%b0 : memref<1xf32>) outs(%c : memref<1xf32>)
  kernel.copy ins(%c : memref<1xf32>) outs(%y : memref<1xf32>)
  func.return
}
// CHECK-LABEL: @chain(
// CHECK-SAME:    %arena: memref<3072xi8> {kernel.role = #kernel<role arena>}
// CHECK-NOT:     memref.alloc
// CHECK:         [[A_AT:%.*]] = arith.constant 2048 : index
// CHECK-NEXT:    [[A:%.*]] = memref.view %arena[[[A_AT]]][] : memref<3072xi8> to memref<256xf32>
// CHECK:         memref.view %arena{{.*}} : memref<3072xi8> to memref<16x16xf32>
// CHECK:         [[B_AT:%.*]] = arith.constant 1024 : index
// CHECK-NEXT:    [[B:%.*]] = memref.view %arena[[[B_AT]]][] : memref<3072xi8> to memref<256xf32>
// CHECK-NEXT:    kernel.copy ins([[A]] : {{.*}}) outs([[B]]
// CHECK:         [[C_AT:%.*]] = arith.constant 64 : index
// CHECK-NEXT:    memref.view %arena[[[C_AT]]][] : memref<3072xi8> to memref<1xf32>
// CHECK:         [[PART_AT:%.*]] = arith.constant 12 : index
// CHECK-NEXT:    memref.view %arena[[[PART_AT]]][] : memref<3072xi8> to memref<1xf32>

// Parts of a joined buffer are alive at different times: what is read before the second half is
// written lies there. Whole buffers would need 4096 bytes.
func.func @joined(%x: memref<512xf32>, %y: memref<512xf32>) {
  %a = memref.alloc() : memref<512xf32>
  kernel.copy ins(%x : memref<512xf32>) outs(%a : memref<512xf32>)
  %both = memref.alloc() : memref<512xf32>
  %left = kernel.view %both[0] : memref<512xf32> -> memref<256xf32>
  %half = kernel.view %a[256] : memref<512xf32> -> memref<256xf32>
  kernel.copy ins(%half : memref<256xf32>) outs(%left : memref<256xf32>)
  %right = kernel.view %both[256] : memref<512xf32> -> memref<256xf32>
  %whole = kernel.view %x[256] : memref<512xf32> -> memref<256xf32>
  kernel.copy ins(%whole : memref<256xf32>) outs(%right : memref<256xf32>)
  kernel.copy ins(%both : memref<512xf32>) outs(%y : memref<512xf32>)
  func.return
}
// CHECK-LABEL: @joined(
// CHECK-SAME:    %arena: memref<2048xi8>

// Nothing to place: views of arguments stay.
func.func @empty(%x: memref<4xf32>, %y: memref<2x2xf32>) {
  %v = kernel.view %x[0] : memref<4xf32> -> memref<2x2xf32>
  kernel.copy ins(%v : memref<2x2xf32>) outs(%y : memref<2x2xf32>)
  func.return
}
// CHECK-LABEL: @empty(
// CHECK-SAME:    %arena: memref<1xi8>
// CHECK-NEXT:    %v = kernel.view %x[0]
// CHECK-NEXT:    kernel.copy ins(%v

// Sizes and offsets are bytes: 100 elements of i8 take 128 bytes, of i16 they take 256, but the
// first cache line of these is not used.
func.func @types(%x: memref<100xi8>, %y: memref<60xi16>) {
  %a = memref.alloc() : memref<100xi8>
  kernel.copy ins(%x : memref<100xi8>) outs(%a : memref<100xi8>)
  %b = memref.alloc() : memref<100xi16>
  %b0 = kernel.view %b[40] : memref<100xi16> -> memref<60xi16>
  kernel.copy ins(%y : memref<60xi16>) outs(%b0 : memref<60xi16>)
  kernel.copy ins(%a : memref<100xi8>) outs(%x : memref<100xi8>)
  func.return
}
// CHECK-LABEL: @types(
// CHECK-SAME:    %arena: memref<320xi8>
// CHECK:         [[A_AT:%.*]] = arith.constant 0 : index
// CHECK-NEXT:    memref.view %arena[[[A_AT]]][] : memref<320xi8> to memref<100xi8>
// CHECK:         [[B_AT:%.*]] = arith.constant 144 : index
// CHECK-NEXT:    memref.view %arena[[[B_AT]]][] : memref<320xi8> to memref<60xi16>
