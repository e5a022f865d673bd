"""The controller of a smart board: rules, recognition, session, lights, bus, page, command line."""
