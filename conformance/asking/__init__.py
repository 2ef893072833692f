"""How the suite asks a target: an agency's client, the levers, and the oracles that judge one answer."""
