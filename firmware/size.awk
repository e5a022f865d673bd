# Says what a firmware takes of the ATmega328P; fails where the stack would have too little.
NR == 2 {
    flash = 32 * 1024 - 2 * 1024 # the larger one of the Nano's bootloaders
    ram = 2 * 1024
    stack = 256
    program = $1 + $2
    data = $2 + $3
    printf "%s at %d baud: flash %d of %d bytes (%.0f %%), RAM %d of %d bytes (%.0f %%)\n", \
        name, baud, program, flash, 100 * program / flash, data, ram, 100 * data / ram
    if (program > flash || data > ram - stack) {
        print "firmware: " name " is too large; " stack " bytes of RAM must be left for the stack" > "/dev/stderr"
        exit 1
    }
}
