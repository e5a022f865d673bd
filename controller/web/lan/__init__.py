"""Lets other devices of the network in: pairing, what each may do, and how to send it away again.

The page is served to this machine, and with `--lan` to devices that have paired, too. A device
that has not gets the form for the code, and nothing else. `pairing` and `devices` are pure, with
time as an argument; `gate` stands before the application; `form` and `routes` are what it shows.
"""
