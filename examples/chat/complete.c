/* Completes a text by the small decoder, in C: the prompt in one run, then character by character.
 *
 *     ncnnc compile docstrings/embed_token.ncnn.param --input in0=1 --name embed -o embed.o
 *     ncnnc compile docstrings/proj_out.ncnn.param --input in0=1,64 --name head -o head.o
 *     ncnnc compile docstrings/decoder.ncnn.param --dim T=1..256 --dim P=0..512 --input in0=T,64 \
 *         --input in2=T,8 --input in3=T,8 --mask in1=causal --state auto --name decoder -o decoder.o
 *     cc complete.c embed.o decoder.o head.o -lm -o complete
 *     ./complete '>>> help(os.walk)' 100
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decoder.h"
#include "embed.h"
#include "head.h"

enum { CHANNELS = 64, ANGLES = 8, CHARACTERS = 96 };

static const double theta = 10000;

/* The models, and the states of one text. */
struct generator {
  embed_model *embed;
  decoder_model *decoder;
  head_model *head;
  decoder_session *session;
};

/* A new line, and the printable characters of ASCII. */
static int token_of(char character) { return character == '\n' ? 0 : character - ' ' + 1; }
static char character_of(int token) { return (char)(token ? token + ' ' - 1 : '\n'); }

static int open_models(struct generator *it) {
  int status;
  if ((status = embed_create(&it->embed))) return puts(embed_error_string(status)), 1;
  if ((status = head_create(&it->head))) return puts(head_error_string(status)), 1;
  if ((status = decoder_create(&it->decoder)) ||
      (status = decoder_session_create(&it->session, it->decoder, 0)))
    return puts(decoder_error_string(status)), 1;
  return 0;
}

static void close_models(struct generator *it) {
  decoder_session_destroy(it->session);
  decoder_destroy(it->decoder);
  head_destroy(it->head);
  embed_destroy(it->embed);
}

/* Append tokens, and return the likeliest next one; -1 and a message if that fails. */
static int next_token(struct generator *it, const int *tokens, int count) {
  static float rows[DECODER_T_MAX * CHANNELS], results[DECODER_T_MAX * CHANNELS];
  static float cosines[DECODER_T_MAX * ANGLES], sines[DECODER_T_MAX * ANGLES];
  float scores[CHARACTERS];
  int64_t past = decoder_session_length(it->session);
  for (int i = 0; i < count; i++) {
    const void *words[] = {&tokens[i]};
    void *row[] = {&rows[i * CHANNELS]};
    embed_run(it->embed, words, row, 1);
    for (int k = 0; k < ANGLES; k++) {
      double angle = (double)(past + i) * pow(theta, -(double)k / ANGLES);
      cosines[i * ANGLES + k] = (float)cos(angle);
      sines[i * ANGLES + k] = (float)sin(angle);
    }
  }
  decoder_extents extents = {0};
  extents.T = count;
  const void *inputs[] = {rows, cosines, sines};
  void *outputs[] = {results};
  int status = decoder_session_run(it->session, &extents, inputs, outputs, 1);
  if (status) return fprintf(stderr, "%s\n", decoder_error_string(status)), -1;
  const void *last[] = {&results[(count - 1) * CHANNELS]};
  void *all[] = {scores};
  head_run(it->head, last, all, 1);
  int best = 0;
  for (int i = 0; i < CHARACTERS; i++)
    if (scores[i] > scores[best]) best = i;
  return best;
}

int main(int count, char **words) {
  int tokens[DECODER_T_MAX], length = 0, most = count == 3 ? atoi(words[2]) : 0;
  if (most < 1 || strlen(words[1]) >= DECODER_T_MAX)
    return fputs("usage: complete TEXT CHARACTERS\n", stderr), 2;
  for (const char *at = words[1]; *at; at++) {
    if (token_of(*at) < 0 || token_of(*at) >= CHARACTERS)
      return fputs("error: the model knows the characters of ASCII\n", stderr), 2;
    tokens[length++] = token_of(*at);
  }
  tokens[length++] = token_of('\n');
  struct generator it = {0};
  if (open_models(&it)) return 1;
  int token = next_token(&it, tokens, length);
  for (int i = 0; i < most && token >= 0; i++) {
    putchar(character_of(token));
    token = i + 1 < most ? next_token(&it, &token, 1) : token;
  }
  close_models(&it);
  return token < 0;
}
