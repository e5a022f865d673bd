// The strip: what it may draw, and when it goes dark by itself.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// What pixels draw, by the controller's own model: each byte of a pixel in proportion to its value.
struct light_limits {
    uint32_t ceiling_ua; // of all pixels together, beside what they draw when dark
    uint16_t byte_ua[3]; // of each byte of a pixel at 255
};

void light_begin(void);
void light_limit(const struct light_limits *new_limits);
// 0: never.
void light_dark_after(uint8_t tenths_of_a_second);
// A message came from the controller.
void light_heard(void);
// Shows three bytes for each pixel, dimmed in place as a whole if they would draw too much.
void light_show(uint8_t *bytes);
// Whether nobody has spoken for so long that the pixels must go dark.
bool light_must_go_dark(void);
// Whether they went dark for that, and nothing was shown since.
bool light_went_dark(void);
// Lets them go dark; `spare` is memory for a frame.
void light_go_dark(uint8_t *spare);
