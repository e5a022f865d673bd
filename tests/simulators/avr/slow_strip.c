/* Drives the strip too slowly: a high of 1.5 us is neither a zero nor a one. */
#include <avr/io.h>
#include <util/delay.h>

int main(void) {
    DDRB = 1;
    for (int bit = 0; bit < 8; bit++) {
        PORTB = 1;
        _delay_us(1.5);
        PORTB = 0;
        _delay_us(0.7);
    }
    for (;;)
        ;
}
