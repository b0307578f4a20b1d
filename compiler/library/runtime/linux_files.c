/* Pages and files, on Linux. */
#define _DEFAULT_SOURCE
#include "posix_files.h"
