// The size of the board.
#pragma once

enum {
    COLUMNS = 11,
    ROWS = 11,
    SENSORS = ROWS * COLUMNS,
    PIXELS = SENSORS,
};

enum sensor_kind { REEDS, HALLS };
