"""What a run sees and says: requests and answers, deliveries, verdicts, and the exchanges that prove a finding."""
