"""Checks of webhook subscriptions and of the events that are delivered to them."""
