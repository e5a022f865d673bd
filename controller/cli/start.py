"""Where `hnefi` starts: it makes Ctrl-C harmless before anything is imported that takes a while."""

from controller.assembly.interrupts import end_at_once

# Not in `main`: between the import of this module and its call, Ctrl-C would print a traceback.
end_at_once()


def main() -> None:
    """Run the command line."""
    from controller.cli.main import main as run

    run()
