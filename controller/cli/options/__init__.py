"""Options that several commands share. Loads no more than `--help` needs."""
