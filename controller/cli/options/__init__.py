"""Options that several commands share. Loads no more than what `--help` has to show."""
