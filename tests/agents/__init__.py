"""The sandbox beside an agent."""
