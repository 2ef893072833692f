"""What builds conforming targets: the variation as a layer, the draw from a seed, and the relay of deliveries.

Knows no single variation.
"""
