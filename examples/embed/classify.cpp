// Classifies images on several threads, all of which use one model.
//
//     ncnnc compile ../digits/digits.param -o digits.o
//     c++ -std=c++17 classify.cpp digits.o -o classify_all -pthread
//     ./classify_all seven.pgm seven.pgm
#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "digits.h"
#include "image.h"

// A model: created once, freed by itself. Any number of threads may call `scores` at once.
class Model {
 public:
  Model() {
    digits_model *made = nullptr;
    check(digits_create(&made));
    model_.reset(made);
  }

  std::vector<float> scores(const image &picture) const {
    const digits_tensor *input = digits_input(model_.get(), 0);
    const digits_tensor *output = digits_output(model_.get(), 0);
    const int64_t *shape = input->shape;  // c, h, w
    const std::vector<float> mean(3, 0.f), norm(3, 1 / 255.f);
    std::vector<float> pixels(input->bytes / sizeof(float));
    std::vector<float> result(output->bytes / sizeof(float));
    image_to_blob(&picture, pixels.data(), static_cast<int>(shape[0]), static_cast<int>(shape[1]),
                  static_cast<int>(shape[2]), mean.data(), norm.data());
    const void *inputs[] = {pixels.data()};
    void *outputs[] = {result.data()};
    check(digits_run(model_.get(), inputs, outputs, 1));
    return result;
  }

 private:
  struct Destroy {
    void operator()(digits_model *model) const { digits_destroy(model); }
  };

  static void check(int status) {
    if (status != DIGITS_OK) throw std::runtime_error(digits_error_string(status));
  }

  std::unique_ptr<digits_model, Destroy> model_;
};

// What is found in the file, as a line.
static std::string line_for(const Model &model, const char *path) {
  image picture;
  if (image_read(&picture, path)) return std::string(path) + ": no binary PGM or PPM of 8 bits";
  std::unique_ptr<unsigned char, decltype(&std::free)> pixels(picture.pixels, &std::free);
  const std::vector<float> scores = model.scores(picture);
  const auto best = std::max_element(scores.begin(), scores.end());
  return std::string(path) + ": " + std::to_string(best - scores.begin());
}

int main(int count, char **words) try {
  const Model model;
  std::vector<std::string> lines(static_cast<size_t>(count - 1));
  std::vector<std::thread> threads;
  for (int i = 1; i < count; i++) {
    threads.emplace_back([&, i] { lines[static_cast<size_t>(i - 1)] = line_for(model, words[i]); });
  }
  for (std::thread &thread : threads) thread.join();
  for (const std::string &line : lines) std::printf("%s\n", line.c_str());
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
