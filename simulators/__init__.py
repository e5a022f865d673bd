"""The physical world imitated: tabletop, hand, virtual board. Knows no rules."""
