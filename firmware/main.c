#include "loop.h"
#include "port.h"

int main(void) {
    port_begin();
    loop_begin();
    for (;;) {
        loop_pass();
    }
}
