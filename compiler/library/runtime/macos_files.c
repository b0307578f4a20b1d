/* Pages and files, on macOS. */
#include "posix_files.h"
