"""The evidence of a run: requests and answers, deliveries, verdicts, and the exchanges that prove a finding."""
