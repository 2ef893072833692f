"""Deliveries to the receivers of an agency: signed, sent past a guard, explained when a signature does not fit."""
