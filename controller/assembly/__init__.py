"""The assembly: joins the parts of a process. Knows no command line."""
