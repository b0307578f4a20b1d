// RUN: round-trip %s

// 0 keeps the axis of that name, -1 takes what is left; a vector takes all.
func.func @reshape(%x: tensor<4x7x9xf32>) {
  %0 = ncnn.reshape %x shape [0, -1, 3] : (tensor<4x7x9xf32>) -> tensor<4x21x3xf32>
  %1 = ncnn.reshape %x shape [2, 2, 7, 9] : (tensor<4x7x9xf32>) -> tensor<2x2x7x9xf32>
  %2 = ncnn.reshape %x shape [12] : (tensor<4x7x9xf32>) -> tensor<252xf32>
  %3 = ncnn.flatten %x : tensor<4x7x9xf32> -> tensor<252xf32>
  func.return
}

// Expressions list width, height, depth, channels.
func.func @reshape1(%x: tensor<4x7x9xf32>, %r: tensor<3x6xf32>) {
  %0 = ncnn.reshape %x expression "*(0w,2),-1" : (tensor<4x7x9xf32>) -> tensor<14x18xf32>
  %1 = ncnn.reshape %x like %r expression "1h,*(1w,2),-1" : (tensor<4x7x9xf32>, tensor<3x6xf32>) -> tensor<7x12x3xf32>
  func.return
}

// A batch of 1 among the axes of the input, of the output, or both.
func.func @batch(%x: tensor<320xf32>) {
  %0 = ncnn.reshape %x expression "1,1,//(320,0n),0n" input_batch_axis 0 output_batch_axis 0 : (tensor<320xf32>) -> tensor<320x1x1xf32>
  %1 = ncnn.reshape %x shape [0, 4, 80] input_batch_axis 0 : (tensor<320xf32>) -> tensor<1x4x80xf32>
  func.return
}
