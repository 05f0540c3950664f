#include "CPatchbayThread.h"

_Thread_local int patchbay_nesting = 0;
