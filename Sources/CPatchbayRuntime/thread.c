#include "thread.h"

_Thread_local int patchbay_nesting = 0;
