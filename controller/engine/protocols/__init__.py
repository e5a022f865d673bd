"""How engines speak with each other: HTP, OpenTafl's protocol, and taflzero's UCI dialect."""
