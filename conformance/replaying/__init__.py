"""Judges recorded traffic against two contracts, and says what a change of the contract breaks for whom."""
