def ncnn_algorithm(conv, target):
    raise AssertionError
