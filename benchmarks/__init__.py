"""Measures the sandbox beside Prism in one run. Knows command lines and addresses, nothing of the insides."""
