"""The page of the sensors: what each of them reads just now, raw and debounced."""
