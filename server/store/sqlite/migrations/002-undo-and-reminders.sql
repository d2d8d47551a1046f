-- The lead's answer and outcome before this change, as JSON; what *Undo* restores.
ALTER TABLE lead_history ADD COLUMN state_before TEXT;

-- When the team was last reminded of the lead before its answer is due.
ALTER TABLE lead_contexts ADD COLUMN reminded_at TEXT
  CHECK (reminded_at IS strftime('%Y-%m-%dT%H:%M:%fZ', reminded_at));
