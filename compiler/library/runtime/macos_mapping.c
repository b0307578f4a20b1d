/* Map files, on macOS. */
#include "posix_mapping.h"
