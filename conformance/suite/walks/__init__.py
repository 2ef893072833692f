"""Short random histories, played on the target."""
