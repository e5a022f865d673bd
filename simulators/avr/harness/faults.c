#include "faults.h"
#include <string.h>

static const char *const names[FAULTS] = {
    [FAULT_NONE] = "none",       [FAULT_UNSIGNED] = "unsigned", [FAULT_UNPLUGGED] = "unplugged",
    [FAULT_LOW] = "low",         [FAULT_HIGH] = "high",         [FAULT_SHIFTED] = "shifted",
    [FAULT_SWAPPED] = "swapped", [FAULT_TURNED] = "turned",     [FAULT_HALF] = "half",
};

bool fault_named(const char *name, enum fault *fault) {
    for (enum fault each = FAULT_NONE; each < FAULTS; each++) {
        if (strcmp(name, names[each]) == 0) {
            *fault = each;
            return true;
        }
    }
    return false;
}
