// RUN: verify-diagnostics %s

func.func @main(%x: memref<4x5x3xi8>, %y: memref<3x4x5xf32>, %x1: memref<4x5x3xui8>, %x2: memref<4x5x4xui8>, %y1: memref<3x5x4xf32>, %e: memref<2xi32>) {
  // expected-error @+1 {{makes one output of f32, of inputs of ui8}}
  kernel.from_pixels ins(%x : memref<4x5x3xi8>) outs(%y : memref<3x4x5xf32>) {pixel_type = "rgb", mean = array<f32: 1.0, 1.0, 1.0>, norm = array<f32: 1.0, 1.0, 1.0>}
  // expected-error @+1 {{unknown type of pixels 'hsv'}}
  kernel.from_pixels ins(%x1 : memref<4x5x3xui8>) outs(%y : memref<3x4x5xf32>) {pixel_type = "hsv", mean = array<f32: 1.0>, norm = array<f32: 1.0>}
  // expected-error @+1 {{makes 3,h,w of h,w,3}}
  kernel.from_pixels ins(%x2 : memref<4x5x4xui8>) outs(%y : memref<3x4x5xf32>) {pixel_type = "rgb", mean = array<f32: 1.0, 1.0, 1.0>, norm = array<f32: 1.0, 1.0, 1.0>}
  // expected-error @+1 {{needs a mean and a norm for each channel}}
  kernel.from_pixels ins(%x1 : memref<4x5x3xui8>) outs(%y : memref<3x4x5xf32>) {pixel_type = "rgb", mean = array<f32: 1.0>, norm = array<f32: 1.0>}
  // expected-error @+1 {{image and output must have one height and width}}
  kernel.from_pixels ins(%x1 : memref<4x5x3xui8>) outs(%y1 : memref<3x5x4xf32>) {pixel_type = "rgb", mean = array<f32: 1.0, 1.0, 1.0>, norm = array<f32: 1.0, 1.0, 1.0>}
  // expected-error @+1 {{needs height, width and row stride of the image}}
  kernel.from_pixels_resize ins(%x1, %e : memref<4x5x3xui8>, memref<2xi32>) outs(%y1 : memref<3x5x4xf32>) {pixel_type = "rgb", mean = array<f32: 1.0, 1.0, 1.0>, norm = array<f32: 1.0, 1.0, 1.0>}
  func.return
}
