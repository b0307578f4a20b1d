/* Map files, on Linux. */
#define _DEFAULT_SOURCE
#include "posix_mapping.h"
