/* What a page has in place of other parts of the run time of libraries. */
#include "../../library/runtime/sessions.h"

/* An engine has checked what the code needs. */
uint64_t cpu_features(void) { return UINT64_MAX; }

/* JavaScript has copied the weights, and gives their place. */
int open_weights(struct ncnnc_model *model, const char *place) {
  model->weights = place;
  return NCNNC_OK;
}

void close_weights(struct ncnnc_model *model) { (void)model; }

/* The lengths of all states that grow, that of the session first. */
const int64_t *session_lengths(const struct ncnnc_session *session) { return session->lengths; }
