"""Deliveries to the receivers of an agency: signs them, sends them through a guard, explains wrong signatures."""
