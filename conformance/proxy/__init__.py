"""A proxy in front of a service. It carries every byte as it came, and judges the traffic beside the road.

The road (`road`, `carrying`, `framing`) knows no contract. The judges (`watching` and what it calls) open no
connection. They run in a process of their own, so that judging never delays an answer.
"""
